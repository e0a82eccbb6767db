/** Runs the tests for one mutant, the ones that ran the changed code, with the likeliest to fail first. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Baseline, isNear, type KnownTest, testsOf, testsThatStart } from "./baseline.ts";
import type { Result, SourceMutant } from "./known.ts";
import { mutated } from "./mutants.ts";
import { runPlan } from "./run-plan.ts";

/** The number of mutants in a folder that each test has killed. */
export type Killers = Map<string, number>;

/** Test files near the source are tried before quicker ones, because loading each file takes time. */
const nearer = 100;

/** All tests run some of the code of a service. A mutant survives if tests of this total time do not notice it. */
const maxMs = 40_000;

export async function resultOf(
  baseline: Baseline,
  killers: Killers,
  { path, source, mutant }: SourceMutant,
  readers: readonly string[],
  elsewhere: readonly string[],
): Promise<Result> {
  const url = pathToFileURL(resolve(path)).href;
  const found = testsOf(baseline, url, mutant.start);
  // If no test runs the code in its own thread, a thread that a test starts may run it.
  const started = found.length > 0 ? found : testsThatStart(baseline, url);
  const ran = started.length > 0 ? started : baseline.tests.filter(({ file }) => isNear(file, url));
  const reading = baseline.tests.filter(({ file }) => readers.includes(file));
  const others = baseline.tests.filter(({ file }) => elsewhere.includes(file));
  const tests = [...new Set([...reading, ...ran, ...others])];
  if (tests.length === 0) return { fate: "not-run", by: undefined };
  // A test that has killed other mutants of this file is likely to kill this one; less so one that has killed mutants
  // of other files.
  const kills = (one: KnownTest) =>
    20 * (killers.get(nameOf(path, one)) ?? 0) + (killers.get(nameOf("", one)) ?? 0);
  const near = new Map(
    tests.map(({ file }) => {
      // What runs elsewhere starts a process: it comes last.
      const isOwn = readers.includes(file) || isNear(file, url);
      return [file, isOwn ? nearer : 1];
    }),
  );
  const rank = (one: KnownTest) => one.ms / (near.get(one.file) ?? 1) / (1 + kills(one));
  const steps = stepsOf(
    within(
      maxMs,
      [...tests].sort((a, b) => rank(a) - rank(b)),
      url,
    ),
  );
  // Much more than any of them needs, in case the machine is busy.
  const limits = steps.flatMap((step) => [60_000, ...step.ms.map((ms) => 20_000 + 10 * ms)]);
  const run = await runPlan(
    { steps: steps.map(({ file, tests: indices }) => ({ file, tests: indices })) },
    {
      mutant: { url, source: mutated(source, mutant) },
      limitMs: (at) => limits[at] ?? 60_000,
      untilFailure: true,
    },
  );
  if (run.outcome === "ended") return { fate: "survived", by: undefined };
  const last = run.reports.at(-1);
  if (last?.kind === "test" && run.outcome === "failed") {
    for (const name of [nameOf(path, last), nameOf("", last)]) {
      killers.set(name, (killers.get(name) ?? 0) + 1);
    }
  }
  const by = last !== undefined && "file" in last ? last.file : steps[0]?.file;
  return { fate: run.outcome === "too-slow" ? "too-slow" : "killed", by };
}

/**
 * The first tests whose times add up to `ms`; at least one, and always those in the test file named after the source.
 */
function within(ms: number, tests: readonly KnownTest[], url: string): readonly KnownTest[] {
  const own = url.replace(/\.ts$/, ".test.ts");
  let sum = 0;
  return tests.filter((one, at) => {
    if (one.file === own) return true;
    sum += one.ms;
    return at === 0 || sum <= ms;
  });
}

/** The tests of one file form one step, so each file is loaded once. */
function stepsOf(tests: readonly KnownTest[]) {
  const steps = new Map<string, { file: string; tests: number[]; ms: number[] }>();
  for (const { file, index, ms } of tests) {
    const step = steps.get(file) ?? { file, tests: [], ms: [] };
    step.tests.push(index);
    step.ms.push(ms);
    steps.set(file, step);
  }
  return [...steps.values()];
}

function nameOf(path: string, { file, index }: Pick<KnownTest, "file" | "index">): string {
  return `${path} ${file} ${index}`;
}
