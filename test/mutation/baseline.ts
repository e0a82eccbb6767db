/** Runs every test once without a mutant, to learn how long it takes and which parts of the source it runs. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { digest, textOfTest } from "./known.ts";
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
  /** Tests that fail without a mutant; they prove nothing, so they are left out. */
  readonly failing: readonly string[];
  /** By the source's URL: the tests that ran parts of it. `undefined` stands for loading a test file. */
  readonly hits: ReadonlyMap<string, readonly Hit[]>;
}

interface Hit {
  readonly test: KnownTest | undefined;
  readonly ranges: Ran["ranges"];
  /** For code that ran while loading a test file that imports the source itself: all tests of that file. */
  readonly readers?: readonly KnownTest[];
}

/** The parts that one test file ran, kept in `.cache/` until the file changes. */
interface Measured {
  readonly tests: readonly KnownTest[];
  readonly failing: readonly string[];
  readonly hits: readonly (Hit & { readonly url: string })[];
  /** By URL: the content of each source that may be mutated, at that time. */
  readonly sources: Readonly<Record<string, string>>;
}

/** `files`: URLs of test files. `all`: all sources that may be mutated. `wanted`: those that will be. */
export async function measure(
  files: readonly string[],
  all: readonly string[],
  wanted: readonly string[],
): Promise<Baseline> {
  const sources = Object.fromEntries(all.map((url) => [url, digest(textOf(url))]));
  const failing: string[] = [];
  const tests: KnownTest[] = [];
  const hits = new Map<string, Hit[]>();
  for (const [at, file] of files.entries()) {
    process.stderr.write(`\rmeasuring ${at + 1} of ${files.length} test files `);
    const cacheFile = `.cache/mutation/${digest(`${file}\0${textOfTest(file)}`)}.json`;
    let measured = readMeasured(cacheFile);
    if (wanted.some((url) => measured?.sources[url] === undefined)) measured = undefined;
    if (measured?.tests === undefined) measured = undefined;
    if (measured === undefined) {
      const run = await runPlan({ steps: [{ file }], coverageOf: all }, { limitMs: () => 60_000 });
      measured = { ...summaryOf(file, run), sources };
      mkdirSync(".cache/mutation", { recursive: true });
      writeFileSync(cacheFile, JSON.stringify(measured));
    }
    failing.push(...measured.failing);
    tests.push(...measured.tests);
    for (const { url, test, ranges } of measured.hits) {
      const isAsItWas = measured.sources[url] === sources[url];
      const readers = test === undefined && imports(file, url) ? measured.tests : [];
      const hit = { test, ranges: isAsItWas ? ranges : everywhere, readers };
      hits.set(url, [...(hits.get(url) ?? []), hit]);
    }
  }
  process.stderr.write("\n");
  return { tests, failing, hits };
}

/** If a source has changed since, any of it may run. */
const everywhere: Ran["ranges"] = [[0, Number.MAX_SAFE_INTEGER, 1]];

function readMeasured(path: string): Measured | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** Whether a test file imports a source, or is in the same folder or a folder above it. */
export function isNear(file: string, source: string): boolean {
  return imports(file, source) || source.startsWith(file.slice(0, file.lastIndexOf("/") + 1));
}

/** Whether the imports of a test file include the source. */
function imports(file: string, source: string): boolean {
  return textOf(file).includes(`/${source.split("/").at(-1)}"`);
}

function textOf(url: string): string {
  return readFileSync(new URL(url), "utf8");
}

function summaryOf(file: string, run: Run): Pick<Measured, "tests" | "failing" | "hits"> {
  const failing = run.outcome === "ended" ? [] : [`${file}: ${run.outcome} ${run.detail}`];
  const hits: (Hit & { url: string })[] = [];
  const tests: KnownTest[] = [];
  for (const one of run.reports) {
    if (one.kind === "end") continue;
    if (one.kind === "test" && one.failure !== undefined) {
      failing.push(`${file} › ${one.name}: ${one.failure.slice(0, 200)}`);
      continue;
    }
    const { index, name, ms } = one.kind === "test" ? one : { index: 0, name: "", ms: 0 };
    const test = one.kind === "test" ? { file, index, name, ms } : undefined;
    if (test !== undefined) tests.push(test);
    for (const { url, ranges } of one.ran) hits.push({ url, test, ranges });
  }
  return { tests, failing, hits };
}

/**
 * The tests that ran the code at an offset, and the tests of files that import the source, because V8 does not count
 * all runs. For code that runs while loading, all tests that use the source. Quick ones come first.
 */
export function testsOf(baseline: Baseline, url: string, offset: number): readonly KnownTest[] {
  const hits = baseline.hits.get(url) ?? [];
  const direct = hits.filter((hit) => hit.test !== undefined && ranAt(hit.ranges, offset));
  const atLoading = hits.some((hit) => hit.test === undefined && ranAt(hit.ranges, offset));
  const readers = hits.filter((hit) => hit.test === undefined);
  const chosen = atLoading ? hits : [...direct, ...readers];
  const tests = chosen.flatMap(({ test, readers = [] }) => (test === undefined ? readers : [test]));
  const once = new Map(tests.map((one) => [`${one.index} ${one.file}`, one]));
  return [...once.values()].sort((a, b) => a.ms - b.ms);
}

/** The tests that start the thread whose code begins with this source; coverage does not see what the thread runs. */
export function testsThatStart(baseline: Baseline, url: string): readonly KnownTest[] {
  const named = `/${url.split("/").at(-1)}"`;
  return [...baseline.hits.keys()].flatMap((other) => {
    const text = textOf(other);
    const at = text.includes(named) ? text.indexOf("new Worker(") : -1;
    return at === -1 ? [] : testsOf(baseline, other, at);
  });
}

/** Whether it ran: of the ranges that contain the offset, the smallest decides. */
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
