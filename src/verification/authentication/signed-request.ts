/**
 * OAuth 1.0a (RFC 5849 §3.2) is checked in this order: shape, time, lookup, signature; then
 * suspension, so that only a caller with the secret learns of it. `run-operation.ts` spends the
 * nonce last, so that only an accepted request spends one.
 */
import { carriesOAuth, readRequest, type SignedRequest, verifySignature } from "#oauth1";
import type { AccessTokenCredentials } from "../../domain/access-token.ts";
import type { ConsumerCredentials } from "../../domain/application.ts";
import type {
  AccessToken,
  ApplicationId,
  ConsumerKey,
  RequestToken,
} from "../../domain/credentials.ts";
import { dayOf } from "../../domain/day.ts";
import { RequestError, type RequestErrorMore, type RequestErrorName } from "../../domain/errors.ts";
import type { FailedAuthenticationCause } from "../../domain/failed-authentications.ts";
import type { RequestTokenCredentials } from "../../domain/request-token.ts";
import { methodsFor } from "../../domain/signature-methods.ts";
import { likelyUnit, timestampIsInWindow, timestampWindowSeconds } from "../../domain/timestamp.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Authenticated, Authentication, Caller } from "./authentication.ts";
import { consumerOrDecoy } from "./decoy-consumer.ts";
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

export const signedByConsumer: Authentication<ConsumerCaller> = {
  scheme: "signed by the consumer",
  accepts: ["OAuth"],
  async authenticate(incoming, reads, dependencies) {
    const request = readShape(incoming, reads, dependencies);
    // No token is required here, but some clients send an access token.
    if (request.token !== undefined) return authenticateUser(incoming, request, dependencies);
    return authenticateConsumer(incoming, request, dependencies);
  },
};

export const signedByRequestToken: Authentication<RequestTokenCaller> = {
  scheme: "signed with a request token",
  accepts: ["OAuth"],
  async authenticate(incoming, reads, dependencies) {
    const { ledger, clock, config } = dependencies;
    const request = readShape(incoming, reads, dependencies);
    const token = claimedToken<RequestToken>(request);
    const found = await ledger.requestTokenCredentials(claimedKey(request), token, clock());
    if (found === undefined) throw failedAuthentication("invalidToken", request, "token");
    const { consumer, request: requestToken } = found;
    const signed =
      signatureHolds(incoming, request, consumer, requestToken.secret.reveal(), dependencies) ||
      (config.compat.has("empty-token-secret") &&
        signatureHolds(incoming, request, consumer, "", dependencies));
    if (!signed) throw failedAuthentication("couldNotAuthenticate", request, "signature");
    rejectSuspended(consumer, requestToken.approvedBy?.suspended ?? false);
    rejectMethod(request, consumer, dependencies);
    const { applicationId } = consumer;
    const caller = { applicationId, consumer, request, token, requestToken };
    return { caller, spend: () => spendNonce(caller, dependencies) };
  },
};

export const signedByAccessToken: Authentication<UserCaller> = {
  scheme: "signed with an access token",
  accepts: ["OAuth"],
  authenticate(incoming, reads, dependencies) {
    rejectWithoutCredentials(incoming);
    return authenticateUser(incoming, readShape(incoming, reads, dependencies), dependencies);
  },
};

/** An API's client signs with an access token or, on the application's own behalf, without a token ("two-legged"). */
export const signedForApi: Authentication<UserCaller | ConsumerCaller> = {
  ...signedByConsumer,
  authenticate(incoming, reads, dependencies) {
    rejectWithoutCredentials(incoming);
    return signedByConsumer.authenticate(incoming, reads, dependencies);
  },
};

/** RFC 9110 §15.5.2; docs/adr/0055-no-credentials.md gives the reasons. An empty header is as good as none. */
function rejectWithoutCredentials(incoming: Incoming): void {
  const { authorization = "" } = incoming;
  if (authorization !== "" || carriesOAuth(incoming)) return;
  throw new RequestError("noCredentials");
}

/** The signing key ends in an empty token secret (RFC 5849 §3.4.2). An empty oauth_token is signed as it was sent. */
async function authenticateConsumer(
  incoming: Incoming,
  request: SignedRequest,
  dependencies: Dependencies,
): Promise<Authenticated<ConsumerCaller>> {
  const { consumer, known } = await consumerOrDecoy(request.consumerKey, dependencies);
  const signed = signatureHolds(incoming, request, consumer, undefined, dependencies);
  if (!signed || !known) throw failedAuthentication("couldNotAuthenticate", request, "signature");
  rejectSuspended(consumer, false);
  rejectMethod(request, consumer, dependencies);
  const caller = { applicationId: consumer.applicationId, consumer, request };
  return { caller, spend: () => spendNonce(caller, dependencies) };
}

async function authenticateUser(
  incoming: Incoming,
  request: SignedRequest,
  dependencies: Dependencies,
): Promise<Authenticated<UserCaller>> {
  const { ledger, clock } = dependencies;
  const token = claimedToken<AccessToken>(request);
  const found = await ledger.accessTokenCredentials(claimedKey(request), token, clock());
  if (found === undefined) throw failedAuthentication("invalidToken", request, "token");
  const { consumer, access } = found;
  if (!signatureHolds(incoming, request, consumer, access.secret.reveal(), dependencies)) {
    throw failedAuthentication("couldNotAuthenticate", request, "signature");
  }
  rejectSuspended(consumer, access.user.suspended);
  rejectMethod(request, consumer, dependencies);
  const { applicationId } = consumer;
  const caller = { applicationId, userId: access.user.id, consumer, request, access };
  return {
    caller,
    async spend() {
      await spendNonce(caller, dependencies);
      noteUse(access, dependencies);
    },
  };
}

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

/** Only a caller with the secret learns of the application's own rule. */
function rejectMethod(
  { signatureMethod }: SignedRequest,
  consumer: ConsumerCredentials,
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

function signatureHolds(
  incoming: Incoming,
  request: SignedRequest,
  consumer: ConsumerCredentials,
  tokenSecret: string | undefined,
  { origins, otherOrigins }: Dependencies,
): boolean {
  return verifySignature(request, {
    origin: originFor(incoming, origins),
    otherOrigins,
    consumerSecrets: consumer.consumerSecrets.map((secret) => secret.reveal()),
    tokenSecret,
  });
}

async function spendNonce(
  { request, applicationId }: ConsumerCaller & { readonly applicationId: ApplicationId },
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
): void {
  const verifiedAs = consumer.applicationId;
  if (consumer.suspended) throw new RequestError("applicationSuspended", { verifiedAs });
  if (userSuspended) throw new RequestError("userSuspended", { verifiedAs });
}
