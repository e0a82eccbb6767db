/** Passwords. A new one ends what was begun: see begun.ts. */
import type { AuditEvent } from "../../domain/audit.ts";
import type { UserId } from "../../domain/credentials.ts";
import { beginningsOf } from "../../domain/lasting.ts";
import { passwordLinks } from "../../domain/one-time-link.ts";
import type { PasswordHash } from "../../domain/password-hash.ts";
import type { NewSession } from "../../domain/session.ts";
import { endEverythingBegun, endSessionsAndApprovals } from "./begun.ts";
import { openSession } from "./sessions.ts";
import { record, type Transaction, whileSessionLives } from "./transaction.ts";

export async function setPassword(
  transaction: Transaction,
  userId: UserId,
  passwordHash: PasswordHash,
  event: AuditEvent,
): Promise<boolean> {
  const { numUpdatedRows: found } = await transaction.db
    .updateTable("user")
    .set({ password_hash: passwordHash })
    .where("id", "=", Number(userId))
    .executeTakeFirstOrThrow();
  if (found === 0n) return false;
  await endEverythingBegun(transaction, userId);
  await record(transaction, event);
  return true;
}

export async function changePassword(
  transaction: Transaction,
  { from, to, session }: { from: PasswordHash; to: PasswordHash; session: NewSession },
  event: AuditEvent,
): Promise<boolean> {
  const id = Number(session.userId);
  const recorded = await whileSessionLives(transaction, event);
  const changed = await transaction.db
    .updateTable("user")
    .set({ password_hash: to })
    .where("id", "=", id)
    .where("password_hash", "=", from)
    .returning("id")
    .executeTakeFirst();
  if (changed === undefined) return false;
  await endSessionsAndApprovals(transaction, session.userId);
  await endResetLinks(transaction, session.userId);
  await openSession(transaction, { ...session, passwordHash: to }, recorded);
  return true;
}

/**
 * The trigger records every new hash as the end of a password. This hash is of the same password, so the record
 * is deleted again.
 */
export async function renewPasswordHash(
  { db }: Transaction,
  {
    userId,
    from,
    to,
  }: { readonly userId: UserId; readonly from: PasswordHash; readonly to: PasswordHash },
): Promise<boolean> {
  const renewed = await db
    .updateTable("user")
    .set({ password_hash: to })
    .where("id", "=", Number(userId))
    .where("password_hash", "=", from)
    .returning("id")
    .executeTakeFirst();
  if (renewed === undefined) return false;
  // The user's row is locked, so the latest record of its kind is the one just written.
  await db
    .deleteFrom("ended")
    .where("id", "=", (ended) =>
      ended
        .selectFrom("ended")
        .select((it) => it.fn.max("id").as("id"))
        .where("kind", "=", "password")
        .where("subject", "=", String(userId)),
    )
    .execute();
  return true;
}

export async function askAboutPassword(
  { db }: Transaction,
  { userId, now, every }: { userId: UserId; now: number; every: number },
): Promise<boolean> {
  const within = beginningsOf(now, every);
  const asked = await db
    .updateTable("user")
    .set({ password_asked_at: now })
    .where("id", "=", Number(userId))
    .where((either) =>
      either.or([
        either("password_asked_at", "is", null),
        either("password_asked_at", "<=", within.after),
        either("password_asked_at", ">", within.upTo),
      ]),
    )
    .returning("id")
    .executeTakeFirst();
  return asked !== undefined;
}

/** A link requested before the password changed must not change it again. */
async function endResetLinks({ db }: Transaction, userId: UserId): Promise<void> {
  await db
    .deleteFrom("one_time_link")
    .where("user_id", "=", Number(userId))
    .where("purpose", "in", passwordLinks)
    .execute();
}
