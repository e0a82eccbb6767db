/** Usage as a chart shows it: counts at equal distances up to now, zero included. */
import type { UsageCount, UsageKind, UsageResolution } from "./usage.ts";

export interface UsagePeriod {
  readonly resolution: UsageResolution;
  readonly stepMs: number;
  readonly steps: number;
}

const hour = 3_600_000;

/** Developers can choose these. All lie within what is kept. */
export const usagePeriods = {
  hour: { resolution: 300, stepMs: 300_000, steps: 12 },
  day: { resolution: 3600, stepMs: hour, steps: 24 },
  week: { resolution: 3600, stepMs: 6 * hour, steps: 28 },
} as const satisfies Record<string, UsagePeriod>;

export type UsagePeriodName = keyof typeof usagePeriods;

export function isUsagePeriod(name: string): name is UsagePeriodName {
  return Object.hasOwn(usagePeriods, name);
}

export const lastMinutes: UsagePeriod = { resolution: 60, stepMs: 60_000, steps: 60 };

export interface UsageSeries {
  readonly times: readonly number[];
  readonly counts: ReadonlyMap<UsageKind, readonly number[]>;
}

/** The last step of the period is the current one. */
export function beginOf({ stepMs, steps }: UsagePeriod, now: number): number {
  return (Math.floor(now / stepMs) - steps + 1) * stepMs;
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
    ofKind[step] = (ofKind[step] ?? 0) + count;
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
  Record<"requests" | "issued" | "rejected" | "unauthenticated", Compared>
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
    requests: sumOf((kind) => kind === "verified" || rejectionOf(kind) !== undefined),
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
