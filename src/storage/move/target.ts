/**
 * The PostgreSQL database to which a SQLite database is moved. From the first step to the last it holds a
 * mark, so that no server or command takes part of the database for all of it.
 */
import type { AuditContext } from "../../domain/audit.ts";
import type { PostgresAddress } from "../postgres/client.ts";
import { type Connection, openConnections } from "../postgres/connections.ts";
import {
  appliedNames,
  migrateIn,
  migrationLock,
  moveMark,
  tablesOfMigrations,
} from "../postgres/migration.ts";
import { forgetMinutes } from "../postgres/nonce-store.ts";
import { rejectUnfit } from "../postgres/server-requirements.ts";
import { ledgerTables } from "../sql/ledger-tables.ts";
import { record } from "../sql/transaction.ts";
import { alreadyMoved } from "../sqlite/moved-mark.ts";
import type { Counter, Reading, Row, TableShape, Value } from "./rows.ts";
import type { MoveSource } from "./source.ts";

export interface MoveTarget extends Reading, AsyncDisposable {
  /**
   * Creates the tables and the mark. "again" if an earlier run of the same move did. Throws an Error that says
   * why this database cannot be used.
   */
  begin(source: Pick<MoveSource, "ring" | "mark">): Promise<"first" | "again">;
  /** Empties the tables. */
  clear(tables: readonly TableShape[]): Promise<void>;
  /** Inserts all rows or none. */
  insert(table: TableShape, rows: readonly Row[]): Promise<void>;
  /** Updates PostgreSQL's statistics, so that it plans well from the first request on. */
  analyze(tables: readonly TableShape[]): Promise<void>;
  /** Ends the move in one transaction. From then on the database is an ordinary database. */
  finish(last: Finish): Promise<void>;
}

export interface Finish {
  /** Nothing from these minutes is accepted, because their nonces were not moved. */
  readonly forgotten: readonly (readonly [first: number, last: number])[];
  /** The counters that number rows. */
  readonly counters: readonly Counter[];
  readonly by: AuditContext;
}

/** The limit for a statement: enough for the largest pages, and for indexes of a large database on a busy server. */
const maxMs = 600_000;

/** `boundMs`: milliseconds to connect. Throws `StoreFailure`, and an Error if the server cannot be used. */
export async function openMoveTarget(
  address: PostgresAddress,
  boundMs: number,
): Promise<MoveTarget> {
  await using resources = new AsyncDisposableStack();
  const connections = resources.use(openConnections(address, boundMs, 1));
  await rejectUnfit(connections, boundMs);
  const connection = await connections.take(boundMs);
  resources.defer(() => connection.release());
  const owned = resources.move();

  return {
    begin: (source) => within(() => begin(connection, address.name, source)),
    async clear(tables) {
      await run(`truncate ${tables.map(({ name }) => `"${name}"`).join(", ")}`);
    },
    async insert({ name, columns }, rows) {
      const names = columns.map((column) => `"${column.name}"`).join(", ");
      const lists = columns.map(({ type }, at) => `$${at + 1}::${arrayOf[type]}[]`).join(", ");
      const values = columns.map((_, at) => rows.map((row) => bytesOf(row[at])));
      await ask(`insert into "${name}" (${names}) select * from unnest(${lists})`, values);
    },
    async page(table, after, most) {
      const names = table.columns.map((column) => `"${column.name}"`).join(", ");
      const keys = table.key.map((one) => `"${one}"`).join(", ");
      const beyond =
        after === undefined
          ? ""
          : `where (${keys}) > (${after.map((_, at) => `$${at + 1}`).join(", ")})`;
      const text = `select ${names} from "${table.name}" ${beyond} order by ${keys} limit ${most}`;
      return ask<Value[]>(text, after ?? []);
    },
    async analyze(tables) {
      for (const { name } of tables) await run(`analyze "${name}"`);
    },
    finish: (last) => within(() => finish(connection, last)),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };

  function within<T>(step: () => Promise<T>): Promise<T> {
    connection.extend(maxMs);
    return step();
  }

  function run(text: string): Promise<unknown> {
    return within(() => connection.run(text));
  }

  function ask<Found extends readonly unknown[]>(
    text: string,
    values: readonly unknown[],
  ): Promise<readonly Found[]> {
    return within(() => connection.rows<Found>(text, values));
  }
}

