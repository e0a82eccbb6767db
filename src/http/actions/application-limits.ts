import type { Config } from "../../config/config.ts";
import { type LimitChanges, maxLimit } from "../../domain/limits.ts";
import { limitsOfApplications } from "../../verification/rate-limits/limits-in-force.ts";

export type ReadLimits =
  | { readonly ok: true; readonly limits: LimitChanges }
  | { readonly ok: false; readonly problem: string };

/** An application's own limits, by names that the service has. */
export function readLimits(given: Readonly<Record<string, number>>, config: Config): ReadLimits {
  const known = limitsOfApplications(config).map((one): string => one.name);
  for (const [name, limit] of Object.entries(given)) {
    if (!known.includes(name)) {
      return { ok: false, problem: `Known limits: ${known.join(", ")}.` };
    }
    if (limit > maxLimit) return { ok: false, problem: `${name} can be 1 to ${maxLimit}.` };
  }
  return { ok: true, limits: given as LimitChanges };
}
