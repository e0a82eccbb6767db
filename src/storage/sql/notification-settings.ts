import { isNotificationKind } from "../../domain/notification.ts";
import type { Queries } from "./query.ts";
import { record } from "./transaction.ts";
import type { Writes } from "./write.ts";

/** Skips kinds that only another version knows. */
export const notificationsOff: Queries["notificationsOff"] = async (db, userId) => {
  const row = await db
    .selectFrom("user")
    .select("notifications_off")
    .where("id", "=", Number(userId))
    .executeTakeFirst();
  return (row?.notifications_off ?? "").split(" ").filter(isNotificationKind);
};

export const changeNotifications: Writes["changeNotifications"] = async (
  transaction,
  { userId, off },
  by,
) => {
  const turnedOff = off.join(" ");
  const changed = await transaction.db
    .updateTable("user")
    .set({ notifications_off: turnedOff })
    .where("id", "=", Number(userId))
    .where("notifications_off", "<>", turnedOff)
    .returning("id")
    .executeTakeFirst();
  if (changed !== undefined)
    await record(transaction, { ...by, name: "user.notifications-changed", userId });
};

export const noteLanguage: Writes["noteLanguage"] = async ({ db }, userId, language) => {
  await db.updateTable("user").set({ language }).where("id", "=", Number(userId)).execute();
};
