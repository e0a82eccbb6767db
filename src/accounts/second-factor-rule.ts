import {
  missingStep,
  readRule,
  type SecondFactorRule,
  secondFactorDue,
  type UserUnderRule,
} from "../domain/second-factor.ts";
import type { Session } from "../domain/session.ts";
import type { Dependencies } from "../verification/dependencies.ts";

export async function secondFactorRule({
  ledger,
}: Pick<Dependencies, "ledger">): Promise<SecondFactorRule> {
  return readRule(await ledger.setting("second-factor"));
}

/** Returns what the user still has to do before they are signed in, and when they will need a second factor. */
export async function findMissingStep(
  session: Session,
  now: number,
  dependencies: Pick<Dependencies, "ledger">,
): Promise<{
  readonly missing: ReturnType<typeof missingStep>;
  readonly due: number | undefined;
}> {
  const { authEvents, hasSecondFactor, userIsAdmin, userCreatedAt } = session;
  const holder: UserUnderRule = { isAdmin: userIsAdmin, createdAt: userCreatedAt };
  const rule = await secondFactorRule(dependencies);
  return {
    missing: missingStep({ authEvents, hasSecondFactor, holder }, rule, now),
    due: secondFactorDue(rule, holder, now),
  };
}
