import { changeLimits } from "../../../actions/change-limits.ts";
import { restoreApplication, suspendApplication } from "../../../actions/suspend.ts";
import { browser } from "../../../authentication/browser-session.ts";
import { queryOf } from "../../../authentication/incoming.ts";
import type { Application } from "../../../domain/application.ts";
import { waitingSchemes } from "../../../domain/callback-schemes.ts";
import { type ApplicationId, idFrom } from "../../../domain/credentials.ts";
import { applicationLimitNames, type LimitChanges, mostLimit } from "../../../domain/limits.ts";
import { readReason } from "../../../domain/operating.ts";
import { isOutdated, seenMark } from "../../../domain/seen.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../endpoint.ts";
import { ownership, schemeConfirmed } from "../../../events/application.ts";
import type { ApplicationDone } from "../../../languages/texts/admin.ts";
import {
  confirmingCode,
  confirmingPassword,
  csrf,
  whatWasSeen,
} from "../../../pages/form-fields.ts";
import { proveIfAsked } from "../../../pages/recent-sign-in.ts";
import {
  type Form,
  forOperators,
  notFound,
  notUnderstood,
  type PersonCall,
} from "../../../pages/signed-in.ts";
import { typedScreenName } from "../../../pages/typed-screen-name.ts";
import { limitsOfApplications } from "../../../rate-limits/limits-in-force.ts";
import {
  type ApplicationReport,
  applicationPage,
  type LimitShown,
} from "../../../views/admin/application.ts";
import type { Ownership } from "../../../views/admin/ownership.ts";

/** docs/reference/interface.md §16. One application: what it is, whether it works, and how much it may ask. */
export const oneApplication = endpoint({
  name: "admin/application",
  paths: ["/admin/applications/:id"],
  methods: ["GET", "POST"],
  section: "16",
  summary:
    "Shows an application; suspends or restores it, gives it limits of its own or another owner, or confirms a callback scheme",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    csrf,
    {
      name: "change",
      required: true,
      meaning: "What is done.",
      values: ["suspend", "restore", "limits", "confirm-scheme", "move"],
    },
    { name: "reason", required: false, meaning: "For suspend: what the owner reads." },
    confirmingPassword,
    confirmingCode,
    { ...whatWasSeen, meaning: "For limits: what the form was shown with." },
    { name: "scheme", required: false, meaning: "For confirm-scheme: one that waits." },
    { name: "screen_name", required: false, meaning: "For move: the new owner's." },
    ...applicationLimitNames.map((name) => ({
      name,
      required: false,
      meaning: "For limits: how many requests in a window; empty for as many as usual.",
    })),
    {
      name: "api/NAME",
      required: false,
      meaning: "For limits: the same for the limit NAME of COUNTERSIGN_API_LIMITS.",
    },
  ],
  produces: "page",
  ...forOperators({
    async show(call) {
      const application = await applicationIn(call);
      if (application === undefined) return notFound(call);
      const [asked = ""] = queryOf(call.incoming).keys();
      const usual = await report(call, application);
      return pageReply(applicationPage({ ...usual, done: doneIn(asked) }));
    },

    async change(call, form) {
      const application = await applicationIn(call);
      if (application === undefined) return notFound(call);
      switch (form.get("change")) {
        case "suspend":
          return suspend(call, application, form);
        case "restore":
          return restore(call, application, form);
        case "limits":
          return limitTo(call, application, form);
        case "confirm-scheme":
          return confirmScheme(call, application, form);
        case "move":
          return move(call, application, form);
        default:
          return notUnderstood(call);
      }
    },
  }),
});

async function applicationIn({
  parameters,
  dependencies,
}: PersonCall): Promise<Application | undefined> {
  const id = idFrom<ApplicationId>(parameters.id);
  return id === undefined ? undefined : dependencies.ledger.applicationById(id);
}

async function suspend(call: PersonCall, application: Application, form: Form): Promise<Reply> {
  const typed = form.get("reason") ?? "";
  const read = readReason(typed);
  const usual = await report(call, application);
  if (!read.ok) {
    const again = { reason: typed, problem: read.problem };
    return pageReply(applicationPage({ ...usual, typed: again }), { status: 422 });
  }
  const unproven = await proveIfAsked(call, form, "admin/application");
  if (unproven !== undefined) {
    return pageReply(applicationPage({ ...usual, typed: { reason: typed }, unproven }), unproven);
  }
  await suspendApplication(
    call.dependencies.ledger,
    application.id,
    read.reason,
    call.auditContext,
  );
  return done(application, "suspended");
}

