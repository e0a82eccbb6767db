import type { Dependencies } from "../dependencies.ts";
import { Refusal } from "../domain/refusals.ts";
import { countTry } from "../rate-limits/count-try.ts";

/**
 * `account-changes` open an account, and email its user. `profile-changes` are names and choices, `new-credentials`
 * an application's secrets. Separate counts keep a thief's changes from blocking the user's.
 */
type ChangeLimit = "account-changes" | "profile-changes" | "new-credentials";

/** Removing is not counted, so that a user can always take back what somebody else has added. Throws `Refusal`. */
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
