import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Every row of a ledger, by table, but for the counts of use: what must not change when nothing happened. */
export function rowsOf(dataDir: string): Record<string, Record<string, string>[]> {
  const database = new DatabaseSync(join(dataDir, "countersign.db"), { readOnly: true });
  const tables = database
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%' and name <> 'use_count'",
    )
    .all()
    .map((row) => String(row["name"]));
  const rows = tables.map((table) => [
    table,
    database
      .prepare(`select * from "${table}"`)
      .all()
      .map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [k, String(v)]))),
  ]);
  database.close();
  return Object.fromEntries(rows);
}
