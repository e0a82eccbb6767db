import type { Kysely } from "kysely";

/** The administrator who created a link, which ends with their role. Null: nobody, or an older version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("one_time_link")
    .addColumn("made_by", "bigint", (column) => column.references("user.id").onDelete("cascade"))
    .execute();
  await db.schema
    .createIndex("one_time_link_made_by")
    .on("one_time_link")
    .column("made_by")
    .execute();
}
