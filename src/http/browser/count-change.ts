import { networkOf } from "../../domain/address.ts";
import { RequestError } from "../../domain/errors.ts";
import type { Incoming } from "../../verification/authentication/incoming.ts";
import type { Dependencies } from "../../verification/dependencies.ts";
import { countTry } from "../../verification/rate-limits/count-try.ts";

/**
 * `account-changes` open an account, and email its user. `profile-changes` are names and choices, `new-credentials`
 * an application's secrets. Separate counts keep a thief's changes from blocking the user's.
 */
type ChangeLimit = "account-changes" | "profile-changes" | "new-credentials";

/** Removing is not counted, so that a user can always take back what someone else has added. Throws `RequestError`. */
export async function countChange(
  limit: ChangeLimit,
  {
    session,
    dependencies,
  }: { readonly session: { readonly userId: string }; readonly dependencies: Dependencies },
): Promise<void> {
  const changes = await countTry(limit, session.userId, dependencies);
  if (!changes.admitted) throw new RequestError("rateLimited", changes);
}

/**
 * The response must show whether a screen name is taken, but not for any number of names, so it
 * counts with tries to sign up. Throws `RequestError`.
 */
export async function countScreenNameAsked({
  incoming,
  dependencies,
}: {
  readonly incoming: Incoming;
  readonly dependencies: Dependencies;
}): Promise<void> {
  const tries = await countTry("sign-up", networkOf(incoming.address), dependencies);
  if (!tries.admitted) throw new RequestError("rateLimited", tries);
}
