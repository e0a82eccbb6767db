import { type Kysely, sql } from "kysely";

/**
 * Each request token that was issued changed a page of its own in two indexes, because their entries stood in the order of the
 * tokens, which are random. Now it goes to the end of one, and into the other only once somebody has approved it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("request_token_application_id_expires_at")
    .on("request_token")
    .columns(["application_id", "expires_at"])
    .execute();
  await db.schema.dropIndex("request_token_application_id").execute();
  await db.schema.dropIndex("request_token_approved_by").execute();
  await db.schema
    .createIndex("request_token_approved_by")
    .on("request_token")
    .column("approved_by")
    .where(sql.ref("approved_by"), "is not", null)
    .execute();
}
