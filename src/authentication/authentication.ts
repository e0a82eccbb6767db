/** Authentication: who is calling. An operation declares one of these, and `http/` runs it first. */

import type { Dependencies } from "../dependencies.ts";
import type { Awaitable } from "../domain/awaitable.ts";
import type { ApplicationId, UserId } from "../domain/credentials.ts";
import type { Incoming } from "./incoming.ts";

export interface Authentication<C extends Caller> {
  readonly scheme: SchemeName;
  /** The schemes of an Authorization header that a request without credentials is told to use. */
  readonly accepts: readonly ("OAuth" | "Bearer" | "Basic")[];
  /** Returns the proven caller. Throws a `Refusal`. `reads` names the parameters that the operation reads. */
  prove(
    incoming: Incoming,
    reads: readonly string[],
    dependencies: Dependencies,
    admit: Admit,
  ): C | Promise<C>;
}

/**
 * Called once the caller is known, before a nonce is spent. Throws the `Refusal` of a limit that has no room
 * for the call. It does not count the call, which may still be a replay.
 */
export type Admit = (caller: Caller) => Awaitable<void>;

export type SchemeName =
  | "signed by the consumer"
  | "signed with a request token"
  | "signed with an access token"
  | "signed with an access token, or a bearer token"
  | "a bearer token"
  | "Basic"
  | "signed with an access token, or Basic by configuration"
  | "browser"
  | "nobody";

/** The keys of limits. */
export interface Caller {
  readonly applicationId?: ApplicationId;
  readonly userId?: UserId;
}

export const nobody: Authentication<Caller> = {
  scheme: "nobody",
  accepts: [],
  prove: () => ({}),
};
