import type { Kysely } from "kysely";

/** An import asks of each record whether it ended here; the list grows for as long as the ledger lives. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("ended_kind_subject")
    .on("ended")
    .columns(["kind", "subject"])
    .execute();
}
