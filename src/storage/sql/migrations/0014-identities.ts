import { type Kysely, sql } from "kysely";
import { userStands, writeRevocations } from "../revocation-triggers.ts";

/** Identities of identity providers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("identity")
    .addColumn("issuer", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("user_id", "bigint", (column) =>
      column.notNull().references("user.id").onDelete("cascade"),
    )
    .addColumn("linked_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("identity_key", ["issuer", "subject"])
    .modifyEnd(sql`without rowid`)
    .execute();
  await db.schema
    .createIndex("identity_user")
    .on("identity")
    .columns(["user_id", "linked_at"])
    .execute();
  await writeRevocations(db, {
    kind: "identity",
    table: "identity",
    on: "delete",
    when: userStands,
    subject: "cast(old.user_id as text)",
    detail: "old.issuer || ' ' || old.subject",
  });
}
