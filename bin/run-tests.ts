/**
 * `npm test`: every test file, in groups, each with the concurrency that suits it. Three groups run side by
 * side, because some wait for the disk, or for npm, more than they compute. Names of groups as arguments run those
 * alone; `npm run test:quick` names the groups that are quick; `npm test -- --postgres flows threats` runs these on
 * PostgreSQL, and names what it leaves out and why. The last line counts them all; a skipped test does not count as
 * passed.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import { migratedDatabase } from "../test/support/postgres.ts";
import {
  initialDataVariable,
  type OwnPostgres,
  ownPostgres,
} from "../test/support/postgres-server.ts";
import {
  builtWriter,
  commandVariable,
  fastResolver,
  withoutHooks,
} from "../test/support/process.ts";
import { whySqliteAlone } from "./sqlite-alone.ts";

interface Group {
  readonly files: readonly string[];
  /** Browsers are heavy enough alone, so the number of test files at once is theirs. */
  readonly atOnce: number;
  readonly covered?: string;
  readonly withBrowser?: true;
  /** They share one PostgreSQL, and services that name no database run on it. */
  readonly onPostgres?: true;
  /** No test of it starts the command. */
  readonly startsNothing?: true;
  /** These want a process of their own; if undefined, all do. The others share processes. */
  readonly apart?: readonly string[];
}

const atOnce = Math.max(3, Math.min(4, availableParallelism()));
/** These have databases in files, disks that fill up or fail, and starts that fail: processes, threads and waiting. */
const disk = [
  ...["contract-in-file", "failing-disk"].map((name) => `src/storage/sqlite/${name}.test.ts`),
  ...["failing-disk", "full-disk", "journal", "logging", "start-messages"].map(
    (name) => `test/flows/${name}.test.ts`,
  ),
];
/** These count what their process takes of a core or of memory. */
const measuring = [
  "src/storage/sqlite/rate-limiter.test.ts",
  ...["cost", "hostile-input", "verification"].map((name) => `test/threats/${name}.test.ts`),
];
const postgres = globSync(["test/postgres/**/*.test.ts", "src/storage/postgres/*.test.ts"]);
/**
 * The outcome of these depends on the engine: they run on SQLite and on PostgreSQL, the rest with `--postgres`. What
 * happens before the database is reached is the same on both.
 */
