import { type Kysely, PostgresAdapter, sql } from "kysely";
import { writeRevocations } from "../revocation-triggers.ts";

/**
 * Bearer tokens of previous consumer secrets, which end with the overlap (docs/adr/0055-secrets-and-bearer-tokens.md).
 * A token that moves here from `bearer_token` has not ended, so the trigger of that table leaves it out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("previous_bearer_token")
    .addColumn("application_id", "bigint", (column) =>
      column.primaryKey().references("application.id").onDelete("cascade"),
    )
    .addColumn("digest", "text", (column) => column.notNull().unique())
    .addColumn("token", "blob", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .modifyEnd(sql`without rowid`)
    .execute();
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`drop trigger revocation_bearer_token_delete on bearer_token`.execute(db);
    await sql`drop function revocation_bearer_token_delete()`.execute(db);
  } else {
    await sql`drop trigger revocation_bearer_token_delete`.execute(db);
  }
  const ended = { kind: "bearer-token", on: "delete", subject: "old.digest" } as const;
  const applicationStands = "exists (select 1 from application where id = old.application_id)";
  await writeRevocations(db, {
    ...ended,
    table: "bearer_token",
    when: `${applicationStands}
      and not exists (select 1 from previous_bearer_token where digest = old.digest)`,
  });
  await writeRevocations(db, { ...ended, table: "previous_bearer_token", when: applicationStands });
}
