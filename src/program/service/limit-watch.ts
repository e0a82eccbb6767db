/** Watches for applications that come close to a limit. A request costs a comparison of two numbers. */
import { type Awaitable, after } from "../../domain/awaitable.ts";
import type { ApplicationId } from "../../domain/credentials.ts";
import {
  endOfWindow,
  isLong,
  type WindowLength,
  windowNumber,
} from "../../domain/limit-windows.ts";
import { type LimitedName, limits, type RemainingQuota, windowMsOf } from "../../domain/limits.ts";
import {
  type LimitCounted,
  type LimitPercent,
  limitNoticeMs,
  percentReached,
} from "../../domain/notification.ts";
import type { Metered, RateLimiter } from "../../domain/ports/rate-limiter.ts";

export interface LimitReached {
  readonly applicationId: ApplicationId;
  readonly limit: LimitedName;
  readonly percent: LimitPercent;
  readonly allowed: number;
  readonly per: LimitCounted;
  /** Undefined if the limit has one window, of up to a day. */
  readonly window: WindowLength | undefined;
  /** It isn't reported again for this time: a day, or what is left behind of a longer window. */
  readonly quietMs: number;
  readonly now: number;
}

/**
 * Each limit is reported once a day, and each window that is longer once. Beyond this many the oldest are forgotten,
 * and reported again.
 */
const maxRemembered = 10_000;

export interface ReachedLimits {
  waiting(): readonly LimitReached[];
  /** Only what the database has may be noted: the watch does not report it again for a day. */
  noted(reached: LimitReached): void;
}

/** `seen` is called when there is something to note. */
export function watchedLimits(
  meter: RateLimiter<never>,
  seen: () => void,
): ReachedLimits & { readonly meter: RateLimiter<never> } {
  const waiting = new Map<string, LimitReached>();
  const noticed = new Map<string, LimitReached>();

  return {
    meter: {
      ...meter,
      hit(limit, key, now, own): Awaitable<RemainingQuota> {
        return after(meter.hit(limit, key, now, own), (quota) => {
          look(limit, key, now, quota, own);
          return quota;
        });
      },
    },
    waiting: () => [...waiting.values()],
    noted(reached) {
      const name = nameOf(reached);
      // More of the limit may have been reached meanwhile.
      if (waiting.get(name) === reached) waiting.delete(name);
    },
  };

  function look(
    metered: Metered,
    key: string,
    now: number,
    { limit: allowed, remaining, admitted }: RemainingQuota,
    own: Parameters<RateLimiter["hit"]>[3],
  ): void {
    const percent = admitted ? percentReached(allowed, remaining, own?.weight) : undefined;
    if (percent === undefined) return;
    const counted = (typeof metered === "string" ? limits[metered] : metered).per;
    if (counted !== "application" && counted !== "user and application") return;
    // Requests to an API without a user count for their application alone.
    const per = key.includes(" ") ? counted : "application";
    const applicationId = key.slice(key.indexOf(" ") + 1) as ApplicationId;
    const limit = typeof metered === "string" ? metered : metered.name;
    const length = own?.length ?? lengthOf(metered);
    const window = own?.length !== undefined || isLong(length) ? length : undefined;
    const quietMs = isLong(length) ? sinceBegin(length, now) : limitNoticeMs;
    const name = nameOf({ applicationId, limit, window });
    const before = noticed.get(name);
    if (before && before.percent >= percent && Math.abs(now - before.now) < quietMs) return;
    const reached = { applicationId, limit, percent, allowed, per, window, quietMs, now };
    noticed.delete(name);
    noticed.set(name, reached);
    waiting.set(name, reached);
    seen();
    const [oldest = ""] = noticed.keys();
    if (noticed.size > maxRemembered) {
      noticed.delete(oldest);
      waiting.delete(oldest);
    }
  }
}

function lengthOf(metered: Metered): WindowLength {
  return typeof metered === "string" ? windowMsOf(metered) : metered.windows[0].length;
}

function sinceBegin(length: WindowLength, now: number): number {
  return now - endOfWindow(length, windowNumber(length, now) - 1);
}

function nameOf({
  applicationId,
  limit,
  window,
}: Pick<LimitReached, "applicationId" | "limit" | "window">): string {
  return `${applicationId} ${limit} ${window ?? ""}`;
}
