import type { Kysely } from "kysely";
import { type Ending, userStands, writeRevocations } from "../revocation-triggers.ts";

/**
 * Further access tokens of a grant, one for each device, which come with an import. They refer to the grant in
 * `access_token`, so a node of the version before ends and lowers them too, although it knows nothing of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("further_access_token")
    .addColumn("token", "text", (column) => column.primaryKey())
    .addColumn("secret", "blob", (column) => column.notNull())
    .addColumn("application_id", "bigint", (column) => column.notNull())
    .addColumn("user_id", "bigint", (column) => column.notNull())
    .addColumn("access", "text", (column) => column.notNull())
    .addColumn("email_granted", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_used_day", "integer")
    .addForeignKeyConstraint(
      "further_access_token_grant",
      ["application_id", "user_id", "access"],
      "access_token",
      ["application_id", "user_id", "access"],
      (constraint) => constraint.onDelete("cascade").onUpdate("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("further_access_token_user_id_application_id")
    .on("further_access_token")
    .columns(["user_id", "application_id"])
    .execute();
  for (const ending of endings) await writeRevocations(db, ending);
}

const applicationStands = "exists (select 1 from application where id = old.application_id)";

const endings: readonly Ending[] = [
  {
    kind: "access-token",
    table: "further_access_token",
    on: "delete",
    when: `${applicationStands} and ${userStands} and not exists (select 1 from access_token where token = old.token)`,
    subject: "old.token",
  },
  {
    kind: "write-access",
    table: "further_access_token",
    on: "update of access",
    when: "old.access = 'write' and new.access = 'read'",
    subject: "old.token",
  },
  {
    kind: "access-token",
    table: "access_token",
    on: "update of token",
    when: "old.token <> new.token and not exists (select 1 from further_access_token where token = old.token)",
    subject: "old.token",
  },
];
