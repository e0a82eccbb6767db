/**
 * The rate meter of one process. Windows are aligned to the clock, and all counts of a window are dropped
 * together when it ends, so cleaning up costs nothing. Only one thread counts, so admission is exact. What
 * strangers can store in it is bounded.
 */
import {
  countedBy,
  defaultRateLimits,
  type LimitName,
  limits,
  type Standing,
  windowMsOf,
} from "../../domain/limits.ts";
import type { Metered, RateMeter } from "../../domain/ports/rate-meter.ts";
import { boundedCounts, type Counts, exactCounts } from "./counts.ts";

export function openRateMeter(
  limitOf: Readonly<Record<LimitName, number>> = defaultRateLimits(),
): RateMeter<never> {
  /**
   * Windows by length. Codes are also counted by the day, and limits of the operator's APIs have their own
   * windows.
   */
  const windows = new Map<number, Window>();

  return {
    hit(limit, key, now, { allowed = allowedBy(limit) } = {}) {
      const window = windowAt(limit, now);
      return standing(window, allowed, countsFor(limit, window).add(nameOf(limit, key), 1));
    },

    forgive(limit, key, now) {
      const window = windowAt(limit, now);
      // The count is gone if its window has ended.
      if (Math.floor(now / window.lengthMs) < window.number) return;
      countsFor(limit, window).add(nameOf(limit, key), -1);
    },

    standing(limit, key, now, { allowed = allowedBy(limit) } = {}) {
      const window = windowAt(limit, now);
      return standing(window, allowed, countsFor(limit, window).count(nameOf(limit, key)));
    },
  };

  function allowedBy(limit: Metered): number {
    return typeof limit === "string" ? limitOf[limit] : limit.limit;
  }

  /**
   * A clock that is set back grants nothing: the counts move to the window in which the clock is now, because
   * waiting for the old window could take years. A request that began before the window leaves the window as it
   * is; otherwise the next request would start an empty one.
   */
  function windowAt(limit: Metered, now: number): Window {
    const lengthMs = typeof limit === "string" ? windowMsOf(limit) : limit.windowMs;
    const number = Math.floor(now / lengthMs);
    const found = windows.get(lengthMs);
    if (found !== undefined && number <= found.number) {
      if (found.number * lengthMs - now > longestRequestMs) found.number = number;
      return found;
    }
    const begun = { lengthMs, number, proven: exactCounts(), strangers: boundedCounts() };
    windows.set(lengthMs, begun);
    return begun;
  }
}

/** A time further back than this is not a slow request but a clock that was set back. */
const longestRequestMs = 60_000;

interface Window {
  readonly lengthMs: number;
  /** Since the epoch. */
  number: number;
  readonly proven: Counts;
  readonly strangers: Counts;
}

function countsFor(limit: Metered, { proven, strangers }: Window): Counts {
  const { per } = typeof limit === "string" ? limits[limit] : limit;
  return countedBy[per].keysOfStrangers ? strangers : proven;
}

function nameOf(limit: Metered, key: string): string {
  return `${typeof limit === "string" ? limit : limit.name} ${key}`;
}

function standing({ lengthMs, number }: Window, limit: number, count: number): Standing {
  return {
    limit,
    remaining: Math.max(limit - count, 0),
    resetAt: Math.ceil(((number + 1) * lengthMs) / 1000),
    admitted: count <= limit,
  };
}
