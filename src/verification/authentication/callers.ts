/** The callers that sign a request or send a bearer token: a row for each kind, and what is checked for all of them. */
import { carriesOAuth } from "#oauth1";
import type { ApplicationCredential } from "../../domain/credentials.ts";
import { RequestError } from "../../domain/errors.ts";
import type { Authenticated, Authentication, Caller } from "./authentication.ts";
import { authenticateBearer, type BearerCaller, hasBearer } from "./bearer.ts";
import type { Incoming } from "./incoming.ts";
import {
  authenticateSigned,
  byAccessToken,
  byAccessTokenOrConsumer,
  byRequestToken,
  type ConsumerCaller,
  type FindSigner,
  type RequestTokenCaller,
  rejectOthers,
  type UserCaller,
} from "./signed-request.ts";

interface Row<C extends Caller> extends Pick<Authentication<C>, "scheme" | "accepts"> {
  readonly signer: FindSigner<C>;
  /**
   * A bearer token is accepted, and a request without credentials gets 401. Operations that issue credentials to signed
   * requests have neither (docs/adr/0055-no-credentials.md).
   */
  readonly bearer?: true;
  /** A caller of the other context is rejected once its credentials hold. */
  readonly context?: "user" | "application";
}

/** No token is required here, but some clients send an access token. */
export const signedByConsumer = callerOf<ConsumerCaller>({
  scheme: "signed by the consumer",
  accepts: ["OAuth"],
  signer: byAccessTokenOrConsumer,
});

export const signedByRequestToken = callerOf<RequestTokenCaller>({
  scheme: "signed with a request token",
  accepts: ["OAuth"],
  signer: byRequestToken,
});

export const userOnly = callerOf<UserCaller>({
  scheme: "signed with an access token",
  accepts: ["OAuth"],
  signer: byAccessToken,
  bearer: true,
  context: "user",
});

export const userOrApplication = callerOf<UserCaller | BearerCaller>({
  scheme: "signed with an access token, or a bearer token",
  accepts: ["OAuth", "Bearer"],
  signer: byAccessToken,
  bearer: true,
});

export type ApiCaller = UserCaller | ConsumerCaller | BearerCaller;

const apiCaller = {
  scheme: "signed, or a bearer token",
  accepts: ["OAuth", "Bearer"],
  signer: byAccessTokenOrConsumer,
  bearer: true,
} as const satisfies Row<ApiCaller>;

/**
 * Callers of an API, by the context that it requires. An API's client signs with an access token or, on the
 * application's own behalf, without a token ("two-legged").
 */
export const apiCallers = {
  any: callerOf<ApiCaller>(apiCaller),
  user: callerOf<ApiCaller>({ ...apiCaller, accepts: ["OAuth"], context: "user" }),
  application: callerOf<ApiCaller>({ ...apiCaller, context: "application" }),
};

/** A row with `bearer` has `BearerCaller` among its callers, unless its context is a user's. */
function callerOf<C extends Caller>(row: Row<C>): Authentication<C> {
  const { scheme, accepts, signer, bearer, context } = row;
  return {
    scheme,
    accepts,
    async authenticate(incoming, reads, dependencies) {
      if (bearer && hasBearer(incoming)) {
        const authenticated = await authenticateBearer(incoming, dependencies);
        assertContext(authenticated.caller, context, authenticated.credential);
        return authenticated as Authenticated<Caller> as Authenticated<C>;
      }
      if (bearer) assertCredentials(incoming, reads);
      const authenticated = await authenticateSigned(signer, incoming, reads, dependencies);
      if (bearer) assertApproved(authenticated);
      assertContext(authenticated.caller, context, authenticated.credential);
      return authenticated;
    },
  };
}

/** RFC 9110 §15.5.2. An empty Authorization header is as good as none. */
function assertCredentials(incoming: Incoming, reads: readonly string[]): void {
  const { authorization = "", query = "", form } = incoming;
  if (authorization !== "" || carriesOAuth(incoming)) return;
  // RFC 6750 §2.2 and §2.3 are not served: URLs end up in logs, and a form would be read before its sender is known. An
  // operation that reads the parameter takes another token in it than its caller's.
  const place = contains(query) ? "query" : contains(form) ? "body" : undefined;
  if (place === undefined || reads.includes("access_token")) {
    throw new RequestError("noCredentials");
  }
  throw new RequestError("badAuthenticationData", {
    detail: `a bearer token in the ${place} is not accepted; send it as "Authorization: Bearer TOKEN"`,
  });
}

function contains(pairs: string): boolean {
  return /(?:^|&)access_token=/.test(pairs);
}

/** At a resource, a request without a token is one on the application's own behalf. */
function assertApproved<C extends Caller>({ caller, credential }: Authenticated<C>): void {
  const { consumer, userId } = caller as Caller as ConsumerCaller;
  if (consumer.ownerOnly) rejectOthers(consumer, userId, credential);
}

function assertContext(
  { userId, applicationId }: Caller,
  context: Row<Caller>["context"],
  credential: ApplicationCredential | undefined,
): void {
  if (context === undefined || (context === "user") === (userId !== undefined)) return;
  const error = context === "user" ? "userContextNeeded" : "wrongContext";
  throw new RequestError(error, { verifiedAs: applicationId, credential });
}
