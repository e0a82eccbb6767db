/**
 * `npm test`: every test file, in groups, each with the concurrency that suits it. Names of groups as
 * arguments run those alone. The last line counts them all; a skipped test is no passed one.
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";

interface Group {
  readonly files: readonly string[];
  /** Test files at once: browsers are heavy enough alone. */
  readonly atOnce: number;
  /** Files of which every branch must be run. */
  readonly covered?: string;
  readonly withBrowser?: true;
}

const atOnce = Math.max(2, Math.min(4, availableParallelism()));
const named: Record<string, Group> = {
  law: { files: ["test/architecture.test.ts"], atOnce },
  unit: {
    files: globSync(["src/**/*.test.ts", "test/vectors/**/*.test.ts"]),
    atOnce,
    covered: "src/oauth1/*.ts",
  },
  cli: { files: globSync("test/cli/**/*.test.ts"), atOnce },
  interop: { files: globSync("test/interop/**/*.test.ts"), atOnce: 1, withBrowser: true },
  browser: { files: globSync("test/browser/**/*.test.ts"), atOnce: 1, withBrowser: true },
  docs: { files: ["test/docs.test.ts"], atOnce },
};
const placed = new Set(Object.values(named).flatMap((group) => group.files));
const others = globSync("test/**/*.test.ts").filter((file) => !placed.has(file));
const groups: Record<string, Group> = {
  ...named,
  /** Flows and threats, and whatever has no group of its own. */
  flows: { files: others, atOnce },
};

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(groups);
const total = { passed: 0, failed: 0, skipped: 0 };
for (const name of chosen) {
  const group = groups[name];
  if (group === undefined) {
    console.error(`There is no group ${name}; there are ${Object.keys(groups).join(", ")}.`);
    process.exit(2);
  }
  console.log(`\n── ${name}: ${group.files.length} files`);
  await runGroup(group);
}
console.log(
  `\nall groups: ${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`,
);
if (total.failed > 0 || total.passed === 0) process.exitCode = 1;

async function runGroup({ files, atOnce, covered, withBrowser }: Group): Promise<void> {
  if (files.length === 0) return;
  if (withBrowser) provideBrowserLibraries();
  const stream = run({
    files: [...files].sort(),
    concurrency: atOnce,
    timeout: 900_000,
    execArgv: ["--disable-warning=ExperimentalWarning"],
    ...(covered !== undefined && {
      coverage: true,
      coverageIncludeGlobs: [covered],
      coverageExcludeGlobs: ["**/*.test.ts"],
    }),
  });
  stream.on("test:summary", ({ file, counts }) => {
    if (file !== undefined) return;
    total.passed += counts.passed;
    total.failed += counts.tests - counts.passed - counts.skipped - counts.todo;
    total.skipped += counts.skipped + counts.todo;
  });
  stream.on("test:coverage", ({ summary }) => {
    if (summary.totals.coveredBranchPercent === 100) return;
    console.error(`not every branch of ${covered} is run by a test`);
    total.failed += 1;
  });
  for await (const line of stream.compose(spec())) process.stdout.write(line);
}

/** The libraries that Chromium wants come with its package; they are for machines that lack them. */
function provideBrowserLibraries(): void {
  if (process.platform !== "linux" || process.env["LD_LIBRARY_PATH"] !== undefined) return;
  const ldconfig = existsSync("/sbin/ldconfig") ? "/sbin/ldconfig" : "ldconfig";
  const present = spawnSync(ldconfig, ["-p"], { encoding: "utf8" }).stdout ?? "";
  if (["libnss3.so", "libnspr4.so", "libexpat.so.1"].every((one) => present.includes(one))) return;
  const packed = new URL("../bin/al2023.tar.br", import.meta.resolve("@sparticuz/chromium"));
  const directory = mkdtempSync(join(tmpdir(), "countersign-libraries-"));
  const archive = brotliDecompressSync(readFileSync(fileURLToPath(packed)));
  const unpacked = spawnSync("tar", ["-x", "-C", directory], { input: archive });
  if (unpacked.status !== 0) throw new Error("tar could not unpack the browser's libraries");
  process.env["LD_LIBRARY_PATH"] = join(directory, "lib");
}
