import type { Queries } from "./query.ts";
import { record } from "./transaction.ts";
import type { Writes } from "./write.ts";

export const setApplicationIcon: Writes["setApplicationIcon"] = async (
  transaction,
  { applicationId, icon, now },
  by,
) => {
  const id = Number(applicationId);
  const changed = await transaction.db
    .updateTable("application")
    .set({ icon: icon?.digest ?? null, identity_changed_at: now })
    .where("id", "=", id)
    .where("icon", "is distinct from", icon?.digest ?? null)
    .returning("id")
    .executeTakeFirst();
  if (changed === undefined) return false;
  await transaction.db.deleteFrom("application_icon").where("application_id", "=", id).execute();
  if (icon !== undefined) {
    await transaction.db
      .insertInto("application_icon")
      .values({ application_id: id, image: icon.image })
      .execute();
  }
  await record(transaction, { ...by, name: "application.icon-changed", applicationId });
  return true;
};

export const applicationIcon: Queries["applicationIcon"] = async (db, applicationId) => {
  const row = await db
    .selectFrom("application_icon")
    .innerJoin("application", "application.id", "application_icon.application_id")
    .select(["icon", "image"])
    .where("application_id", "=", Number(applicationId))
    .executeTakeFirst();
  return row && { digest: row.icon ?? "", image: row.image };
};
