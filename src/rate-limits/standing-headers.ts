import type { Standing } from "../domain/limits.ts";

/** Clients read how many requests a window has, how many are left, and when it ends in seconds since the epoch. */
export function standingHeaders(standing: Standing): Record<string, string> {
  return {
    "x-rate-limit-limit": String(standing.limit),
    "x-rate-limit-remaining": String(standing.remaining),
    "x-rate-limit-reset": String(standing.resetAt),
  };
}
