import type { Dependencies } from "../dependencies.ts";
import {
  missingStep,
  type PersonUnderRule,
  readRule,
  type SecondFactorRule,
  secondFactorDue,
} from "../domain/second-factor.ts";
import type { Session } from "../domain/session.ts";

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
  const { proofs, hasSecondFactor, userIsOperator, userCreatedAt } = session;
  const holder: PersonUnderRule = { isOperator: userIsOperator, createdAt: userCreatedAt };
  const rule = await secondFactorRule(dependencies);
  return {
    missing: missingStep({ proofs, hasSecondFactor, holder }, rule, now),
    due: secondFactorDue(rule, holder, now),
  };
}
