/** Requests that named an application without proving that they came from it, for an owner whose requests fail. */

/** The causes, as far as they can be told without revealing whether someone else's token exists. */
export const unprovenCauses = ["signature", "secret", "token", "clock", "nonce"] as const;
export type UnprovenCause = (typeof unprovenCauses)[number];

export interface UnprovenClaim {
  /** As it was sent; there may be no such application. */
  readonly consumerKey: string;
  readonly cause: UnprovenCause;
}

export interface UnprovenRequest {
  readonly at: number;
  readonly cause: UnprovenCause;
  /** The operation's name, or empty if another server reported the request. */
  readonly operation: string;
}

export interface Unproven {
  /** Counted since the first of them. */
  readonly count: number;
  readonly since: number | undefined;
  readonly latest: readonly UnprovenRequest[];
}

/** Each process keeps these in memory only, with a bound, because strangers cause them. */
export interface UnprovenRequests {
  note(consumerKey: string, request: UnprovenRequest): void;
  of(consumerKey: string): Unproven;
}
