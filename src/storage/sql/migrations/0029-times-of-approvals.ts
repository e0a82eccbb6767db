import type { Kysely } from "kysely";

/** When its user approved a request token. Null: not approved, or by a node of an earlier version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("request_token").addColumn("approved_at", "bigint").execute();
}
