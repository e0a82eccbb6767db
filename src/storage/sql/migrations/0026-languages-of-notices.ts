import type { Kysely } from "kysely";

/** In which language a notice is written: its user may be deleted by then. Null: unknown, or an older version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("account_notice").addColumn("language", "text").execute();
}
