import type { Kysely } from "kysely";
import { userStands, writeRevocations } from "../revocation-triggers.ts";

/** Passkeys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("passkey")
    .addColumn("credential_id", "text", (column) => column.primaryKey())
    .addColumn("user_id", "bigint", (column) =>
      column.notNull().references("user.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("public_key", "blob", (column) => column.notNull())
    .addColumn("sign_count", "bigint", (column) => column.notNull())
    .addColumn("transports", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_used_at", "bigint")
    .execute();
  await db.schema
    .createIndex("passkey_user")
    .on("passkey")
    .columns(["user_id", "created_at"])
    .execute();
  await writeRevocations(db, {
    kind: "passkey",
    table: "passkey",
    on: "delete",
    when: userStands,
    subject: "cast(old.user_id as text)",
    detail: "old.credential_id",
  });
}
