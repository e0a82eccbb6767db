/** What was answered, counted in plain numbers: every request comes by here, and somebody looks every quarter of a minute. */

/** The upper ends of the steps of a histogram, in seconds; what takes longer counts as more than the last. */
export const latencySteps = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5,
] as const;

export interface Histogram {
  /** How many were in each step and no earlier one; the last place is for those beyond all. */
  readonly counts: Float64Array;
  sum: number;
}

export interface Counts {
  /** By operation. `byStatus` has the status as its index. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** By the code of the refusal. */
  readonly refusals: ReadonlyMap<number, number>;
}

interface Operation {
  readonly byStatus: Float64Array;
  readonly latency: Histogram;
}

export interface RequestCounts extends Counts {
  /** `ms`: how long it took; `code`: of a refusal. The names of operations are those of the table of endpoints. */
  answered(operation: string, status: number, ms: number, code: number | undefined): void;
}

export function countRequests(): RequestCounts {
  const operations = new Map<string, Operation>();
  const refusals = new Map<number, number>();
  return {
    operations,
    refusals,
    answered(operation, status, ms, code) {
      let counts = operations.get(operation);
      if (counts === undefined) {
        counts = { byStatus: new Float64Array(600), latency: histogramOf(latencySteps.length) };
        operations.set(operation, counts);
      }
      counts.byStatus[status] = (counts.byStatus[status] ?? 0) + 1;
      observe(counts.latency, latencySteps, ms / 1000);
      if (code !== undefined) refusals.set(code, (refusals.get(code) ?? 0) + 1);
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
