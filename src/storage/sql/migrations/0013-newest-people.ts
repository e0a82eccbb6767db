import type { Kysely } from "kysely";

/** Operators list people by when they came. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("user_created_at_id")
    .on("user")
    .columns(["created_at", "id"])
    .execute();
}
