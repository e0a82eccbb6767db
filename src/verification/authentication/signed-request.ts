/**
 * OAuth 1.0a (RFC 5849 §3.2) is checked in this order: shape, time, lookup, signature; then
 * suspension, so that only a caller with the secret learns of it. `run-operation.ts` spends the
 * nonce last, so that only an accepted request spends one.
 */
import { hmacSha1, readRequest, type SignedRequest, verifySignature } from "#oauth1";
import type { AccessTokenCredentials } from "../../domain/access-token.ts";
import type { ConsumerCredentials } from "../../domain/application.ts";
import type {
  AccessToken,
  ApplicationCredential,
  ApplicationId,
  ConsumerKey,
  RequestToken,
  UserId,
} from "../../domain/credentials.ts";
import { dayOf } from "../../domain/day.ts";
import { RequestError, type RequestErrorMore, type RequestErrorName } from "../../domain/errors.ts";
import type { FailedAuthenticationCause } from "../../domain/failed-authentications.ts";
import type { RequestTokenCredentials } from "../../domain/request-token.ts";
import { methodsFor } from "../../domain/signature-methods.ts";
import { likelyUnit, timestampIsInWindow, timestampWindowSeconds } from "../../domain/timestamp.ts";
import { noTraits, type TraitSet, traitSet } from "../../domain/trait.ts";
import type { Dependencies } from "../dependencies.ts";
import { rejectNetwork } from "./allowed-network.ts";
import type { Authenticated, Caller } from "./authentication.ts";
import { consumerOrDecoy } from "./decoy-consumer.ts";
import { rejectEnded } from "./ended.ts";
import { type Incoming, unreadBody } from "./incoming.ts";
import { originFor } from "./origin.ts";

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

/** Finds the credentials that a request names, with which its signature must hold. */
export type FindSigner<C extends Caller> = (
  request: SignedRequest,
  dependencies: Dependencies,
) => Promise<Signer<C>>;

interface Signer<C extends Caller> {
  readonly caller: C;
  readonly consumer: ConsumerCredentials;
  /** The signing key ends in one of these. Without a token, it ends in an empty secret (RFC 5849 §3.4.2). */
  readonly tokenSecrets: readonly (string | undefined)[];
  readonly userSuspended: boolean;
  /** Whose account it is about. It is undefined for a request without a token, or with one that no one approved. */
  readonly userId?: UserId | undefined;
  /** The database has no such consumer key, and `consumer` is the decoy. */
  readonly isUnknown?: boolean;
  readonly accessToken?: AccessToken;
  readonly noteUse?: () => void;
}

export async function authenticateSigned<C extends Caller>(
  findSigner: FindSigner<C>,
  incoming: Incoming,
  reads: readonly string[],
  dependencies: Dependencies,
): Promise<Authenticated<C>> {
  const request = readShape(incoming, reads, dependencies);
  const signer = await findSigner(request, dependencies);
  const { caller, consumer, userSuspended } = signer;
  const credential = credentialOf(incoming, request, signer, dependencies);
  if (credential === undefined || signer.isUnknown) {
    throw failedAuthentication("couldNotAuthenticate", request, "signature");
  }
  rejectSuspended(consumer, userSuspended, credential);
  if (consumer.ownerOnly) rejectOthers(consumer, signer.userId ?? consumer.ownerId, credential);
  rejectNetwork(consumer, incoming, credential);
  rejectMethod(request, consumer, credential, dependencies);
  const traits = traitsOf(request);
  const { applicationId } = consumer;
  const sunset = rejectEnded({ traits, applicationId, credential }, dependencies);
  return {
    caller,
    credential,
    traits,
    sunset,
    ...(signer.accessToken !== undefined && { token: signer.accessToken }),
    async spend() {
      await spendNonce(request, consumer, dependencies);
      signer.noteUse?.();
    },
  };
}

/** An empty oauth_token is signed as it was sent. */
export const byAccessTokenOrConsumer: FindSigner<UserCaller | ConsumerCaller> = (
  request,
  dependencies,
) => (request.token === undefined ? byConsumer : byAccessToken)(request, dependencies);

