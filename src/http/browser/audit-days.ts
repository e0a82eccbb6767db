/** The days of the audit log's histogram, and how many events each has. */
import { dayMs, dayOf } from "../../domain/day.ts";
import type { EventFilter } from "../../domain/operating.ts";
import type { AuditLog } from "../../domain/ports/audit-log.ts";
import type { CountedDays } from "../../pages/views/admin/audit-days.ts";
import { countsInPeriods, type Period } from "../actions/events-in-spans.ts";
import { nextTurn } from "./audit-search.ts";

/** A range that is shorter is shown in so many days, and one that is longer in at most so many bars. */
const bars = 30;

export async function countedDays(
  ledger: Pick<AuditLog, "eventsBy" | "countEvents">,
  filter: EventFilter,
  now: number,
): Promise<readonly CountedDays[]> {
  const { from = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY } = filter;
  const periods = periodsOf(filter, now);
  const counts = await countsInPeriods(ledger, filter, periods, nextTurn);
  return periods.map((period, at) => ({
    ...period,
    ...(counts[at] ?? { count: 0, orMore: true }),
    isInRange: period.from >= from && period.before <= before,
  }));
}

export function periodsOf({ from, before }: EventFilter, now: number): readonly Period[] {
  const today = dayOf(now);
  const last = before === undefined ? today : dayOf(before) - 1;
  const first = from === undefined ? last - bars + 1 : dayOf(from);
  const days = last - first + 1;
  if (days < 1) return [];
  if (days >= bars) return stepsOf(first, last, Math.ceil(days / bars));
  // Days around the range are shown too, but none after today.
  const end = Math.max(last, Math.min(today, last + Math.floor((bars - days) / 2)));
  return stepsOf(Math.min(first, end - bars + 1), end, 1);
}

function stepsOf(first: number, last: number, step: number): readonly Period[] {
  return Array.from({ length: Math.ceil((last - first + 1) / step) }, (_, at) => {
    const begin = first + at * step;
    return { from: begin * dayMs, before: Math.min(begin + step, last + 1) * dayMs };
  });
}
