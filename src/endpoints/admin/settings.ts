import { browser } from "../../authentication/browser-session.ts";
import { queryOf } from "../../authentication/incoming.ts";
import { secondFactorRule } from "../../authentication/second-factor-rule.ts";
import {
  graceChoices,
  isRequiredFor,
  type SecondFactorRule,
  secondFactorRequirements,
  writtenRule,
} from "../../domain/second-factor.ts";
import { isSignUpWay, signUpWays } from "../../domain/sign-up.ts";
import { endpoint, pageReply, seeOther } from "../../endpoint.ts";
import { settingChanged } from "../../events/operating.ts";
import { confirmingCode, confirmingPassword, csrf } from "../../pages/form-fields.ts";
import { type Form, forOperators, notUnderstood, type PersonCall } from "../../pages/signed-in.ts";
import { signUpWay } from "../../pages/ways-in.ts";
import { proveIfWeighty } from "../../pages/weights.ts";
import { settingsPage } from "../../views/admin/settings.ts";

/** docs/reference/interface.md §16. What can be set at run time, and what the configuration says. */
export const serviceSettings = endpoint({
  name: "admin/settings",
  paths: ["/admin/settings"],
  methods: ["GET", "POST"],
  section: "16",
  summary:
    "Opens or closes sign-up, requires a second factor, and shows the configuration without its secrets",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    csrf,
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
      meaning: "The days that people have until they need it.",
      values: graceChoices.map(String),
    },
    confirmingPassword,
    confirmingCode,
  ],
  produces: "page",
  operation: forOperators({
    async show({ incoming, dependencies, person }) {
      const signUp = await signUpWay(dependencies);
      const rule = await secondFactorRule(dependencies);
      const saved = queryOf(incoming).has("saved");
      const configuration = dependencies.config.shown;
      return pageReply(settingsPage({ person, signUp, rule, saved, configuration }));
    },

    async change(call, form) {
      const { ledger } = call.dependencies;
      const signUp = form.get("sign_up");
      const rule = await ruleIn(form, call);
      if (!isSignUpWay(signUp) || rule === "unknown") return notUnderstood(call);
      const unproven = await proveIfWeighty(call, form, "admin/settings");
      if (unproven !== undefined) {
        const configuration = call.dependencies.config.shown;
        const asked = { person: call.person, signUp, rule: rule.wanted, configuration, unproven };
        return pageReply(settingsPage(asked), unproven);
      }
      const event = settingChanged(call.auditContext, "sign-up", signUp);
      await ledger.changeSetting("sign-up", signUp, event);
      if (rule.changed) {
        const { requiredFor, graceDays } = rule.wanted;
        const said = settingChanged(
          call.auditContext,
          "second-factor",
          `${requiredFor} ${graceDays}`,
        );
        await ledger.changeSetting("second-factor", writtenRule(rule.wanted), said);
      }
      return seeOther("/admin/settings?saved");
    },
  }),
});

/** The days of grace begin when the rule is set: one that stays as it is goes on counting. */
async function ruleIn(
  form: Form,
  { dependencies, now }: PersonCall,
): Promise<{ readonly wanted: SecondFactorRule; readonly changed: boolean } | "unknown"> {
  const present = await secondFactorRule(dependencies);
  const requiredFor = form.get("second_factor") ?? present.requiredFor;
  const days = form.get("grace_days") ?? String(present.graceDays);
  const graceDays = graceChoices.find((one) => String(one) === days);
  if (!isRequiredFor(requiredFor) || graceDays === undefined) return "unknown";
  if (requiredFor === present.requiredFor && graceDays === present.graceDays) {
    return { wanted: present, changed: false };
  }
  // Other days for the same people count from when they were first asked.
  const since = requiredFor === present.requiredFor ? present.since : now;
  return { wanted: { requiredFor, graceDays, since }, changed: true };
}
