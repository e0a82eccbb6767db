/**
 * Whether a disk of the database will be full within a day, if it fills up as it has since the day before. A full disk
 * fails every write.
 */
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { dayMs } from "../../domain/day.ts";
import type { LedgerFiles } from "../../domain/ports/ledger.ts";
import type { Problem } from "./health.ts";

export interface DiskGrowth extends Disposable {
  readonly problem: Problem;
  /** In bytes, by the directory; a disk that can't be read is missing. */
  free(): ReadonlyMap<string, number>;
}

/** Measures at once, every ten minutes, and when it is read. `files` is undefined if the database isn't here. */
export function watchDiskGrowth(files: LedgerFiles | undefined, clock: () => number): DiskGrowth {
  const directories = files === undefined ? [] : [dirname(files.ledger), dirname(files.journal)];
  const measured = new Map([...new Set(directories)].map((one) => [one, [] as Measured[]]));
  measure();
  const timer = setInterval(measure, measureEveryMs).unref();
  return {
    problem() {
      measure();
      for (const [directory, all] of measured) {
        const found = fullSoon(directory, all);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    free() {
      measure();
      const latest = [...measured].map(
        ([directory, all]) => [directory, all.at(-1)?.free] as const,
      );
      return new Map(latest.flatMap(([one, free]) => (free === undefined ? [] : [[one, free]])));
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };

  function measure(): void {
    const at = clock();
    for (const [directory, all] of measured) {
      const free = freeOf(directory);
      // After the clock was set back, what was measured before says nothing.
      const past = all.filter((one) => one.at <= at && at - one.at <= dayMs);
      // What is read more often only replaces the latest.
      if (at - (past.at(-2)?.at ?? Number.NEGATIVE_INFINITY) < measureEveryMs) past.pop();
      measured.set(directory, free === undefined ? past : [...past, { at, free }]);
    }
  }
}

interface Measured {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly free: number;
}

const measureEveryMs = 600_000;
/** A shorter time would take one import or one backup for the growth of a day. */
const minMeasuredMs = 3_600_000;

function fullSoon(directory: string, all: readonly Measured[]): string | undefined {
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < minMeasuredMs) return;
  const lost = first.free - last.free;
  if (lost <= 0 || (lost / (last.at - first.at)) * dayMs < last.free) return;
  const hours = Math.round((last.at - first.at) / 3_600_000);
  return `the disk of ${directory} will be full within a day: it has ${megabytes(last.free)} free, ${megabytes(lost)} less than ${hours === 1 ? "an hour" : `${hours} hours`} ago`;
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1e6)} MB`;
}

function freeOf(directory: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}
