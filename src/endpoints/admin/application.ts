import { browser } from "../../authentication/browser-session.ts";
import { queryOf } from "../../authentication/incoming.ts";
import type { Application } from "../../domain/application.ts";
import type { ApplicationId } from "../../domain/credentials.ts";
import {
  applicationLimitNames,
  type LimitChanges,
  limits,
  mostLimit,
} from "../../domain/limits.ts";
import { reasonProblem } from "../../domain/operating.ts";
import {
  applicationLimitsChanged,
  applicationRestored,
  applicationSuspended,
} from "../../events.ts";
import type { ApplicationDone } from "../../languages/texts/admin.ts";
import {
  type ApplicationReport,
  applicationPage,
  type LimitShown,
} from "../../views/admin/application.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../endpoint.ts";
import { confirmingPassword, csrf } from "../form-fields.ts";
import {
  forOperators,
  notFound,
  notUnderstood,
  type PersonCall,
  proveRecent,
} from "../signed-in.ts";

type Form = ReadonlyMap<string, string>;

/** docs/reference/interface.md §16. One application: what it is, whether it works, and how much it may ask. */
export const oneApplication = endpoint({
  name: "admin/application",
  paths: ["/admin/applications/:application"],
  methods: ["GET", "POST"],
  section: "16",
  summary: "Shows an application; suspends or restores it, or gives it limits of its own",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    csrf,
    {
      name: "change",
      required: true,
      meaning: "What is done.",
      values: ["suspend", "restore", "limits"],
    },
    { name: "reason", required: false, meaning: "For suspend: what the owner reads." },
    confirmingPassword,
    ...applicationLimitNames.map((name) => ({
      name,
      required: false,
      meaning: "For limits: how many requests in a window; empty for as many as usual.",
    })),
  ],
  answers: "page",
  operation: forOperators({
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
          await call.surroundings.ledger.suspendApplication(
            application.id,
            undefined,
            applicationRestored(call.occasion, application.id),
          );
          return done(application, "restored");
        case "limits":
          return changeLimits(call, application, form);
        default:
          return notUnderstood(call);
      }
    },
  }),
});

async function applicationIn({
  incoming,
  surroundings,
}: PersonCall): Promise<Application | undefined> {
  const [, id] = /^\/admin\/applications\/(\d{16})$/.exec(incoming.path) ?? [];
  return id === undefined ? undefined : surroundings.ledger.applicationById(id as ApplicationId);
}

async function suspend(call: PersonCall, application: Application, form: Form): Promise<Reply> {
  const reason = (form.get("reason") ?? "").trim();
  const problem = reasonProblem(reason);
  const usual = await report(call, application);
  if (problem !== undefined) {
    return pageReply(applicationPage({ ...usual, typed: { reason, problem } }), { status: 422 });
  }
  const unproven = await proveRecent(call, form);
  if (unproven !== undefined) {
    return pageReply(applicationPage({ ...usual, typed: { reason }, unproven }), unproven);
  }
  await call.surroundings.ledger.suspendApplication(
    application.id,
    reason,
    applicationSuspended(call.occasion, application.id, reason),
  );
  return done(application, "suspended");
}

/** All of them at once, as the form showed them: one that is wrong changes none. */
async function changeLimits(
  call: PersonCall,
  application: Application,
  form: Form,
): Promise<Reply> {
  const usual = await report(call, application);
  const shown = usual.limits.map((one) => typedLimit(one, form.get(one.name) ?? ""));
  if (shown.some((one) => one.wrong)) {
    return pageReply(applicationPage({ ...usual, limits: shown }), { status: 422 });
  }
  const given = shown.filter((one) => one.own !== "");
  const changed: LimitChanges = Object.fromEntries(given.map((one) => [one.name, Number(one.own)]));
  await call.surroundings.ledger.changeApplicationLimits(
    { applicationId: application.id, limits: changed },
    applicationLimitsChanged(call.occasion, application.id, changed),
  );
  return done(application, "limits-changed");
}

function typedLimit(limit: LimitShown, typed: string): LimitShown {
  const own = typed.trim();
  const isRight =
    own === "" || (/^\d{1,7}$/.test(own) && Number(own) >= 1 && Number(own) <= mostLimit);
  return { ...limit, own, wrong: !isRight };
}

async function report(call: PersonCall, application: Application): Promise<ApplicationReport> {
  const { ledger, config } = call.surroundings;
  const usual = config.rateLimits;
  return {
    person: call.person,
    application,
    grants: {
      count: await ledger.countGrants(application.id, mostCounted),
      most: mostCounted,
    },
    limits: applicationLimitNames.map((name) => ({
      name,
      usual: usual === "off" ? limits[name].limit : usual[name],
      own: String(application.limits[name] ?? ""),
    })),
    limitsAreOff: usual === "off",
  };
}

const mostCounted = 1_000;

function done(application: Application, what: ApplicationDone): Reply {
  return seeOther(`/admin/applications/${application.id}?${what}`);
}

function doneIn(asked: string): ApplicationDone | undefined {
  return dones.find((one) => one === asked);
}

const dones: readonly ApplicationDone[] = ["suspended", "restored", "limits-changed"];
