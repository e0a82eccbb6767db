/** Every test once, without a mutant: how long it takes, and what of the source it runs. */
import { type Run, runPlan } from "./run-plan.ts";
import type { Ran } from "./worker.ts";

export interface KnownTest {
  readonly file: string;
  readonly index: number;
  readonly name: string;
  readonly ms: number;
}

export interface Baseline {
  readonly tests: readonly KnownTest[];
  /** Tests that fail here without a mutant: they prove nothing and are left out. */
  readonly failing: readonly string[];
  /** By the source's URL: which tests ran what of it. A test file's loading is `undefined`. */
  readonly hits: ReadonlyMap<string, readonly Hit[]>;
}

interface Hit {
  readonly file: string;
  readonly test: KnownTest | undefined;
  readonly ranges: Ran["ranges"];
}

export async function measure(files: readonly string[], sources: string): Promise<Baseline> {
  const tests: KnownTest[] = [];
  const failing: string[] = [];
  const hits = new Map<string, Hit[]>();
  for (const [at, file] of files.entries()) {
    process.stderr.write(`\rmeasuring ${at + 1} of ${files.length} test files`);
    const run = await runPlan(
      { steps: [{ file }], coverageOf: sources },
      { limitMs: () => 60_000 },
    );
    if (run.outcome !== "ended") failing.push(`${file}: ${run.outcome} ${run.detail}`);
    keep(file, run);
  }
  process.stderr.write("\n");
  return { tests, failing, hits };

  function keep(file: string, run: Run): void {
    for (const told of run.told) {
      if (told.kind === "end") continue;
      if (told.kind === "test" && told.failure !== undefined) {
        failing.push(`${file} › ${told.name}: ${told.failure.slice(0, 200)}`);
        continue;
      }
      const { index, name, ms } = told.kind === "test" ? told : { index: 0, name: "", ms: 0 };
      const test = told.kind === "test" ? { file, index, name, ms } : undefined;
      if (test !== undefined) tests.push(test);
      for (const { url, ranges } of told.ran) {
        const known = hits.get(url) ?? [];
        known.push({ file, test, ranges });
        hits.set(url, known);
      }
    }
  }
}

/** The tests that ran the code at an offset; of code that runs at loading, all that use the file. Quick ones first. */
export function testsOf(baseline: Baseline, url: string, offset: number): readonly KnownTest[] {
  const hits = baseline.hits.get(url) ?? [];
  const direct = hits.filter((hit) => hit.test !== undefined && ranAt(hit.ranges, offset));
  const atLoading = hits.some((hit) => hit.test === undefined && ranAt(hit.ranges, offset));
  const chosen = atLoading
    ? hits.filter((hit) => hit.ranges.some(([, , count]) => count > 0))
    : direct;
  const tests = chosen.flatMap((hit) => (hit.test === undefined ? [] : [hit.test]));
  return tests.sort((a, b) => a.ms - b.ms);
}

/** Of the ranges that have the offset in them the smallest says. */
function ranAt(ranges: Ran["ranges"], offset: number): boolean {
  let smallest = Number.POSITIVE_INFINITY;
  let ran = false;
  for (const [start, end, count] of ranges) {
    if (offset < start || offset >= end || end - start > smallest) continue;
    smallest = end - start;
    ran = count > 0;
  }
  return ran;
}
