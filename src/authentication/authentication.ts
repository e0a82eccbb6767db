/** Who is calling? An operation declares one of these; `http/` runs it before anything else. */

import type { Dependencies } from "../dependencies.ts";
import type { Awaitable } from "../domain/awaitable.ts";
import type { ApplicationId, UserId } from "../domain/credentials.ts";
import type { Incoming } from "./incoming.ts";

export interface Authentication<C extends Caller> {
  readonly scheme: SchemeName;
  /** Who it is, proven. Throws a `Refusal`. `reads` names the parameters that the operation reads. */
  prove(
    incoming: Incoming,
    reads: readonly string[],
    dependencies: Dependencies,
    admit: Admit,
  ): C | Promise<C>;
}

/**
 * Asked once the caller is known, and before a nonce is spent: throws the `Refusal` of a limit that has
 * no room for the call. It counts nothing, because the request may yet be a replay.
 */
export type Admit = (caller: Caller) => Awaitable<void>;

export type SchemeName =
  | "signed by the consumer"
  | "signed with a request token"
  | "signed with an access token"
  | "signed with an access token, or a bearer token"
  | "Basic"
  | "signed with an access token, or Basic by configuration"
  | "browser"
  | "nobody";

/** What limits are counted by. */
export interface Caller {
  readonly applicationId?: ApplicationId;
  readonly userId?: UserId;
}

export const nobody: Authentication<Caller> = {
  scheme: "nobody",
  prove: () => ({}),
};
