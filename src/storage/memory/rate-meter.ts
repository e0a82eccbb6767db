/**
 * The rate meter of one process. Windows are aligned to the clock, and all counts of a window live
 * in one map that is dropped whole when the window ends, so cleaning up costs nothing. One thread counts,
 * so admission is exact.
 */
import {
  defaultRateLimits,
  type LimitName,
  limitWindowMs,
  type Standing,
} from "../../domain/limits.ts";
import type { RateMeter } from "../../domain/ports.ts";

export function openRateMeter(
  limitOf: Readonly<Record<LimitName, number>> = defaultRateLimits(),
): RateMeter {
  let window = 0;
  let counts = new Map<string, number>();

  return {
    hit(name, key, now, allowed = limitOf[name]) {
      turn(now);
      const counted = `${name} ${key}`;
      const count = (counts.get(counted) ?? 0) + 1;
      counts.set(counted, count);
      return standing(allowed, count);
    },

    forgive(name, key, now) {
      turn(now);
      const counted = `${name} ${key}`;
      const count = counts.get(counted);
      if (count !== undefined) counts.set(counted, count - 1);
    },

    standing(name, key, now, allowed = limitOf[name]) {
      turn(now);
      return standing(allowed, counts.get(`${name} ${key}`) ?? 0);
    },
  };

  /** A clock set back keeps counting in the window it was in. */
  function turn(now: number): void {
    const current = Math.floor(now / limitWindowMs);
    if (current <= window) return;
    window = current;
    counts = new Map();
  }

  function standing(limit: number, count: number): Standing {
    return {
      limit,
      remaining: Math.max(limit - count, 0),
      resetAt: ((window + 1) * limitWindowMs) / 1000,
      admitted: count <= limit,
    };
  }
}
