import type { Caller } from "../authentication/authentication.ts";
import { networkOf } from "../domain/address.ts";
import { type Counted, limits } from "../domain/limits.ts";
import type { OwnLimits } from "../domain/own-limits.ts";
import type { Metered, OwnLimit } from "../domain/ports/rate-meter.ts";

/**
 * The key that a limit counts for this caller, and the application's own limit. Undefined if the limit does not
 * apply to the caller (a bearer token has no user).
 */
export function findCount(
  limit: Metered,
  caller: Caller,
  address: string,
  ownLimits: OwnLimits,
): (OwnLimit & { readonly key: string }) | undefined {
  const ofService = typeof limit === "string";
  const key = keyOf(ofService ? limits[limit].per : limit.per, caller, address);
  if (key === undefined) return undefined;
  return { key, allowed: ownLimits.of(caller.applicationId, ofService ? limit : limit.name) };
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
