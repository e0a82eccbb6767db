/**
 * The nonce store and rate limiter of a running service. They are closed with it, and it lets them forget what
 * has passed.
 */
import type { Awaitable } from "../domain/awaitable.ts";
import type { NonceStore } from "../domain/ports/nonce-store.ts";
import type { RateLimiter } from "../domain/ports/rate-limiter.ts";

/** The nonce store with its maintenance. */
export type ServerNonceStore = NonceStore &
  AsyncDisposable & {
    /**
     * The latest time (milliseconds) that had certainly passed when the store was opened. It is undefined if unknown.
     */
    readonly openedAfter: number | undefined;
    /** Why nonces cannot be stored now. Undefined if they can. */
    problem(): string | undefined;
    /**
     * Until when (milliseconds) a request is rejected that is signed at `now`, because this store doesn't know the
     * nonces of that time. Returns undefined if it isn't rejected. Throws `StoreFailure`.
     */
    rejectsUntil(now: number): Awaitable<number | undefined>;
    /** Forgets the minutes that have passed at `now`. Returns how many. */
    sweep(now: number): Promise<number>;
  };

export type ServerRateLimiter = RateLimiter<never> &
  AsyncDisposable & {
    /** Drops the counts of windows that have passed at `now`. */
    sweep(now: number): Promise<void>;
  };
