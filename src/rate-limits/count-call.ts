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
import { Refusal, type RefusalName } from "../domain/refusals.ts";
import { limitKey } from "./limit-key.ts";

/** Whether the limit counts by address, which needs no proof. */
export function countsByAddress(limit: LimitName): boolean {
  return limits[limit].per === "client address";
}

/** Counts the call. Undefined if nothing is limited. */
export function countCall(
  limit: LimitName,
  caller: Caller,
  incoming: Incoming,
  { rateMeter, ownLimits, clock }: Dependencies,
): Awaitable<Standing | undefined> {
  const key = limitKey(limits[limit].per, caller, incoming.address);
  if (key === undefined) return undefined;
  return rateMeter.hit(limit, key, clock(), { allowed: ownLimits.of(caller.applicationId, limit) });
}

/** The caller's standing, without counting. Undefined if nothing is limited. */
export function standingOf(
  limit: LimitName,
  caller: Caller,
  incoming: Incoming,
  { rateMeter, ownLimits, clock }: Dependencies,
): Awaitable<Standing | undefined> {
  const key = limitKey(limits[limit].per, caller, incoming.address);
  if (key === undefined) return undefined;
  return rateMeter.standing(limit, key, clock(), {
    allowed: ownLimits.of(caller.applicationId, limit),
  });
}

export function beyondLimit(
  limit: LimitName,
  standing: Standing,
  { applicationId }: Caller,
  now: number,
): Refusal {
  return new Refusal(limits[limit].beyond, {
    retryAfterSeconds: secondsUntilReset(standing, now),
    ...(applicationId !== undefined && { provenAs: applicationId }),
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
];
