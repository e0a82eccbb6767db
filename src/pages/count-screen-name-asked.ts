import type { Incoming } from "../authentication/incoming.ts";
import type { Dependencies } from "../dependencies.ts";
import { networkOf } from "../domain/address.ts";
import { Refusal } from "../domain/refusals.ts";
import { counted } from "../rate-limits/count-try.ts";

/**
 * Counts a form whose answer says whether somebody has a screen name, with the tries to sign up: that has to be said, but not
 * of any number of names. Throws `Refusal`.
 */
export async function countScreenNameAsked({
  incoming,
  dependencies,
}: {
  readonly incoming: Incoming;
  readonly dependencies: Dependencies;
}): Promise<void> {
  const tries = await counted("sign-up", networkOf(incoming.address), dependencies);
  if (!tries.admitted) throw new Refusal("rateLimited", tries);
}
