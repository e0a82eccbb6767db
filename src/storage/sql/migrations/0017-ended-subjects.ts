import type { Kysely } from "kysely";

/** An index for imports, which look up whether each record has ended here, in a list that only grows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("revocation_kind_subject")
    .on("revocation")
    .columns(["kind", "subject"])
    .execute();
}
