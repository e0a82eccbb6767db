import type { Caller } from "../authentication/authentication.ts";
import { networkOf } from "../domain/address.ts";
import type { Counted } from "../domain/limits.ts";

/** The key that a limit counts for this caller. Undefined if it does not apply (a bearer token has no user). */
export function limitKey(per: Counted, caller: Caller, address: string): string | undefined {
  return per === "client address" ? networkOf(address) : keyOf(per, caller);
}

/** The key, if it only depends on the caller. */
export function keyOf(
  per: Exclude<Counted, "client address">,
  { applicationId, userId }: Caller,
): string | undefined {
  switch (per) {
    case "application":
      return applicationId;
    case "user and application":
      return userId === undefined ? undefined : `${userId} ${applicationId}`;
    case "account":
      return userId;
    case "account and client address":
    case "mail recipient":
      return undefined;
  }
}
