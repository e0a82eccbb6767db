/** Every test once, without a mutant: how long it takes, and what of the source it runs. */
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
  /** Tests that fail here without a mutant: they prove nothing and are left out. */
  readonly failing: readonly string[];
  /** By the source's URL: which tests ran what of it. A test file's loading is `undefined`. */
  readonly hits: ReadonlyMap<string, readonly Hit[]>;
}

interface Hit {
  readonly test: KnownTest | undefined;
  readonly ranges: Ran["ranges"];
  /** Of what ran when a test file was loaded that imports the source itself: all of its tests. */
  readonly readers?: readonly KnownTest[];
}

/** What one test file ran, kept in `.cache/` until the file changes. */
interface Measured {
  readonly tests: readonly KnownTest[];
  readonly failing: readonly string[];
  readonly hits: readonly (Hit & { readonly url: string })[];
  /** By URL: each source that may be mutated, as it was. */
  readonly sources: Readonly<Record<string, string>>;
}

/** `files`: URLs of test files. `all`: every source that may be mutated. `wanted`: those that are. */
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
    const kept = `.cache/mutation/${digest(`${file}\0${textOfTest(file)}`)}.json`;
    let measured = readMeasured(kept);
    if (wanted.some((url) => measured?.sources[url] === undefined)) measured = undefined;
    if (measured?.tests === undefined) measured = undefined;
    if (measured === undefined) {
      const run = await runPlan({ steps: [{ file }], coverageOf: all }, { limitMs: () => 60_000 });
      measured = { ...told(file, run), sources };
      mkdirSync(".cache/mutation", { recursive: true });
      writeFileSync(kept, JSON.stringify(measured));
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

/** A source that has changed since may run anywhere. */
const everywhere: Ran["ranges"] = [[0, Number.MAX_SAFE_INTEGER, 1]];

function readMeasured(path: string): Measured | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** Whether a test file imports a source, or stands beside it or above it. */
export function isNear(file: string, source: string): boolean {
  return imports(file, source) || source.startsWith(file.slice(0, file.lastIndexOf("/") + 1));
}

/** Whether a test file names a source among its imports. */
function imports(file: string, source: string): boolean {
  return textOf(file).includes(`/${source.split("/").at(-1)}"`);
}

function textOf(url: string): string {
  return readFileSync(new URL(url), "utf8");
}

function told(file: string, run: Run): Pick<Measured, "tests" | "failing" | "hits"> {
  const failing = run.outcome === "ended" ? [] : [`${file}: ${run.outcome} ${run.detail}`];
  const hits: (Hit & { url: string })[] = [];
  const tests: KnownTest[] = [];
  for (const one of run.told) {
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
 * The tests that ran the code at an offset, and those of files that import the source, which V8 does not always count;
 * of code that runs at loading, all that use the source. Quick ones first.
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

/** The tests that start the thread which begins with this source: coverage does not see what runs in it. */
export function testsThatStart(baseline: Baseline, url: string): readonly KnownTest[] {
  const named = `/${url.split("/").at(-1)}"`;
  return [...baseline.hits.keys()].flatMap((other) => {
    const text = textOf(other);
    const at = text.includes(named) ? text.indexOf("new Worker(") : -1;
    return at === -1 ? [] : testsOf(baseline, other, at);
  });
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
