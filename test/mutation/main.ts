/**
 * `npm run mutate`: changes the source in small ways, one at a time, and looks whether a test fails.
 * docs/mutation.md says how to use it and how to read what it prints.
 */
import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { type AcceptedMutant, acceptedIn } from "./accepted.ts";
import { type Baseline, type KnownTest, measure, testsOf } from "./baseline.ts";
import { folders } from "./folders.ts";
import { type Mutant, mutantsOf, mutated } from "./mutants.ts";
import { runPlan } from "./run-plan.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "at-once": { type: "string", default: String(Math.max(1, availableParallelism() - 1)) },
    file: { type: "string" },
    fresh: { type: "boolean", default: false },
  },
});
const atOnce = Number(values["at-once"]);
const cachePath = ".cache/mutation.json";

type Fate = "killed" | "too-slow" | "survived" | "not-run";
interface Result {
  readonly fate: Fate;
  readonly by: string;
}
interface Row {
  readonly folder: string;
  mutants: number;
  killed: number;
  slow: number;
  accepted: number;
  open: number;
}

const known: Record<string, Result> = values.fresh ? {} : readKnown();
const accepted = acceptedIn("test/mutation/accepted.json");
const unused = new Set<AcceptedMutant>(accepted);
const rows: Row[] = [];
const baselines = new Map<string, Baseline>();

const chosen = positionals.length > 0 ? positionals : Object.keys(folders);
for (const name of chosen) {
  const folder = folders[name];
  if (folder === undefined) {
    console.error(`There is no folder ${name}; there are ${Object.keys(folders).join(", ")}.`);
    process.exit(2);
  }
  const sources = globSync(folder.sources as string[])
    .filter(
      (path) =>
        !path.endsWith(".test.ts") && (values.file === undefined || path.includes(values.file)),
    )
    .sort();
  const tests = globSync(folder.tests as string[]).sort();
  rows.push(await mutateFolder(name, sources, tests));
}
printTable(rows);
if (rows.some((row) => row.open > 0)) process.exitCode = 1;

async function mutateFolder(
  folder: string,
  sources: readonly string[],
  tests: readonly string[],
): Promise<Row> {
  const row: Row = { folder, mutants: 0, killed: 0, slow: 0, accepted: 0, open: 0 };
  const context = digest(tests.map((path) => readFileSync(path, "utf8")).join("\0"));
  const waiting = sources.flatMap((path) => {
    const source = readFileSync(path, "utf8");
    return mutantsOf(path, source).map((mutant) => ({ path, source, mutant }));
  });
  row.mutants = waiting.length;
  const keyOf = (one: (typeof waiting)[number]) =>
    digest(
      [context, one.source, one.path, one.mutant.start, one.mutant.end, one.mutant.becomes].join(
        "\0",
      ),
    );
  const isNew = waiting.some((one) => known[keyOf(one)] === undefined);
  const baseline = isNew ? await baselineOf(tests) : undefined;
  const killers = new Map<string, number>();
  let done = 0;
  const queue = [...waiting];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
        const key = keyOf(one);
        const result =
          known[key] ??
          (baseline && (await fateOf(baseline, killers, one.path, one.source, one.mutant)));
        if (result === undefined) continue;
        if (known[key] === undefined) {
          known[key] = result;
          if (done % 50 === 0) writeKnown();
        }
        count(row, one.path, one.source, one.mutant, result);
        done += 1;
        process.stderr.write(`\r${folder}: ${done} of ${waiting.length}, ${row.open} open `);
      }
    }),
  );
  process.stderr.write("\n");
  writeKnown();
  return row;
}

async function baselineOf(tests: readonly string[]): Promise<Baseline> {
  const key = tests.join("\0");
  const measured =
    baselines.get(key) ??
    (await measure(
      tests.map((path) => pathToFileURL(resolve(path)).href),
      pathToFileURL(resolve("src")).href,
    ));
  if (!baselines.has(key)) for (const one of measured.failing) console.error(`left out: ${one}`);
  baselines.set(key, measured);
  return measured;
}

async function fateOf(
  baseline: Baseline,
  killers: Map<string, number>,
  path: string,
  source: string,
  mutant: Mutant,
): Promise<Result> {
  const url = pathToFileURL(resolve(path)).href;
  const tests = testsOf(baseline, url, mutant.start);
  if (tests.length === 0) return { fate: "not-run", by: "" };
  // What has killed others of this file is likely to kill this one.
  const rank = (one: KnownTest) => one.ms / (1 + 20 * (killers.get(nameOf(one)) ?? 0));
  const ordered = [...tests].sort((a, b) => rank(a) - rank(b));
  const steps = stepsOf(ordered);
  const limits = steps.flatMap((step) => [30_000, ...step.ms.map((ms) => 5_000 + 10 * ms)]);
  const run = await runPlan(
    { steps: steps.map(({ file, tests: indices }) => ({ file, tests: indices })) },
    {
      mutant: { url, source: mutated(source, mutant) },
      limitMs: (told) => limits[told] ?? 10_000,
      untilFailure: true,
    },
  );
  if (run.outcome === "ended") return { fate: "survived", by: "" };
  const last = run.told.at(-1);
  if (last?.kind === "test") {
    const name = `${last.file} ${last.index}`;
    killers.set(name, (killers.get(name) ?? 0) + 1);
  }
  return { fate: run.outcome === "too-slow" ? "too-slow" : "killed", by: run.detail };
}

/** Consecutive tests of one file are one step; each file is loaded once. */
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

function nameOf({ file, index }: KnownTest): string {
  return `${file} ${index}`;
}

function count(row: Row, path: string, source: string, mutant: Mutant, { fate }: Result): void {
  if (fate === "killed") row.killed += 1;
  else if (fate === "too-slow") row.slow += 1;
  else {
    const reason = accepted.find((one) => one.matches(path, source, mutant));
    if (reason === undefined) {
      row.open += 1;
      const line = source.split("\n")[mutant.line - 1]?.trim();
      const from = source.slice(mutant.start, mutant.end).replace(/\s+/g, " ");
      process.stdout.write(
        `${path}:${mutant.line} ${fate}\n    ${line}\n    ${from}  →  ${mutant.becomes.replace(/\s+/g, " ")}\n`,
      );
    } else {
      row.accepted += 1;
      unused.delete(reason);
    }
  }
}

function printTable(all: readonly Row[]): void {
  const shown = all.map((row) => ({
    folder: row.folder,
    mutants: row.mutants,
    killed: row.killed,
    "too slow": row.slow,
    accepted: row.accepted,
    open: row.open,
    "% killed": percent(row, row.mutants),
    "% of real ones": percent(row, row.mutants - row.accepted),
  }));
  console.table(shown);
  if (positionals.length > 0 || values.file !== undefined) return;
  for (const one of unused) console.log(`no such survivor any more: ${one.described}`);
}

function percent({ killed, slow }: Row, of: number): string {
  return ((100 * (killed + slow)) / Math.max(1, of)).toFixed(1);
}

function readKnown(): Record<string, Result> {
  try {
    return JSON.parse(readFileSync(cachePath, "utf8"));
  } catch {
    return {};
  }
}

function writeKnown(): void {
  mkdirSync(".cache", { recursive: true });
  writeFileSync(cachePath, JSON.stringify(known));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
