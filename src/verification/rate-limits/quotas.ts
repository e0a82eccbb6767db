import type { NamedQuota, RemainingQuota, WindowQuota } from "../../domain/limits.ts";
import type { Caller } from "../authentication/authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import { findCount, quotaOf, quotasOf } from "./count-call.ts";
import type { LimitInForce } from "./limits-in-force.ts";

/** Counts nothing. Limits that do not apply to this caller are left out; undefined if nothing is limited. */
export async function quotas(
  limits: readonly LimitInForce[],
  caller: Caller,
  address: string,
  dependencies: Dependencies,
): Promise<readonly NamedQuota[] | undefined> {
  const found: NamedQuota[] = [];
  for (const { name, metered } of limits) {
    const count = findCount(metered, caller, { address });
    if (count === undefined) continue;
    const quota = await quotaOf(count, dependencies);
    if (quota === undefined) return undefined;
    found.push({ name, ...quota });
  }
  return found;
}

/** Counts nothing. The quota of each window of each limit; undefined if nothing is limited. */
export async function quotasByWindow(
  limits: readonly LimitInForce[],
  caller: Caller,
  address: string,
  dependencies: Dependencies,
): Promise<readonly WindowQuota[] | undefined> {
  const found: WindowQuota[] = [];
  for (const { name, metered } of limits) {
    const count = findCount(metered, caller, { address });
    if (count === undefined) continue;
    found.push(...(await quotasOf(count, dependencies)).map((one) => ({ name, ...one })));
  }
  return found.length === 0 ? undefined : found;
}

/** Clients read how many requests a window has, how many are left, and when it ends in seconds since the epoch. */
export function quotaHeaders(quota: RemainingQuota): Record<string, string> {
  return {
    "x-rate-limit-limit": String(quota.limit),
    "x-rate-limit-remaining": String(quota.remaining),
    "x-rate-limit-reset": String(quota.resetAt),
  };
}
