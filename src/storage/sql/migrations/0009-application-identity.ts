import type { Kysely } from "kysely";

/** How users recognize an application: links, an icon, and when these last changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["terms_url", "privacy_url", "support_url"]) {
    await db.schema
      .alterTable("application")
      .addColumn(column, "text", (one) => one.notNull().defaultTo(""))
      .execute();
  }
  await db.schema.alterTable("application").addColumn("icon", "text").execute();
  await db.schema.alterTable("application").addColumn("identity_changed_at", "bigint").execute();
  await db.schema
    .createTable("application_icon")
    .addColumn("application_id", "bigint", (column) =>
      column.primaryKey().references("application.id").onDelete("cascade"),
    )
    .addColumn("image", "blob", (column) => column.notNull())
    .execute();
}
