/** What an operation costs. Only proven callers count against an application, so nobody spends another's limit. */
import type { Caller } from "../authentication/authentication.ts";
import type { Incoming } from "../authentication/incoming.ts";
import { networkOf } from "../domain/address.ts";
import { type LimitName, limits, type Standing, secondsUntilReset } from "../domain/limits.ts";
import { Refusal } from "../domain/refusals.ts";
import { limitKey } from "../endpoints/limit-key.ts";
import type { Surroundings } from "../surroundings.ts";

/** Counts the call; undefined where nothing is limited. */
export async function countCall(
  limit: LimitName | undefined,
  caller: Caller,
  incoming: Incoming,
  { rateMeter, ownLimits, config, clock }: Surroundings,
): Promise<Standing | undefined> {
  if (limit === undefined || config.rateLimits === "off") return undefined;
  const key = limitKey(limit, caller, incoming.address);
  if (key === undefined) return undefined;
  return rateMeter.hit(limit, key, clock(), ownLimits.of(caller.applicationId, limit));
}

export function refuseBeyond(limit: LimitName, standing: Standing, now: number): void {
  if (standing.admitted) return;
  throw new Refusal(limits[limit].beyond, { retryAfterSeconds: secondsUntilReset(standing, now) });
}

/**
 * Counts a failed proof against the client's address, and answers 429 once there are too many. A
 * request that proves itself never comes here, so others behind the same address still pass.
 */
export async function countFailedProof(
  refusal: Refusal,
  incoming: Incoming,
  { rateMeter, config, clock }: Surroundings,
): Promise<Refusal> {
  if (config.rateLimits === "off") return refusal;
  if (refusal.refusal !== "couldNotAuthenticate" && refusal.refusal !== "invalidToken") {
    return refusal;
  }
  const now = clock();
  const standing = await rateMeter.hit("failed-credentials", networkOf(incoming.address), now);
  if (standing.admitted) return refusal;
  return new Refusal("rateLimited", { retryAfterSeconds: secondsUntilReset(standing, now) });
}
