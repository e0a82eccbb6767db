import { type Kysely, sql } from "kysely";

/** Indexes for invitations and offers, which expire and are shown page by page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("collaborator_waiting")
    .on("collaborator")
    .column("invited_at")
    .where(sql.ref("accepted"), "=", sql`0`)
    .execute();
  await db.schema
    .createIndex("ownership_offer_offered_at")
    .on("ownership_offer")
    .column("offered_at")
    .execute();
  await db.schema.dropIndex("collaborator_user").execute();
  await db.schema
    .createIndex("collaborator_user")
    .on("collaborator")
    .columns(["user_id", "accepted", "invited_at", "application_id"])
    .execute();
  await db.schema.dropIndex("ownership_offer_user").execute();
  await db.schema
    .createIndex("ownership_offer_user")
    .on("ownership_offer")
    .columns(["user_id", "offered_at", "application_id"])
    .execute();
}
