/** Who is calling. An operation declares one of these, and `run-operation.ts` runs it first. */

import type { Awaitable } from "../../domain/awaitable.ts";
import type {
  AccessToken,
  ApplicationCredential,
  ApplicationId,
  UserId,
} from "../../domain/credentials.ts";
import type { SunsetInForce } from "../../domain/sunset.ts";
import type { TraitSet } from "../../domain/trait.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Incoming } from "./incoming.ts";

export interface Authentication<C extends Caller> {
  readonly scheme: SchemeName;
  /** The schemes of an Authorization header that the response to a request without credentials offers. */
  readonly accepts: readonly ("OAuth" | "Bearer" | "Basic")[];
  /** Checks shape, then stores, then signature or secret; writes nothing. Throws a `RequestError`. */
  authenticate(
    incoming: Incoming,
    reads: readonly string[],
    dependencies: Dependencies,
  ): Awaitable<Authenticated<C>>;
}

export interface Authenticated<C extends Caller> {
  readonly caller: C;
  readonly credential?: ApplicationCredential;
  readonly token?: AccessToken;
  /** What the request has that may end one day; none if it is left out. */
  readonly traits?: TraitSet;
  /** The sunset that concerns the request, for its response. */
  readonly sunset?: SunsetInForce | undefined;
  /** Spends the nonce once nothing else rejects the request. Throws a `RequestError` for a replay. */
  readonly spend?: () => Promise<void>;
}

export type SchemeName =
  | "signed by the consumer"
  | "signed with a request token"
  | "signed with an access token"
  | "signed with an access token, or a bearer token"
  | "signed, or a bearer token"
  | "Basic"
  | "signed with an access token, or Basic by configuration"
  | "browser"
  | "anonymous";

export interface Caller {
  readonly applicationId?: ApplicationId;
  readonly userId?: UserId;
}

export const anonymous: Authentication<Caller> = {
  scheme: "anonymous",
  accepts: [],
  authenticate: () => ({ caller: {} }),
};
