import { type Kysely, sql } from "kysely";

/** Invitations to applications and offers of them expire, and are shown page by page: both are found without reading all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("collaborator_waiting")
    .on("collaborator")
    .column("invited_at")
    .where(sql.ref("accepted"), "=", sql.lit(0))
    .execute();
  await db.schema
    .createIndex("ownership_offer_offered_at")
    .on("ownership_offer")
    .column("offered_at")
    .execute();
  for (const [table, columns] of [
    ["collaborator", ["user_id", "accepted", "invited_at", "application_id"]],
    ["ownership_offer", ["user_id", "offered_at", "application_id"]],
  ] as const) {
    await db.schema.dropIndex(`${table}_user`).execute();
    await db.schema
      .createIndex(`${table}_user`)
      .on(table)
      .columns([...columns])
      .execute();
  }
}
