import { type Kysely, sql } from "kysely";

/** Names of deleted applications, which events about them still show. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("deleted_application")
    .addColumn("id", "bigint", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .modifyEnd(sql`without rowid`)
    .execute();
}
