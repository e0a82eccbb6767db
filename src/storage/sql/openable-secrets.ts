/** Opens every encrypted secret of a database, as nothing else does: requests open only what they need. */
import { type Kysely, sql } from "kysely";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import type { Tables } from "./schema.ts";
import { type SealedColumn, sealedColumns } from "./sealed.ts";

export interface OpenableSecrets {
  readonly opened: number;
  /** How many could not be opened, by their table and column; empty if all could. */
  readonly unopened: ReadonlyMap<string, number>;
}

export async function openableSecrets(db: Kysely<Tables>, keys: KeyRing): Promise<OpenableSecrets> {
  let opened = 0;
  const unopened = new Map<string, number>();
  for (const column of sealedColumns) {
    for await (const { sealed, identity } of secretsOf(db, column)) {
      if (opens(keys, sealed, identity)) opened += 1;
      else {
        const name = `${column.table}.${column.column}`;
        unopened.set(name, (unopened.get(name) ?? 0) + 1);
      }
    }
  }
  return { opened, unopened };
}

async function* secretsOf(db: Kysely<Tables>, { table, key, column, identity }: SealedColumn) {
  let after: string | number | undefined;
  do {
    const beyond = after === undefined ? sql`` : sql`and ${sql.ref(key)} > ${after}`;
    const { rows } = await sql<{ key: string | number; sealed: Uint8Array }>`
      select ${sql.ref(key)} as key, ${sql.ref(column)} as sealed from ${sql.table(table)}
      where ${sql.ref(column)} is not null ${beyond}
      order by ${sql.ref(key)} limit ${rowsAtOnce}`.execute(db);
    for (const row of rows) yield { sealed: row.sealed, identity: identity(row.key) };
    after = rows.at(-1)?.key;
  } while (after !== undefined);
}

const rowsAtOnce = 1_000;

function opens(keys: KeyRing, sealed: Uint8Array, identity: string): boolean {
  try {
    keys.open(sealed, identity);
    return true;
  } catch {
    return false;
  }
}
