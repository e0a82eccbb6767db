/**
 * Digests of secrets, by which a search finds whose a leaked secret is (docs/adr/0069-search.md). They are keyed, so
 * that a copy of the database doesn't confirm a guess. A secret and its digest have the same key: `reseal` renews both.
 */
import { type Kysely, sql } from "kysely";
import type { Secret } from "../../domain/credentials.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import { sealingKeyId } from "./ring-keys.ts";
import type { Tables } from "./schema.ts";
import { type SealedColumn, sealedColumns } from "./sealed.ts";
import { updateRows } from "./update-rows.ts";
import type { Transaction } from "./write.ts";

const purpose = "search for a secret";

/** In characters of base64url. No two of a million secrets have the same 64 bits by chance. */
const digestLength = 11;

/** The digest that is stored beside the encrypted secret. The default key is the one that encrypts. */
export function secretDigest(keys: KeyRing, secret: Secret, keyId?: string): string {
  const digest = keys.digest({ purpose, value: secret.reveal() }, keyId);
  const start = digest.indexOf(".") + 1;
  return digest.slice(start, start + digestLength);
}

/**
 * The digests under which the secret may be stored. While keys are rotated, these have several keys, among them one
 * that this process may not have read yet.
 */
export async function secretDigests(
  db: Kysely<Tables>,
  keys: KeyRing,
  secret: Secret,
): Promise<readonly string[]> {
  const sealing = await sealingKeyId(db);
  const ids = new Set([...keys.keyIds, ...(sealing === undefined ? [] : [sealing])]);
  return [...ids].map((id) => secretDigest(keys, secret, id));
}

const digestedColumns = sealedColumns.flatMap(({ digest, ...one }) =>
  digest === undefined ? [] : [{ ...one, digest }],
);

/** A condition that is true if a secret has no digest: an earlier version of the program wrote it. */
export const anyUndigested = digestedColumns
  .map(
    ({ table, column, digest }) =>
      `exists (select 1 from ${table} where ${column} is not null and ${digest} is null)`,
  )
  .join(" or ");

/** Fills in digests, at most `most` in each column. Returns how many. */
export async function fillDigests(
  transaction: Pick<Transaction, "db" | "keys">,
  most: number,
): Promise<number> {
  let filled = 0;
  for (const one of digestedColumns) filled += await fillColumn(transaction, one, most);
  return filled;
}

async function fillColumn(
  { db, keys }: Pick<Transaction, "db" | "keys">,
  { table, key, column, digest, identity }: SealedColumn & { readonly digest: string },
  most: number,
): Promise<number> {
  const { rows } = await sql<{ key: string | number; sealed: Uint8Array }>`
    select ${sql.ref(key)} as key, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${sql.ref(column)} is not null and ${sql.ref(digest)} is null limit ${most}`.execute(db);
  const digests = rows.map(({ key: row, sealed }) => {
    const secret = opened(keys, sealed, identity(row));
    return [row, secret === undefined ? unreadable : secretDigest(keys, secret)];
  });
  // A secret that was replaced in the meantime came with its own digest.
  await updateRows(
    db,
    { table, key, columns: [digest] },
    digests,
    sql`${sql.ref(`${table}.${digest}`)} is null`,
  );
  return digests.length;
}

/**
 * The digest of a secret that can't be decrypted, so that it is tried once. No search has it. If only a key was
 * missing, the next rotation writes the digest.
 */
const unreadable = "";

/** A damaged row must not keep the others from being cleaned up; the first request that reads it reports it. */
function opened(keys: KeyRing, sealed: Uint8Array, identity: string): Secret | undefined {
  try {
    return keys.open(sealed, identity);
  } catch {
    return undefined;
  }
}
