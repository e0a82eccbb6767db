import type { Caller } from "../authentication/authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import type { NamedStanding, Standing } from "../domain/limits.ts";
import { findCount, standingOf } from "./count-call.ts";
import type { LimitInForce } from "./limits-in-force.ts";

/** Counts nothing. Limits that do not apply to this caller are left out; undefined if nothing is limited. */
export async function standings(
  limits: readonly LimitInForce[],
  caller: Caller,
  address: string,
  dependencies: Dependencies,
): Promise<readonly NamedStanding[] | undefined> {
  const found: NamedStanding[] = [];
  for (const { name, metered } of limits) {
    const count = findCount(metered, caller, { address });
    if (count === undefined) continue;
    const standing = await standingOf(count, dependencies);
    if (standing === undefined) return undefined;
    found.push({ name, ...standing });
  }
  return found;
}

/** Clients read how many requests a window has, how many are left, and when it ends in seconds since the epoch. */
export function standingHeaders(standing: Standing): Record<string, string> {
  return {
    "x-rate-limit-limit": String(standing.limit),
    "x-rate-limit-remaining": String(standing.remaining),
    "x-rate-limit-reset": String(standing.resetAt),
  };
}
