/** The ports of a running service: they are closed with it, and it lets them forget what is past. */
import type { RateMeter } from "../domain/ports/rate-meter.ts";
import type { ReplayBook } from "../domain/ports/replay-book.ts";

/** The replay book with what its service does for it. */
export type KeptReplayBook = ReplayBook &
  AsyncDisposable & {
    /** The latest time (milliseconds) that was certainly over when the book was opened; undefined: not known. */
    readonly openedAfter: number | undefined;
    /** Why it cannot remember; undefined while it can. */
    trouble(): string | undefined;
    /** Forgets the minutes that are past at `now`; returns how many went. */
    sweep(now: number): Promise<number>;
  };

export type KeptRateMeter = RateMeter<never> &
  AsyncDisposable & {
    /** Drops what it counted in windows that are past at `now`. */
    sweep(now: number): Promise<void>;
  };
