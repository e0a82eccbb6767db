/** Explains why a request that named an application was refused, while the ledger still knows. Only reads. */
import type { Dependencies } from "../dependencies.ts";
import { type PastedRequest, sentParameter } from "../doctor/paste/pasted-request.ts";
import {
  asPasted,
  type Explanation,
  explanationOf,
  readExplanation,
} from "../doctor/refused/explanation.ts";
import { networkOf } from "../domain/address.ts";
import type { Application } from "../domain/application.ts";
import type { ApplicationId, ConsumerKey } from "../domain/credentials.ts";
import type { Refusal } from "../domain/refusals.ts";
import {
  type ExplainedRequest,
  type ReceivedRequest,
  refusedRequestIdentity,
  type SealedExplanation,
} from "../domain/refused-request.ts";
import type { KeyRing } from "../keys/key-ring.ts";
import { parseBasicCredentials } from "../oauth2/basic-credentials.ts";
import { knownOf, mostOthers } from "./known-request.ts";

export interface RefusedNow {
  readonly request: ReceivedRequest;
  readonly refusal: Refusal;
  readonly operation: string;
  /** The only origin with which its signature was checked. Undefined: the service's own origins. */
  readonly origin: string | undefined;
  /** The application whose credentials were verified. */
  readonly provenAs: ApplicationId | undefined;
  readonly at: number;
}

/** Returns undefined if the request named no existing application. */
export async function explainRefusal(
  { request, refusal, operation, origin, provenAs, at }: RefusedNow,
  dependencies: Pick<Dependencies, "ledger" | "origins" | "operations" | "replayBook" | "config">,
): Promise<ExplainedRequest | undefined> {
  const { ledger, origins, operations, replayBook, config } = dependencies;
  const pasted = asPasted(request, { at, origin });
  const application =
    provenAs === undefined
      ? await applicationNamed(pasted, ledger)
      : await ledger.applicationById(provenAs);
  if (application === undefined) return undefined;
  const asked = {
    application,
    others: await othersOf(application, ledger),
    origins,
    apiOrigins: config.apiOrigins ?? origins,
    operations,
    replayBook,
    now: at,
  };
  // The check of the signature may have spent the nonce before something else refused the request.
  const nonceUsed = refusal.more.unproven?.cause === "nonce";
  const known = { ...(await knownOf(pasted, asked, ledger)), nonceUsed };
  return {
    id: request.id,
    applicationId: application.id,
    at,
    operation,
    code: refusal.row.code,
    network: networkOf(request.address),
    explanation: explanationOf(pasted, refusal.message, known),
  };
}

export function openedExplanation({ id, sealed }: SealedExplanation, keys: KeyRing): Explanation {
  return readExplanation(keys.open(sealed, refusedRequestIdentity(id)).reveal());
}

/** The application named in its signature or in Basic credentials. */
async function applicationNamed(
  request: PastedRequest,
  ledger: Dependencies["ledger"],
): Promise<Application | undefined> {
  const signed = sentParameter(request, "oauth_consumer_key");
  const key = signed || parseBasicCredentials(request.authorization ?? "")?.username;
  return key ? ledger.applicationByConsumerKey(key as ConsumerKey) : undefined;
}

/**
 * Other applications of the same owner. The person who opens the explanation may not have access to all of
 * them; those are left out then.
 */
async function othersOf(
  { id, ownerId }: Application,
  ledger: Dependencies["ledger"],
): Promise<readonly Application[]> {
  const all = await ledger.applicationsOf(ownerId, { after: undefined, size: mostOthers + 1 });
  return all.filter((one) => one.id !== id);
}
