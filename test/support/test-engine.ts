/** The engine that services of tests run on: SQLite, or PostgreSQL with `COUNTERSIGN_TEST_ENGINE=postgres`. */
import { after } from "node:test";
import type { TestDatabase } from "./postgres.ts";

export interface TestEngine {
  readonly settings: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

const onPostgres = process.env["COUNTERSIGN_TEST_ENGINE"] === "postgres";

/** For the `skip` of a test that says nothing about PostgreSQL: why, where services of tests run there. */
export function skippedOnPostgres(because: string): string | false {
  return onPostgres && `on SQLite alone: ${because}`;
}

/** A database of a test's own; undefined: SQLite. */
export async function testEngine(): Promise<TestEngine | undefined> {
  if (!onPostgres) return undefined;
  const { preparedDatabase } = await import("./postgres.ts");
  return engineOn(await preparedDatabase(migrated));
}

/** The driver is loaded where it is used, here and below: most test files run on SQLite. */
async function freshEngine(): Promise<TestEngine> {
  const { freshDatabase } = await import("./postgres.ts");
  return engineOn(await freshDatabase());
}

function engineOn(database: TestDatabase): TestEngine {
  return {
    // A machine that does many things at once is no reason to refuse a request of a test.
    settings: { DATABASE_URL: database.url, DATABASE_TIMEOUT: "20000" },
    drop: async () => database[Symbol.asyncDispose](),
  };
}

let sharing = onPostgres;

/** For a test file whose commands say themselves what their ledger is on. */
export function chooseOwnEngines(): void {
  sharing = false;
}

const shared = new Map<string, Promise<TestEngine>>();
if (onPostgres) {
  after(async () => {
    for (const engine of shared.values()) await (await engine).drop();
  });
}

/**
 * Settings of a command or of a service that it shares a data directory with: on PostgreSQL they share a database too,
 * which is empty at first, as the directory is. What names a database itself keeps it.
 */
export async function withSharedEngine(
  settings: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const { DATA_DIR: directory, DATABASE_URL: database } = settings;
  if (!sharing || directory === undefined || database !== undefined) return settings;
  const engine = shared.get(directory) ?? freshEngine();
  shared.set(directory, engine);
  return { ...settings, ...(await engine).settings };
}

/** As a service does it, but for its key ring. */
async function migrated(address: TestDatabase["address"]): Promise<void> {
  const { migrateBeside } = await import("../../src/storage/postgres/ring-check.ts");
  await migrateBeside(address, 20_000, {
    name: "",
    own: false,
    exists: () => false,
    make() {},
    open: () => {
      throw new Error("a migration needs no ring");
    },
    serving: false,
    now: 0,
  });
}
