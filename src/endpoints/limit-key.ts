import type { Caller } from "../authentication/authentication.ts";
import { networkOf } from "../domain/address.ts";
import { type LimitName, type LimitRow, limits } from "../domain/limits.ts";

/** Whom a limit counts for this caller; undefined where it does not apply (a bearer has no user). */
export function limitKey(name: LimitName, caller: Caller, address: string): string | undefined {
  const row: LimitRow = limits[name];
  switch (row.per) {
    case "application":
      return caller.applicationId;
    case "user and application":
      return caller.userId === undefined ? undefined : `${caller.userId} ${caller.applicationId}`;
    case "client address":
      return networkOf(address);
    case "account":
      return caller.userId;
    case "mail recipient":
      return undefined;
  }
}
