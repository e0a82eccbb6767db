/** What keeps the ledger small and its secrets under the first key. */
import { sql } from "kysely";
import type { ResealPosition, ResealStep } from "../../domain/ports/upkeep.ts";
import { sessionLife } from "../../domain/session.ts";
import { KeyRing } from "../../keys/key-ring.ts";
import { sealedColumns } from "./sealed.ts";
import type { Transaction } from "./transaction.ts";
import { sweepUse } from "./use.ts";

/** Small on purpose: other writes wait while it runs. */
export async function sweep(
  { db }: Transaction,
  { now, most }: { now: number; most: number },
): Promise<number> {
  const requestTokens = await db
    .deleteFrom("request_token")
    .where("token", "in", (from) =>
      from.selectFrom("request_token").select("token").where("expires_at", "<=", now).limit(most),
    )
    .executeTakeFirst();
  const removed = Number(requestTokens.numDeletedRows);
  const sessions = await db
    .deleteFrom("session")
    .where("digest", "in", (from) =>
      from
        .selectFrom("session")
        .select("digest")
        .where((either) =>
          either.or([
            either("last_seen_at", "<=", now - sessionLife.idleMs),
            either("signed_in_at", "<=", now - sessionLife.wholeMs),
          ]),
        )
        .limit(most - removed),
    )
    .executeTakeFirst();
  await db.deleteFrom("one_time_link").where("expires_at", "<=", now).execute();
  await db.deleteFrom("resting_screen_name").where("until", "<=", now).execute();
  const swept = removed + Number(sessions.numDeletedRows);
  const counts = await sweepUse(db, now, most - swept);
  await db
    .updateTable("application")
    .set({ old_secret: null, old_secret_until: null })
    .where("old_secret_until", "<=", now)
    .execute();
  return swept + counts;
}

/**
 * Seals again, with the key that seals, what other keys sealed: walks one sealed column from `position`
 * on. All of a step is one update, because a running service's writes wait while it runs.
 */
export async function reseal(
  { db, keys }: Transaction,
  position: ResealPosition,
): Promise<ResealStep> {
  const sealed = sealedColumns[position.column];
  if (sealed === undefined) return { resealed: 0, next: undefined };
  const { table, key, column } = sealed;
  const { rows } = await sql<{ key: string | number; sealed: Uint8Array | null }>`
    select ${sql.ref(key)} as key, ${sql.ref(column)} as sealed from ${sql.table(table)}
    ${position.after === undefined ? sql`` : sql`where ${sql.ref(key)} > ${position.after}`}
    order by ${sql.ref(key)} limit ${resealStep}`.execute(db);
  const anew = rows.flatMap(({ key: row, sealed: old }) => {
    if (old === null || KeyRing.keyIdOf(old) === keys.sealingKeyId) return [];
    const identity = sealed.identity(row);
    return [sql`(${row}, ${keys.seal(keys.open(old, identity), identity)})`];
  });
  if (anew.length > 0) {
    await sql`with anew (key, sealed) as (values ${sql.join(anew)})
      update ${sql.table(table)} set ${sql.ref(column)} = anew.sealed
      from anew where ${sql.ref(`${table}.${key}`)} = anew.key`.execute(db);
  }
  const last = rows.at(-1)?.key;
  return {
    resealed: anew.length,
    next: last === undefined ? { column: position.column + 1 } : { ...position, after: last },
  };
}

/** About 2 ms of work. */
const resealStep = 100;
