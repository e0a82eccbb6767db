import type { Awaitable } from "../awaitable.ts";

export interface ReplayBook {
  /**
   * "first" to the first who asks for this nonce in its scope, "repeated" to everybody after, for as long as
   * a request with this timestamp would be accepted. What it answered "first" to
   * survives the death of the process. "forgotten" where the book no longer has the nonces of that
   * time, because the clock has been further already: nothing of it is accepted again. Throws
   * `StoreFailure` where it cannot remember.
   */
  remember(spent: SpentNonce): Awaitable<Remembered>;
  /** Whether the nonce is remembered, without remembering it. False once its time is forgotten. */
  knows(spent: SpentNonce): Awaitable<boolean>;
  /** Throws `StoreFailure` if it cannot remember. */
  ping(): Awaitable<void>;
}

export interface SpentNonce {
  /** Within what the nonce is unique. */
  readonly scope: string;
  readonly nonce: string;
  /** In seconds since the epoch. */
  readonly timestamp: number;
}

export type Remembered = "first" | "repeated" | "forgotten";