const bothEngines = {
  flows: [
    ...["account", "admin", "admin-user", "admin-service", "audit", "audit-search"],
    ...["authorization", "bearer-tokens", "collaborators", "verify-email", "connections", "icons"],
    ...[
      "imported-passwords",
      "keys",
      "lost-factors",
      "metrics",
      "notifications",
      "portal",
      "portal-usage",
    ],
    ...[
      "rate-limits",
      "request-token",
      "second-factor-rule",
      "three-legged",
      "two-step",
      "usage",
      "sign-in-methods",
      "signature-methods",
    ],
  ],
  threats: [
    ...["admin", "concurrency", "intruders", "leaks", "races", "revocation", "second-factors"],
    ...["spent-nonces", "anonymous", "tokens", "verification", "sign-in-methods"],
  ],
  verification: ["limits", "verify"],
  "admin-api": [
    ...[
      "application-parts",
      "applications",
      "callers",
      "gone",
      "hostile",
      "lists",
      "lost-updates",
      "requests",
      "service",
      "tokens",
      "users",
    ],
  ],
  cli: ["apply", "links", "user-access"],
};
const onBothEngines = Object.entries(bothEngines).flatMap(([folder, names]) =>
  names.map((name) => `test/${folder}/${name}.test.ts`),
);
const named: Record<string, Group> = {
  rules: { files: ["test/architecture.test.ts"], atOnce, startsNothing: true },
  package: { files: globSync("test/package/**/*.test.ts"), atOnce: 2 },
  oauth1: {
    files: globSync("packages/oauth1/src/*.test.ts"),
    atOnce,
    covered: "packages/oauth1/src/*.ts",
    startsNothing: true,
  },
  unit: {
    files: globSync("src/**/*.test.ts", { exclude: [...disk, ...postgres] }),
    atOnce,
    apart: measuring,
  },
  cli: { files: globSync("test/cli/**/*.test.ts"), atOnce, apart: [] },
  browser: {
    files: globSync("test/browser/**/*.test.ts"),
    atOnce: 2,
    withBrowser: true,
    apart: ["test/browser/pages.test.ts"],
  },
  interop: {
    files: globSync("test/interop/**/*.test.ts"),
    atOnce: 2,
    withBrowser: true,
    apart: [],
  },
  /** Each starts nodes, and drives them with many clients. */
  cluster: { files: globSync("test/cluster/**/*.test.ts"), atOnce: 1 },
  /** These need real gateways, other languages, and servers with the middleware. */
  gateways: {
    files: globSync([
      "test/gateways/**/*.test.ts",
      "test/middleware/**/*.test.ts",
      "packages/client/test/**/*.test.ts",
    ]),
    atOnce,
    apart: [],
  },
  conformance: {
    files: globSync(["test/conformance/**/*.test.ts", "packages/conformance/test/*.test.ts"]),
    atOnce: 2,
    apart: [],
  },
  docs: {
    files: ["asvs", "docs", "prose", "translations", "troubleshooting"].map(
      (name) => `test/${name}.test.ts`,
    ),
    atOnce,
  },
  disk: { files: disk, atOnce },
  threats: { files: globSync("test/threats/**/*.test.ts"), atOnce, apart: measuring },
  flows: {
    files: globSync(
      ["test/flows/*.test.ts", "test/verification/*.test.ts", "test/admin-api/*.test.ts"],
      { exclude: disk },
    ),
    atOnce,
    apart: [],
  },
};
const placed = new Set(Object.values(named).flatMap((group) => group.files));
const others = globSync("test/**/*.test.ts", { exclude: postgres }).filter(
  (file) => !placed.has(file),
);
const groups: Record<string, Group> = {
  ...named,
  postgres: {
    files: [...postgres, ...onBothEngines],
    atOnce,
    onPostgres: true,
    apart: measuring,
  },
  /** Every test without a group of its own is here: the doctor, and what other tools say of files in `ops/`. */
  others: { files: others, atOnce },
};

const given = process.argv.slice(2);
/** Services of the selected groups that name no database run on PostgreSQL. */
const allOnPostgres = given.includes("--postgres");
const names = given.filter((one) => one !== "--postgres");
for (const name of names) {
  if (groups[name] !== undefined) continue;
  console.error(`There is no group ${name}; there are ${Object.keys(groups).join(", ")}.`);
  process.exit(2);
}
const uncovered = {
  // Node keeps what it compiles for one test process for the next; coverage needs it compiled afresh.
  NODE_COMPILE_CACHE: "node_modules/.cache/countersign-tests",
  // A group that counts branches sets this for the whole process, which would make every other group slower.
  NODE_V8_COVERAGE: undefined,
};
const together = "test/support/together.ts";
/** With fewer files a second process is not worth its start, because it loads the service again. */
const minOfOneProcess = 20;
/**
 * In milliseconds, many times what a test and a share take on two slow cores: what hangs is named, and the rest still
 * runs. A file that shares its process is a test there.
 */
const maxOfTest = 900_000;
const maxOfShare = 1_500_000;
const linesOfFailure = 30;
/** These begin first, so that none of them is left over when the others have ended. */
const longest = ["postgres", "package", "browser", "flows", "threats", "cluster", "gateways"];
const chosen = Object.entries(groups)
  .filter(([name]) => names.length === 0 || names.includes(name))
  .sort(([a], [b]) => rank(a) - rank(b));
