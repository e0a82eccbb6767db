import { type Kysely, sql } from "kysely";

/**
 * Random tokens made each new request token change a separate page in two indexes. Rows are now added at the
 * end of one index, and only enter the other once they are approved.
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
