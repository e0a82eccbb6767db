import type { Kysely } from "kysely";

/** Administrators list users by the time when they signed up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("user_created_at_id")
    .on("user")
    .columns(["created_at", "id"])
    .execute();
}
