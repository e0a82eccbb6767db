/** A request that was rejected, and waits to be explained. */
import type { RequestParts } from "#oauth1";
import type { ApplicationId, UserId } from "./credentials.ts";
import type { RequestError, RequestErrorName } from "./errors.ts";

export interface ReceivedRequest extends RequestParts {
  readonly id: string;
  readonly authorizations: number;
  readonly address: string;
  readonly headers: { readonly host?: string | undefined };
  /** The client's User-Agent. It is undefined if another server describes the request without it. */
  readonly userAgent?: string | undefined;
}

/** Rejected requests are explained after the response. The queue is bounded, because anonymous callers fill it. */
export interface RejectedRequestQueue {
  /** `origin` is the only one with which the signature was checked. Returns whether the request will be kept. */
  offer(
    request: ReceivedRequest,
    rejection: RequestError,
    more: {
      readonly operation: string;
      readonly origin?: string | undefined;
      readonly verifiedAs?: ApplicationId | undefined;
      readonly userId?: UserId | undefined;
      readonly authenticated: boolean;
    },
  ): boolean;
  /** Resolves once everything in the queue is written or dropped. */
  settled(): Promise<void>;
}

/** An explanation can't help the sender if the service was busy. */
export function isExplained(rejection: RequestErrorName): boolean {
  return explained.has(rejection);
}

const explained: ReadonlySet<RequestErrorName> = new Set<RequestErrorName>([
  "couldNotAuthenticate",
  "verifierRejected",
  "wrongBody",
  "userSuspended",
  "invalidToken",
  "unknownBearer",
  "timestampOutOfBounds",
  "grantTypeMissing",
  "grantTypeUnsupported",
  "badAuthenticationData",
  "signatureMethodNotAccepted",
  "networkNotAllowed",
  "userContextNeeded",
  "ended",
  "wrongContext",
  "accessTypeTooHigh",
  "notTheOwner",
  "callbackNotApproved",
  "applicationSuspended",
  "applicationNotApproved",
  "desktopOnly",
]);
