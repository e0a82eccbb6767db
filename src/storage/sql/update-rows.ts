/** Updates many rows, each with its own values. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "./schema.ts";

/** SQLite allows 500 terms in a compound select. */
const rowsInOneUpdate = 100;

/** Each row is its key, and the values of `columns`. Rows for which `condition` is not true stay as they are. */
export async function updateRows(
  db: Kysely<Tables>,
  to: { readonly table: string; readonly key: string; readonly columns: readonly string[] },
  rows: readonly (readonly unknown[])[],
  condition: RawBuilder<unknown> = sql`1 = 1`,
): Promise<void> {
  const table = sql.table(to.table);
  const key = sql.ref(`${to.table}.${to.key}`);
  const columns = sql.join([to.key, ...to.columns].map((name) => sql.ref(name)));
  const set = sql.join(to.columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`new.${name}`)}`));
  for (let from = 0; from < rows.length; from += rowsInOneUpdate) {
    // The empty select defines the types of the values.
    const selects = [
      sql`select ${columns} from ${table} where 1 = 0`,
      ...rows.slice(from, from + rowsInOneUpdate).map((row) => sql`select ${sql.join(row)}`),
    ];
    await sql`with new (${columns}) as (${sql.join(selects, sql` union all `)})
      update ${table} set ${set} from new where ${key} = ${sql.ref(`new.${to.key}`)} and ${condition}`.execute(
      db,
    );
  }
}
