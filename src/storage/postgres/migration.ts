/**
 * Runs the database's migrations on PostgreSQL: once, even if several nodes start at the same time and others are
 * serving.
 */
import { missingMigrations } from "../sql/migrate.ts";
import { schemaMigrations } from "../sql/schema.ts";
import type { Connection, Connections } from "./connections.ts";
import { advisoryLocks } from "./locks.ts";

/** Long enough to wait while another node migrates a large database. */
const maxMs = 600_000;

/** A table that exists while a SQLite database is being moved to this one. */
export const moveMark = "database_move";

/** Returns the names of the migrations that ran. `reject` checks what exists before anything is changed. */
export async function migratePostgres(
  connections: Connections,
  reject: (isNew: boolean) => void = () => {},
): Promise<readonly string[]> {
  const connection = await connections.take(maxMs);
  try {
    const before = await applied(connection);
    reject(before.length === 0);
    if (before.join() === schemaMigrations.join()) return [];
    await connection.run(`begin; ${migrationLock}`);
    try {
      const names = await migrateIn(connection, await applied(connection));
      await connection.run("commit");
      return names;
    } catch (error) {
      if (!connection.broken()) await connection.run("rollback");
      throw error;
    }
  } finally {
    connection.release();
  }
}

/** Makes other migrations and moves wait for the end of the transaction. */
export const migrationLock = `select pg_advisory_xact_lock(${advisoryLocks.migration})`;

/** Runs in the open transaction. */
export async function migrateIn(
  connection: Connection,
  before: readonly string[],
): Promise<readonly string[]> {
  const { names, statements } = missingMigrations(before);
  await connection.run(inPostgres(statements));
  return names;
}

/** Throws if a move to this database has not ended. */
export async function applied(connection: Connection): Promise<readonly string[]> {
  const tables = await tablesOfMigrations(connection);
  if (tables.has(moveMark)) {
    throw new Error(
      "a move to this database has not ended; run the same `countersign move` again, and it continues where it stopped",
    );
  }
  return tables.has("migration") ? appliedNames(connection) : [];
}

/**
 * Which of `migration` and the mark of a move exist. This reads the catalog, because `to_regclass` can miss a table
 * that another session created while this one waited for the lock.
 */
export async function tablesOfMigrations(connection: Connection): Promise<ReadonlySet<string>> {
  const rows = await connection.rows<[string]>(
    `select relname::text from pg_class
      where relname in ('migration', '${moveMark}') and relkind = 'r' and pg_table_is_visible(oid)`,
    [],
  );
  return new Set(rows.flat());
}

/** The names of the migrations of an existing database. */
export async function appliedNames(connection: Connection): Promise<readonly string[]> {
  const rows = await connection.rows<[string]>(
    'select name from migration order by name collate "C"',
    [],
  );
  return rows.map(([name]) => name);
}

/** From SQLite's dialect. Text is compared bytewise in every database, and the body of a trigger is a function. */
function inPostgres(statements: string): string {
  return statements
    .replaceAll(/ text(?=[\s,;])/g, ' text collate "C"')
    .replaceAll(/ blob(?=[\s,;])/g, " bytea")
    .replaceAll(") without rowid", ")")
    .replaceAll("integer primary key autoincrement", "bigserial primary key")
    .replaceAll("lower(hex(randomblob(16)))", "replace(cast(gen_random_uuid() as text), '-', '')")
    .replaceAll(
      "cast((julianday('now') - 2440587.5) * 86400000 as integer)",
      "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)",
    )
    .replaceAll("instr(", "strpos(")
    .replaceAll(
      /create trigger (\w+) ([^;]*? for each row) begin(.*?;)\s+end;/gs,
      (_, name, event, body) => `create function ${name}() returns trigger language plpgsql as
        $$ begin ${body} return null; end $$;
        create trigger ${name} ${event} execute function ${name}();`,
    );
}
