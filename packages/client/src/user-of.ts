import type { Caller, UserCaller } from "./contract.ts";

/**
 * The user who sent a request, for a route with `requires: { context: "user" }`. Throws a TypeError for an application
 * that acts for itself, which only a route without that rule can have.
 */
export function userOf({ countersign }: { readonly countersign: Caller }): UserCaller {
  if (countersign?.context === "user") return countersign;
  throw new TypeError('userOf: the request has no user; set context: "user" on the route');
}
