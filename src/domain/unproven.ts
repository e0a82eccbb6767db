/** Requests that named an application and did not prove to be its: for its owner, who asks why they fail. */

/** As much as may be said of the cause: not whether somebody else's token exists. */
export const unprovenCauses = ["signature", "secret", "token", "clock", "nonce"] as const;
export type UnprovenCause = (typeof unprovenCauses)[number];

/** What a refused request said it was, for `Refusal`. */
export interface UnprovenClaim {
  /** As it was sent: perhaps no application has it. */
  readonly consumerKey: string;
  readonly cause: UnprovenCause;
}

export interface UnprovenRequest {
  /** In milliseconds since the epoch. */
  readonly at: number;
  readonly cause: UnprovenCause;
  /** The operation's name; empty: somebody else's server asked about it. */
  readonly operation: string;
}

export interface Unproven {
  /** Since the first of them. */
  readonly count: number;
  /** When the first of them was; undefined: there was none. */
  readonly since: number | undefined;
  /** The newest first. */
  readonly latest: readonly UnprovenRequest[];
}

/** Kept in memory alone, by each process, and bounded: strangers cause these. */
export interface UnprovenRequests {
  note(consumerKey: string, request: UnprovenRequest): void;
  of(consumerKey: string): Unproven;
}
