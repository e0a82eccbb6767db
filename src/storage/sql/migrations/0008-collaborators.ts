import { type Kysely, sql } from "kysely";

/** Collaborators, and offers of ownership. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("collaborator")
    .addColumn("application_id", "bigint", (column) =>
      column.notNull().references("application.id").onDelete("cascade"),
    )
    .addColumn("user_id", "bigint", (column) =>
      column.notNull().references("user.id").onDelete("cascade"),
    )
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("accepted", "integer", (column) => column.notNull())
    .addColumn("invited_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("collaborator_key", ["application_id", "user_id"])
    .modifyEnd(sql`without rowid`)
    .execute();
  await db.schema
    .createIndex("collaborator_user")
    .on("collaborator")
    .columns(["user_id", "accepted", "invited_at"])
    .execute();
  await db.schema
    .createTable("ownership_offer")
    .addColumn("application_id", "bigint", (column) =>
      column.primaryKey().references("application.id").onDelete("cascade"),
    )
    .addColumn("user_id", "bigint", (column) =>
      column.notNull().references("user.id").onDelete("cascade"),
    )
    .addColumn("offered_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("ownership_offer_user")
    .on("ownership_offer")
    .columns(["user_id", "offered_at"])
    .execute();
}
