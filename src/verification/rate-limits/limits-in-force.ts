/** The service counts the limits of its operations, and those configured for the administrator's APIs. */
import type { Config } from "../../config/config.ts";
import { apiLimitsInForce } from "../../domain/api-limits.ts";
import { maxWindows, type Windows } from "../../domain/limit-windows.ts";
import {
  type Counted,
  countedBy,
  type LimitChanges,
  type LimitedName,
  type LimitName,
  type LimitRow,
  limits,
  maxLimit,
  windowMsOf,
} from "../../domain/limits.ts";
import { type PlanLimits, windowsForm } from "../../domain/plan.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { Metered } from "../../domain/ports/rate-limiter.ts";
import type { Dependencies } from "../dependencies.ts";

export interface LimitInForce {
  readonly name: LimitedName;
  readonly per: Counted;
  /** As configured. */
  readonly windows: Windows;
  /** The first window allows this many requests, unless the application has its own limit. */
  readonly usual: number;
  /** The family in rate_limit_status, if it is listed. */
  readonly family: string | undefined;
  readonly metered: Metered;
}

export type Limited = Pick<Config, "rateLimits" | "apiLimits">;

/** As this process knows them. */
export function limitedNow({
  config: { rateLimits },
  ownLimits: { apiLimits },
}: Pick<Dependencies, "config" | "ownLimits">): Limited {
  return { rateLimits, apiLimits };
}

/** As the database has them. */
export async function limitedIn({
  config: { rateLimits, apiLimits },
  ledger,
}: {
  readonly config: Limited;
  readonly ledger: Pick<Ledger, "apiLimits">;
}): Promise<Limited> {
  return { rateLimits, apiLimits: apiLimitsInForce(apiLimits, await ledger.apiLimits()) };
}

export function limitsInForce({ rateLimits, apiLimits }: Limited): readonly LimitInForce[] {
  const own = (Object.keys(limits) as LimitName[]).map((name) => {
    const row: LimitRow = limits[name];
    const usual = rateLimits === "off" ? row.limit : rateLimits[name];
    const windows = [{ limit: usual, length: windowMsOf(name) }] as const;
    return { name, per: row.per, windows, usual, family: row.family, metered: name };
  });
  const ofApis = [...apiLimits.values()].map((metered) => {
    const { name, per, windows } = metered;
    return { name, per, windows, usual: windows[0].limit, family: "api", metered };
  });
  return [...own, ...ofApis];
}

/** These count an application's requests and can be set for one application. */
export function limitsOfApplications(config: Limited): readonly LimitInForce[] {
  return limitsInForce(config).filter((one) => countedBy[one.per].ownByApplication);
}

/** The limits of a plan, in the form in which they are stored. */
export function readPlanLimits(
  given: PlanLimits,
  config: Limited,
):
  | { readonly ok: true; readonly limits: PlanLimits }
  | { readonly ok: false; readonly problem: string } {
  const known = limitsOfApplications(config);
  const limits: Record<string, number | string> = {};
  for (const [name, limit] of Object.entries(given)) {
    const found = known.find((one) => one.name === name);
    if (found === undefined) {
      return { ok: false, problem: `Known limits: ${known.map((one) => one.name).join(", ")}.` };
    }
    const isOfApi = typeof found.metered === "object";
    const value = isOfApi ? windowsForm(String(limit)) : Number(limit);
    if (isOfApi && value === undefined) {
      return {
        ok: false,
        problem: `${name} needs one to ${maxWindows} windows of different lengths, such as 10/1s 10000/month, of up to 31 days or a month.`,
      };
    }
    if (!isOfApi && !(Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxLimit)) {
      return { ok: false, problem: `${name} can be 1 to ${maxLimit}.` };
    }
    limits[name] = value ?? 0;
  }
  return { ok: true, limits };
}

export type ReadLimits =
  | { readonly ok: true; readonly limits: LimitChanges }
  | { readonly ok: false; readonly problem: string };

/** An application's own limits, by names that the service has. */
export function readLimits(given: Readonly<Record<string, number>>, config: Limited): ReadLimits {
  const known = limitsOfApplications(config).map((one): string => one.name);
  for (const [name, limit] of Object.entries(given)) {
    if (!known.includes(name)) {
      return { ok: false, problem: `Known limits: ${known.join(", ")}.` };
    }
    if (limit > maxLimit) return { ok: false, problem: `${name} can be 1 to ${maxLimit}.` };
  }
  return { ok: true, limits: given as LimitChanges };
}