const arrayOf = { bigint: "bigint", text: "text", blob: "bytea" } as const;

function bytesOf(value: Value | undefined): unknown {
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}

async function begin(
  connection: Connection,
  name: string,
  { ring, mark: sourceMark }: Pick<MoveSource, "ring" | "mark">,
): Promise<"first" | "again"> {
  return inTransaction(connection, async () => {
    const tables = await tablesOfMigrations(connection);
    if (tables.has(moveMark)) {
      const [[begunBy] = []] = await connection.rows<[string]>(`select ring from ${moveMark}`, []);
      if (begunBy === ring) {
        await migrateIn(connection, await appliedNames(connection));
        return "again";
      }
      throw new Error(
        `a move with another key ring to ${name} has not ended; end it first, or use an empty database`,
      );
    }
    if (tables.has("migration")) throw await holdsAnother(connection, name, ring);
    if (sourceMark !== undefined) throw alreadyMoved(sourceMark);
    await rejectTables(connection, name);
    await connection.run(`create table ${moveMark} (ring text not null)`);
    await connection.rows(`insert into ${moveMark} values ($1)`, [ring]);
    await migrateIn(connection, []);
    return "first";
  });
}

/** Tables of another program could be taken for ours or conflict with them. */
async function rejectTables(connection: Connection, name: string): Promise<void> {
  const [[table] = []] = await connection.rows<[string]>(
    "select name from unnest($1::text[]) as name where to_regclass(quote_ident(name)) is not null limit 1",
    [ledgerTables],
  );
  if (table === undefined) return;
  throw new Error(`${name} has a table ${table} of another program; use an empty database`);
}

/** Explains why the database is not empty, for example because the same move has already ended. */
async function holdsAnother(connection: Connection, name: string, ring: string): Promise<Error> {
  const [[keys] = []] = await connection.rows<[string]>(
    `select coalesce(json_agg(json_build_array(id, check_value) order by id collate "C"), '[]')::text from ring_key`,
    [],
  );
  const [[at] = []] = await connection.rows<[number]>(
    "select at from audit_event where name = 'database.moved' order by id desc limit 1",
    [],
  );
  const isThisOne = JSON.stringify(JSON.parse(keys ?? "[]")) === ring && at !== undefined;
  return new Error(
    isThisOne
      ? `${name} is already a copy: this database was moved there on ${new Date(at).toISOString()}`
      : `${name} already contains data of Countersign; use an empty database`,
  );
}

async function finish(connection: Connection, { forgotten, counters, by }: Finish): Promise<void> {
  await inTransaction(connection, async () => {
    await forgetMinutes(connection, forgotten);
    for (const { table, last } of counters) {
      if (last === 0) continue;
      await connection.rows("select setval(pg_get_serial_sequence($1, 'id'), $2)", [table, last]);
    }
    // An administrator said this of the backups of the SQLite file.
    await connection.run("delete from setting where name = 'backup'");
    await record({ db: connection.db, events: [] }, { ...by, name: "database.moved" });
    await connection.run(`drop table ${moveMark}`);
  });
}

/** Runs the steps while no migration and no other move can begin or end. */
async function inTransaction<T>(connection: Connection, steps: () => Promise<T>): Promise<T> {
  await connection.run(`begin; ${migrationLock}`);
  try {
    const result = await steps();
    await connection.run("commit");
    return result;
  } catch (error) {
    if (!connection.broken()) await connection.run("rollback");
    throw error;
  }
}
