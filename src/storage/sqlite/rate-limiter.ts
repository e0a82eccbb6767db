/**
 * The rate limiter of one process. Windows are aligned to the clock, and all counts of a window are dropped
 * together when it ends, so cleaning up costs nothing. Only one thread counts, so admission is exact. What
 * anonymous callers can store in it is bounded.
 */
import {
  countedBy,
  defaultRateLimits,
  type LimitName,
  limits,
  type RemainingQuota,
  windowMsOf,
} from "../../domain/limits.ts";
import type { Metered, RateLimiter } from "../../domain/ports/rate-limiter.ts";
import { boundedCounts, type Counts, exactCounts } from "./counts.ts";

export function openRateLimiter(
  limitOf: Readonly<Record<LimitName, number>> = defaultRateLimits(),
): RateLimiter<never> {
  /**
   * Windows by length. Codes are also counted by the day, and limits of the administrator's APIs have their own
   * windows.
   */
  const windows = new Map<number, Window>();

  return {
    hit(limit, key, now, { allowed = allowedBy(limit), weight = 1 } = {}) {
      const window = windowAt(limit, now);
      return quota(window, allowed, countsFor(limit, window).add(nameOf(limit, key), weight));
    },

    forgive(limit, key, now) {
      const window = windowAt(limit, now);
      // The count is gone if its window has ended.
      if (Math.floor(now / window.lengthMs) < window.number) return;
      countsFor(limit, window).add(nameOf(limit, key), -1);
    },

    quota(limit, key, now, { allowed = allowedBy(limit) } = {}) {
      const window = windowAt(limit, now);
      return quota(window, allowed, countsFor(limit, window).count(nameOf(limit, key)));
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
      if (found.number * lengthMs - now > maxRequestMs) found.number = number;
      return found;
    }
    const begun = { lengthMs, number, verified: exactCounts(), anonymous: boundedCounts() };
    windows.set(lengthMs, begun);
    return begun;
  }
}

/** A time further back than this is not a slow request but a clock that was set back. */
const maxRequestMs = 60_000;

interface Window {
  readonly lengthMs: number;
  /** Since the epoch. */
  number: number;
  readonly verified: Counts;
  readonly anonymous: Counts;
}

function countsFor(limit: Metered, { verified, anonymous }: Window): Counts {
  const { per } = typeof limit === "string" ? limits[limit] : limit;
  return countedBy[per].keysOfAnonymous ? anonymous : verified;
}

function nameOf(limit: Metered, key: string): string {
  return `${typeof limit === "string" ? limit : limit.name} ${key}`;
}

function quota({ lengthMs, number }: Window, limit: number, count: number): RemainingQuota {
  return {
    limit,
    remaining: Math.max(limit - count, 0),
    resetAt: Math.ceil(((number + 1) * lengthMs) / 1000),
    admitted: count <= limit,
  };
}
