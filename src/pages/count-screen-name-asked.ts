import type { Incoming } from "../authentication/incoming.ts";
import type { Dependencies } from "../dependencies.ts";
import { networkOf } from "../domain/address.ts";
import { Refusal } from "../domain/refusals.ts";
import { countTry } from "../rate-limits/count-try.ts";

/**
 * A response reveals whether a screen name is taken. It counts with tries to sign up, so that this
 * works for few names. Throws `Refusal`.
 */
export async function countScreenNameAsked({
  incoming,
  dependencies,
}: {
  readonly incoming: Incoming;
  readonly dependencies: Dependencies;
}): Promise<void> {
  const tries = await countTry("sign-up", networkOf(incoming.address), dependencies);
  if (!tries.admitted) throw new Refusal("rateLimited", tries);
}
