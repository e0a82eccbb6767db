import { type Kysely, sql } from "kysely";

/** What a deleted application was called: events that are about it still say so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("deleted_application")
    .addColumn("id", "bigint", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .modifyEnd(sql`without rowid`)
    .execute();
}
