import type { Dependencies } from "../dependencies.ts";
import { Refusal } from "../domain/refusals.ts";
import { countTry } from "../rate-limits/count-try.ts";

/**
 * Counts a change of what opens an account: each leaves rows in the ledger and a mail. Removing something is not
 * counted, so that a person can always take back what somebody else has added. Throws `Refusal`.
 */
export async function countAccountChange({
  session,
  dependencies,
}: {
  readonly session: { readonly userId: string };
  readonly dependencies: Dependencies;
}): Promise<void> {
  const changes = await countTry("account-changes", session.userId, dependencies);
  if (!changes.admitted) throw new Refusal("rateLimited", changes);
}
