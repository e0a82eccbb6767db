/**
 * The table of errors: every reason for which the service rejects a request. `docs/reference/errors.md` is
 * generated from it.
 *
 * There are three audiences: callers see `message` and, as far as they have proved who they are, `detail`; the
 * administrator's log has `reason`.
 */
import type { ApplicationCredential, ApplicationId } from "./credentials.ts";
import type { FailedAuthentication } from "./failed-authentications.ts";
import { requestBounds } from "./request-bounds.ts";
import type { SunsetInForce } from "./sunset.ts";
import { timestampWindowSeconds } from "./timestamp.ts";
import type { TraitSet } from "./trait.ts";

export interface RequestErrorRow {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly when: string;
  /** The action that the developer of the calling application can take. */
  readonly advice: string;
  /** The `error` member that `oauth2/token` adds (RFC 6749 §5.2). */
  readonly oauth2?: string;
  readonly retryAfterSeconds?: number;
}

export const requestErrors = {
  couldNotAuthenticate: {
    status: 401,
    code: 32,
    message: "Could not authenticate you",
    when: "The consumer key, the signature, or the Basic credentials are wrong, or the nonce was used before.",
    advice:
      "Open “Requests” in the portal and search for the ID from the x-countersign-request header to see the cause. Use a new nonce for every request.",
    oauth2: "invalid_client",
  },
  verifierRejected: {
    status: 401,
    code: 32,
    message: "Could not authenticate you: oauth_verifier is missing or wrong",
    when: "The oauth_verifier is missing, empty, or not the one for this request token.",
    advice:
      "Send the oauth_verifier that was sent to your callback, or the PIN that the user typed.",
  },
  wrongBody: {
    status: 401,
    code: 32,
    message: "Could not authenticate you",
    when: "At an API: oauth_body_hash doesn't match the body, the hash is SHA-1 and the application requires SHA-256, or the API requires a signed body and this one isn't signed.",
    advice:
      "Hash the bytes of the body exactly as they are sent, with SHA-256 if the application requires it, and send the hash as base64 in oauth_body_hash.",
  },
  noSuchPath: {
    status: 404,
    code: 34,
    message: "Sorry, that page does not exist",
    when: "No endpoint exists at this path.",
    advice: "Compare the path with the list of endpoints.",
  },
  methodNotAllowed: {
    status: 405,
    code: 34,
    message: "Sorry, that page does not exist for this method; see the Allow header",
    when: "The path exists, but not for this method.",
    advice: "Use a method listed in the Allow header.",
    oauth2: "invalid_request",
  },
  userSuspended: {
    status: 403,
    code: 64,
    message: "Your account is suspended and is not permitted to access this feature",
    when: "The user whose token signs the request is suspended.",
    advice: "Stop calling for this user. An administrator can tell you why.",
  },
  networkNotAllowed: {
    status: 403,
    code: 87,
    message: "Client is not permitted to perform this action from this network",
    when: "The application names networks from which its credentials may be used, and the request came from another one, or its gateway doesn't tell the client's address.",
    advice:
      "Send the request from one of the application's networks, or add the network in its settings.",
    oauth2: "unauthorized_client",
  },
  rateLimited: {
    status: 429,
    code: 88,
    message: "Rate limit exceeded",
    when: "The operation's limit is used up, or too many requests from this IP address failed to authenticate.",
    advice: "Wait as long as Retry-After says. Usage shows how much of each limit is left.",
    oauth2: "temporarily_unavailable",
  },
  invalidToken: {
    status: 401,
    code: 89,
    message: "Invalid or expired token",
    when: "The access token, request token, or bearer token is unknown, used, expired, revoked, or another application's.",
    advice: "Send the user through the flow again, or request a new bearer token.",
  },
  sslRequired: {
    status: 403,
    code: 92,
    message: "SSL is required",
    when: "The request arrived over plain HTTP, but the base URL is HTTPS.",
    advice: "Use the HTTPS URL of the service.",
    oauth2: "invalid_request",
  },
  tooManyTokenRequests: {
    status: 403,
    code: 99,
    message:
      "Unable to verify your credentials: too many requests for a token, please cache the token",
    when: "oauth2/token was called too often; the same token is returned until it is revoked, so cache it.",
    advice: "Store the bearer token and use it until it is rejected with code 89.",
    oauth2: "temporarily_unavailable",
  },
  unknownBearer: {
    status: 403,
    code: 99,
    message: "Unable to verify your credentials",
    when: "The bearer token to invalidate is unknown, already revoked, or another application's.",
    advice: "Nothing to do: the token no longer works, or belongs to another application.",
  },
  overCapacity: {
    status: 503,
    code: 130,
    message: "Over capacity",
    when: "A store can't be reached or is full, or too many requests are waiting. Nothing was changed.",
    advice: "Wait as long as Retry-After says, then send the request again with a new nonce.",
    oauth2: "temporarily_unavailable",
    retryAfterSeconds: 5,
  },
  outcomeUnknown: {
    status: 503,
    code: 130,
    message: "The outcome is unknown",
    when: "The disk failed while a change was being saved. The change may or may not have been made.",
    advice: "Repeat the request with a new nonce to find out.",
    oauth2: "temporarily_unavailable",
    retryAfterSeconds: 5,
  },
  internalError: {
    status: 500,
    code: 131,
    message: "Internal error",
    when: "The service failed. The message contains a request ID, which is also in the log.",
    advice: "Try again. If it keeps happening, send the request ID to an administrator.",
    oauth2: "server_error",
  },
  timestampOutOfBounds: {
    status: 401,
    code: 135,
    message: "Timestamp out of bounds",
    when: `oauth_timestamp is more than ${timestampWindowSeconds} seconds from the server's clock, or the server doesn't know which nonces of that time were used, because its clock was set back or it was started with a different nonce journal. The message contains the server's time.`,
    advice: "Correct your clock using the server time in the message.",
  },
  grantTypeMissing: {
    status: 403,
    code: 170,
    message: "Missing required parameter: grant_type",
    when: "oauth2/token was called without grant_type.",
    advice: "Send grant_type=client_credentials in a form body.",
    oauth2: "invalid_request",
  },
  grantTypeUnsupported: {
    status: 400,
    code: 170,
    message: "Unsupported grant_type: only client_credentials is allowed",
    when: "oauth2/token was called with a different grant_type.",
    advice: "Send grant_type=client_credentials.",
    oauth2: "unsupported_grant_type",
  },
  badAuthenticationData: {
    status: 400,
    code: 215,
    message: "Bad Authentication data",
    when: "Credentials are malformed, or missing at an endpoint that issues credentials, two kinds of credentials were sent, a parameter was sent with different values, there are more than 256 parameters, a page's form is not UTF-8, an HTTP/1.1 request doesn't have exactly one Host header, oauth_callback is missing or empty, or the access type is unknown.",
    advice: "The message states what is missing or malformed.",
    oauth2: "invalid_request",
  },
  signatureMethodNotAccepted: {
    status: 400,
    code: 215,
    message: "Bad Authentication data",
    when: "The service does not accept the request's signature method, or the application requires SHA-256 and its request is signed with HMAC-SHA1.",
    advice: "Sign with one of the methods in the message.",
  },
  noCredentials: {
    status: 401,
    code: 215,
    message: "Bad Authentication data: the request has no credentials",
    when: "A protected resource was called without credentials. WWW-Authenticate lists the accepted schemes.",
    advice:
      "Sign the request with a user's access token, or, if WWW-Authenticate lists Bearer, send the application's bearer token.",
    oauth2: "invalid_client",
  },
  requestTooSlow: {
    status: 408,
    code: 215,
    message: "The request took too long to arrive",
    when: `The headers took more than ${requestBounds.headersSeconds} seconds, or the whole request more than ${requestBounds.wholeSeconds}.`,
    advice: "Send the whole request at once.",
    oauth2: "invalid_request",
  },
  bodyTooLarge: {
    status: 413,
    code: 215,
    message: `The request body is over ${requestBounds.bodyKb} KB`,
    when: `The body has more than ${requestBounds.bodyKb} × 1,024 bytes.`,
    advice: "Send less in one request.",
    oauth2: "invalid_request",
  },
  encodedBody: {
    status: 415,
    code: 215,
    message: "The request body has a Content-Encoding, and is only read without one",
    when: "The body was sent with a Content-Encoding other than identity, such as gzip.",
    advice: "Send the body uncompressed, without a Content-Encoding header.",
    oauth2: "invalid_request",
  },
  headersTooLarge: {
    status: 431,
    code: 215,
    message: `The request headers are over ${requestBounds.headersKb} KB`,
    when: `The request line and headers have more than ${requestBounds.headersKb} × 1,024 bytes, or there are more than 1,000 headers.`,
    advice: "Send shorter headers, or parameters in a form body.",
    oauth2: "invalid_request",
  },
  userContextNeeded: {
    status: 403,
    code: 220,
    message: "Your credentials do not allow access to this resource",
    when: "An application called on its own behalf, but a user's access token is required.",
    advice: "Sign the request with a user's access token.",
  },
  wrongContext: {
    status: 403,
    code: 220,
    message: "Your credentials do not allow access to this resource",
    when: "A user's access token was used at an API that only accepts applications on their own behalf.",
    advice: "Use the application's bearer token, or sign the request without a token.",
  },
  ended: {
    status: 403,
    code: 251,
    message: "This way of calling has been retired",
    when: "The service ends what the request uses, such as HMAC-SHA1, or the application, and the day has come; or a brownout rejects it for some minutes of each hour before that day.",
    advice:
      "The message says what ends, until when the request is rejected, and where to read what to do.",
    oauth2: "unauthorized_client",
  },
  accessTypeTooHigh: {
    status: 403,
    code: 261,
    message: "Application cannot perform write actions",
    when: "More access than the application's own was requested, or a read-only token was used to write.",
    advice:
      "Raise the application's access in its settings, and send users through the flow again.",
  },
  notTheOwner: {
    status: 403,
    code: 348,
    message: "Client application is not permitted to invalidate this token",
    when: "oauth2/invalidate_token must be signed with the application owner's access token.",
    advice: "Sign with the access token that the owner generated under Keys and tokens.",
  },
  callbackNotApproved: {
    status: 403,
    code: 415,
    message: "Callback URL not approved for this client application",
    when: "oauth_callback matches none of the application's callback URLs.",
    advice: "Register the callback URL in the settings, exactly as you send it, without the query.",
  },
  applicationSuspended: {
    status: 401,
    code: 416,
    message: "Invalid / suspended application",
    when: "The application was suspended.",
    advice: "The application's page shows the reason. An administrator can lift the suspension.",
    oauth2: "invalid_client",
  },
  applicationNotApproved: {
    status: 401,
    code: 416,
    message:
      "Invalid / suspended application: it waits for approval, and until then works only for its owner's account",
    when: "An administrator has not approved the application yet, or has declined it, and the request isn't about the account of its owner.",
    advice:
      "The application's page shows whether it waits, was asked something, or was declined. Until it is approved, use the access token of its owner.",
    oauth2: "invalid_client",
  },
  desktopOnly: {
    status: 401,
    code: 417,
    message: "Desktop applications only support the oauth_callback value 'oob'",
    when: "The application has no callback URL, and oauth_callback is not oob.",
    advice: "Send oauth_callback=oob, or register a callback URL.",
  },
} as const satisfies Record<string, RequestErrorRow>;

