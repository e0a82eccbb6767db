/** Who is calling? An operation declares one of these; `http/` runs it before anything else. */
import type { ApplicationId, UserId } from "../domain/credentials.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Incoming } from "./incoming.ts";

export interface Authentication<C extends Caller> {
  readonly scheme: SchemeName;
  /** Who it is, proven. Throws a `Refusal`. `reads` names the parameters that the operation reads. */
  prove(incoming: Incoming, reads: readonly string[], surroundings: Surroundings): C | Promise<C>;
}

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
