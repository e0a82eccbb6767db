/** A token bucket lets `atOnce` through, and after that one every `everyMs`. */
export interface Pace {
  /** Whether one may pass now; if so, it is counted. */
  take(now: number): boolean;
  wait(now: number): number;
}

export function pace({ atOnce, everyMs }: { atOnce: number; everyMs: number }): Pace {
  let left = atOnce;
  let since: number | undefined;

  return {
    take(now) {
      refill(now);
      if (left < 1) return false;
      left -= 1;
      return true;
    },

    wait(now) {
      refill(now);
      return left >= 1 ? 0 : Math.ceil((1 - left) * everyMs);
    },
  };

  /** A clock that was set back adds nothing. */
  function refill(now: number): void {
    const passed = Math.max(0, now - (since ?? now));
    left = Math.min(atOnce, left + passed / everyMs);
    since = now;
  }
}
