/** Responses are counted in plain arrays: every request passes here, and metrics are rarely read. */

/** The upper ends of a histogram's steps, in seconds. Beyond the last there is one more step. */
export const latencySteps = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5,
] as const;

export interface Histogram {
  /** The last place is for what is beyond all steps. */
  readonly counts: Float64Array;
  sum: number;
}

export interface Counts {
  /** Counted by operation. `byStatus` has the status as its index. */
  readonly operations: ReadonlyMap<string, Operation>;
}

interface Operation {
  readonly byStatus: Float64Array;
  readonly latency: Histogram;
}

export interface RequestCounts extends Counts {
  /** `ms` is how long it took. */
  answered(operation: string, status: number, ms: number): void;
}

export function countRequests(): RequestCounts {
  const operations = new Map<string, Operation>();
  return {
    operations,
    answered(operation, status, ms) {
      let counts = operations.get(operation);
      if (counts === undefined) {
        counts = { byStatus: new Float64Array(600), latency: histogramOf(latencySteps.length) };
        operations.set(operation, counts);
      }
      counts.byStatus[status] = (counts.byStatus[status] ?? 0) + 1;
      observe(counts.latency, latencySteps, ms / 1000);
    },
  };
}

export function histogramOf(steps: number): Histogram {
  return { counts: new Float64Array(steps + 1), sum: 0 };
}

export function observe(histogram: Histogram, steps: readonly number[], value: number): void {
  const { counts } = histogram;
  let step = 0;
  while (step < steps.length && value > (steps[step] ?? 0)) step += 1;
  counts[step] = (counts[step] ?? 0) + 1;
  histogram.sum += value;
}
