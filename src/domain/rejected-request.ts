/** The owner and admins of an application can open each of its rejected requests by ID for a day. */
import type { RequestParts } from "#oauth1";
import type { ApplicationId } from "./credentials.ts";
import { dayMs } from "./day.ts";
import type { RequestError, RequestErrorName } from "./errors.ts";

export const rejectedRequestMs = dayMs;

/** Beyond this many, the network that sent the most loses its oldest. */
export const maxRejectedRequests = 50;

/** The limit is in characters. */
export const maxExplanation = 8_192;

/** This response header names the ID of a rejected request. */
export const requestIdHeader = "x-countersign-request";

export interface RejectedRequest {
  readonly id: string;
  readonly at: number;
  /** The operation's name, or empty if another server reported the request. */
  readonly operation: string;
  readonly code: number;
}

export interface ExplainedRequest extends RejectedRequest {
  readonly applicationId: ApplicationId;
  /** See `networkOf`. It decides whose requests are deleted first. */
  readonly network: string;
  /** The request and its errors, as text without secrets. */
  readonly explanation: string;
}

export interface SealedExplanation extends RejectedRequest {
  readonly applicationId: ApplicationId;
  readonly sealed: Uint8Array;
}

export function rejectedRequestIdentity(id: string): string {
  return `rejected_request.explanation:${id}`;
}

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
  "userContextNeeded",
  "wrongContext",
  "accessTypeTooHigh",
  "notTheOwner",
  "callbackNotApproved",
  "applicationSuspended",
  "desktopOnly",
]);

/** The ID of a request in a batch ends with its number. */
export function isRequestId(text: string): boolean {
  return /^[0-9a-f]{12}-[0-9a-z]{1,12}(?:\.[0-9]{1,3})?$/.test(text);
}
