/** Explains why a request that named an application was rejected, while the database still knows. Only reads. */

import type { Known } from "../../doctor/known.ts";
import { type PastedRequest, sentParameter } from "../../doctor/paste/pasted-request.ts";
import {
  asPasted,
  type Explanation,
  explanationOf,
  readExplanation,
} from "../../doctor/rejected/explanation.ts";
import { networkOf } from "../../domain/address.ts";
import type { Application } from "../../domain/application.ts";
import type { ApplicationId, ConsumerKey } from "../../domain/credentials.ts";
import type { RequestError, RequestErrorName } from "../../domain/errors.ts";
import { parseBasicCredentials } from "../../domain/oauth2.ts";
import {
  type ExplainedRequest,
  type ReceivedRequest,
  rejectedRequestIdentity,
  type SealedExplanation,
} from "../../domain/rejected-request.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import type { PublicDependencies } from "../operation/endpoint.ts";
import { knownOf, maxOthers } from "./known-request.ts";

export interface RejectedNow {
  readonly request: ReceivedRequest;
  readonly rejection: RequestError;
  readonly operation: string;
  /** The only origin with which its signature was checked. By default, these are the service's own origins. */
  readonly origin: string | undefined;
  /** The application whose credentials were verified. */
  readonly verifiedAs: ApplicationId | undefined;
  readonly at: number;
}

/** Returns undefined if the request named no existing application. */
export async function explainRejection(
  { request, rejection, operation, origin, verifiedAs, at }: RejectedNow,
  dependencies: Pick<
    PublicDependencies,
    "ledger" | "origins" | "operations" | "nonceStore" | "config"
  >,
): Promise<ExplainedRequest | undefined> {
  const { ledger, origins, operations, nonceStore, config } = dependencies;
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
    nonceStore,
    now: at,
  };
  // The check of the signature may have spent the nonce before something else rejected the request.
  const nonceUsed = rejection.more.failedAuthentication?.cause === "nonce";
  const needs = contexts[rejection.rejection];
  // A reason is the administrator's: the API's server did not send the body.
  const wrongBody = rejection.rejection === "wrongBody" && rejection.more.reason === undefined;
  const known = { ...(await knownOf(pasted, context, ledger)), nonceUsed, needs, wrongBody };
  return {
    id: request.id,
    applicationId: application.id,
    at,
    operation,
    code: rejection.row.code,
    network: networkOf(request.address),
    explanation: explanationOf(pasted, rejection.message, known),
  };
}

const contexts: Partial<Record<RequestErrorName, Known["needs"]>> = {
  userContextNeeded: "user",
  wrongContext: "application",
};

export function openedExplanation({ id, sealed }: SealedExplanation, keys: KeyRing): Explanation {
  return readExplanation(keys.open(sealed, rejectedRequestIdentity(id)).reveal());
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
