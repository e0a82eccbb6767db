/** Requests that were refused and named an application: its owner and admins can open one by its id for a day. */
import type { RequestParts } from "../oauth1/request-parameters.ts";
import type { ApplicationId } from "./credentials.ts";
import type { Refusal, RefusalName } from "./refusals.ts";

/** How long one is kept, in milliseconds. */
export const refusedRequestMs = 24 * 60 * 60_000;

/** Of one application. Where there are more, the networks that sent most lose their oldest. */
export const mostRefusedRequests = 50;

/** What the explanation of one may take up, in characters. */
export const longestExplanation = 8_192;

/** The header of a refusal that names its request. */
export const requestIdHeader = "x-countersign-request";

export interface RefusedRequest {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The operation's name; empty: somebody else's server asked about it. */
  readonly operation: string;
  /** Of the error table. */
  readonly code: number;
}

export interface ExplainedRequest extends RefusedRequest {
  readonly applicationId: ApplicationId;
  /** See `networkOf`: whose requests make room for others. */
  readonly network: string;
  /** What was sent and what is wrong with it, as text without secrets. */
  readonly explanation: string;
}

/** As the ledger has it. */
export interface SealedExplanation extends RefusedRequest {
  readonly applicationId: ApplicationId;
  readonly sealed: Uint8Array;
}

/** What an explanation is sealed for. */
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

/** Takes in refused requests, to be explained once they are answered. Bounded: strangers cause these. */
export interface RefusedRequestQueue {
  /** `origin`: the only one that its signature was checked with. Returns whether it is going to be kept, unless something fails. */
  offer(
    request: ReceivedRequest,
    refusal: Refusal,
    more: {
      readonly operation: string;
      readonly origin?: string | undefined;
      readonly provenAs?: ApplicationId | undefined;
    },
  ): boolean;
  /** Resolves once everything that was taken in is written, or dropped. */
  settled(): Promise<void>;
}

/** Whether the request's sender can learn something from an explanation: not that the service was busy. */
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

/** Ids as the service makes them; of a batch each has its number. */
export function isRequestId(text: string): boolean {
  return /^[0-9a-f]{12}-[0-9a-z]{1,12}(?:\.[0-9]{1,3})?$/.test(text);
}
