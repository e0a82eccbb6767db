/** A new password ends what was allowed by the old one: sessions and links to reset it. */
import type { AuditEvent } from "../../domain/audit.ts";
import type { UserId } from "../../domain/credentials.ts";
import type { NewSession } from "../../domain/session.ts";
import { openSession } from "./sessions.ts";
import { record, type Transaction, whileStanding } from "./transaction.ts";

export async function setPassword(
  transaction: Transaction,
  userId: UserId,
  passwordHash: string,
  event: AuditEvent,
): Promise<void> {
  const id = Number(userId);
  await transaction.db
    .updateTable("user")
    .set({ password_hash: passwordHash })
    .where("id", "=", id)
    .execute();
  await transaction.db.deleteFrom("session").where("user_id", "=", id).execute();
  await endResetLinks(transaction, userId);
  await record(transaction, event);
}

export async function changePassword(
  transaction: Transaction,
  { from, to, session }: { from: string; to: string; session: Omit<NewSession, "passwordHash"> },
  event: AuditEvent,
): Promise<boolean> {
  const id = Number(session.userId);
  const recorded = await whileStanding(transaction, event);
  const changed = await transaction.db
    .updateTable("user")
    .set({ password_hash: to })
    .where("id", "=", id)
    .where("password_hash", "=", from)
    .returning("id")
    .executeTakeFirst();
  if (changed === undefined) return false;
  await transaction.db.deleteFrom("session").where("user_id", "=", id).execute();
  await endResetLinks(transaction, session.userId);
  await openSession(transaction, { ...session, passwordHash: to }, recorded);
  return true;
}

/** A link that was asked for before a password changed must not change it again. */
export async function endResetLinks({ db }: Transaction, userId: UserId): Promise<void> {
  await db
    .deleteFrom("one_time_link")
    .where("user_id", "=", Number(userId))
    .where("purpose", "=", "password-reset")
    .execute();
}
