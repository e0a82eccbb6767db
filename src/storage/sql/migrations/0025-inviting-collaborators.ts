import type { Kysely } from "kysely";

/** Who invited a collaborator. Null: an older version, an import, or an account that was deleted since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("collaborator")
    .addColumn("invited_by", "bigint", (column) =>
      column.references("user.id").onDelete("set null"),
    )
    .execute();
  await db.schema
    .createIndex("collaborator_invited_by")
    .on("collaborator")
    .column("invited_by")
    .execute();
}
