/** Which emails people want, and in which language. */
import type { Kysely } from "kysely";
import type { AuditEvent } from "../../domain/audit.ts";
import type { UserId } from "../../domain/credentials.ts";
import { isNotificationKind, type NotificationKind } from "../../domain/notification.ts";
import type { Tables } from "./schema.ts";
import { record, type Transaction } from "./transaction.ts";

/** Skips kinds that only another version knows. */
export async function notificationsOff(
  db: Kysely<Tables>,
  userId: UserId,
): Promise<readonly NotificationKind[]> {
  const row = await db
    .selectFrom("user")
    .select("notifications_off")
    .where("id", "=", Number(userId))
    .executeTakeFirst();
  return (row?.notifications_off ?? "").split(" ").filter(isNotificationKind);
}

export async function changeNotifications(
  transaction: Transaction,
  { userId, off }: { userId: UserId; off: readonly NotificationKind[] },
  event: AuditEvent,
): Promise<void> {
  const turnedOff = off.join(" ");
  const changed = await transaction.db
    .updateTable("user")
    .set({ notifications_off: turnedOff })
    .where("id", "=", Number(userId))
    .where("notifications_off", "<>", turnedOff)
    .returning("id")
    .executeTakeFirst();
  if (changed !== undefined) await record(transaction, event);
}

export async function noteLanguage(
  { db }: Transaction,
  userId: UserId,
  language: string,
): Promise<void> {
  await db.updateTable("user").set({ language }).where("id", "=", Number(userId)).execute();
}
