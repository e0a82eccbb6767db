/** Only authenticated callers count against an application, so nobody can use up another's limit. */
import type { Caller } from "../authentication/authentication.ts";
import type { Incoming } from "../authentication/incoming.ts";
import type { Dependencies } from "../dependencies.ts";
import { networkOf } from "../domain/address.ts";
import type { Awaitable } from "../domain/awaitable.ts";
import type { ApplicationId } from "../domain/credentials.ts";
import { type Counted, limits, type Standing, secondsUntilReset } from "../domain/limits.ts";
import type { Metered, OwnLimit } from "../domain/ports/rate-meter.ts";
import { Refusal, type RefusalName } from "../domain/refusals.ts";

/** A limit that counts by IP address needs no authentication. */
export function countsByAddress(limit: Metered): boolean {
  return typeof limit === "string" && limits[limit].per === "client address";
}

interface CallCount {
  readonly limit: Metered;
  readonly key: string;
  readonly applicationId: ApplicationId | undefined;
}

/** Returns undefined if the limit does not apply to this caller (a bearer token has no user), or there is none. */
export function findCount(
  limit: Metered | undefined,
  caller: Caller,
  { address }: Pick<Incoming, "address">,
): CallCount | undefined {
  if (limit === undefined) return undefined;
  const key = keyOf(typeof limit === "string" ? limits[limit].per : limit.per, caller, address);
  return key === undefined ? undefined : { limit, key, applicationId: caller.applicationId };
}

/** Returns undefined if nothing is limited. Throws `LimitReached`. */
export async function countCall(
  count: CallCount | undefined,
  dependencies: Dependencies,
): Promise<Standing | undefined> {
  if (count === undefined) return undefined;
  const { limit, key } = count;
  const now = dependencies.clock();
  const standing = await dependencies.rateMeter.hit(limit, key, now, ownLimit(count, dependencies));
  if (standing?.admitted === false) throw new LimitReached(count, standing, now);
  return standing;
}

/** Counts nothing. Returns undefined if nothing is limited. */
export function standingOf(
  count: CallCount,
  dependencies: Dependencies,
): Awaitable<Standing | undefined> {
  const { rateMeter, clock } = dependencies;
  return rateMeter.standing(count.limit, count.key, clock(), ownLimit(count, dependencies));
}

/** Throws `LimitReached` if there is no room for the call. Counts nothing, because the call may still be a replay. */
export async function assertRoom(
  count: CallCount | undefined,
  dependencies: Dependencies,
): Promise<void> {
  if (count === undefined) return;
  const standing = await standingOf(count, dependencies);
  if (standing?.remaining === 0) throw new LimitReached(count, standing, dependencies.clock());
}

export class LimitReached extends Refusal {
  readonly standing: Standing;

  constructor({ limit, applicationId }: CallCount, standing: Standing, now: number) {
    super(typeof limit === "string" ? limits[limit].beyond : "rateLimited", {
      retryAfterSeconds: secondsUntilReset(standing, now),
      provenAs: applicationId,
    });
    this.standing = standing;
  }
}

/** An administrator may have set another limit for the application. */
function ownLimit({ limit, applicationId }: CallCount, { ownLimits }: Dependencies): OwnLimit {
  return { allowed: ownLimits.of(applicationId, typeof limit === "string" ? limit : limit.name) };
}

function keyOf(
  per: Counted,
  { applicationId, userId }: Caller,
  address: string,
): string | undefined {
  switch (per) {
    case "application":
      return applicationId;
    case "user and application":
      return userId === undefined ? undefined : `${userId} ${applicationId}`;
    case "account":
      return userId;
    case "client address":
      return networkOf(address);
    case "account and client address":
    case "mail recipient":
      return undefined;
  }
}

/**
 * Counts a failed authentication against the client's IP address, and turns it into 429 once there are too many.
 * Unreadable requests count too, because reading them is work. Valid requests never come here, so others behind the
 * same address still pass.
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

/** A wrong clock or a suspension does not count: those callers may be who they say. */
const failedProofs: readonly RefusalName[] = [
  "couldNotAuthenticate",
  "invalidToken",
  "badAuthenticationData",
  "noCredentials",
];