const total = { passed: 0, failed: 0, skipped: 0 };
/** They are repeated at the end: among thousands of lines, or in the last page of a log, no one finds them. */
const failures: string[] = [];
if (chosen.some(([, group]) => group.withBrowser)) provideBrowserLibraries();
if (chosen.some(([, group]) => !group.startsNothing)) {
  process.env[commandVariable] = builtCommand();
}
const server = chosen.some(([, group]) => group.onPostgres || allOnPostgres)
  ? await sharedServer()
  : undefined;
const waiting = chosen.values();
await Promise.all([runNext(), runNext(), runNext()]);
await server?.[Symbol.asyncDispose]();
if (failures.length > 0) console.log(`\nfailed:\n${failures.join("\n")}`);
console.log(
  `\nall groups: ${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`,
);
if (total.failed > 0 || total.passed === 0) process.exitCode = 1;

/** In few files, as in the package, the command takes a third less CPU time for each of 200 starts. */
function builtCommand(): string {
  const root = resolve("node_modules/.cache/countersign-program");
  rmSync(root, { recursive: true, force: true });
  const { status } = spawnSync(
    process.execPath,
    [
      ...["--disable-warning=ExperimentalWarning", "bin/build.ts"],
      ...[`--program=${join(root, "dist")}`, "--also=test/support/clocked-serve.ts"],
    ],
    { stdio: "inherit" },
  );
  if (status !== 0) process.exit(1);
  for (const file of ["bin/countersign", "package.json"]) cpSync(file, join(root, file));
  mkdirSync(join(root, "node_modules"));
  symlinkSync(resolve("node_modules/node"), join(root, "node_modules/node"));
  return join(root, "bin/countersign");
}

function rank(name: string): number {
  return longest.includes(name) ? longest.indexOf(name) : longest.length;
}

/** What a group prints comes in one piece once it has ended, so that groups do not mix. */
async function runNext(): Promise<void> {
  for (const [name, group] of waiting) {
    const seconds = await runGroup(name, group);
    console.log(`── ${name}: ${group.files.length} files, ${seconds} s`);
  }
}

async function runGroup(
  name: string,
  { files, atOnce, covered, ...group }: Group,
): Promise<number> {
  if (files.length === 0) return 0;
  const onPostgres = group.onPostgres || allOnPostgres;
  const left = onPostgres ? leftOut(files) : new Map<string, string>();
  if (onPostgres && server === undefined) {
    console.log(`── ${name}: skipped, because there is no PostgreSQL`);
    total.skipped += files.length;
    return 0;
  }
  const began = Date.now();
  const printed: string[] = [`\n── ${name}\n`];
  for (const [file, why] of left) printed.push(`﹣ ${file} # on SQLite alone: ${why}\n`);
  total.skipped += left.size;
  const chosenFiles = files.filter((file) => !left.has(file)).sort();
  if (chosenFiles.length === 0) {
    process.stdout.write(printed.join(""));
    return 0;
  }
  // All files of a group cover its branches, so they are counted in one process.
  const dealt = covered ? [chosenFiles] : deal(chosenFiles, group.apart ?? chosenFiles);
  const shares = dealt.values();
  const runShares = async () => {
    for (const share of shares) {
      const stream = runShare(share, covered, onPostgres ? server?.environment : undefined);
      for await (const line of stream.compose(spec())) printed.push(String(line));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runShares));
  process.stdout.write(printed.join(""));
  return Math.round((Date.now() - began) / 1000);
}

/**
 * Files that want a process of their own come first, and then shares of those that do not: at most one for each core,
 * because the longer a process runs, the less of its time it spends on compiling.
 */
function deal(files: readonly string[], apart: readonly string[]): string[][] {
  const alone = files.filter((file) => apart.includes(file));
  const rest = files.filter((file) => !apart.includes(file));
  const count = Math.min(availableParallelism(), Math.ceil(rest.length / minOfOneProcess));
  const shares = Array.from({ length: count }, (_, at) =>
    rest.filter((_, index) => index % count === at),
  );
  return [...alone.map((file) => [file]), ...shares];
}

