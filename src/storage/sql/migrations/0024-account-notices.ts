import { type Kysely, sql } from "kysely";

/**
 * Mails to users about their own accounts, which wait to be sent. They do not go with the account: its end must not
 * keep the user from hearing how it came to that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("account_notice")
    .addColumn("user_id", "bigint", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("news", "text", (column) => column.notNull())
    .addColumn("unverified", "integer", (column) => column.notNull())
    .addColumn("screen_name", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("account_notice_key", ["user_id", "email", "news"])
    .modifyEnd(sql`without rowid`)
    .execute();
  await db.schema
    .createIndex("account_notice_in_order")
    .on("account_notice")
    .columns(["unverified", "at"])
    .execute();
}
