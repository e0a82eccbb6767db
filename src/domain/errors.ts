/**
 * The table of errors: every reason for which the service rejects a request. `docs/reference/errors.md` is
 * generated from it.
 *
 * There are three audiences: callers see `message` and, as far as they have proved who they are, `detail`; the
 * administrator's log has `reason`.
 */
import type { ApplicationId } from "./credentials.ts";
import type { FailedAuthentication } from "./failed-authentications.ts";
import { requestBounds } from "./request-bounds.ts";
import { timestampWindowSeconds } from "./timestamp.ts";

export interface RequestErrorRow {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly when: string;
  /** What the developer of the calling application can do about it. */
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
    when: "The consumer key, the signature or the Basic credentials are wrong, or the nonce was used before.",
    advice:
      "Open the request in the portal, under “Check a request”, by the ID in the header x-countersign-request: it says which it is. Create a new nonce for every request.",
    oauth2: "invalid_client",
  },
  verifierRejected: {
    status: 401,
    code: 32,
    message: "Could not authenticate you: oauth_verifier is missing or wrong",
    when: "The exchange came without an oauth_verifier, with an empty one, or with one that is not this request token's.",
    advice: "Send the oauth_verifier that came back with the user, or the PIN they typed.",
  },
  wrongBody: {
    status: 401,
    code: 32,
    message: "Could not authenticate you",
    when: "At an API: oauth_body_hash is not the hash of the body, or the API requires a signed body and this one is not.",
    advice:
      "Hash the bytes of the body exactly as they are sent, and send the hash as base64 in oauth_body_hash.",
  },
  noSuchPath: {
    status: 404,
    code: 34,
    message: "Sorry, that page does not exist",
    when: "No operation has this path.",
    advice: "Compare the path with the list of endpoints.",
  },
  methodNotAllowed: {
    status: 405,
    code: 34,
    message: "Sorry, that page does not exist for this method; see the Allow header",
    when: "The path exists, but not for this method.",
    advice: "Use a method that the Allow header names.",
    oauth2: "invalid_request",
  },
  userSuspended: {
    status: 403,
    code: 64,
    message: "Your account is suspended and is not permitted to access this feature",
    when: "The user whose token signs was suspended.",
    advice: "Stop calling for this user. The administrators of the service can say why.",
  },
  rateLimited: {
    status: 429,
    code: 88,
    message: "Rate limit exceeded",
    when: "The operation's limit is used up, or too many requests of this address failed to authenticate.",
    advice: "Wait as long as Retry-After says. Usage shows how much of each limit is left.",
    oauth2: "temporarily_unavailable",
  },
  invalidToken: {
    status: 401,
    code: 89,
    message: "Invalid or expired token",
    when: "The access token, request token or bearer token is unknown, used, expired, revoked, or another application's.",
    advice: "Ask the user for access again, or request another bearer token.",
  },
  sslRequired: {
    status: 403,
    code: 92,
    message: "SSL is required",
    when: "The request came over plain http, and the service's base URL is https.",
    advice: "Call the https address of the service.",
    oauth2: "invalid_request",
  },
  tooManyTokenRequests: {
    status: 403,
    code: 99,
    message:
      "Unable to verify your credentials: too many requests for a token, please cache the token",
    when: "oauth2/token was called too often; the same token is returned until it is revoked, so cache it.",
    advice: "Keep the bearer token and use it until it is rejected with 89.",
    oauth2: "temporarily_unavailable",
  },
  unknownBearer: {
    status: 403,
    code: 99,
    message: "Unable to verify your credentials",
    when: "The bearer token to invalidate is unknown, already revoked, or another application's.",
    advice: "Nothing: the token no longer works, or belongs to another application.",
  },
  overCapacity: {
    status: 503,
    code: 130,
    message: "Over capacity",
    when: "A store cannot be reached or is full, or too many requests are waiting. Nothing was changed.",
    advice: "Wait as long as Retry-After says, then send the request again with a new nonce.",
    oauth2: "temporarily_unavailable",
    retryAfterSeconds: 5,
  },
  outcomeUnknown: {
    status: 503,
    code: 130,
    message: "The outcome is unknown",
    when: "The disk failed while a change was being saved. It may or may not have been made: ask for the same thing again to find out.",
    advice: "Ask for the same thing again with a new nonce.",
    oauth2: "temporarily_unavailable",
    retryAfterSeconds: 5,
  },
  internalError: {
    status: 500,
    code: 131,
    message: "Internal error",
    when: "The service failed. The message has a request ID, which is in its log too.",
    advice:
      "Try again. If it keeps happening, give the request ID to the administrators of the service.",
    oauth2: "server_error",
  },
  timestampOutOfBounds: {
    status: 401,
    code: 135,
    message: "Timestamp out of bounds",
    when: `oauth_timestamp is more than ${timestampWindowSeconds} seconds from the server's clock, or the server does not know which nonces of that time were used, because its clock was set back or its nonce journal is another one; the message states the server's time.`,
    advice: "Set your clock by the time in the message.",
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
    when: "oauth2/token was called with another grant_type.",
    advice: "Send grant_type=client_credentials.",
    oauth2: "unsupported_grant_type",
  },
  badAuthenticationData: {
    status: 400,
    code: 215,
    message: "Bad Authentication data",
    when: "Authentication is malformed, or missing at an operation that issues credentials, two identities came at once, a parameter came with different values, there are more than 256 parameters, an HTTP/1.1 request has not exactly one Host, oauth_callback is missing or empty, or the access type is unknown.",
    advice: "The message says what is missing or malformed.",
    oauth2: "invalid_request",
  },
  signatureMethodNotAccepted: {
    status: 400,
    code: 215,
    message: "Bad Authentication data",
    when: "The service does not accept the request's signature method, or the application requires SHA-256 and its request is signed with HMAC-SHA1.",
    advice: "Sign with a method that the message names.",
  },
  noCredentials: {
    status: 401,
    code: 215,
    message: "Bad Authentication data: the request has no credentials",
    when: "A protected resource was called without credentials. WWW-Authenticate names the schemes that it accepts.",
    advice:
      "Sign the request with a user's access token, or send the application's bearer token where WWW-Authenticate names Bearer.",
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
    when: "The body came with a Content-Encoding other than identity, such as gzip.",
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
    when: "An application called on its own behalf where a user's access token is needed.",
    advice: "Sign the request with a user's access token.",
  },
  wrongContext: {
    status: 403,
    code: 220,
    message: "Your credentials do not allow access to this resource",
    when: "A user's access token was used at an API that is for applications on their own behalf.",
    advice: "Use the application's bearer token, or sign the request without a token.",
  },
  accessTypeTooHigh: {
    status: 403,
    code: 261,
    message: "Application cannot perform write actions",
    when: "An access type above the application's was asked for, or a read-only token was used to write.",
    advice: "Raise the application's access in its settings, and ask users for access again.",
  },
  notTheOwner: {
    status: 403,
    code: 348,
    message: "Client application is not permitted to invalidate this token",
    when: "The access token that signs oauth2/invalidate_token is not the application owner's.",
    advice: "Sign with the access token that the owner generated under Keys and tokens.",
  },
  callbackNotApproved: {
    status: 403,
    code: 415,
    message: "Callback URL not approved for this client application",
    when: "oauth_callback matches none of the application's callback URLs.",
    advice: "Register the callback URL in the settings, exactly as you send it but for its query.",
  },
  applicationSuspended: {
    status: 401,
    code: 416,
    message: "Invalid / suspended application",
    when: "The application was suspended.",
    advice:
      "The application's page shows the reason. Administrators of the service can lift the suspension.",
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

export interface RequestErrorMore {
  /** Appended to the public message after a colon. Names parameters and causes, never a secret. */
  readonly detail?: string;
  /** For the administrator's log only. */
  readonly reason?: string;
  readonly retryAfterSeconds?: number;
  readonly allow?: readonly string[];
  /** The application whose credentials were verified before the rejection. */
  readonly verifiedAs?: ApplicationId | undefined;
  /** The application that the request named without proving it, and the cause. */
  readonly failedAuthentication?: FailedAuthentication;
}

/**
 * The only error that crosses folders: thrown where the reason is found, and turned into a response by
 * `verification/error-reply.ts`.
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

/**
 * Thrown when a store cannot answer because it is unreachable, locked, full or broken. It always leads to a
 * rejection, never to an acceptance.
 */
export class StoreFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StoreFailure";
  }
}

/** Thrown when the disk did not confirm a commit, so nobody knows whether the write will be found later. */
export class OutcomeUnknown extends StoreFailure {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OutcomeUnknown";
  }
}
