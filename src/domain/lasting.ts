/**
 * Whether something is still valid, by a clock that may have been ahead for a while (docs/adr/0016-clocks.md). What
 * was written then has a time in the future and would be valid until the clock catches up, so there are two bounds.
 */

/** "ever" also selects what has ended. */
export type Moment = number | "ever";

export interface Bounds {
  readonly after: number;
  readonly upTo: number;
}

/** Nothing is valid for longer than `longest` ms. Twice that is allowed, so that setting a clock back ends nothing. */
export function endsOf(now: Moment, longest: number): Bounds {
  return now === "ever"
    ? { after: 0, upTo: Number.MAX_SAFE_INTEGER }
    : { after: now, upTo: now + 2 * longest };
}

/** Bounds of the start times of what is valid at `now`, if it is valid for `length` ms. */
export function beginningsOf(now: number, length: number): Bounds {
  return { after: now - length, upTo: now + length };
}

export function isWithin({ after, upTo }: Bounds, time: number): boolean {
  return time > after && time <= upTo;
}
