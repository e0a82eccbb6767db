import type { AccessLevel } from "./access.ts";
import type { GrantCounts } from "./access-token.ts";
import { beginningOf, dayOf } from "./day.ts";

const step = 7;
const weeks = 13;

export interface GrantSeries {
  /** A week apart, ending today. */
  readonly days: readonly number[];
  readonly held: Readonly<Record<AccessLevel, readonly number[]>>;
  readonly weeksChange: number;
}

export function beginOfGrants(now: number): number {
  return beginningOf(firstDay(now));
}

/** `counts` starts at `beginOfGrants`. */
export function grantSeries(counts: GrantCounts, now: number): GrantSeries {
  const days = Array.from({ length: weeks + 1 }, (_, at) => firstDay(now) + at * step);
  const heldOf = (access: AccessLevel) =>
    days.map((day) =>
      counts.changes
        .filter((one) => one.access === access && one.day <= day)
        .reduce((sum, { change }) => sum + change, counts.before[access]),
    );
  const held = { read: heldOf("read"), write: heldOf("write") };
  const both = (at: number) => (held.read.at(at) ?? 0) + (held.write.at(at) ?? 0);
  return { days, held, weeksChange: both(-1) - both(-2) };
}

function firstDay(now: number): number {
  return dayOf(now) - weeks * step;
}
