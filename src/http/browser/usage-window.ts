/** What the usage pages show: `?use=day`, or days as `?use=days&from=2026-05-01&to=2026-05-07`. */
import { dayMs, hourMs } from "../../domain/day.ts";
import {
  isUsagePeriod,
  type UsagePeriodName,
  type UsageRangeProblem,
  usagePeriods,
  windowBetween,
} from "../../domain/usage-periods.ts";
import type { UsageRange, WrongDays } from "../../pages/views/usage-range.ts";

/** An unknown period is the usual one. */
export function usageRange(
  query: URLSearchParams,
  now: number,
  usual: UsagePeriodName = "day",
): UsageRange | WrongDays {
  const use = query.get("use") ?? "";
  if (use !== "days") {
    const choice = isUsagePeriod(use) ? use : usual;
    return { choice, period: usagePeriods[choice], now };
  }
  const days = { from: textIn(query, "from"), to: textIn(query, "to") };
  const [from, to] = [timeIn(days.from), timeIn(days.to)];
  if (from === undefined || to === undefined) {
    const problem = "not-a-day";
    return { days, problems: { ...(!from && { from: problem }), ...(!to && { to: problem }) } };
  }
  const window = windowBetween(from.begin, to.end, now);
  if (typeof window !== "string") return { choice: "days", days, ...window };
  return { days, problems: { [fieldOf[window]]: window } };
}

const fieldOf = { order: "to", future: "to", "not-kept": "from" } as const satisfies Record<
  UsageRangeProblem,
  string
>;

function textIn(query: URLSearchParams, name: "from" | "to"): string {
  return (query.get(name) ?? "").trim().slice(0, 40);
}

/** A day or an hour, such as 2026-05-03 or 2026-05-03T09, in UTC. Other days than those of a calendar are undefined. */
function timeIn(text: string): { readonly begin: number; readonly end: number } | undefined {
  const [, day, hour] = /^(\d{4}-\d\d-\d\d)(T\d\d)?$/.exec(text) ?? [];
  const begin = Date.parse(`${day}${hour ?? "T00"}:00:00Z`);
  if (Number.isNaN(begin) || !new Date(begin).toISOString().startsWith(text)) return undefined;
  return { begin, end: begin + (hour === undefined ? dayMs : hourMs) };
}
