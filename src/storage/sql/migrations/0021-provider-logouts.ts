import type { Kysely } from "kysely";

/** Sign-ins that recently ended at a provider. Proofs made before open no session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("provider_logout")
    .addColumn("issuer", "text", (column) => column.notNull())
    .addColumn("token_id", "text", (column) => column.notNull())
    .addColumn("subject", "text")
    .addColumn("sid", "text")
    .addColumn("at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("provider_logout_token", ["issuer", "token_id"])
    .execute();
  for (const column of ["subject", "sid"]) {
    await db.schema
      .createIndex(`provider_logout_${column}`)
      .on("provider_logout")
      .columns(["issuer", column])
      .execute();
  }
  await db.schema.createIndex("provider_logout_at").on("provider_logout").column("at").execute();
}
