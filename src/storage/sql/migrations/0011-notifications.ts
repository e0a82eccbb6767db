import { type Kysely, sql } from "kysely";

/** Emails about applications: waiting notices, what was reported, and what users turned off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("user")
    .addColumn("notifications_off", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await db.schema.alterTable("user").addColumn("language", "text").execute();
  await db.schema
    .createTable("notice")
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("application_id", "bigint", (column) =>
      column.notNull().references("application.id").onDelete("cascade"),
    )
    .addColumn("about", "text", (column) => column.notNull())
    .addColumn("also", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("notice_key", ["at", "application_id", "about"])
    .modifyEnd(sql`without rowid`)
    .execute();
  await db.schema
    .createIndex("notice_application")
    .on("notice")
    .columns(["application_id"])
    .execute();
  await db.schema
    .createTable("limit_notice")
    .addColumn("application_id", "bigint", (column) =>
      column.notNull().references("application.id").onDelete("cascade"),
    )
    .addColumn("limit_name", "text", (column) => column.notNull())
    .addColumn("percent", "integer", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("limit_notice_key", ["application_id", "limit_name"])
    .modifyEnd(sql`without rowid`)
    .execute();
  // The time when the reported secret was set. A newer secret is reported again when it is old.
  await db.schema
    .alterTable("application")
    .addColumn("secret_reported", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex("application_secret_unreported")
    .on("application")
    .columns(["secret_set_at"])
    .where(sql.ref("secret_reported"), "<>", sql.ref("secret_set_at"))
    .execute();
}
