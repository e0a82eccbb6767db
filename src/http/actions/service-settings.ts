/** The settings that change without a restart. */
import type { AuditContext } from "../../domain/audit.ts";
import { isSignUpWay, type SignUpWay } from "../../domain/operating.ts";
import type { SettingChange } from "../../domain/ports/maintenance.ts";
import { readRule, type SecondFactorRule, writtenRule } from "../../domain/second-factor.ts";
import { unusedDaysIn, unusedDaysText, unusedNoticeDays } from "../../domain/unused-access.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import { countedInParts } from "./counted-in-parts.ts";
import type { Pause } from "./revoke-tokens.ts";

export interface ServiceSettings {
  readonly signUp: SignUpWay;
  readonly rule: SecondFactorRule;
  readonly unused: UnusedAccessSetting;
  /** As they are in the database; undefined if they were never set. */
  readonly set: {
    readonly signUp: string | undefined;
    readonly secondFactor: string | undefined;
    readonly unusedAccess: string | undefined;
  };
}

/** After how many days access that isn't used ends. Undefined: never. */
export interface UnusedAccessSetting {
  readonly days: number | undefined;
  /** The configuration has it, so that it can't be changed here. */
  readonly isConfigured: boolean;
}

/** What is left out stays as it is, in the database or the configuration. */
interface Wanted {
  readonly signUp?: SignUpWay | undefined;
  readonly rule?: SecondFactorRule | undefined;
  readonly unused?: Pick<UnusedAccessSetting, "days"> | undefined;
}

/** A setting that is not in the database has its configured value. */
export async function serviceSettingsIn({
  ledger,
  config,
}: Pick<Dependencies, "ledger" | "config">): Promise<ServiceSettings> {
  const set = {
    signUp: await ledger.setting("sign-up"),
    secondFactor: await ledger.setting("second-factor"),
    unusedAccess: await ledger.setting("unused-access"),
  };
  const signUp = signUpAsSet(set.signUp, config);
  const configured = config.unusedAccessDays;
  const unused = {
    days: configured ?? unusedDaysIn(set.unusedAccess),
    isConfigured: configured !== undefined,
  };
  return { signUp, rule: readRule(set.secondFactor), unused, set };
}

export const unusedAccessConfigured =
  "COUNTERSIGN_UNUSED_ACCESS_DAYS is set, and in force. Change it there.";

/** How much access would end first if it ended after so many `days` without use. */
export async function countUnusedAccess(
  { ledger }: Pick<Dependencies, "ledger">,
  rule: { readonly days: number; readonly now: number },
  pause?: Pause,
): Promise<{ readonly grants: number; readonly users: number }> {
  const { items, users } = await countedInParts(
    async (after) => ledger.unusedAccessPart(rule, { after, size: 500 }),
    pause,
  );
  return { grants: items, users };
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

/** For those who decide about it on a command line. */
export function unusedAccessText({ grants, users }: Awaited<ReturnType<typeof countUnusedAccess>>) {
  const ofUsers = `${users} ${users === 1 ? "user" : "users"}`;
  const those = `${grants} ${grants === 1 ? "grant" : "grants"} of ${ofUsers}`;
  return `Ends in ${unusedNoticeDays} days, after a notice, unless it is used before: ${those}.`;
}

/** False, and nothing is changed, if any of them is no longer as it was `seen`. */
export function changeServiceSettings(
  { ledger }: Pick<Dependencies, "ledger">,
  seen: ServiceSettings,
  { signUp, rule, unused }: Wanted,
  by: AuditContext,
): Promise<boolean> {
  // An administrator who changes one of them has seen all, so all are compared.
  const changes: readonly SettingChange[] = [
    { name: "sign-up", seen: seen.set.signUp, ...(signUp !== undefined && { value: signUp }) },
    {
      name: "second-factor",
      seen: seen.set.secondFactor,
      ...(rule !== undefined &&
        rule !== seen.rule && {
          value: writtenRule(rule),
          logged: `${rule.requiredFor} ${rule.graceDays}`,
        }),
    },
    {
      name: "unused-access",
      seen: seen.set.unusedAccess,
      ...(unused !== undefined &&
        unused.days !== seen.unused.days && { value: unusedDaysText(unused.days) }),
    },
  ];
  return ledger.changeSettings(changes, by);
}
