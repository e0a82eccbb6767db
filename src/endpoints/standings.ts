import type { Caller } from "../authentication/authentication.ts";
import type { LimitName, NamedStanding } from "../domain/limits.ts";
import type { Surroundings } from "../surroundings.ts";
import { limitKey } from "./limit-key.ts";

/**
 * How a caller stands against each of these limits, counting nothing; limits that do not count this
 * caller are left out. Undefined: the service limits nothing.
 */
export async function standings(
  names: readonly LimitName[],
  caller: Caller,
  address: string,
  { rateMeter, ownLimits, config, clock }: Surroundings,
): Promise<readonly NamedStanding[] | undefined> {
  if (config.rateLimits === "off") return undefined;
  const now = clock();
  const found: NamedStanding[] = [];
  for (const name of names) {
    const key = limitKey(name, caller, address);
    if (key === undefined) continue;
    const own = ownLimits.of(caller.applicationId, name);
    found.push({ name, ...(await rateMeter.standing(name, key, now, own)) });
  }
  return found;
}