function runShare(
  share: readonly string[],
  covered: string | undefined,
  environment: Record<string, string> | undefined,
): ReturnType<typeof run> {
  const stream = run({
    ...(share.length === 1 ? { files: share } : { files: [together], argv: [...share] }),
    timeout: maxOfTest,
    // A test that fails may leave something open, which would keep its process forever.
    signal: AbortSignal.timeout(maxOfShare),
    // With V8's own small young generation, collections were 8 % of a flow's CPU time; and see bin/countersign.
    execArgv: [
      ...["--disable-warning=ExperimentalWarning", "--max-semi-space-size=16", "--v8-pool-size=1"],
      fastResolver,
      builtWriter,
      // A file that runs alone asks Node which tests are in which suite.
      ...(share.length > 1 ? [withoutHooks] : []),
    ],
    env: { ...process.env, ...(covered === undefined && uncovered), ...environment },
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
  // A file that shares a process is a test of its own there, which no one wrote.
  const isFile = (name: string, nesting: number) => nesting === 0 && share.includes(name);
  stream.on("test:fail", ({ name, nesting, details, file, line, todo }) => {
    const { failureType, cause } = details.error as { failureType?: string; cause?: unknown };
    if (failureType !== "subtestsFailed" && todo === undefined) {
      const why = inspect(cause ?? details.error, { compact: false }).split("\n");
      const place = file === undefined ? share.join(" ") : `${relative(".", file)}:${line}`;
      failures.push(
        `✖ ${name} (${place})`,
        ...why.slice(0, linesOfFailure).map((one) => `  ${one}`),
      );
    }
    if (failureType === "testAborted") {
      console.error(`ended after ${maxOfShare / 60_000} minutes: ${share.join(" ")}`);
    }
    if (isFile(name, nesting) && failureType === "subtestsFailed") total.failed -= 1;
  });
  stream.on("test:pass", ({ name, nesting, skip }) => {
    if (isFile(name, nesting)) total.passed -= 1;
    // The test names the other engine, and the same command runs it there.
    if (String(skip).startsWith("on SQLite alone: ")) total.skipped -= 1;
  });
  stream.on("test:coverage", ({ summary }) => {
    if (summary.totals.coveredBranchPercent === 100) return;
    console.error(`not every branch of ${covered} is run by a test`);
    total.failed += 1;
  });
  return stream;
}

/**
 * These have nothing that would run on PostgreSQL, for the reason given. Tests of PostgreSQL itself start their own.
 */
function leftOut(files: readonly string[]): ReadonlyMap<string, string> {
  const reasons = files
    .filter((file) => !postgres.includes(file))
    .map((file) => [file, whySqliteAlone(file)] as const);
  return new Map(reasons.filter((one): one is [string, string] => one[1] !== undefined));
}

/** Returns undefined where none is named, none comes from npm, and none is on this machine. */
async function sharedServer(): Promise<
  ({ environment: Record<string, string> } & AsyncDisposable) | undefined
> {
  const given = process.env["COUNTERSIGN_TEST_POSTGRES_URL"];
  try {
    await using resources = new AsyncDisposableStack();
    const url = given ?? resources.use(await firstPostgres()).url;
    const template = resources.use(await migratedDatabase(url));
    const owned = resources.move();
    return {
      environment: {
        COUNTERSIGN_TEST_ENGINE: "postgres",
        COUNTERSIGN_TEST_POSTGRES_URL: url,
        COUNTERSIGN_TEST_POSTGRES_TEMPLATE: template.address.name,
      },
      [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
    };
  } catch (error) {
    if (given !== undefined) throw error;
    console.error(String(error));
    return undefined;
  }
}

/** Servers that tests of any group start begin with a copy of its data. */
async function firstPostgres(): Promise<OwnPostgres> {
  const server = await ownPostgres({ keepInitialData: true });
  process.env[initialDataVariable] = server.initialData;
  return server;
}

/** The libraries that Chromium needs come with its package; they are for machines that lack them. */
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
