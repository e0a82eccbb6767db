import { pace } from "./pace.ts";

const ofAll = { atOnce: 60, everyMs: 60_000 };

/**
 * Writes 60 lines at once and after that one each minute, so that nobody can flood the log. `others` in a
 * line is the number of those that were left out before it.
 */
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
