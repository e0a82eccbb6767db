/** Usage as a chart shows it: counts at equal distances up to now, zero included. */
import { beginningOf, dayMs, dayOf, hourMs } from "./day.ts";
import {
  combined,
  countsRequests,
  daysKept,
  hoursKeptDays,
  type UsageCount,
  type UsageKind,
  type UsageResolution,
  usageResolutions,
} from "./usage.ts";

export interface UsagePeriod {
  readonly resolution: UsageResolution;
  readonly stepMs: number;
  readonly steps: number;
}

/** Developers can choose these. All lie within what is kept. The last is 13 months. */
export const usagePeriods = {
  hour: { resolution: 300, stepMs: 300_000, steps: 12 },
  day: { resolution: 3600, stepMs: hourMs, steps: 24 },
  week: { resolution: 3600, stepMs: 6 * hourMs, steps: 28 },
  "30-days": { resolution: 86_400, stepMs: dayMs, steps: 30 },
  "90-days": { resolution: 86_400, stepMs: dayMs, steps: 90 },
  "13-months": { resolution: 86_400, stepMs: 7 * dayMs, steps: 57 },
} as const satisfies Record<string, UsagePeriod>;

export type UsagePeriodName = keyof typeof usagePeriods;

/** A period up to now, or days or hours that the user chose. */
export type UsageChoice = UsagePeriodName | "days";

/** The longest period has none before it that is still kept. */
export type ComparedChoice = Exclude<UsageChoice, "13-months">;

export function isUsagePeriod(name: string): name is UsagePeriodName {
  return Object.hasOwn(usagePeriods, name);
}

export const lastMinutes: UsagePeriod = { resolution: 60, stepMs: 60_000, steps: 60 };

/** A period that is over at `now`. */
export interface UsageWindow {
  readonly period: UsagePeriod;
  readonly now: number;
}

/** It ends before it begins, or after the current day; or not all of it is kept. */
export type UsageRangeProblem = "order" | "future" | "not-kept";

/** What is wrong with the time from `begin` to before `end`. */
export function usageRangeProblem(
  begin: number,
  end: number,
  resolution: UsageResolution,
  now: number,
): UsageRangeProblem | undefined {
  if (begin >= end) return "order";
  if (end > beginningOf(dayOf(now) + 1)) return "future";
  return begin < keptSince(resolution, now) ? "not-kept" : undefined;
}

/**
 * The time from `begin` to before `end`, in whole hours or days, in at most 92 steps. It becomes longer where steps of
 * six hours or days begin earlier or end later, and whole weeks may begin up to six days earlier.
 */
export function windowBetween(
  begin: number,
  end: number,
  now: number,
): UsageWindow | UsageRangeProblem {
  const problem = usageRangeProblem(begin, end, 86_400, now);
  if (problem !== undefined) return problem;
  const hasHours = begin >= keptSince(3600, now);
  const step = [hourMs, 6 * hourMs, dayMs].find(
    (ms) => (ms === dayMs || hasHours) && (end - begin) / ms <= (ms === dayMs ? 92 : 56),
  );
  const stepMs = step ?? 7 * dayMs;
  const unit = Math.min(stepMs, dayMs);
  const [since, until] = [Math.floor(begin / unit) * unit, Math.ceil(end / unit) * unit];
  const resolution = stepMs < dayMs ? 3600 : 86_400;
  const steps = Math.ceil((until - since) / stepMs);
  return { period: { resolution, stepMs, steps }, now: until - 1 };
}

/** Since when all counts of the resolution are kept. */
export function keptSince(resolution: UsageResolution, now: number): number {
  const days = { 3600: hoursKeptDays, 86400: daysKept } as const;
  if (resolution === 3600 || resolution === 86_400) {
    return beginningOf(dayOf(now) - days[resolution] + 1);
  }
  return now - (usageResolutions.find(({ seconds }) => seconds === resolution)?.keptMs ?? 0);
}

export interface UsageSeries {
  readonly times: readonly number[];
  readonly counts: ReadonlyMap<UsageKind, readonly number[]>;
}

/** The last step of the period is the current one. Weeks end with the current day. */
export function beginOf({ stepMs, steps }: UsagePeriod, now: number): number {
  const unit = Math.min(stepMs, dayMs);
  return (Math.floor(now / unit) + 1) * unit - steps * stepMs;
}

export function seriesOf(
  period: UsagePeriod,
  uses: readonly UsageCount[],
  now: number,
): UsageSeries {
  const begin = beginOf(period, now);
  const steps = Array.from({ length: period.steps }, (_, step) => step);
  const counts = new Map<UsageKind, number[]>();
  for (const { at, kind, count } of uses) {
    const step = Math.floor((at - begin) / period.stepMs);
    if (step < 0 || step >= period.steps) continue;
    const ofKind = counts.get(kind) ?? steps.map(() => 0);
    // Many users of one day are those of the next, so they can't be added up.
    const sum = kind === "users" ? Math.max : combined.bind(undefined, kind);
    ofKind[step] = sum(ofKind[step] ?? 0, count);
    counts.set(kind, ofKind);
  }
  return { times: steps.map((step) => begin + step * period.stepMs), counts };
}