const byConsumer: FindSigner<ConsumerCaller> = async (request, dependencies) => {
  const { consumer, known } = await consumerOrDecoy(request.consumerKey, dependencies);
  const caller = { applicationId: consumer.applicationId, consumer, request };
  return { caller, consumer, tokenSecrets: [undefined], userSuspended: false, isUnknown: !known };
};

export const byAccessToken: FindSigner<UserCaller> = async (request, dependencies) => {
  const { ledger, clock } = dependencies;
  const token = claimedToken<AccessToken>(request);
  const found = await ledger.accessTokenCredentials(claimedKey(request), token, clock());
  if (found === undefined) throw failedAuthentication("invalidToken", request, "token");
  const { consumer, access } = found;
  const { applicationId } = consumer;
  return {
    caller: { applicationId, userId: access.user.id, consumer, request, access },
    consumer,
    tokenSecrets: [access.secret.reveal()],
    userSuspended: access.user.suspended,
    userId: access.user.id,
    accessToken: access.token,
    noteUse: () => noteUse(access, dependencies),
  };
};

export const byRequestToken: FindSigner<RequestTokenCaller> = async (request, dependencies) => {
  const { ledger, clock, config } = dependencies;
  const token = claimedToken<RequestToken>(request);
  const found = await ledger.requestTokenCredentials(claimedKey(request), token, clock());
  if (found === undefined) throw failedAuthentication("invalidToken", request, "token");
  const { consumer, request: requestToken } = found;
  const { applicationId } = consumer;
  const secret = requestToken.secret.reveal();
  return {
    caller: { applicationId, consumer, request, token, requestToken },
    consumer,
    tokenSecrets: config.compat.has("empty-token-secret") ? [secret, ""] : [secret],
    userSuspended: requestToken.approvedBy?.suspended ?? false,
    userId: requestToken.approvedBy?.id,
  };
};

function readShape(
  incoming: Incoming,
  reads: readonly string[],
  { clock, config }: Dependencies,
): SignedRequest {
  if (incoming.authorizations > 1) {
    throw new RequestError("badAuthenticationData", {
      detail: "there are two Authorization headers",
    });
  }
  const read = readRequest(incoming, { reads, signatureMethods: config.signatureMethods });
  if (!read.ok) {
    const unread = read.problem.kind === "missing" ? unreadBody(incoming) : undefined;
    const detail =
      unread === undefined ? read.problem.detail : `${read.problem.detail} (${unread})`;
    const isMethod =
      read.problem.parameter === "oauth_signature_method" && read.problem.kind === "unsupported";
    throw new RequestError(isMethod ? "signatureMethodNotAccepted" : "badAuthenticationData", {
      detail,
      ...(isMethod && isPlaintext(incoming) && { traits: plaintext }),
    });
  }
  const now = clock();
  const { timestamp } = read.request;
  if (!timestampIsInWindow(timestamp, now)) {
    const unit = likelyUnit(timestamp, now);
    const wrongUnit = unit && `oauth_timestamp is in ${unit}, and must be in seconds; `;
    throw failedAuthentication("timestampOutOfBounds", read.request, "clock", {
      detail: `${wrongUnit ?? ""}the server's time is ${Math.floor(now / 1000)}, and oauth_timestamp may differ by ${timestampWindowSeconds} seconds`,
    });
  }
  return read.request;
}

/** What a verified request has that may end one day. */
export function traitsOf({ signatureMethod, place }: SignedRequest): TraitSet {
  const traits = signatureMethod === hmacSha1 ? bySha1 : noTraits;
  return place === "header" ? traits : traits | inPlace[place];
}

const bySha1 = traitSet("hmac-sha1");
const inPlace = { query: traitSet("query"), body: traitSet("body") };
const plaintext = traitSet("plaintext");

/** The name has nothing to escape. */
function isPlaintext({ authorization = "", query = "", form }: Incoming): boolean {
  const named = /\boauth_signature_method="?PLAINTEXT\b/;
  return [authorization, query, form].some((text) => named.test(text));
}

/** Only a caller with the secret learns of the application's own rule. */
function rejectMethod(
  { signatureMethod }: SignedRequest,
  consumer: ConsumerCredentials,
  credential: ApplicationCredential,
  { config }: Dependencies,
): void {
  const accepted = methodsFor(consumer, config.signatureMethods);
  if (accepted.includes(signatureMethod)) return;
  const names = accepted.map(({ name }) => name).join(" or ");
  const detail =
    names === ""
      ? "the application requires SHA-256, and the service accepts only HMAC-SHA1."
      : `oauth_signature_method must be ${names}, because the application requires SHA-256.`;
  throw new RequestError("signatureMethodNotAccepted", {
    detail,
    verifiedAs: consumer.applicationId,
    credential,
  });
}

