/**
 * The request log: of each application, requests that were rejected, the latest that were verified, and a sample of
 * the others. Its owner, its editors and administrators read it for a day, or as long as a setting says.
 */
import type { ApplicationId, UserId } from "./credentials.ts";

/** Of rejected requests of an application. Beyond them, the network that sent the most loses its oldest. */
export const maxRejected = 50;

/** Of verified requests of an application. */
export const maxLatest = 50;

/** Of the sample of an application's verified requests. Beyond them, it has half as many. */
export const maxSampled = 200;

/** The limit is in characters. */
export const maxDetails = 8_192;

/** Verified requests in one write. Other writes wait meanwhile, so the number is small. */
export const maxLoggedAtOnce = 400;

/** This response header names the ID of a rejected request. */
export const requestIdHeader = "x-countersign-request";

export interface LoggedRequest {
  readonly id: string;
  readonly at: number;
  /** The operation's name, or empty if another server reported the request. */
  readonly operation: string;
  /** The code of its error, or 0 if it was verified. */
  readonly code: number;
  /** Whether the caller proved who it is. Anyone who knows the consumer key can cause the others. */
  readonly authenticated: boolean;
}

/** `details` is the request as text without secrets, and if it was rejected, why. */
export interface NewLoggedRequest extends LoggedRequest {
  readonly applicationId: ApplicationId;
  readonly userId: UserId | undefined;
  readonly details: string;
  readonly expiresAt: number;
}

export interface RejectedRequest extends NewLoggedRequest {
  /** See `networkOf`. It decides whose requests are deleted first. */
  readonly network: string;
}

export interface VerifiedRequest extends NewLoggedRequest {
  /** See `sampleLevel`. The sample has the requests with the highest ones. */
  readonly level: number;
}

/** A request as a list shows it. */
export interface ListedRequest extends LoggedRequest {
  readonly applicationId: ApplicationId;
  readonly screenName: string | undefined;
}

export interface SealedRequest extends ListedRequest {
  readonly sealed: Uint8Array;
}

export function loggedRequestIdentity(id: string): string {
  return `logged_request.details:${id}`;
}

/**
 * Half of all requests have at least level 1, a quarter have at least level 2, and so on. So a sample of one in 2 ** n
 * is what has at least level n, however many processes log, and no one has to count. `random` is below 1.
 */
export function sampleLevel(random: number): number {
  return Math.clz32(random * 2 ** 32);
}

/** The lowest level of a sample of at most `room` of these. */
export function lowestLevel(levels: readonly number[], room: number): number {
  const beyond = levels.toSorted((one, other) => other - one)[room];
  return beyond === undefined ? 0 : beyond + 1;
}

/** The ID of a request in a batch ends with its number. */
export function isRequestId(text: string): boolean {
  return /^[0-9a-f]{12}-[0-9a-z]{1,12}(?:\.[0-9]{1,3})?$/.test(text);
}
