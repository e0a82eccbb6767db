/** Authentication: who is calling. An operation declares one of these, and `run-operation.ts` runs it first. */
import type { Dependencies } from "../dependencies.ts";
import type { Awaitable } from "../domain/awaitable.ts";
import type { ApplicationId, UserId } from "../domain/credentials.ts";
import type { Incoming } from "./incoming.ts";

export interface Authentication<C extends Caller> {
  readonly scheme: SchemeName;
  /** The schemes of an Authorization header that a request without credentials is told to use. */
  readonly accepts: readonly ("OAuth" | "Bearer" | "Basic")[];
  /**
   * Checks the credentials: their shape, then what the stores know of them, then the signature or secret. It changes
   * nothing. Throws a `Refusal`. `reads` names the parameters that the operation reads.
   */
  prove(
    incoming: Incoming,
    reads: readonly string[],
    dependencies: Dependencies,
  ): Awaitable<Authenticated<C>>;
}

export interface Authenticated<C extends Caller> {
  readonly caller: C;
  /**
   * Uses up what may be used only once: the nonce of a signed request. Called when nothing else rejects the request, so
   * that only an accepted request spends its nonce. Throws a `Refusal` for a replay.
   */
  readonly spend?: () => Promise<void>;
}

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
  prove: () => ({ caller: {} }),
};
