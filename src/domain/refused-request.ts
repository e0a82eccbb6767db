/** Refused requests that named an application. Its owner and admins can open each by its id for a day. */
import type { RequestParts } from "#oauth1";
import type { ApplicationId } from "./credentials.ts";
import { dayMs } from "./day.ts";
import type { Refusal, RefusalName } from "./refusals.ts";

/** How long a refused request is kept, in milliseconds. */
export const refusedRequestMs = dayMs;

/** The most that are kept for one application. Beyond it, the network that sent the most loses its oldest. */
export const mostRefusedRequests = 50;

/** The longest explanation that is kept, in characters. */
export const longestExplanation = 8_192;

/** The response header of a refusal that names the request's id. */
export const requestIdHeader = "x-countersign-request";

export interface RefusedRequest {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The operation's name. Empty if another server asked about the request. */
  readonly operation: string;
  /** The code in the table of errors. */
  readonly code: number;
}

export interface ExplainedRequest extends RefusedRequest {
  readonly applicationId: ApplicationId;
  /** See `networkOf`. It decides whose requests are deleted first. */
  readonly network: string;
  /** What was sent and what is wrong with it, as text without secrets. */
  readonly explanation: string;
}

/** As the ledger stores it. */
export interface SealedExplanation extends RefusedRequest {
  readonly applicationId: ApplicationId;
  readonly sealed: Uint8Array;
}

/** The identity that an explanation is bound to when it is encrypted. */
export function refusedRequestIdentity(id: string): string {
  return `refused_request.explanation:${id}`;
}

/** A request as it was received, and what is needed to explain its refusal. */
export interface ReceivedRequest extends RequestParts {
  readonly id: string;
  readonly authorizations: number;
  readonly address: string;
  readonly headers: { readonly host?: string | undefined };
}

/** A queue of refused requests that are explained after they are answered. Bounded, because strangers fill it. */
export interface RefusedRequestQueue {
  /**
   * `origin`: the only one with which the signature was checked. Returns whether the request will be kept,
   * unless something fails.
   */
  offer(
    request: ReceivedRequest,
    refusal: Refusal,
    more: {
      readonly operation: string;
      readonly origin?: string | undefined;
      readonly provenAs?: ApplicationId | undefined;
    },
  ): boolean;
  /** Resolves once everything in the queue is written or dropped. */
  settled(): Promise<void>;
}

/** Whether an explanation can help the sender. It cannot if the service was busy. */
export function isExplained(refusal: RefusalName): boolean {
  return explained.has(refusal);
}

const explained: ReadonlySet<RefusalName> = new Set<RefusalName>([
  "couldNotAuthenticate",
  "verifierRejected",
  "userSuspended",
  "invalidToken",
  "unknownBearer",
  "timestampOutOfBounds",
  "grantTypeMissing",
  "grantTypeUnsupported",
  "badAuthenticationData",
  "userContextNeeded",
  "wrongContext",
  "accessTypeTooHigh",
  "notTheOwner",
  "callbackNotApproved",
  "applicationSuspended",
  "desktopOnly",
]);

/** Whether the text is a request id. In a batch each request adds its number. */
export function isRequestId(text: string): boolean {
  return /^[0-9a-f]{12}-[0-9a-z]{1,12}(?:\.[0-9]{1,3})?$/.test(text);
}
