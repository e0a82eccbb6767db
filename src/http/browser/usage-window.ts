/** What the usage page and its file show: `?use=day`, or days as `?use=days&from=2026-05-01&to=2026-05-07`. */
import { dayOf } from "../../domain/day.ts";
import {
  daysShown,
  isUsagePeriod,
  type UsageChoice,
  type UsageWindow,
  usagePeriods,
} from "../../domain/usage-periods.ts";

/** Anything else, and days of which nothing is kept, is the last day. */
export function usageWindow(
  query: URLSearchParams,
  now: number,
): UsageWindow & { readonly choice: UsageChoice } {
  const use = query.get("use") ?? "";
  if (isUsagePeriod(use)) return { choice: use, period: usagePeriods[use], now };
  const days = use === "days" && daysShown(dayIn(query, "from"), dayIn(query, "to"), now);
  return days ? { choice: "days", ...days } : { choice: "day", period: usagePeriods.day, now };
}

function dayIn(query: URLSearchParams, name: "from" | "to"): number {
  const text = query.get(name) ?? "";
  return /^\d{4}-\d\d-\d\d$/.test(text) ? dayOf(Date.parse(text)) : Number.NaN;
}
