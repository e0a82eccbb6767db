import type { Awaitable } from "../awaitable.ts";

export interface NonceStore {
  /**
   * Returns "first" to the first caller with this nonce in its scope and "repeated" to all others, for as long
   * as a request with this timestamp would be accepted. Once "first" is returned, the nonce survives a crash of
   * the process. "forgotten": the clock was already further, so the store no longer has the nonces of that time
   * and nothing from it is accepted. Throws `StoreFailure` if the nonce cannot be stored.
   */
  remember(spent: SpentNonce): Awaitable<Remembered>;
  /** Whether the nonce is in the store, without adding it. False once its time has been forgotten. */
  knows(spent: SpentNonce): Awaitable<boolean>;
  /** Throws `StoreFailure` if the store cannot store nonces. */
  ping(): Awaitable<void>;
}

export interface SpentNonce {
  /** The nonce is unique within this scope. */
  readonly scope: string;
  readonly nonce: string;
  /** The timestamp in seconds since the epoch. */
  readonly timestamp: number;
}

export type Remembered = "first" | "repeated" | "forgotten";
