/**
 * The rate meter of one process. Windows are aligned to the clock, and all counts of a window are
 * dropped together when it ends, so cleaning up costs nothing. One thread counts, so admission is
 * exact. What strangers can make it keep is bounded.
 */
import type { ApiLimit } from "../../domain/api-limits.ts";
import {
  countedBy,
  defaultRateLimits,
  type LimitName,
  limits,
  type Standing,
  windowMsOf,
} from "../../domain/limits.ts";
import type { RateMeter } from "../../domain/ports/rate-meter.ts";
import { boundedCounts, type Counts, exactCounts } from "./counts.ts";

export function openRateMeter(
  limitOf: Readonly<Record<LimitName, number>> = defaultRateLimits(),
): RateMeter<never> {
  /** By their lengths: codes are counted by the day too, and limits of the operator's APIs have windows of their own. */
  const windows = new Map<number, Window>();

  return {
    hit(limit, key, now, { allowed = allowedBy(limit) } = {}) {
      const window = windowAt(limit, now);
      return standing(window, allowed, countsFor(limit, window).add(nameOf(limit, key), 1));
    },

    forgive(limit, key, now) {
      const window = windowAt(limit, now);
      // What was counted in a window that has ended went with it.
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
   * A clock that is set back grants nothing: the counts stay, but in the window that the clock is in now.
   * To wait for the window that it was in could take years. A request that began before the window did leaves it as it
   * is: if it moved it back, the next request would start an empty window.
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

/** A time that is further back than this is no request's, but that of a clock that was set back. */
const longestRequestMs = 60_000;

type Metered = LimitName | ApiLimit;

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
