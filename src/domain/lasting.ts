/**
 * Whether something lasts, by a clock that may have been ahead for a while (docs/adr/0016-clocks.md). What was written
 * then has a time in the future, and would last until the clock has caught up, perhaps for a year. So there are two bounds.
 */

/** Milliseconds since the epoch. "ever": whether it has ended or not. */
export type Moment = number | "ever";

export interface Bounds {
  readonly after: number;
  readonly upTo: number;
}

/**
 * When that ends which lasts at `now` and never lasts longer than `longest` milliseconds. Twice that long is allowed, so
 * that a clock that is set back by less ends nothing early.
 */
export function endsOf(now: Moment, longest: number): Bounds {
  return now === "ever"
    ? { after: 0, upTo: Number.MAX_SAFE_INTEGER }
    : { after: now, upTo: now + 2 * longest };
}

/** When that began which lasts at `now`, for `length` milliseconds. */
export function beginningsOf(now: number, length: number): Bounds {
  return { after: now - length, upTo: now + length };
}

export function isWithin({ after, upTo }: Bounds, time: number): boolean {
  return time > after && time <= upTo;
}
