import type { SettingChange } from "../../../domain/ports/maintenance.ts";
import {
  graceChoices,
  isRequiredFor,
  readRule,
  type SecondFactorRule,
  secondFactorRequirements,
  writtenRule,
} from "../../../domain/second-factor.ts";
import { isOutdated, seenField, seenMark } from "../../../domain/seen.ts";
import { isSignUpWay, type SignUpWay, signUpWays } from "../../../domain/sign-up.ts";
import { settingsPage } from "../../../pages/views/admin/settings.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../verification/endpoint.ts";
import { EarlyReply } from "../../browser/change.ts";
import { notUnderstood } from "../../browser/error-reply.ts";
import { whatWasSeen } from "../../browser/form-fields.ts";
import { signUpAsSet } from "../../browser/sign-in-methods.ts";
import { forAdmins } from "../../browser/signed-in.ts";
import type { Form, ViewerCall } from "../../browser/viewer-call.ts";

/** docs/reference/interface.md §16. */
export const serviceSettings = endpoint({
  name: "admin/settings",
  paths: ["/admin/settings"],
  methods: ["GET", "POST"],
  section: "16",
  summary:
    "Opens or closes sign-up, requires a second factor, and shows the configuration without its secrets",
  limit: "account-pages",
  reads: [],
  ...forAdmins({
    fields: [
      { name: "sign_up", required: true, meaning: "Who may make an account.", values: signUpWays },
      {
        name: "second_factor",
        required: false,
        meaning: "Who needs a second factor; left out, it stays as it is.",
        values: secondFactorRequirements,
      },
      {
        name: "grace_days",
        required: false,
        meaning: "The days that users have until they need it.",
        values: graceChoices.map(String),
      },
      whatWasSeen,
    ],
    async show(call) {
      const { shown } = await currentSettings(call);
      return pageReply(settingsPage({ ...shown, saved: queryOf(call.incoming).has("saved") }));
    },
    changes: {
      "": {
        sensitive: true,
        read,
        ask: (_call, reauthentication, { shown, wanted, seen }) =>
          pageReply(settingsPage({ ...shown, ...wanted, seen, reauthentication })),
        async run(call, { set, shown, wanted }) {
          const changes = changesTo({ set, shown }, wanted);
          const isSaved = await call.dependencies.ledger.changeSettings(changes, call.auditContext);
          return isSaved
            ? seeOther("/admin/settings?saved")
            : changedSince(await currentSettings(call));
        },
      },
    },
  }),
});

async function read(call: ViewerCall, form: Form) {
  const present = await currentSettings(call);
  const { set, shown } = present;
  const signUp = form.get("sign_up");
  const rule = ruleIn(form, shown.rule, call.now);
  if (!isSignUpWay(signUp) || rule === "unknown") return new EarlyReply(notUnderstood(call));
  const changes = signUp !== set.signUp || rule !== shown.rule;
  if (changes && isOutdated(form, shown.seen)) return new EarlyReply(changedSince(present));
  return { ...present, wanted: { signUp, rule }, seen: form.get(seenField) ?? shown.seen };
}

/** A setting that is not in `set`, from the database, has its configured value. */
async function currentSettings({ dependencies, viewer }: ViewerCall) {
  const { ledger, config } = dependencies;
  const set = {
    signUp: await ledger.setting("sign-up"),
    secondFactor: await ledger.setting("second-factor"),
  };
  const signUp = signUpAsSet(set.signUp, config);
  const rule = readRule(set.secondFactor);
  const mark = seenMark([signUp, writtenRule(rule)], []);
  return { set, shown: { viewer, signUp, rule, seen: mark, configuration: config.shown } };
}

type CurrentSettings = Awaited<ReturnType<typeof currentSettings>>;

function changedSince({ shown }: CurrentSettings): Reply {
  return pageReply(settingsPage({ ...shown, changedSince: true }), { status: 409 });
}

function changesTo(
  { set, shown }: CurrentSettings,
  { signUp, rule }: { readonly signUp: SignUpWay; readonly rule: SecondFactorRule },
): readonly SettingChange[] {
  const changes: SettingChange[] = [];
  if (signUp !== set.signUp) {
    changes.push({ name: "sign-up", seen: set.signUp, value: signUp });
  }
  if (rule !== shown.rule) {
    changes.push({
      name: "second-factor",
      seen: set.secondFactor,
      value: writtenRule(rule),
      logged: `${rule.requiredFor} ${rule.graceDays}`,
    });
  }
  return changes;
}

/** The days of grace begin when the rule is set; an unchanged rule keeps counting. */
function ruleIn(form: Form, present: SecondFactorRule, now: number): SecondFactorRule | "unknown" {
  const requiredFor = form.get("second_factor") ?? present.requiredFor;
  const days = form.get("grace_days") ?? String(present.graceDays);
  const graceDays = graceChoices.find((one) => String(one) === days);
  if (!isRequiredFor(requiredFor) || graceDays === undefined) return "unknown";
  const sameUsers = requiredFor === present.requiredFor;
  if (sameUsers && graceDays === present.graceDays) return present;
  // If only the days change, they count from when the users were first asked.
  return { requiredFor, graceDays, since: sameUsers ? present.since : now };
}