export type RequestErrorName = keyof typeof requestErrors;

/** Several rows can have one code. */
export type RequestErrorCode = (typeof requestErrors)[RequestErrorName]["code"];

export interface RequestErrorMore {
  /** Appended to the public message after a colon. Names parameters and causes, never a secret. */
  readonly detail?: string;
  /** This text is for the administrator's log only. */
  readonly reason?: string;
  readonly retryAfterSeconds?: number;
  readonly allow?: readonly string[];
  /** The application whose credentials were verified before the rejection. */
  readonly verifiedAs?: ApplicationId | undefined;
  /** The application's credential that was verified. It is left out where the caller's is known. */
  readonly credential?: ApplicationCredential | undefined;
  /** What the request has that may end one day. It is left out where the caller's is known. */
  readonly traits?: TraitSet;
  /** The reason, for the headers of the response. */
  readonly sunset?: SunsetInForce;
  /** The application that the request named without proving it, and the cause. */
  readonly failedAuthentication?: FailedAuthentication;
}

/**
 * The only error that crosses folders: thrown where the reason is found, and turned into a response by
 * `verification/error-response.ts`.
 */
export class RequestError extends Error {
  readonly rejection: RequestErrorName;
  readonly row: RequestErrorRow;
  readonly more: RequestErrorMore;

