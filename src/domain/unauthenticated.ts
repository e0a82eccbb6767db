/** Requests that named an application without proving that they came from it, for an owner whose requests fail. */

/** The causes, as far as they can be told without revealing whether someone else's token exists. */
export const unauthenticatedCauses = ["signature", "secret", "token", "clock", "nonce"] as const;
export type UnauthenticatedCause = (typeof unauthenticatedCauses)[number];

export interface UnauthenticatedClaim {
  /** As it was sent; there may be no such application. */
  readonly consumerKey: string;
  readonly cause: UnauthenticatedCause;
}

export interface UnauthenticatedRequest {
  readonly at: number;
  readonly cause: UnauthenticatedCause;
  /** The operation's name, or empty if another server reported the request. */
  readonly operation: string;
}

export interface Unauthenticated {
  /** Counted since the first of them. */
  readonly count: number;
  readonly since: number | undefined;
  readonly latest: readonly UnauthenticatedRequest[];
}

/** Each process keeps these in memory only, with a bound, because anonymous callers cause them. */
export interface UnauthenticatedRequests {
  note(consumerKey: string, request: UnauthenticatedRequest): void;
  of(consumerKey: string): Unauthenticated;
}
