import { type Kysely, sql } from "kysely";
import type { Census } from "../../domain/ports/upkeep.ts";
import type { Tables } from "./schema.ts";

/** Each table is counted along its smallest index. */
export async function census(db: Kysely<Tables>): Promise<Census> {
  const counted = async (table: "user" | "application" | "access_token" | "bearer_token") => {
    const { rows } = await sql<{ rows: number | string }>`
      select count(*) as rows from ${sql.table(table)}`.execute(db);
    return Number(rows[0]?.rows ?? 0);
  };
  const first = await db
    .selectFrom("audit_event")
    .select("at")
    .where("id", ">", 0)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return {
    people: await counted("user"),
    applications: await counted("application"),
    accessTokens: await counted("access_token"),
    bearerTokens: await counted("bearer_token"),
    since: first?.at,
  };
}