  constructor(rejection: RequestErrorName, more: RequestErrorMore = {}) {
    const row: RequestErrorRow = requestErrors[rejection];
    super(more.detail === undefined ? row.message : `${row.message}: ${more.detail}`);
    this.name = "RequestError";
    this.rejection = rejection;
    this.row = row;
    this.more = more;
  }
}

/** Thrown by a write whose session has ended, or whose user is no longer an administrator. Nothing was written. */
export class SessionEnded extends Error {
  constructor() {
    super("the session of this write has ended");
    this.name = "SessionEnded";
  }
}

/** Thrown by a write whose user no longer has the role that it needs. Nothing was written. */
export class RoleEnded extends Error {
  constructor() {
    super("the role that this write needs has ended");
    this.name = "RoleEnded";
  }
}

/** Thrown by a write that no API key can make (api-key-bounds.ts). Nothing was written. */
export class BeyondApiKey extends Error {
  constructor() {
    super("an API key can't change who is an administrator, or how one signs in");
    this.name = "BeyondApiKey";
  }
}

/** Thrown by a write if another call with the same `Idempotency-Key` was first. Nothing was written. */
export class RequestClaimed extends Error {
  constructor() {
    super("another call with this Idempotency-Key has changed something");
    this.name = "RequestClaimed";
  }
}

/**
 * Thrown when a store cannot respond because it is unreachable, locked, full or broken. It always leads to a
 * rejection, never to an acceptance.
 */
export class StoreFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StoreFailure";
  }
}

/** Thrown when the disk did not confirm a commit, so no one knows whether the write will be found later. */
export class OutcomeUnknown extends StoreFailure {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OutcomeUnknown";
  }
}
