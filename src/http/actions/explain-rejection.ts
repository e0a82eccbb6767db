/** Explains why a request that named an application was rejected, while the database still knows. Only reads. */

import type { Config } from "../../config/config.ts";
import type { Known } from "../../doctor/known.ts";
import { asPasted, rejectedDetails } from "../../doctor/logged/explanation.ts";
import { hiding } from "../../doctor/logged/hidden.ts";
import {
  type Keeps,
  type RequestDetails,
  readDetails,
} from "../../doctor/logged/request-details.ts";
import { type PastedRequest, sentParameter } from "../../doctor/paste/pasted-request.ts";
import { networkOf } from "../../domain/address.ts";
import type { Application } from "../../domain/application.ts";
import type { ApplicationId, ConsumerKey, UserId } from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import type { RequestError, RequestErrorName } from "../../domain/errors.ts";
import {
  loggedRequestIdentity,
  type RejectedRequest,
  type SealedRequest,
} from "../../domain/logged-request.ts";
import { parseBasicCredentials } from "../../domain/oauth2.ts";
import type { ReceivedRequest } from "../../domain/rejected-request.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import type { PublicDependencies } from "../operation/endpoint.ts";
import { knownOf, maxOthers, retiredAt } from "./known-request.ts";

export interface RejectedNow {
  readonly request: ReceivedRequest;
  readonly rejection: RequestError;
  readonly operation: string;
  /** The only origin with which its signature was checked. By default, these are the service's own origins. */
  readonly origin: string | undefined;
  /** The application whose credentials were verified. */
  readonly verifiedAs: ApplicationId | undefined;
  readonly userId: UserId | undefined;
  readonly authenticated: boolean;
  readonly at: number;
}

/** Returns undefined if the request named no existing application. */
export async function explainRejection(
  { request, rejection, operation, origin, verifiedAs, userId, authenticated, at }: RejectedNow,
  dependencies: Pick<
    PublicDependencies,
    "ledger" | "origins" | "operations" | "nonceStore" | "config" | "sunsets"
  >,
): Promise<RejectedRequest | undefined> {
  const { ledger, origins, operations, nonceStore, config, sunsets } = dependencies;
  const pasted = asPasted(request, { at, origin });
  const application =
    verifiedAs === undefined
      ? await applicationNamed(pasted, ledger)
      : await ledger.applicationById(verifiedAs);
  if (application === undefined) return undefined;
  const context = {
    application,
    others: await othersOf(application, ledger),
    origins,
    apiOrigins: config.apiOrigins ?? origins,
    signatureMethods: config.signatureMethods,
    operations,
    sunsets: sunsets.all,
    nonceStore,
    now: at,
  };
  // The check of the signature may have spent the nonce before something else rejected the request.
  const nonceUsed = rejection.more.failedAuthentication?.cause === "nonce";
  const needs = contexts[rejection.rejection];
  // A reason is the administrator's: the API's server did not send the body.
  const wrongBody = rejection.rejection === "wrongBody" && rejection.more.reason === undefined;
  const { id, address, userAgent } = request;
  const outsideAddress = rejection.rejection === "networkNotAllowed" ? address : undefined;
  // Another one may be in force by now.
  const { sunset } = rejection.more;
  const retired = rejection.rejection === "ended" ? sunset && retiredAt(sunset, at) : undefined;
  const rejected = { nonceUsed, needs, wrongBody, outsideAddress, retired };
  const known = { ...(await knownOf(pasted, context, ledger)), ...rejected };
  return {
    id,
    applicationId: application.id,
    userId,
    at,
    operation,
    code: rejection.row.code,
    authenticated,
    network: networkOf(address),
    details: rejectedDetails(
      pasted,
      rejection,
      known,
      { address, userAgent },
      keepsOf({ operation, config, ifUnset: [] }),
    ),
    expiresAt: at + config.requestLogDays * dayMs,
  };
}

const contexts: Partial<Record<RequestErrorName, Known["needs"]>> = {
  userContextNeeded: "user",
  wrongContext: "application",
};

/** What the log keeps of a request to this operation, by the settings or their default. */
export function keepsOf({
  operation,
  config: { requestLogExcluded, requestLogApiPaths },
  ifUnset,
}: {
  readonly operation: string;
  readonly config: Pick<Config, "requestLogExcluded" | "requestLogApiPaths">;
  readonly ifUnset: readonly string[];
}): Keeps {
  return {
    hides: hiding(requestLogExcluded ?? ifUnset),
    path: operation !== "" || requestLogApiPaths === "on",
  };
}

export function openedDetails(
  { id, sealed }: SealedRequest,
  keys: Pick<KeyRing, "open">,
): RequestDetails {
  return readDetails(keys.open(sealed, loggedRequestIdentity(id)).reveal());
}

/** The application named in its signature or in Basic credentials. */
async function applicationNamed(
  request: PastedRequest,
  ledger: PublicDependencies["ledger"],
): Promise<Application | undefined> {
  const signed = sentParameter(request, "oauth_consumer_key");
  const key = signed || parseBasicCredentials(request.authorization ?? "")?.username;
  return key ? ledger.applicationByConsumerKey(key as ConsumerKey) : undefined;
}

/**
 * Other applications of the same owner. The user who opens the explanation may not have access to all of
 * them; those are left out then.
 */
async function othersOf(
  { id, ownerId }: Application,
  ledger: PublicDependencies["ledger"],
): Promise<readonly Application[]> {
  const all = await ledger.applicationsOf(ownerId, { after: undefined, size: maxOthers + 1 });
  return all.filter((one) => one.id !== id);
}
