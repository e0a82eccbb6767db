import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("reserved_screen_name")
    .addColumn("folded_screen_name", "text", (column) => column.primaryKey())
    // No foreign key, because the name of a deleted user is reserved too.
    .addColumn("user_id", "bigint", (column) => column.notNull())
    .addColumn("until", "bigint", (column) => column.notNull())
    .modifyEnd(sql`without rowid`)
    .execute();
  await db.schema
    .createIndex("reserved_screen_name_user_id")
    .on("reserved_screen_name")
    .column("user_id")
    .execute();
  await db.schema
    .createIndex("reserved_screen_name_until")
    .on("reserved_screen_name")
    .column("until")
    .execute();
  // Accounts that proved an address are found first, however many others name it.
  await db.schema
    .createIndex("user_proven_email")
    .on("user")
    .expression(sql`lower(email), folded_screen_name`)
    .where(sql.ref("email_verified"), "=", 1)
    .execute();
}