export interface Compared {
  readonly count: number;
  readonly before: number;
}

/** Rejected requests include unauthenticated ones. */
export type UsageTotals = Readonly<
  Record<"requests" | "verified" | "issued" | "rejected" | "unauthenticated", Compared>
>;

/** `uses` starts at the previous period. An issued token also counts as verified, and is one request. */
export function totalsOf(
  period: UsagePeriod,
  uses: readonly UsageCount[],
  now: number,
): UsageTotals {
  const begin = beginOf(period, now);
  const sumOf = (counts: (kind: UsageKind) => boolean): Compared => {
    const of = (inPeriod: (at: number) => boolean) =>
      uses
        .filter(({ at, kind }) => counts(kind) && inPeriod(at))
        .reduce((sum, { count }) => sum + count, 0);
    return { count: of((at) => at >= begin), before: of((at) => at < begin) };
  };
  return {
    requests: sumOf(countsRequests),
    verified: sumOf((kind) => kind === "verified"),
    issued: sumOf((kind) => kind === "issued"),
    rejected: sumOf((kind) => rejectionOf(kind) !== undefined),
    unauthenticated: sumOf((kind) => rejectionOf(kind)?.authenticated === false),
  };
}

export function beginBefore(period: UsagePeriod, now: number): number {
  return beginOf(period, now) - period.steps * period.stepMs;
}

export interface Rejections {
  readonly code: number;
  readonly authenticated: boolean;
}

/** Returns undefined for a kind of which no request was rejected. */
export function rejectionOf(kind: UsageKind): Rejections | undefined {
  const [name, code] = kind.split(" ");
  return code === undefined
    ? undefined
    : { code: Number(code), authenticated: name !== "unauthenticated" };
}

/** How many were rejected with each code, and whether they were authenticated. The most frequent is first. */
export function reasonsIn({ counts }: UsageSeries): readonly (Rejections & { count: number })[] {
  return [...counts]
    .flatMap(([kind, ofKind]) => {
      const rejections = rejectionOf(kind);
      const count = ofKind.reduce((sum, one) => sum + one, 0);
      return rejections === undefined ? [] : [{ ...rejections, count }];
    })
    .sort((one, other) => other.count - one.count || one.code - other.code);
}

/** Rejected requests in each step, with any code: all of them, or only unauthenticated ones. */
export function rejectedIn(
  { times, counts }: UsageSeries,
  which: "all" | "unauthenticated" = "all",
): readonly number[] {
  const ofCodes = [...counts].filter(([kind]) => {
    const rejections = rejectionOf(kind);
    return rejections !== undefined && (which === "all" || !rejections.authenticated);
  });
  return times.map((_, step) => ofCodes.reduce((sum, [, ofCode]) => sum + (ofCode[step] ?? 0), 0));
}

/** All requests in each step. An issued token also counts as verified, and is one request. */
export function requestsIn(series: UsageSeries): readonly number[] {
  const verified = series.counts.get("verified");
  return rejectedIn(series).map((count, step) => count + (verified?.[step] ?? 0));
}

export interface LimitPeak {
  readonly operation: string;
  readonly percent: number;
  /** The beginning of the interval in which so much of the limit was used first. */
  readonly at: number;
}

export interface OperationUsage {
  readonly operation: string;
  readonly requests: number;
  readonly rejected: number;
  /** Undefined if it has no limit, or one that does not count by application. */
  readonly peak: LimitPeak | undefined;
}

/** The operations and API limits of the period. The most frequent is first. */
export function operationsIn(
  period: UsagePeriod,
  uses: readonly UsageCount[],
  now: number,
): readonly OperationUsage[] {
  const begin = beginOf(period, now);
  const inPeriod = uses.filter(({ at, kind }) => at >= begin && kind !== "users");
  const operations = Map.groupBy(inPeriod, ({ operation }) => operation);
  return [...operations]
    .map(([operation, ofOperation]): OperationUsage => {
      const sum = (counts: (kind: UsageKind) => boolean) =>
        ofOperation.filter(({ kind }) => counts(kind)).reduce((all, one) => all + one.count, 0);
      return {
        operation,
        requests: sum(countsRequests),
        rejected: sum((kind) => rejectionOf(kind) !== undefined),
        peak: greatest(ofOperation),
      };
    })
    .sort((one, other) => other.requests - one.requests);
}

function greatest(uses: readonly UsageCount[]): LimitPeak | undefined {
  const peaks = uses.filter(({ kind }) => kind === "peak");
  const [first] = peaks.toSorted((one, other) => other.count - one.count || one.at - other.at);
  return first && { operation: first.operation, percent: first.count, at: first.at };
}

/** The limit of which most was used. */
export function closestLimit(operations: readonly OperationUsage[]): LimitPeak | undefined {
  return operations
    .flatMap(({ peak }) => peak ?? [])
    .sort((one, other) => other.percent - one.percent || one.at - other.at)[0];
}