async function restore(call: PersonCall, application: Application, form: Form): Promise<Reply> {
  const unproven = await proveIfAsked(call, form, "admin/application");
  if (unproven !== undefined) {
    const usual = await report(call, application);
    return pageReply(applicationPage({ ...usual, unproven }), unproven);
  }
  await restoreApplication(call.dependencies.ledger, application.id, call.auditContext);
  return done(application, "restored");
}

/** Only what waits can be confirmed: nobody approves a scheme that the owner has not registered. */
async function confirmScheme(
  call: PersonCall,
  application: Application,
  form: Form,
): Promise<Reply> {
  const scheme = form.get("scheme") ?? "";
  const waiting = waitingSchemes(application.callbacks, application.confirmedSchemes);
  if (!waiting.includes(scheme)) return notUnderstood(call);
  const unproven = await proveIfAsked(call, form, "admin/application");
  if (unproven !== undefined) {
    const usual = await report(call, application);
    return pageReply(applicationPage({ ...usual, unproven, confirming: scheme }), unproven);
  }
  await call.dependencies.ledger.confirmScheme(
    { applicationId: application.id, scheme },
    schemeConfirmed(call.auditContext, application.id, scheme),
  );
  return done(application, "scheme-confirmed");
}

async function move(call: PersonCall, application: Application, form: Form): Promise<Reply> {
  const { ledger } = call.dependencies;
  const screenName = typedScreenName(form);
  const again = async (more: Partial<Ownership>, answer: Parameters<typeof pageReply>[1]) => {
    const usual = await report(call, application);
    return pageReply(applicationPage({ ...usual, moving: { screenName, ...more } }), answer);
  };
  const unproven = await proveIfAsked(call, form, "admin/application");
  if (unproven !== undefined) return again({ unproven }, unproven);
  const user = await ledger.userByScreenName(screenName);
  if (user === undefined) return again({ problem: "unknown" }, { status: 422 });
  const outcome = await ledger.moveApplication(
    { applicationId: application.id, userId: user.id },
    ownership(call.auditContext, "moved", application.id, user.id),
  );
  if (outcome === "moved") return done(application, "moved");
  const problem = outcome === "gone" ? "unknown" : outcome;
  return again({ problem }, { status: 422 });
}

/** All of them at once, as the form showed them: one that is wrong changes none. */
async function limitTo(call: PersonCall, application: Application, form: Form): Promise<Reply> {
  const usual = await report(call, application);
  const shown = usual.limits.map((one) => typedLimit(one, form.get(one.name) ?? ""));
  if (shown.some((one) => one.wrong)) {
    return pageReply(applicationPage({ ...usual, limits: shown }), { status: 422 });
  }
  if (isOutdated(form, usual.limitsSeen)) return limitsChanged(usual);
  const unproven = await proveIfAsked(call, form, "admin/application");
  if (unproven !== undefined) {
    const asked = { ...usual, limits: shown, unproven, limiting: true };
    return pageReply(applicationPage(asked), unproven);
  }
  const given = shown.filter((one) => one.own !== "");
  const changed: LimitChanges = Object.fromEntries(given.map((one) => [one.name, Number(one.own)]));
  const change = { applicationId: application.id, limits: changed, seen: application.limits };
  if (await changeLimits(call.dependencies, change, call.auditContext)) {
    return done(application, "limits-changed");
  }
  const present = await applicationIn(call);
  return present === undefined ? notFound(call) : limitsChanged(await report(call, present));
}

function limitsChanged(usual: ApplicationReport): Reply {
  return pageReply(applicationPage({ ...usual, limitsChanged: true }), { status: 409 });
}

function typedLimit(limit: LimitShown, typed: string): LimitShown {
  const own = typed.trim();
  const isRight =
    own === "" || (/^\d{1,7}$/.test(own) && Number(own) >= 1 && Number(own) <= mostLimit);
  return { ...limit, own, wrong: !isRight };
}

async function report(call: PersonCall, application: Application): Promise<ApplicationReport> {
  const { ledger, config } = call.dependencies;
  return {
    person: call.person,
    application,
    grants: {
      count: await ledger.countGrants(application.id, mostCounted),
      most: mostCounted,
    },
    limits: limitsOfApplications(config).map(({ name, usual }) => ({
      name,
      usual,
      own: String(application.limits[name] ?? ""),
    })),
    limitsSeen: seenMark([application.limits], []),
    limitsAreOff: config.rateLimits === "off",
  };
}

const mostCounted = 1_000;

function done(application: Application, what: ApplicationDone): Reply {
  return seeOther(`/admin/applications/${application.id}?${what}`);
}

function doneIn(asked: string): ApplicationDone | undefined {
  return dones.find((one) => one === asked);
}

const dones: readonly ApplicationDone[] = [
  "suspended",
  "restored",
  "limits-changed",
  "scheme-confirmed",
  "moved",
];
