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

const ofAll = { atOnce: 60, everyMs: 60_000 };

/** After 60 lines at once, one a minute, so that no one can flood the log. `others` counts those left out before. */
export function pacedLines(
  write: (entry: object) => void,
  now: () => number = () => performance.now(),
): (entry: object) => void {
  const lines = pace(ofAll);
  let others = 0;
  return (entry) => {
    if (!lines.take(now())) {
      others += 1;
      return;
    }
    write({ ...entry, ...(others > 0 && { others }) });
    others = 0;
  };
}
