/** The tables of a ledger in memory, in which a row may refer to one that is not there. */
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { Kysely } from "kysely";
import type { Tables } from "../../src/storage/sql/schema.ts";
import { kyselyOver } from "../../src/storage/sqlite/kysely-over.ts";
import { migratedLedger } from "./memory-ledger.ts";

export interface MemoryTables extends Disposable {
  readonly db: Kysely<Tables>;
  /** Adds a row with these values. What else it needs are empty texts, zeros and empty bytes. */
  add(table: keyof Tables, values: Readonly<Record<string, SQLInputValue>>): void;
  empty(table: keyof Tables): void;
  /** Of every row, in the order of the table. */
  column(table: keyof Tables, column: string): readonly unknown[];
}

export async function memoryTables(): Promise<MemoryTables> {
  const database = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  database.deserialize(await migratedLedger());
  return {
    db: kyselyOver(database),
    add(table, values) {
      const columns = database.prepare(`select * from pragma_table_info('${table}')`).all();
      const needed = columns.filter(({ notnull, dflt_value }) => notnull === 1 && !dflt_value);
      const filled = needed.map(({ name, type }) => [String(name), nothing(String(type))]);
      const row: Record<string, SQLInputValue> = { ...Object.fromEntries(filled), ...values };
      const names = Object.keys(row);
      database
        .prepare(`insert into "${table}" (${names.join()}) values (${names.map(() => "?").join()})`)
        .run(...Object.values(row));
    },
    empty: (table) => database.exec(`delete from "${table}"`),
    column: (table, column) =>
      database
        .prepare(`select ${column} as found from "${table}"`)
        .all()
        .map(({ found }) => found),
    [Symbol.dispose]: () => database.close(),
  };
}

function nothing(type: string): SQLInputValue {
  if (type === "text") return "";
  return type === "blob" ? new Uint8Array() : 0;
}
