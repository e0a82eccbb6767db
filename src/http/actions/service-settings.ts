/** The settings that change without a restart. */
import type { AuditContext } from "../../domain/audit.ts";
import { isSignUpWay, type SignUpWay } from "../../domain/operating.ts";
import type { SettingChange } from "../../domain/ports/maintenance.ts";
import { readRule, type SecondFactorRule, writtenRule } from "../../domain/second-factor.ts";
import type { Dependencies } from "../../verification/dependencies.ts";

export interface ServiceSettings {
  readonly signUp: SignUpWay;
  readonly rule: SecondFactorRule;
  /** As they are in the database; undefined if they were never set. */
  readonly set: { readonly signUp: string | undefined; readonly secondFactor: string | undefined };
}

/** Who may sign up stays as it is, in the database or the configuration, if it is left out. */
interface Wanted {
  readonly signUp?: SignUpWay | undefined;
  readonly rule: SecondFactorRule;
}

/** A setting that is not in the database has its configured value. */
export async function serviceSettingsIn({
  ledger,
  config,
}: Pick<Dependencies, "ledger" | "config">): Promise<ServiceSettings> {
  const set = {
    signUp: await ledger.setting("sign-up"),
    secondFactor: await ledger.setting("second-factor"),
  };
  const signUp = signUpAsSet(set.signUp, config);
  return { signUp, rule: readRule(set.secondFactor), set };
}

/** The administrator's last setting precedes the configuration. */
export function signUpAsSet(
  set: string | undefined,
  { signUp }: Pick<Dependencies["config"], "signUp">,
): SignUpWay {
  return isSignUpWay(set) ? set : signUp;
}

/** The days of grace begin when the rule is set; an unchanged rule keeps counting. */
export function ruleAfter(
  present: SecondFactorRule,
  { requiredFor, graceDays }: Pick<SecondFactorRule, "requiredFor" | "graceDays">,
  now: number,
): SecondFactorRule {
  const sameUsers = requiredFor === present.requiredFor;
  if (sameUsers && graceDays === present.graceDays) return present;
  // If only the days change, they count from when the users were first asked.
  return { requiredFor, graceDays, since: sameUsers ? present.since : now };
}

/** False, and nothing is changed, if any of them is no longer as it was `seen`. */
export function changeServiceSettings(
  { ledger }: Pick<Dependencies, "ledger">,
  seen: ServiceSettings,
  { signUp, rule }: Wanted,
  by: AuditContext,
): Promise<boolean> {
  // An administrator who changes one of them has seen both, so both are compared.
  const changes: readonly SettingChange[] = [
    { name: "sign-up", seen: seen.set.signUp, ...(signUp !== undefined && { value: signUp }) },
    {
      name: "second-factor",
      seen: seen.set.secondFactor,
      ...(rule !== seen.rule && {
        value: writtenRule(rule),
        logged: `${rule.requiredFor} ${rule.graceDays}`,
      }),
    },
  ];
  return ledger.changeSettings(changes, by);
}
