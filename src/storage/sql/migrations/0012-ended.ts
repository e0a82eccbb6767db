/**
 * What has ended, so that restoring a backup does not revive it. Triggers write the rows in the same
 * transaction as the change, including cascades, so no statement can forget it.
 */
import type { Kysely } from "kysely";
import { type Ending, userStands, writeRevocations } from "../revocation-triggers.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("revocation")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("mark", "text", (column) => column.notNull().unique())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("detail", "text")
    .execute();
  for (const ending of endings) await writeRevocations(db, ending);
}

/** As `userStands`, of its application. */
const applicationStands = "exists (select 1 from application where id = old.application_id)";

const endings: readonly Ending[] = [
  {
    kind: "access-token",
    table: "access_token",
    on: "delete",
    when: `${applicationStands} and ${userStands}`,
    subject: "old.token",
  },
  {
    kind: "write-access",
    table: "access_token",
    on: "update of access",
    when: "old.access = 'write' and new.access = 'read'",
    subject: "old.token",
  },
  {
    kind: "bearer-token",
    table: "bearer_token",
    on: "delete",
    when: applicationStands,
    subject: "old.digest",
  },
  {
    kind: "application",
    table: "application",
    on: "delete",
    when: "1 = 1",
    subject: "cast(old.id as text)",
  },
  {
    kind: "consumer-secret",
    table: "application",
    on: "update of secret_set_at",
    when: "old.secret_set_at <> new.secret_set_at",
    subject: "cast(old.id as text)",
  },
  {
    kind: "old-secret",
    table: "application",
    on: "update of old_secret",
    when: "old.old_secret is not null and new.old_secret is null",
    subject: "cast(old.id as text)",
  },
  {
    kind: "application-write",
    table: "application",
    on: "update of access",
    when: "old.access = 'write' and new.access = 'read'",
    subject: "cast(old.id as text)",
  },
  {
    kind: "application-service",
    table: "application",
    on: "update of suspended_because",
    when: "old.suspended_because is null and new.suspended_because is not null",
    subject: "cast(old.id as text)",
    detail: "new.suspended_because",
  },
  {
    kind: "ownership",
    table: "application",
    on: "update of owner_id",
    when: "old.owner_id <> new.owner_id",
    subject: "cast(old.id as text)",
    detail: "cast(new.owner_id as text)",
  },
  {
    kind: "collaborator",
    table: "collaborator",
    on: "delete",
    when: `${applicationStands} and ${userStands}`,
    subject: "cast(old.application_id as text)",
    detail: "cast(old.user_id as text)",
  },
  {
    kind: "collaborator",
    table: "collaborator",
    on: "update of role",
    when: "old.role = 'admin' and new.role <> 'admin'",
    subject: "cast(old.application_id as text)",
    detail: "cast(old.user_id as text)",
  },
  {
    kind: "user",
    table: "user",
    on: "delete",
    when: "1 = 1",
    subject: "cast(old.id as text)",
  },
  {
    kind: "user-service",
    table: "user",
    on: "update of suspended_because",
    when: "old.suspended_because is null and new.suspended_because is not null",
    subject: "cast(old.id as text)",
    detail: "new.suspended_because",
  },
  {
    kind: "admin",
    table: "user",
    on: "update of is_admin",
    when: "old.is_admin = 1 and new.is_admin = 0",
    subject: "cast(old.id as text)",
  },
  {
    kind: "password",
    table: "user",
    on: "update of password_hash",
    when: "old.password_hash <> new.password_hash",
    subject: "cast(old.id as text)",
  },
  {
    kind: "recovery-code",
    table: "recovery_code",
    on: "delete",
    when: userStands,
    subject: "cast(old.user_id as text)",
    detail: "old.digest",
  },
  {
    kind: "email",
    table: "user",
    on: "update of email",
    when: "old.email <> new.email and old.email <> ''",
    subject: "cast(old.id as text)",
  },
];
