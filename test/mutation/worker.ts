/** Runs the tests of its plan one after the other and reports each result; with coverage, also which code each ran. */
import { Session } from "node:inspector";
import { flushCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { finish, load, runTest } from "./harness.ts";

export interface Plan {
  /** Test files by URL. `tests`: the indices of the tests, in order; undefined: all. */
  readonly steps: readonly { readonly file: string; readonly tests?: readonly number[] }[];
  /** The URLs of the sources for which coverage is wanted. */
  readonly coverageOf?: readonly string[];
}

export type Told =
  | { readonly kind: "loaded"; readonly file: string; readonly ran: readonly Ran[] }
  | {
      readonly kind: "test";
      readonly file: string;
      readonly index: number;
      readonly name: string;
      readonly failure: string | undefined;
      readonly ms: number;
      readonly ran: readonly Ran[];
    }
  | { readonly kind: "end" };

/** A source file and its ranges, with how often each ran. A range comes before those inside it. */
export interface Ran {
  readonly url: string;
  readonly ranges: readonly (readonly [number, number, number])[];
}

const plan = workerData as Plan;
const session = plan.coverageOf === undefined ? undefined : startCoverage();

// A test may wait for things that do not keep a thread alive themselves, such as a pool of connections or an
// unreferenced server.
const alive = setInterval(() => {}, 60_000);
for (const { file, tests } of plan.steps) {
  const names = await load(file);
  tell({ kind: "loaded", file, ran: ranSoFar() });
  for (const index of tests ?? names.keys()) {
    const started = performance.now();
    const failure = await failureOf(file, index);
    const ms = performance.now() - started;
    tell({ kind: "test", file, index, name: names[index] ?? "", failure, ms, ran: ranSoFar() });
  }
}
await finish();
clearInterval(alive);
// Other threads need not compile again what this thread has compiled.
if (session !== undefined) flushCompileCache();
tell({ kind: "end" });

function tell(report: Told): void {
  parentPort?.postMessage(report);
}

async function failureOf(file: string, index: number): Promise<string | undefined> {
  try {
    await runTest(file, index);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function startCoverage(): Session {
  const started = new Session();
  started.connect();
  started.post("Profiler.enable");
  started.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  return started;
}

/** The coverage since the last call. */
function ranSoFar(): readonly Ran[] {
  if (session === undefined) return [];
  let results: readonly Ran[] = [];
  session.post("Profiler.takePreciseCoverage", (error, taken) => {
    if (error !== null) throw error;
    results = taken.result
      .filter(
        ({ url, functions }) =>
          plan.coverageOf?.includes(url) &&
          functions.some((one) => one.ranges.some((range) => range.count > 0)),
      )
      .map(({ url, functions }) => ({
        url,
        ranges: functions
          .flatMap((one) => one.ranges)
          .map((one) => [one.startOffset, one.endOffset, one.count] as const),
      }));
  });
  return results;
}
