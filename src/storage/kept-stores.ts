/**
 * The replay book and rate meter of a running service. They are closed with it, and it lets them forget what
 * has passed.
 */
import type { Awaitable } from "../domain/awaitable.ts";
import type { RateMeter } from "../domain/ports/rate-meter.ts";
import type { ReplayBook } from "../domain/ports/replay-book.ts";

/** The replay book with its upkeep. */
export type KeptReplayBook = ReplayBook &
  AsyncDisposable & {
    /** The latest time (milliseconds) that had certainly passed when the book was opened. Undefined if unknown. */
    readonly openedAfter: number | undefined;
    /** Why nonces cannot be stored now. Undefined if they can. */
    trouble(): string | undefined;
    /**
     * Until when (milliseconds) a request is rejected that is signed at `now`, because this book doesn't know the
     * nonces of that time. Undefined if it isn't rejected. Throws `StoreFailure`.
     */
    rejectsUntil(now: number): Awaitable<number | undefined>;
    /** Forgets the minutes that have passed at `now`. Returns how many. */
    sweep(now: number): Promise<number>;
  };

export type KeptRateMeter = RateMeter<never> &
  AsyncDisposable & {
    /** Drops the counts of windows that have passed at `now`. */
    sweep(now: number): Promise<void>;
  };
