export interface FakeClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Sets the clock; it continues to run from there. */
  set(to: Date): void;
  /** Moves the clock; a negative number moves it back. */
  advance(seconds: number): void;
}

/** The system time, which a test can move. Throws `TypeError` for values that are no time. */
export function fakeClock(): FakeClock {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  return {
    now,
    set(to) {
      ahead += finite(typeof to?.getTime === "function" ? to.getTime() : Number.NaN) - now();
    },
    advance(seconds) {
      ahead += finite(typeof seconds === "number" ? seconds * 1000 : Number.NaN);
    },
  };
}

function finite(milliseconds: number): number {
  if (Number.isFinite(milliseconds)) return milliseconds;
  throw new TypeError("the clock needs a valid Date to be set, or a number of seconds to advance");
}
