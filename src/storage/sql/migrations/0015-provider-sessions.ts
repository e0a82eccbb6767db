import type { Kysely } from "kysely";

/**
 * The sign-in at a provider from which a session came, so that it ends with it. Null: none, or a session of an
 * older version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["session", "waiting_sign_in"]) {
    for (const column of ["provider_issuer", "provider_subject", "provider_sid"]) {
      await db.schema.alterTable(table).addColumn(column, "text").execute();
    }
    await db.schema
      .createIndex(`${table}_provider`)
      .on(table)
      .columns(["provider_issuer", "provider_sid"])
      .execute();
  }
}
