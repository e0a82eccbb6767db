/**
 * Counts calls against limits. Only proven callers count against an application, so nobody can use up another's
 * limit.
 */
import type { Caller } from "../authentication/authentication.ts";
import type { Incoming } from "../authentication/incoming.ts";
import type { Dependencies } from "../dependencies.ts";
import { networkOf } from "../domain/address.ts";
import type { Awaitable } from "../domain/awaitable.ts";
import { type LimitName, limits, type Standing, secondsUntilReset } from "../domain/limits.ts";
import type { Metered } from "../domain/ports/rate-meter.ts";
import { Refusal, type RefusalName } from "../domain/refusals.ts";
import { findCount } from "./find-count.ts";

/** Whether the limit counts by address, which needs no proof. */
export function countsByAddress(limit: LimitName): boolean {
  return limits[limit].per === "client address";
}

/** Counts the call. Undefined if the limit does not apply to this caller, or nothing is limited. */
export function countCall(
  limit: Metered,
  caller: Caller,
  { address }: Pick<Incoming, "address">,
  { rateMeter, ownLimits, clock }: Dependencies,
): Awaitable<Standing | undefined> {
  const count = findCount(limit, caller, address, ownLimits);
  return count && rateMeter.hit(limit, count.key, clock(), count);
}

/** The caller's standing, without counting. Undefined as for `countCall`. */
export function standingOf(
  limit: Metered,
  caller: Caller,
  { address }: Pick<Incoming, "address">,
  { rateMeter, ownLimits, clock }: Dependencies,
): Awaitable<Standing | undefined> {
  const count = findCount(limit, caller, address, ownLimits);
  return count && rateMeter.standing(limit, count.key, clock(), count);
}

export function beyondLimit(
  limit: Metered,
  standing: Standing,
  { applicationId }: Caller,
  now: number,
): Refusal {
  return new Refusal(typeof limit === "string" ? limits[limit].beyond : "rateLimited", {
    retryAfterSeconds: secondsUntilReset(standing, now),
    provenAs: applicationId,
  });
}

/**
 * Counts a failed proof against the client's address, and turns it into 429 once there are too many. Unreadable
 * requests count too, because reading them is work. Valid requests never come here, so others behind the same
 * address still pass.
 */
export async function countFailedProof(
  refusal: Refusal,
  { address }: Pick<Incoming, "address">,
  { rateMeter, clock }: Dependencies,
): Promise<Refusal> {
  if (!failedProofs.includes(refusal.refusal)) return refusal;
  const now = clock();
  const standing = await rateMeter.hit("failed-credentials", networkOf(address), now);
  if (standing === undefined || standing.admitted) return refusal;
  return new Refusal("rateLimited", { retryAfterSeconds: secondsUntilReset(standing, now) });
}

/** Does not include a wrong clock or a suspension: those callers may be who they say. */
const failedProofs: readonly RefusalName[] = [
  "couldNotAuthenticate",
  "invalidToken",
  "badAuthenticationData",
  "noCredentials",
];
