/** Only authenticated callers count against an application, so no one can use up another's limit. */

import { networkOf } from "../../domain/address.ts";
import type { ApiLimit } from "../../domain/api-limits.ts";
import type { Awaitable } from "../../domain/awaitable.ts";
import type { ApplicationId } from "../../domain/credentials.ts";
import { RequestError, type RequestErrorName } from "../../domain/errors.ts";
import {
  type Counted,
  limits,
  type RemainingQuota,
  secondsUntilReset,
} from "../../domain/limits.ts";
import type { Metered, OwnLimit } from "../../domain/ports/rate-limiter.ts";
import type { Caller } from "../authentication/authentication.ts";
import type { Incoming } from "../authentication/incoming.ts";
import type { Dependencies } from "../dependencies.ts";

/** A limit that counts by IP address needs no authentication. */
export function countsByAddress(limit: Metered): boolean {
  return typeof limit === "string" && limits[limit].per === "client address";
}

interface CallCount {
  readonly limit: Metered;
  readonly key: string;
  readonly applicationId: ApplicationId | undefined;
}

/** Returns undefined if there is no limit, or if it counts operations that this caller cannot call. */
export function findCount(
  limit: Metered | undefined,
  caller: Caller,
  { address }: Pick<Incoming, "address">,
): CallCount | undefined {
  if (limit === undefined) return undefined;
  const key =
    typeof limit === "string" ? keyOf(limits[limit].per, caller, address) : keyAtApi(limit, caller);
  return key === undefined ? undefined : { limit, key, applicationId: caller.applicationId };
}

/** Returns undefined if nothing is limited. Throws `LimitReached`. */
export async function countCall(
  count: CallCount | undefined,
  dependencies: Dependencies,
): Promise<RemainingQuota | undefined> {
  if (count === undefined) return undefined;
  const { limit, key } = count;
  const now = dependencies.clock();
  const quota = await dependencies.rateLimiter.hit(limit, key, now, ownLimit(count, dependencies));
  if (quota?.admitted === false) throw new LimitReached(count, quota, now);
  return quota;
}

/** Counts nothing. Returns undefined if nothing is limited. */
export function quotaOf(
  count: CallCount,
  dependencies: Dependencies,
): Awaitable<RemainingQuota | undefined> {
  const { rateLimiter, clock } = dependencies;
  return rateLimiter.quota(count.limit, count.key, clock(), ownLimit(count, dependencies));
}

/** Throws `LimitReached` if there is no room for the call. Counts nothing, because the call may still be a replay. */
export async function assertRoom(count: CallCount, dependencies: Dependencies): Promise<void> {
  const quota = await quotaOf(count, dependencies);
  if (quota?.remaining === 0) throw new LimitReached(count, quota, dependencies.clock());
}

export class LimitReached extends RequestError {
  readonly quota: RemainingQuota;

  constructor({ limit, applicationId }: CallCount, quota: RemainingQuota, now: number) {
    super(typeof limit === "string" ? limits[limit].beyond : "rateLimited", {
      retryAfterSeconds: secondsUntilReset(quota, now),
      verifiedAs: applicationId,
    });
    this.quota = quota;
  }
}

/** An administrator may have set another limit for the application. */
function ownLimit({ limit, applicationId }: CallCount, { ownLimits }: Dependencies): OwnLimit {
  return { allowed: ownLimits.of(applicationId, typeof limit === "string" ? limit : limit.name) };
}

/** A request to an API that has no user counts for its application, whose requests without a user share one count. */
function keyAtApi({ per }: ApiLimit, caller: Caller): string | undefined {
  return keyOf(per, caller, "") ?? caller.applicationId;
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
    case "API key":
      return undefined;
  }
}

/**
 * Counts a failed authentication against the client's IP address, and turns it into 429 once there are too many.
 * Unreadable requests count too, because reading them is work. Valid requests never come here, so others behind the
 * same address still pass.
 */
export async function countFailedAuthentication(
  rejection: RequestError,
  { address }: Pick<Incoming, "address">,
  { rateLimiter, clock }: Dependencies,
): Promise<RequestError> {
  if (!failedAuthentications.includes(rejection.rejection)) return rejection;
  const now = clock();
  const quota = await rateLimiter.hit("failed-credentials", networkOf(address), now);
  if (quota === undefined || quota.admitted) return rejection;
  return new RequestError("rateLimited", { retryAfterSeconds: secondsUntilReset(quota, now) });
}

/** A wrong clock or a suspension does not count: those callers may be who they say. */
const failedAuthentications: readonly RequestErrorName[] = [
  "couldNotAuthenticate",
  "wrongBody",
  "invalidToken",
  "badAuthenticationData",
  "signatureMethodNotAccepted",
  "noCredentials",
];
