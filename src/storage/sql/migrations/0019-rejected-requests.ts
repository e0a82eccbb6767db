import type { Kysely } from "kysely";

/** Rejected requests that named an application, kept for a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("rejected_request")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("application_id", "bigint", (column) =>
      column.notNull().references("application.id").onDelete("cascade"),
    )
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("operation", "text", (column) => column.notNull())
    .addColumn("code", "integer", (column) => column.notNull())
    .addColumn("network", "text", (column) => column.notNull())
    .addColumn("explanation", "blob", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("rejected_request_application")
    .on("rejected_request")
    .columns(["application_id", "at", "id"])
    .execute();
  await db.schema.createIndex("rejected_request_at").on("rejected_request").column("at").execute();
}
