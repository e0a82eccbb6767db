/** Re-encrypts, with the current key, what other keys have encrypted: one column after the other, in steps. */
import { type Kysely, sql } from "kysely";
import type { ResealPosition } from "../../domain/ports/maintenance.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { sealingKeyId } from "./ring-keys.ts";
import type { Tables } from "./schema.ts";
import { sealedColumns } from "./sealed.ts";
import { secretDigest } from "./secret-digests.ts";
import { updateRows } from "./update-rows.ts";
import type { Writes } from "./write.ts";

/** Runs one step from `position`. A step is one update, because a running service's writes wait while it runs. */
export const reseal: Writes["reseal"] = async ({ db, keys }, position) => {
  const sealed = sealedColumns[position.column];
  if (sealed === undefined) return { resealed: 0, next: undefined };
  const { table, key, column } = sealed;
  const { rows } = await sql<{ key: string | number; sealed: Uint8Array | null }>`
    select ${sql.ref(key)} as key, ${sql.ref(column)} as sealed from ${sql.table(table)}
    ${from(key, position)} limit ${resealStep}`.execute(db);
  const renewed = rows.flatMap(({ key: row, sealed: old }) => {
    if (old === null || !isOfAnother(old, keys.sealingKeyId)) return [];
    const identity = sealed.identity(row);
    const secret = keys.open(old, identity);
    const digest = sealed.digest === undefined ? [] : [secretDigest(keys, secret)];
    return [[row, keys.seal(secret, identity), ...digest]];
  });
  const columns = sealed.digest === undefined ? [column] : [column, sealed.digest];
  await updateRows(db, { table, key, columns }, renewed);
  const last = rows.at(-1)?.key;
  return {
    resealed: renewed.length,
    next: last === undefined ? { column: position.column + 1 } : { ...position, after: last },
  };
};

/** About 2 ms of work. */
const resealStep = 100;

export interface NextToReseal {
  /** Where the next step begins. It is undefined if all columns are done. */
  readonly from: ResealPosition | undefined;
  /** Whether that step will find something. If not, continue the search from there. */
  readonly isFound: boolean;
}

/**
 * Finds the next secret that another key has encrypted. It only reads, because steps that find nothing, run one
 * after another, would keep SQLite's write lock from a server for long.
 */
export async function nextToReseal(
  db: Kysely<Tables>,
  keys: KeyRing,
  position: ResealPosition,
): Promise<NextToReseal> {
  const sealed = sealedColumns[position.column];
  if (sealed === undefined) return { from: undefined, isFound: false };
  const { table, key, column } = sealed;
  const keyId = (await sealingKeyId(db)) ?? keys.keyIds[0] ?? "";
  let looked = position;
  // Few rows first, because right after a new key was added the next row is usually the one.
  for (const most of [resealStep, maxLookedAt]) {
    const { rows } = await sql<{ key: string | number; sealed: Uint8Array | null }>`
      select ${sql.ref(key)} as key,
      substr(${sql.ref(column)}, 1, ${maxKeyId + 1}) as sealed from ${sql.table(table)}
      ${from(key, looked)} limit ${most}`.execute(db);
    const first = rows.findIndex((row) => row.sealed !== null && isOfAnother(row.sealed, keyId));
    const before = first === -1 ? rows.at(-1) : rows[first - 1];
    if (before !== undefined) looked = { ...position, after: before.key };
    if (first !== -1) return { from: looked, isFound: true };
    if (rows.length < most) return { from: { column: position.column + 1 }, isFound: false };
  }
  return { from: looked, isFound: false };
}

/** A few milliseconds of work. On PostgreSQL each call has a time limit, however large the database is. */
const maxLookedAt = 10_000;

/** An encrypted secret begins with the length of its key's id and the id. */
const maxKeyId = 32;

function isOfAnother(sealed: Uint8Array, keyId: string): boolean {
  return KeyRing.keyIdOf(sealed) !== keyId;
}

function from(key: string, { after }: ResealPosition) {
  const beyond = after === undefined ? sql`` : sql`where ${sql.ref(key)} > ${after}`;
  return sql`${beyond} order by ${sql.ref(key)}`;
}
