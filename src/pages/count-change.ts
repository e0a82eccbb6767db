import type { Dependencies } from "../dependencies.ts";
import { Refusal } from "../domain/refusals.ts";
import { countTry } from "../rate-limits/count-try.ts";

/**
 * `account-changes`: what opens an account, and leaves a mail. `profile-changes`: names and choices of a person.
 * `new-credentials`: secrets and tokens of their applications. Each has its own count, so that what a thief does with
 * the one does not keep the person from the other.
 */
type ChangeLimit = "account-changes" | "profile-changes" | "new-credentials";

/**
 * Counts a change that leaves rows in the ledger each time. Removing something is not counted, so that a person can
 * always take back what somebody else has added. Throws `Refusal`.
 */
export async function countChange(
  limit: ChangeLimit,
  {
    session,
    dependencies,
  }: { readonly session: { readonly userId: string }; readonly dependencies: Dependencies },
): Promise<void> {
  const changes = await countTry(limit, session.userId, dependencies);
  if (!changes.admitted) throw new Refusal("rateLimited", changes);
}
