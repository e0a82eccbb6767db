/** The engine of the services in tests: SQLite, or PostgreSQL with `COUNTERSIGN_TEST_ENGINE=postgres`. */
import { after } from "node:test";
import type { TestDatabase } from "./postgres.ts";

export interface TestEngine {
  readonly settings: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

const onPostgres = process.env["COUNTERSIGN_TEST_ENGINE"] === "postgres";

/** For the `skip` of a test that says nothing about PostgreSQL: the reason, if tests run on PostgreSQL. */
export function skippedOnPostgres(because: string): string | false {
  return onPostgres && `on SQLite alone: ${because}`;
}

/** A new database; undefined on SQLite. */
export async function testEngine(): Promise<TestEngine | undefined> {
  if (!onPostgres) return undefined;
  const { copyOf, migratedDatabase } = await import("./postgres.ts");
  const given = process.env["COUNTERSIGN_TEST_POSTGRES_TEMPLATE"];
  template ??= given === undefined ? migratedDatabase().then(nameOf) : Promise.resolve(given);
  return engineOn(await copyOf(await template));
}

/** The database from which the databases of this process are copied. */
let template: Promise<string> | undefined;

function nameOf({ address }: TestDatabase): string {
  return address.name;
}

/** The driver is loaded only when it is used, here and below, because most test files run on SQLite. */
async function freshEngine(): Promise<TestEngine> {
  const { freshDatabase } = await import("./postgres.ts");
  return engineOn(await freshDatabase());
}

function engineOn(database: TestDatabase): TestEngine {
  return {
    // Generous, so that a busy machine does not make a test's request fail.
    settings: { DATABASE_URL: database.url, DATABASE_TIMEOUT: "20000" },
    drop: async () => database[Symbol.asyncDispose](),
  };
}

let sharing = onPostgres;

/** For a test file whose commands choose their engine themselves. */
export function chooseOwnEngines(): void {
  sharing = false;
  // Another test file may follow in this process.
  after(() => {
    sharing = onPostgres;
  });
}

const shared = new Map<string, Promise<TestEngine>>();
if (onPostgres) {
  after(async () => {
    for (const engine of shared.values()) await (await engine).drop();
  });
}

/**
 * Settings of a command, or of a service with which it shares a data directory. On PostgreSQL they also share a
 * database, which is empty at first, as the directory is. Settings that already name a database are not changed.
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
