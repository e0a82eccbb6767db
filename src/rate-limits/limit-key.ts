import type { Caller } from "../authentication/authentication.ts";
import { networkOf } from "../domain/address.ts";
import type { Counted } from "../domain/limits.ts";

/** Whom a limit counts for this caller; undefined where it does not apply (a bearer has no user). */
export function limitKey(per: Counted, caller: Caller, address: string): string | undefined {
  return per === "client address" ? networkOf(address) : keyOf(per, caller);
}

/** The same where only the caller decides. */
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
