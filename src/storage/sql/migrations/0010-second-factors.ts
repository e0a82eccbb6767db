import { type Kysely, sql } from "kysely";

/** Second factors, sign-ins that wait for one, and the proofs of each session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("totp")
    .addColumn("user_id", "bigint", (column) =>
      column.primaryKey().references("user.id").onDelete("cascade"),
    )
    .addColumn("secret", "blob", (column) => column.notNull())
    .addColumn("last_step", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("recovery_code")
    .addColumn("user_id", "bigint", (column) =>
      column.notNull().references("user.id").onDelete("cascade"),
    )
    .addColumn("digest", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("recovery_code_key", ["user_id", "digest"])
    .modifyEnd(sql`without rowid`)
    .execute();
  await db.schema
    .createTable("waiting_sign_in")
    .addColumn("digest", "text", (column) => column.primaryKey())
    .addColumn("user_id", "bigint", (column) =>
      column.notNull().references("user.id").onDelete("cascade"),
    )
    .addColumn("auth_events", "text", (column) => column.notNull())
    .addColumn("signed_in_for", "text")
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .modifyEnd(sql`without rowid`)
    .execute();
  for (const column of ["user_id", "expires_at"]) {
    await db.schema
      .createIndex(`waiting_sign_in_${column}`)
      .on("waiting_sign_in")
      .column(column)
      .execute();
  }
  // Null in sessions of versions that only had passwords.
  await db.schema.alterTable("session").addColumn("auth_events", "text").execute();
  await db.schema.alterTable("user").addColumn("password_requested_at", "bigint").execute();
}
