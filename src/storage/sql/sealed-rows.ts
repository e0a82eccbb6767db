/** Which keys the database's rows use. An encrypted secret begins with the length of its key's id and the id. */
import { type Kysely, sql } from "kysely";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import type { Tables } from "./schema.ts";
import { sealedColumns } from "./sealed.ts";

/** The id of a key that encrypted a row and is not among these. Reads every row. */
export async function sealedByOthers(
  db: Kysely<Tables>,
  keyIds: readonly string[],
): Promise<string | undefined> {
  for (const { table, column } of sealedColumns) {
    const others = keyIds.map((id) => sql` and not ${sealedWith(column, id)}`);
    const { rows } = await sql<{ sealed: Uint8Array }>`
      select ${sql.ref(column)} as sealed from ${sql.table(table)}
      where ${sql.ref(column)} is not null ${sql.join(others, sql``)} limit 1`.execute(db);
    for (const row of rows) return KeyRing.keyIdOf(row.sealed);
  }
  return undefined;
}

/** One secret from each column that the key has encrypted, with the identity that it is bound to. */
export async function secretsSealedBy(
  db: Kysely<Tables>,
  keyId: string,
): Promise<readonly { readonly sealed: Uint8Array; readonly identity: string }[]> {
  const found = [];
  for (const { table, key, column, identity } of sealedColumns) {
    const { rows } = await sql<{ key: string | number; sealed: Uint8Array }>`
      select ${sql.ref(key)} as key, ${sql.ref(column)} as sealed from ${sql.table(table)}
      where ${sealedWith(column, keyId)} limit 1`.execute(db);
    for (const row of rows) found.push({ sealed: row.sealed, identity: identity(row.key) });
  }
  return found;
}

/**
 * Whether a current row was encrypted with the key or has a digest made with it. A request token is current
 * until it expires.
 */
export async function isNamed(db: Kysely<Tables>, keyId: string, now: number): Promise<boolean> {
  for (const { table, column } of sealedColumns) {
    const counts = table === "request_token" ? sql`and expires_at > ${now}` : sql``;
    const { rows } = await sql`select 1 from ${sql.table(table)}
      where ${sealedWith(column, keyId)} ${counts} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  const pins = await sql`select 1 from request_token
    where substr(verifier_digest, 1, ${keyId.length + 1}) = ${`${keyId}.`}
    and expires_at > ${now} limit 1`.execute(db);
  return pins.rows.length > 0;
}

function sealedWith(column: string, keyId: string) {
  const prefix = Buffer.from(`${String.fromCharCode(keyId.length)}${keyId}`, "latin1");
  return sql`substr(${sql.ref(column)}, 1, ${prefix.length}) = ${prefix}`;
}
