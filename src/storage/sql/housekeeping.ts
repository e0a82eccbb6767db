/** What keeps the ledger small and its secrets under the first key. */
import { sql } from "kysely";
import type { ResealPosition, ResealStep } from "../../domain/ports.ts";
import { sessionLife } from "../../domain/session.ts";
import { KeyRing } from "../../keys/key-ring.ts";
import {
  accessTokenIdentity,
  bearerTokenIdentity,
  consumerSecretIdentity,
  requestTokenIdentity,
} from "./sealed.ts";
import type { Transaction } from "./transaction.ts";
import { sweepUse } from "./use.ts";

/** Small on purpose: other writes wait while it runs. */
export async function sweep({ db }: Transaction, now: number, most: number): Promise<number> {
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
  const swept = removed + Number(sessions.numDeletedRows);
  const counts = await sweepUse(db, now, most - swept);
  await db
    .updateTable("application")
    .set({ old_secret: null, old_secret_until: null })
    .where("old_secret_until", "<=", now)
    .execute();
  return swept + counts;
}

const sealedColumns = [
  { table: "application", key: "id", column: "consumer_secret", identity: consumerSecretIdentity },
  { table: "application", key: "id", column: "old_secret", identity: consumerSecretIdentity },
  { table: "bearer_token", key: "application_id", column: "token", identity: bearerTokenIdentity },
  { table: "request_token", key: "token", column: "secret", identity: requestTokenIdentity },
  { table: "access_token", key: "token", column: "secret", identity: accessTokenIdentity },
] as const;

/**
 * Seals again, under the first key, what other keys sealed: walks one sealed column from `position`
 * on, a few hundred rows a call, so that a running service's writes get their turn.
 */
export async function reseal(
  { db, keys }: Transaction,
  position: ResealPosition,
): Promise<ResealStep> {
  const sealed = sealedColumns[position.column];
  if (sealed === undefined) return { resealed: 0, next: undefined };
  const { table, key, column } = sealed;
  const rows = await sql<{ key: never; sealed: Uint8Array | null }>`
    select ${sql.ref(key)} as key, ${sql.ref(column)} as sealed from ${sql.table(table)}
    ${position.after === undefined ? sql`` : sql`where ${sql.ref(key)} > ${position.after}`}
    order by ${sql.ref(key)} limit ${resealStep}`.execute(db);
  let resealed = 0;
  for (const row of rows.rows) {
    if (row.sealed === null || KeyRing.keyIdOf(row.sealed) === keys.firstKeyId) continue;
    const identity = sealed.identity(row.key);
    const anew = keys.seal(keys.open(row.sealed, identity), identity);
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${anew}
      where ${sql.ref(key)} = ${row.key}`.execute(db);
    resealed += 1;
  }
  const last = rows.rows.at(-1)?.key;
  return {
    resealed,
    next: last === undefined ? { column: position.column + 1 } : { ...position, after: last },
  };
}

const resealStep = 200;
