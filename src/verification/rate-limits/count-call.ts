/** Only authenticated callers count against an application, so no one can use up another's limit. */

import { networkOf } from "../../domain/address.ts";
import type { ApiLimit } from "../../domain/api-limits.ts";
import type { ApplicationId } from "../../domain/credentials.ts";
import { RequestError, type RequestErrorName } from "../../domain/errors.ts";
import type { LimitWindow, WindowLength } from "../../domain/limit-windows.ts";
import {
  type Counted,
  limits,
  type RemainingQuota,
  secondsUntilReset,
  windowMsOf,
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
  /** How many requests it counts as. */
  readonly cost: number;
}

/** Returns undefined if there is no limit, or if it counts operations that this caller cannot call. */
export function findCount(
  limit: Metered | undefined,
  caller: Caller,
  { address }: Pick<Incoming, "address">,
  cost = 1,
): CallCount | undefined {
  if (limit === undefined) return undefined;
  const key =
    typeof limit === "string" ? keyOf(limits[limit].per, caller, address) : keyAtApi(limit, caller);
  return key === undefined ? undefined : { limit, key, applicationId: caller.applicationId, cost };
}

/**
 * Returns the quota of the nearest window; undefined if nothing is limited. Throws `LimitReached`. Of several windows
 * each has to admit the request, and what is rejected counts in none.
 */
export async function countCall(
  count: CallCount | undefined,
  dependencies: Dependencies,
): Promise<RemainingQuota | undefined> {
  if (count === undefined) return undefined;
  const { limit, key, cost } = count;
  const { rateLimiter } = dependencies;
  const now = dependencies.clock();
  const windows = windowsOf(count, dependencies);
  if (windows.length === 1 && cost === 1) {
    const quota = await rateLimiter.hit(limit, key, now, windows[0]);
    if (quota?.admitted === false) throw new LimitReached(count, quota, now);
    return quota;
  }
  const counted = await Promise.all(
    windows.map((one) => rateLimiter.hit(limit, key, now, { ...one, weight: cost })),
  );
  const quotas = counted.filter((one) => one !== undefined);
  const rejecting = lastToReset(quotas.filter(({ admitted }) => !admitted));
  if (rejecting === undefined) return nearest(quotas);
  const weight = cost;
  await Promise.all(
    windows.map(({ length }) => rateLimiter.forgive(limit, key, now, { length, weight })),
  );
  throw new LimitReached(count, rejecting, now);
}

/** Counts nothing. Returns the quota of the nearest window; undefined if nothing is limited. */
export async function quotaOf(
  count: CallCount,
  dependencies: Dependencies,
): Promise<RemainingQuota | undefined> {
  const looks = lookAt(count, dependencies);
  if (looks.length === 1) return looks[0];
  return nearest((await Promise.all(looks)).filter((one) => one !== undefined));
}

/** Counts nothing. Returns the quota of each window; none if nothing is limited. */
export async function quotasOf(
  count: CallCount,
  dependencies: Dependencies,
): Promise<readonly (RemainingQuota & { readonly length: WindowLength })[]> {
  const { limit } = count;
  const usual = typeof limit === "string" ? windowMsOf(limit) : limit.windows[0].length;
  const lengths = windowsOf(count, dependencies).map((one) => one.length ?? usual);
  const all = await Promise.all(lookAt(count, dependencies));
  return all.flatMap((one, at) => (one ? [{ ...one, length: lengths[at] ?? usual }] : []));
}

/** Throws `LimitReached` if there is no room for the call. Counts nothing, because the call may still be a replay. */
export async function assertRoom(count: CallCount, dependencies: Dependencies): Promise<void> {
  const looks = lookAt(count, dependencies);
  const quotas = looks.length === 1 ? [await looks[0]] : await Promise.all(looks);
  const rejecting = quotas.filter((one) => one !== undefined && one.remaining < count.cost);
  const quota = lastToReset(rejecting);
  if (quota !== undefined) throw new LimitReached(count, quota, dependencies.clock());
}

function lookAt(count: CallCount, dependencies: Dependencies) {
  const { limit, key } = count;
  const { rateLimiter, clock } = dependencies;
  const now = clock();
  return windowsOf(count, dependencies).map((one) => rateLimiter.quota(limit, key, now, one));
}

/** The window that has the smallest share left and, of equals, resets last. */
function nearest(quotas: readonly RemainingQuota[]): RemainingQuota | undefined {
  const share = ({ limit, remaining }: RemainingQuota) => remaining / limit;
  const [first, ...others] = quotas;
  return others.reduce((found, one) => {
    if (found === undefined || share(one) < share(found)) return one;
    return share(one) === share(found) && one.resetAt > found.resetAt ? one : found;
  }, first);
}

function lastToReset(quotas: readonly (RemainingQuota | undefined)[]): RemainingQuota | undefined {
  return quotas.reduce((found, one) => {
    return found === undefined || (one && one.resetAt > found.resetAt) ? one : found;
  }, undefined);
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

/** The application may have a limit of its own, or a plan. */
function windowsOf(
  { limit, applicationId }: CallCount,
  { ownLimits }: Dependencies,
): readonly OwnLimit[] {
  const name = typeof limit === "string" ? limit : limit.name;
  const allowed = ownLimits.of(applicationId, name);
  if (typeof allowed === "object") return allowed;
  if (typeof limit === "string" || limit.windows.length === 1) {
    return allowed === undefined ? asConfigured : [{ allowed }];
  }
  // An own limit is one number, which is that of the first window.
  const [first, ...others] = limit.windows;
  return [{ ...first, limit: allowed ?? first.limit }, ...others].map(asOwn);
}

/** The first window of the limit, and as many requests as it allows. */
const asConfigured: readonly [OwnLimit] = [{}];

function asOwn({ limit, length }: LimitWindow): OwnLimit {
  return { allowed: limit, length };
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
