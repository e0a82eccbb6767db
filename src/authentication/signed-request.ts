/**
 * Requests signed by OAuth 1.0a (RFC 5849 §3.2), checked in the order that lets each step trust the
 * ones before it: shape, time, look-up, signature, and only then the nonce, so that nobody without the
 * secret can spend one; suspension last, so that only a proven caller learns of it.
 */
import type { AccessTokenCredentials } from "../domain/access-token.ts";
import type { ConsumerCredentials } from "../domain/application.ts";
import type { ApplicationId, RequestToken, Secret } from "../domain/credentials.ts";
import { dayOf } from "../domain/day.ts";
import { Refusal } from "../domain/refusals.ts";
import type { RequestTokenCredentials } from "../domain/request-token.ts";
import { timestampIsInWindow } from "../domain/timestamp.ts";
import {
  readSignedRequest,
  type SignedRequest,
  verifySignature,
} from "../oauth1/signed-request.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Authentication, Caller } from "./authentication.ts";
import type { Incoming } from "./incoming.ts";
import { originFor } from "./origin.ts";
import { consumerOrStranger } from "./stranger.ts";

export interface ConsumerCaller extends Caller {
  readonly consumer: ConsumerCredentials;
  readonly request: SignedRequest;
}

export interface RequestTokenCaller extends ConsumerCaller {
  readonly token: RequestToken;
  readonly requestToken: RequestTokenCredentials;
}

export interface UserCaller extends ConsumerCaller {
  readonly access: AccessTokenCredentials;
}

export const signedByConsumer: Authentication<ConsumerCaller> = {
  scheme: "signed by the consumer",
  async prove(incoming, reads, surroundings) {
    const request = readShape(incoming, reads, surroundings);
    // Not asked for here, but some clients send the access token that they have.
    if (request.token !== undefined) return proveUser(incoming, request, surroundings);
    const { consumer, known } = await consumerOrStranger(request.consumerKey, surroundings);
    const signed = signatureHolds(incoming, request, consumer, "", surroundings);
    if (!signed || !known) throw new Refusal("couldNotAuthenticate");
    await rememberNonce(request, consumer, surroundings);
    refuseSuspended(consumer, false);
    return { applicationId: consumer.applicationId, consumer, request };
  },
};

export const signedByRequestToken: Authentication<RequestTokenCaller> = {
  scheme: "signed with a request token",
  async prove(incoming, reads, surroundings) {
    const { ledger, clock, config } = surroundings;
    const request = readShape(incoming, reads, surroundings);
    const token = request.token ?? missingToken();
    const found = await ledger.requestTokenCredentials(request.consumerKey, token, clock());
    if (found === undefined) throw new Refusal("invalidToken");
    const { consumer, request: requestToken } = found;
    const secret = requestToken.secret.reveal();
    const signed =
      signatureHolds(incoming, request, consumer, secret, surroundings) ||
      (config.compat.has("empty-token-secret") &&
        signatureHolds(incoming, request, consumer, "", surroundings));
    if (!signed) throw new Refusal("couldNotAuthenticate");
    await rememberNonce(request, consumer, surroundings);
    refuseSuspended(consumer, requestToken.approvedBy?.suspended ?? false);
    const { applicationId } = consumer;
    return { applicationId, consumer, request, token: token as RequestToken, requestToken };
  },
};

export const signedByAccessToken: Authentication<UserCaller> = {
  scheme: "signed with an access token",
  prove(incoming, reads, surroundings) {
    return proveUser(incoming, readShape(incoming, reads, surroundings), surroundings);
  },
};

async function proveUser(
  incoming: Incoming,
  request: SignedRequest,
  surroundings: Surroundings,
): Promise<UserCaller> {
  const { ledger, clock } = surroundings;
  const token = request.token ?? missingToken();
  const found = await ledger.accessTokenCredentials(request.consumerKey, token, clock());
  if (found === undefined) throw new Refusal("invalidToken");
  const { consumer, access } = found;
  if (!signatureHolds(incoming, request, consumer, access.secret.reveal(), surroundings)) {
    throw new Refusal("couldNotAuthenticate");
  }
  await rememberNonce(request, consumer, surroundings);
  refuseSuspended(consumer, access.user.suspended);
  noteUse(access, surroundings);
  const { applicationId } = consumer;
  return { applicationId, userId: access.user.id, consumer, request, access };
}

/** Shape and time: all that can be said without asking a store. */
function readShape(
  incoming: Incoming,
  reads: readonly string[],
  { clock }: Surroundings,
): SignedRequest {
  if (incoming.authorizations > 1) {
    throw new Refusal("badAuthenticationData", { detail: "there are two Authorization headers" });
  }
  const read = readSignedRequest(incoming, reads);
  if (!read.ok) throw new Refusal("badAuthenticationData", { detail: read.problem.detail });
  const now = clock();
  if (!timestampIsInWindow(read.request.timestamp, now)) {
    throw new Refusal("timestampOutOfBounds", {
      detail: `the server's time is ${Math.floor(now / 1000)}, and oauth_timestamp may differ by 300 seconds`,
    });
  }
  return read.request;
}

function missingToken(): never {
  throw new Refusal("badAuthenticationData", { detail: "oauth_token is missing." });
}

function signatureHolds(
  incoming: Incoming,
  request: SignedRequest,
  consumer: ConsumerCredentials,
  tokenSecret: string,
  { origins }: Surroundings,
): boolean {
  return verifySignature(request, {
    origin: originFor(incoming, origins),
    consumerSecrets: consumer.consumerSecrets.map((secret: Secret) => secret.reveal()),
    tokenSecret,
  });
}

async function rememberNonce(
  request: SignedRequest,
  { applicationId }: ConsumerCredentials,
  { replayBook, clock }: Surroundings,
): Promise<void> {
  const scope = `${request.consumerKey}\0${request.token ?? ""}`;
  if (!(await replayBook.remember(scope, request.nonce, request.timestamp, clock()))) {
    throw new Refusal("couldNotAuthenticate", {
      detail: "this oauth_nonce was used before; every request needs a new one",
      provenAs: applicationId,
    });
  }
}

/** To the day, so that a token is written at most once a day; only now, because a stranger's request is no use. */
function noteUse(
  { token, lastUsedDay }: AccessTokenCredentials,
  { use, clock }: Surroundings,
): void {
  const today = dayOf(clock());
  if (lastUsedDay === undefined || lastUsedDay < today) use.used(token, today);
}

export function refuseSuspended(
  consumer: { readonly applicationId: ApplicationId; readonly suspended: boolean },
  userSuspended: boolean,
): void {
  const provenAs = consumer.applicationId;
  if (consumer.suspended) throw new Refusal("applicationSuspended", { provenAs });
  if (userSuspended) throw new Refusal("userSuspended", { provenAs });
}
