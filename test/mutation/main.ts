/**
 * `npm run mutate`: changes the source in small ways, one at a time, and checks whether a test fails.
 * docs/evidence/mutation.md explains how to use it and how to read its output.
 */
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { sharedPostgres } from "../support/postgres.ts";
import { type Baseline, measure } from "./baseline.ts";
import { type Killers, resultOf } from "./fate.ts";
import { type Folder, folders } from "./folders.ts";
import { digest, knownResults, type Result, type SourceMutant, textOfTest } from "./known.ts";
import { mutantsOf } from "./mutants.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "at-once": { type: "string", default: String(Math.max(1, availableParallelism() - 1)) },
    file: { type: "string" },
    fresh: { type: "boolean", default: false },
    only: { type: "string" },
    sample: { type: "string", default: "0" },
  },
});
const atOnce = Number(values["at-once"]);
/** The number of the sample, from 0; each mutant is in exactly one. Undefined: all mutants, whatever `oneOf` says. */
const sample = values.sample === "all" ? undefined : Number(values.sample);
const onlyConditions = values.only === "conditions";
if (values.only !== undefined && !onlyConditions) {
  console.error(`--only takes "conditions".`);
  process.exit(2);
}

interface Row {
  readonly folder: string;
  readonly mutants: number;
  tried: number;
  killed: number;
  slow: number;
  survived: number;
}

const rows: Row[] = [];

if (positionals.length === 0 || positionals.some((name) => folders[name]?.onPostgres)) {
  process.env["COUNTERSIGN_TEST_POSTGRES_URL"] = await sharedPostgres();
}
const chosen = positionals.length > 0 ? positionals : Object.keys(folders);
for (const name of chosen) {
  const folder = folders[name];
  if (folder === undefined) {
    console.error(`There is no folder ${name}; there are ${Object.keys(folders).join(", ")}.`);
    process.exit(2);
  }
  rows.push(await mutateFolder(name, folder));
}
printTable(rows);

async function mutateFolder(name: string, folder: Folder): Promise<Row> {
  const known = knownResults(name, values.fresh);
  const all = mutantsIn(folder);
  const waiting = all.filter((one) =>
    onlyConditions ? one.mutant.losesCondition : isInSample(one, folder.oneOf ?? 1),
  );
  const paths = globSync(folder.tests as string[]).sort();
  const tests = digest(paths.map((path) => textOfTest(urlOf(path))).join("\0"));
  const row: Row = {
    folder: name,
    mutants: all.length,
    tried: waiting.length,
    killed: 0,
    slow: 0,
    survived: 0,
  };
  const unknown = waiting.filter((one) => known.of(one, tests) === undefined);
  const baseline = unknown.length === 0 ? undefined : await baselineOf(paths, folder);
  const readers = globSync((folder.readers ?? []) as string[]).map(urlOf);
  const killers: Killers = new Map();
  let done = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let one = unknown.shift(); baseline && one !== undefined; one = unknown.shift()) {
        const elsewhere = testsElsewhere(folder, one.path);
        known.keep(one, tests, await resultOf(baseline, killers, one, readers, elsewhere));
        done += 1;
        if (done % 10 === 0) known.write();
        process.stderr.write(`\r${name}: ${done}, ${unknown.length} left `);
      }
    }),
  );
  process.stderr.write("\n");
  known.write();
  for (const one of waiting) {
    const result = known.of(one, tests);
    if (result !== undefined) count(row, one, result);
  }
  return row;
}

function testsElsewhere({ elsewhere = {} }: Folder, source: string): readonly string[] {
  return Object.entries(elsewhere)
    .filter(([, sources]) => sources.includes(source))
    .map(([test]) => urlOf(test));
}

function mutantsIn(folder: Folder): readonly SourceMutant[] {
  return sourcesOf(folder)
    .filter((path) => path.includes(values.file ?? ""))
    .flatMap((path) => {
      const source = readFileSync(path, "utf8");
      return mutantsOf(path, source).map((mutant) => ({ path, source, mutant }));
    });
}

function sourcesOf({ sources }: Folder): readonly string[] {
  return globSync(sources as string[])
    .filter((path) => !path.endsWith(".test.ts"))
    .sort();
}

/** Chooses the same mutants in every run, even if the lines around them change. */
function isInSample({ path, source, mutant }: SourceMutant, oneOf: number): boolean {
  if (sample === undefined) return true;
  const line = source.split("\n")[mutant.line - 1]?.trim();
  const place = createHash("sha256").update([path, line, mutant.becomes].join("\0")).digest();
  return place.readUInt32LE(0) % oneOf === sample % oneOf;
}

async function baselineOf(tests: readonly string[], folder: Folder): Promise<Baseline> {
  const baseline = await measure(
    tests.map(urlOf),
    Object.values(folders).flatMap(sourcesOf).map(urlOf),
    sourcesOf(folder).map(urlOf),
  );
  for (const one of baseline.failing) console.error(`left out: ${one}`);
  return baseline;
}

function urlOf(path: string): string {
  return pathToFileURL(resolve(path)).href;
}

/** Adds the result to the row of its folder, and prints a mutant that no test noticed. */
function count(row: Row, { path, source, mutant }: SourceMutant, { fate }: Result): void {
  if (fate === "killed") row.killed += 1;
  else if (fate === "too-slow") row.slow += 1;
  else {
    row.survived += 1;
    const line = source.split("\n")[mutant.line - 1]?.trim();
    const from = inOneLine(source.slice(mutant.start, mutant.end));
    process.stdout.write(
      `${path}:${mutant.line} ${fate}\n    ${line}\n    ${from}  →  ${inOneLine(mutant.becomes)}\n`,
    );
  }
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

function printTable(all: readonly Row[]): void {
  console.table(
    all.map(({ folder, mutants, tried, killed, slow, survived }) => ({
      folder,
      mutants,
      tried,
      killed,
      "too slow": slow,
      survived,
    })),
  );
}
