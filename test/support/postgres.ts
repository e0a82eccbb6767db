/**
 * A PostgreSQL for tests: the one that `COUNTERSIGN_TEST_POSTGRES_URL` names (its user may create databases), or one
 * that this process starts, from npm or from this machine. Every test gets its own empty database.
 */
import { randomBytes } from "node:crypto";
import { Client, Pool } from "pg";
import { ownPostgres } from "./postgres-server.ts";

export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
  readonly address: { readonly hosts: readonly [string]; readonly name: string };
  /** Runs statements in one transaction. Returns the rows of the last one. */
  query(statements: string): Promise<readonly Record<string, unknown>[]>;
}

export function addressOf(url: string): TestDatabase["address"] {
  return { hosts: [url], name: new URL(url).pathname.slice(1) };
}

let shared: Promise<string> | undefined;

/** The server that all tests of this process share. It ends with the process. */
export function sharedPostgres(): Promise<string> {
  shared ??= findPostgres();
  return shared;
}

/**
 * An empty database on the shared server or the given one. When the test ends, its connections are cut and it is
 * dropped.
 */
export async function freshDatabase(server?: string): Promise<TestDatabase> {
  return copyOf("template0", server);
}

/** A copy of a database that has no connections; quicker than filling each database. */
export async function copyOf(template: string, server?: string): Promise<TestDatabase> {
  const at = server ?? (await sharedPostgres());
  const name = `test_${randomBytes(8).toString("hex")}`;
  // Copies files. A copy by blocks would also be written to the log, at four times the cost.
  await run(at, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(at);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    address: addressOf(url.href),
    query: (statements) => ask(url.href, statements),
    [Symbol.asyncDispose]: () => run(at, `drop database if exists ${name} with (force)`),
  };
}

/** Waits until a database has so many connections and no more. PostgreSQL notices a moment later that one is closed. */
export async function untilConnected({ url }: TestDatabase, count: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const text =
      "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
    const deadline = performance.now() + 20_000;
    for (;;) {
      const { rowCount } = await client.query(text);
      if (rowCount === count) return;
      if (performance.now() > deadline) throw new Error(`${rowCount} connections, not ${count}`);
    }
  } finally {
    await client.end();
  }
}

/** A database with an empty ledger, on the shared server or the given one. */
export async function migratedDatabase(server?: string): Promise<TestDatabase> {
  const database = await freshDatabase(server);
  await migrate(database);
  return database;
}

/** As a service migrates, but without its key ring. */
async function migrate({ address }: TestDatabase): Promise<void> {
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
    begins: true,
    now: 0,
  });
}

async function findPostgres(): Promise<string> {
  const given = process.env["COUNTERSIGN_TEST_POSTGRES_URL"];
  if (given !== undefined) return given;
  const server = await ownPostgres();
  server.unref();
  return server.url;
}

let pool: Pool | undefined;

/**
 * Runs one statement. The connection to the shared server is kept for the next one, and does not keep the process
 * alive. A test may have stopped and started a server of its own since, so that gets a new connection.
 */
async function run(url: string, statement: string): Promise<void> {
  if (url !== (await sharedPostgres())) {
    await ask(url, statement);
    return;
  }
  if (pool === undefined) {
    pool = new Pool({ connectionString: url, max: 4, allowExitOnIdle: true });
    // A server that ends cuts the connection.
    pool.on("error", () => {});
  }
  await pool.query(statement);
}

/** Runs each statement in a transaction of its own. Returns the rows of the last one. */
export async function ask(
  url: string,
  ...statements: readonly string[]
): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  // The statement fails with the same error.
  client.on("error", () => {});
  try {
    await client.connect();
    let rows: readonly Record<string, unknown>[] = [];
    for (const statement of statements) {
      rows = [await client.query(statement)].flat().at(-1)?.rows ?? [];
    }
    return rows;
  } finally {
    await client.end();
  }
}
