import { carriesOAuth, formBodyOf } from "#oauth1";
import type { AccessLevel } from "../../domain/access.ts";
import type { ApplicationId, ConsumerKey } from "../../domain/credentials.ts";
import { tokenDigest } from "../../domain/credentials.ts";
import { RequestError } from "../../domain/errors.ts";
import { isBearerScheme, parseBearer } from "../../domain/oauth2/bearer.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Authenticated, Authentication, Caller } from "./authentication.ts";
import type { Incoming } from "./incoming.ts";
import {
  type ConsumerCaller,
  rejectSuspended,
  signedByAccessToken,
  signedForApi,
  type UserCaller,
} from "./signed-request.ts";

export interface BearerCaller extends Caller {
  readonly applicationId: ApplicationId;
  readonly consumerKey: ConsumerKey;
  readonly access: AccessLevel;
}

export function isBearerCaller(caller: Caller): caller is BearerCaller {
  return "consumerKey" in caller;
}

/** Accepts a user's access token or an application's bearer token. */
export const userOrApplication: Authentication<UserCaller | BearerCaller> = {
  scheme: "signed with an access token, or a bearer token",
  accepts: ["OAuth", "Bearer"],
  authenticate(incoming, reads, dependencies) {
    if (hasBearer(incoming)) return authenticateBearer(incoming, dependencies);
    rejectMisplacedBearer(incoming, reads);
    return signedByAccessToken.authenticate(incoming, reads, dependencies);
  },
};

/** A valid bearer token is rejected as the wrong kind. */
export const userOnly: Authentication<UserCaller> = {
  scheme: "signed with an access token",
  accepts: ["OAuth"],
  async authenticate(incoming, reads, dependencies) {
    if (hasBearer(incoming)) {
      const { caller } = await authenticateBearer(incoming, dependencies);
      throw new RequestError("userContextNeeded", { verifiedAs: caller.applicationId });
    }
    rejectMisplacedBearer(incoming, reads);
    return signedByAccessToken.authenticate(incoming, reads, dependencies);
  },
};

export type ApiCaller = UserCaller | ConsumerCaller | BearerCaller;

/** A user calls an API through an application, or an application calls it on its own behalf. */
export const anyApiCaller: Authentication<ApiCaller> = {
  scheme: "signed, or a bearer token",
  accepts: ["OAuth", "Bearer"],
  authenticate(incoming, reads, dependencies) {
    if (hasBearer(incoming)) return authenticateBearer(incoming, dependencies);
    rejectMisplacedBearer(incoming, reads);
    return signedForApi.authenticate(incoming, reads, dependencies);
  },
};

/** An application on its own behalf is rejected as the wrong kind, once its credentials hold. */
export const userOfApi: Authentication<ApiCaller> = {
  ...anyApiCaller,
  accepts: ["OAuth"],
  async authenticate(incoming, reads, dependencies) {
    const authenticated = await anyApiCaller.authenticate(incoming, reads, dependencies);
    const { userId, applicationId } = authenticated.caller;
    if (userId === undefined)
      throw new RequestError("userContextNeeded", { verifiedAs: applicationId });
    return authenticated;
  },
};

/** A user's access token is rejected as the wrong kind, once its signature holds. */
export const applicationOfApi: Authentication<ApiCaller> = {
  ...anyApiCaller,
  async authenticate(incoming, reads, dependencies) {
    const authenticated = await anyApiCaller.authenticate(incoming, reads, dependencies);
    const { userId, applicationId } = authenticated.caller;
    if (userId !== undefined) throw new RequestError("wrongContext", { verifiedAs: applicationId });
    return authenticated;
  },
};

function hasBearer({ authorization }: Incoming): boolean {
  return authorization !== undefined && isBearerScheme(authorization);
}

/** RFC 6750 §2.2 and §2.3 are not served: URLs end up in logs, and a form would be read before its sender is known. */
function rejectMisplacedBearer(incoming: Incoming, reads: readonly string[]): void {
  const { authorization = "" } = incoming;
  // An operation that reads the parameter takes another token in it than its caller's.
  if (authorization !== "" || reads.includes("access_token")) return;
  const inQuery = holdsAccessToken(incoming.query ?? "");
  if (!inQuery && !holdsAccessToken(formBodyOf(incoming))) return;
  if (carriesOAuth(incoming)) return;
  throw new RequestError("badAuthenticationData", {
    detail: `a bearer token in the ${inQuery ? "query" : "body"} is not accepted; send it as "Authorization: Bearer TOKEN"`,
  });
}

function holdsAccessToken(form: string): boolean {
  return /(?:^|&)access_token=/.test(form);
}

async function authenticateBearer(
  incoming: Incoming,
  { ledger, clock }: Dependencies,
): Promise<Authenticated<BearerCaller>> {
  if (incoming.authorizations > 1 || carriesOAuth({ ...incoming, authorization: undefined })) {
    throw new RequestError("badAuthenticationData", {
      detail: "two sets of credentials in one request",
    });
  }
  const token = parseBearer(incoming.authorization ?? "");
  if (token === undefined) {
    throw new RequestError("badAuthenticationData", {
      detail: "the Authorization header must be Bearer and one token",
    });
  }
  const found = await ledger.bearerApplication(tokenDigest(token), clock());
  if (found === undefined) throw new RequestError("invalidToken");
  rejectSuspended(found, false);
  const { applicationId, consumerKey, access } = found;
  return { caller: { applicationId, consumerKey, access } };
}
