import type { Dependencies } from "../dependencies.ts";
import { missingStep, readRule, type SecondFactorRule } from "../domain/second-factor.ts";
import type { Session } from "../domain/session.ts";

/** What operators have set, at this moment and on every node. */
export async function secondFactorRule({
  ledger,
}: Pick<Dependencies, "ledger">): Promise<SecondFactorRule> {
  return readRule(await ledger.setting("second-factor"));
}

/** What the person of a session has still to do before it counts as one. */
export async function missingIn(
  session: Session,
  now: number,
  dependencies: Pick<Dependencies, "ledger">,
): Promise<ReturnType<typeof missingStep>> {
  const { proofs, hasSecondFactor, userIsOperator, userCreatedAt } = session;
  const holder = { isOperator: userIsOperator, createdAt: userCreatedAt };
  const rule = await secondFactorRule(dependencies);
  return missingStep({ proofs, hasSecondFactor, holder }, rule, now);
}
