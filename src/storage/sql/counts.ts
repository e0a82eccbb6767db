import { type Kysely, sql } from "kysely";
import type { RecordCounts } from "../../domain/ports/maintenance.ts";
import type { Tables } from "./schema.ts";

/** `stepRows`: the most rows that one statement counts. Other work runs between two statements. */
export async function recordCounts(db: Kysely<Tables>, stepRows = 10_000): Promise<RecordCounts> {
  const first = await db
    .selectFrom("audit_event")
    .select("at")
    .where("id", ">", 0)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return {
    users: await countRows(db, "user", "folded_screen_name", stepRows),
    applications: await countRows(db, "application", "consumer_key", stepRows),
    accessTokens:
      (await countRows(db, "access_token", "user_id", stepRows)) +
      (await countRows(db, "further_access_token", "user_id", stepRows)),
    bearerTokens:
      (await countRows(db, "bearer_token", "digest", stepRows)) +
      (await countRows(db, "previous_bearer_token", "digest", stepRows)),
    since: first?.at,
  };
}

/** Counts along the index of a column whose values may repeat: a step ends with the last row of a value. */
async function countRows(
  db: Kysely<Tables>,
  table:
    | "user"
    | "application"
    | "access_token"
    | "further_access_token"
    | "bearer_token"
    | "previous_bearer_token",
  column: string,
  stepRows: number,
): Promise<number> {
  const [from, key] = [sql.table(table), sql.ref(column)];
  let after: string | number = column === "user_id" ? 0 : "";
  for (let total = 0; ; ) {
    const { rows: ends } = await sql<{ key: string | number }>`
      select ${key} as key from ${from} where ${key} > ${after} order by ${key} limit 1 offset ${stepRows - 1}`.execute(
      db,
    );
    const end = ends[0]?.key;
    const { rows } = await sql<{ rows: number | string }>`
      select count(*) as rows from ${from} where ${key} > ${after} ${end === undefined ? sql`` : sql`and ${key} <= ${end}`}`.execute(
      db,
    );
    total += Number(rows[0]?.rows ?? 0);
    if (end === undefined) return total;
    after = end;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
