/** The engine that services of tests run on: SQLite, or PostgreSQL with `COUNTERSIGN_TEST_ENGINE=postgres`. */
import { migrateBeside } from "../../src/storage/postgres/ring-check.ts";
import { preparedDatabase, type TestDatabase } from "./postgres.ts";

export interface TestEngine {
  readonly settings: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

const onPostgres = process.env["COUNTERSIGN_TEST_ENGINE"] === "postgres";

/** A database of a test's own; undefined: SQLite. */
export async function testEngine(): Promise<TestEngine | undefined> {
  if (!onPostgres) return undefined;
  const database = await preparedDatabase(migrated);
  return {
    // A machine that does many things at once is no reason to refuse a request of a test.
    settings: { DATABASE_URL: database.url, DATABASE_TIMEOUT: "20000" },
    drop: async () => database[Symbol.asyncDispose](),
  };
}

/** As a service does it, but for its key ring. */
async function migrated(address: TestDatabase["address"]): Promise<void> {
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
