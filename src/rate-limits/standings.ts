import type { Caller } from "../authentication/authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import type { NamedStanding } from "../domain/limits.ts";
import { findCount, standingOf } from "./count-call.ts";
import type { LimitInForce } from "./limits-in-force.ts";

/**
 * Returns a caller's remaining quota of each of these limits, without counting. Limits that do not apply to this
 * caller are left out. Returns undefined if the service limits nothing.
 */
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
