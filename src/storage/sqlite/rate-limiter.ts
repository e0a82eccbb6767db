/**
 * The rate limiter of one process. Windows are aligned to the clock, and all counts of a window are dropped
 * together when it ends, so cleaning up costs nothing. Only one thread counts, so admission is exact. What
 * anonymous callers can store in it is bounded. Only counts of windows longer than a day are stored in a file.
 */

import {
  endOfWindow,
  isLong,
  type WindowLength,
  windowNumber,
} from "../../domain/limit-windows.ts";
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
import { openLongCounts } from "./long-counts.ts";

type SqliteRateLimiter = RateLimiter<never> &
  Disposable & {
    /** Deletes stored counts of windows that have passed at `now`, in steps. */
    sweep(now: number): void;
  };

/** `path`: the file of the counts of long windows. Without it, they end with the process. */
export function openRateLimiter(
  limitOf: Readonly<Record<LimitName, number>> = defaultRateLimits(),
  path?: string,
): SqliteRateLimiter {
  /**
   * Windows by length. Codes are also counted by the day, and limits of the administrator's APIs have their own
   * windows.
   */
  const windows = new Map<WindowLength, Window>();
  const long = openLongCounts({ path, maxRequestMs });

  return {
    hit(
      limit,
      key,
      now,
      { allowed = allowedBy(limit), weight = 1, length = lengthOf(limit) } = {},
    ) {
      const name = nameOf(limit, key);
      if (isLong(length)) return longQuota(length, allowed, long.add(length, name, now, weight));
      const window = windowAt(length, now);
      return quota(window, allowed, countsFor(limit, window).add(name, weight));
    },

    forgive(limit, key, now, { weight = 1, length = lengthOf(limit) } = {}) {
      const name = nameOf(limit, key);
      if (isLong(length)) {
        const { number } = long.add(length, name, now, 0);
        if (windowNumber(length, now) >= number) long.add(length, name, now, -weight);
        return;
      }
      const window = windowAt(length, now);
      // The count is gone if its window has ended.
      if (windowNumber(length, now) < window.number) return;
      countsFor(limit, window).add(name, -weight);
    },

    quota(limit, key, now, { allowed = allowedBy(limit), length = lengthOf(limit) } = {}) {
      const name = nameOf(limit, key);
      if (isLong(length)) return longQuota(length, allowed, long.add(length, name, now, 0));
      const window = windowAt(length, now);
      return quota(window, allowed, countsFor(limit, window).count(name));
    },

    sweep: (now) => long.sweep(now),
    [Symbol.dispose]: () => long[Symbol.dispose](),
  };

  function allowedBy(limit: Metered): number {
    return typeof limit === "string" ? limitOf[limit] : limit.windows[0].limit;
  }

  /**
   * A clock that is set back grants nothing: the counts move to the window in which the clock is now, because
   * waiting for the old window could take years. A request that began before the window leaves the window as it
   * is; otherwise the next request would start an empty one.
   */
  function windowAt(length: WindowLength, now: number): Window {
    const number = windowNumber(length, now);
    const found = windows.get(length);
    if (found !== undefined && number <= found.number) {
      if (endOfWindow(length, found.number - 1) - now > maxRequestMs) found.number = number;
      return found;
    }
    const begun = { length, number, verified: exactCounts(), anonymous: boundedCounts() };
    windows.set(length, begun);
    return begun;
  }
}

/** A time further back than this is not a slow request but a clock that was set back. */
const maxRequestMs = 60_000;

interface Window {
  readonly length: WindowLength;
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

function lengthOf(limit: Metered): WindowLength {
  return typeof limit === "string" ? windowMsOf(limit) : limit.windows[0].length;
}

function longQuota(
  length: WindowLength,
  allowed: number,
  { number, count }: { readonly number: number; readonly count: number },
): RemainingQuota {
  return quota({ length, number }, allowed, count);
}

function quota(
  { length, number }: Pick<Window, "length" | "number">,
  limit: number,
  count: number,
): RemainingQuota {
  return {
    limit,
    remaining: Math.max(limit - count, 0),
    resetAt: Math.ceil(endOfWindow(length, number) / 1000),
    admitted: count <= limit,
  };
}
