/** Watches for applications that come close to a limit. A request costs a comparison of two numbers. */
import { type Awaitable, after } from "../../domain/awaitable.ts";
import type { ApplicationId } from "../../domain/credentials.ts";
import { type LimitedName, limits, type RemainingQuota } from "../../domain/limits.ts";
import {
  type LimitCounted,
  type LimitPercent,
  limitNoticeMs,
  percentReached,
} from "../../domain/notification.ts";
import type { RateLimiter } from "../../domain/ports/rate-limiter.ts";

export interface LimitReached {
  readonly applicationId: ApplicationId;
  readonly limit: LimitedName;
  readonly percent: LimitPercent;
  readonly allowed: number;
  readonly per: LimitCounted;
  readonly now: number;
}

/** Each limit is reported once a day. Beyond this many the oldest are forgotten, and reported again. */
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
          look(limit, key, now, quota);
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
    metered: Parameters<RateLimiter["hit"]>[0],
    key: string,
    now: number,
    { limit: allowed, remaining, admitted }: RemainingQuota,
  ): void {
    const percent = admitted ? percentReached(allowed, remaining) : undefined;
    if (percent === undefined) return;
    const counted = (typeof metered === "string" ? limits[metered] : metered).per;
    if (counted !== "application" && counted !== "user and application") return;
    // Requests to an API without a user count for their application alone.
    const per = key.includes(" ") ? counted : "application";
    const applicationId = key.slice(key.indexOf(" ") + 1) as ApplicationId;
    const limit = typeof metered === "string" ? metered : metered.name;
    const name = nameOf({ applicationId, limit });
    const before = noticed.get(name);
    if (before && before.percent >= percent && Math.abs(now - before.now) < limitNoticeMs) return;
    const reached = { applicationId, limit, percent, allowed, per, now };
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

function nameOf({ applicationId, limit }: Pick<LimitReached, "applicationId" | "limit">): string {
  return `${applicationId} ${limit}`;
}