/** The rejection names the application, for its page in the portal, whether or not it exists. */
function failedAuthentication(
  rejection: RequestErrorName,
  { consumerKey }: SignedRequest,
  cause: FailedAuthenticationCause,
  more: RequestErrorMore = {},
): RequestError {
  return new RequestError(rejection, { ...more, failedAuthentication: { consumerKey, cause } });
}

/** The database decides whether the key exists. */
function claimedKey({ consumerKey }: SignedRequest): ConsumerKey {
  return consumerKey as ConsumerKey;
}

/** The token becomes the kind that the operation needs, unchecked. */
function claimedToken<Token extends AccessToken | RequestToken>({ token }: SignedRequest): Token {
  if (token === undefined) {
    throw new RequestError("badAuthenticationData", { detail: "oauth_token is missing." });
  }
  return token as Token;
}

/** The consumer secret with which the signature holds. */
function credentialOf(
  incoming: Incoming,
  request: SignedRequest,
  { consumer, tokenSecrets }: Signer<Caller>,
  { origins, otherOrigins }: Dependencies,
): ApplicationCredential | undefined {
  const origin = originFor(incoming, origins);
  const found = consumer.consumerSecrets.findIndex((secret) => {
    const consumerSecrets = [secret.reveal()];
    return tokenSecrets.some((tokenSecret) =>
      verifySignature(request, { origin, otherOrigins, consumerSecrets, tokenSecret }),
    );
  });
  return consumerSecretKinds[found];
}

/** In the order of `consumerSecrets`. */
const consumerSecretKinds = ["consumer secret", "previous consumer secret"] as const;

async function spendNonce(
  request: SignedRequest,
  { applicationId }: ConsumerCredentials,
  { nonceStore, clock }: Dependencies,
): Promise<void> {
  const { nonce, timestamp } = request;
  const remembered = await nonceStore.remember({ scope: nonceScope(request), nonce, timestamp });
  if (remembered === "repeated") {
    throw failedAuthentication("couldNotAuthenticate", request, "nonce", {
      detail: "this oauth_nonce was already used; every request needs a new one",
      verifiedAs: applicationId,
    });
  }
  if (remembered === "forgotten") {
    throw new RequestError("timestampOutOfBounds", {
      detail: `the server doesn't know which requests of that time it accepted, because its clock was set back or its nonce journal was replaced; it is ${Math.floor(clock() / 1000)} there, try again later`,
      verifiedAs: applicationId,
    });
  }
}

/** A nonce is unique within this scope. */
export function nonceScope({
  consumerKey,
  token,
}: Pick<SignedRequest, "consumerKey" | "token">): string {
  return `${consumerKey}\0${token ?? ""}`;
}

/** A token is written at most once a day, after verification: an anonymous caller's request is no use of it. */
function noteUse(
  { token, lastUsedDay }: AccessTokenCredentials,
  { usage, clock }: Dependencies,
): void {
  const today = dayOf(clock());
  if (lastUsedDay === undefined || lastUsedDay < today) usage.used(token, today);
}

export function rejectSuspended(
  consumer: { readonly applicationId: ApplicationId; readonly suspended: boolean },
  userSuspended: boolean,
  credential: ApplicationCredential,
): void {
  const more = { verifiedAs: consumer.applicationId, credential };
  if (consumer.suspended) throw new RequestError("applicationSuspended", more);
  if (userSuspended) throw new RequestError("userSuspended", more);
}

/**
 * For an application that is not approved: it works for the account of its owner only. No `userId`: it calls on its
 * own behalf, which is no account.
 */
export function rejectOthers(
  consumer: { readonly applicationId: ApplicationId; readonly ownerId?: UserId },
  userId: UserId | undefined,
  credential: ApplicationCredential | undefined,
): void {
  if (userId !== undefined && userId === consumer.ownerId) return;
  throw new RequestError("applicationNotApproved", {
    verifiedAs: consumer.applicationId,
    credential,
  });
}
