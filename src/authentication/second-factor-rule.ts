import type { Dependencies } from "../dependencies.ts";
import {
  type Holder,
  missingStep,
  readRule,
  type SecondFactorRule,
  secondFactorDue,
} from "../domain/second-factor.ts";
import type { Session } from "../domain/session.ts";

/** What operators have set, at this moment and on every node. */
export async function secondFactorRule({
  ledger,
}: Pick<Dependencies, "ledger">): Promise<SecondFactorRule> {
  return readRule(await ledger.setting("second-factor"));
}

/** How a session stands: what its person has still to do before it counts as one, and from when on they need a second factor. */
export async function standingOf(
  session: Session,
  now: number,
  dependencies: Pick<Dependencies, "ledger">,
): Promise<{
  readonly missing: ReturnType<typeof missingStep>;
  readonly due: number | undefined;
}> {
  const { proofs, hasSecondFactor, userIsOperator, userCreatedAt } = session;
  const holder: Holder = { isOperator: userIsOperator, createdAt: userCreatedAt };
  const rule = await secondFactorRule(dependencies);
  return {
    missing: missingStep({ proofs, hasSecondFactor, holder }, rule, now),
    due: secondFactorDue(rule, holder, now),
  };
}
