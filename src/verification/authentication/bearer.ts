import type { AccessLevel } from "../../domain/access.ts";
import {
  type ApplicationCredential,
  type ApplicationId,
  type ConsumerKey,
  tokenDigest,
} from "../../domain/credentials.ts";
import { RequestError } from "../../domain/errors.ts";
import { isBearerScheme, parseBearer } from "../../domain/oauth2.ts";
import { traitSet } from "../../domain/trait.ts";
import type { Dependencies } from "../dependencies.ts";
import { rejectNetwork } from "./allowed-network.ts";
import type { Authenticated, Caller } from "./authentication.ts";
import { rejectEnded } from "./ended.ts";
import { type Incoming, rejectTwoCredentials } from "./incoming.ts";
import { rejectOthers, rejectSuspended } from "./signed-request.ts";

export interface BearerCaller extends Caller {
  readonly applicationId: ApplicationId;
  readonly consumerKey: ConsumerKey;
  readonly access: AccessLevel;
  /** Whether the token's acceptance depends on the client's address, or on when the overlap ends. */
  readonly isConditional: boolean;
}

export const bearerTraits = traitSet("bearer");

export function isBearerCaller(caller: Caller): caller is BearerCaller {
  return "consumerKey" in caller;
}

export function hasBearer({ authorization }: Incoming): boolean {
  return authorization !== undefined && isBearerScheme(authorization);
}

/** The application that has this bearer token (RFC 6750 §2.1). Checks shape, lookup, then suspension. */
export async function authenticateBearer(
  incoming: Incoming,
  { ledger, clock, sunsets }: Dependencies,
): Promise<Authenticated<BearerCaller> & { readonly credential: ApplicationCredential }> {
  rejectTwoCredentials(incoming);
  const token = parseBearer(incoming.authorization ?? "");
  if (token === undefined) {
    throw new RequestError("badAuthenticationData", {
      detail: "the Authorization header must be Bearer and one token",
    });
  }
  const application = await ledger.bearerApplication(tokenDigest(token), clock());
  if (application === undefined) throw new RequestError("invalidToken");
  const { applicationId, consumerKey, access, isPrevious } = application;
  const credential = isPrevious ? "previous bearer token" : "bearer token";
  rejectSuspended(application, false, credential);
  if (application.ownerOnly) rejectOthers(application, undefined, credential);
  rejectNetwork(application, incoming, credential);
  const isConditional = isPrevious || application.networks !== undefined;
  const caller = { applicationId, consumerKey, access, isConditional };
  const used = { traits: bearerTraits, applicationId, credential } as const;
  return {
    caller,
    credential,
    traits: bearerTraits,
    sunset: rejectEnded(used, { sunsets, clock }),
  };
}
