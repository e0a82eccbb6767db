import type { Awaitable } from "../awaitable.ts";

export interface ReplayBook {
  /**
   * "first" to the first who asks for this scope and nonce, "repeated" to everybody after, for as long as
   * a request with this timestamp (seconds since the epoch) would be accepted. What it answered "first" to
   * survives the death of the process. "forgotten" where the book no longer has the nonces of that
   * time, because the clock has been further already: nothing of it is accepted again. Throws
   * `StoreFailure` where it cannot remember.
   */
  remember(scope: string, nonce: string, timestamp: number, now: number): Awaitable<Remembered>;
  /** Whether the nonce is remembered, without remembering it. False once its time is forgotten. */
  knows(scope: string, nonce: string, timestamp: number): Awaitable<boolean>;
  /** Throws `StoreFailure` if it cannot remember. */
  ping(): Awaitable<void>;
}

export type Remembered = "first" | "repeated" | "forgotten";
