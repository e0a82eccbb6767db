import { type Kysely, sql } from "kysely";

/** A day's count can have several rows, so that concurrent writes change different rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("grant_count_by_slot")
    .addColumn("application_id", "bigint", (column) =>
      column.notNull().references("application.id").onDelete("cascade"),
    )
    .addColumn("day", "integer", (column) => column.notNull())
    .addColumn("access", "text", (column) => column.notNull())
    .addColumn("slot", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("change", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("grant_count_by_slot_key", ["application_id", "day", "access", "slot"])
    .modifyEnd(sql`without rowid`)
    .execute();
  await sql`insert into grant_count_by_slot (application_id, day, access, change)
    select application_id, day, access, change from grant_count`.execute(db);
  await db.schema.dropTable("grant_count").execute();
  await db.schema.alterTable("grant_count_by_slot").renameTo("grant_count").execute();
}
