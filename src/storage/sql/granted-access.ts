/** What people granted to an application, seen whole and taken back, in part or altogether. */
import type { AccessLevel } from "../../domain/access.ts";
import type { AuditEvent } from "../../domain/audit.ts";
import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import { countGrant } from "./grant-counts.ts";
import { record, type Transaction } from "./transaction.ts";

/**
 * The application holds its token and learns of nothing, so the token it holds is lowered; where it
 * has another for reading, that one is kept and the higher one goes.
 */
export async function reduceToRead(
  transaction: Transaction,
  { applicationId, userId }: { applicationId: ApplicationId; userId: UserId },
  event: AuditEvent,
): Promise<boolean> {
  const { db } = transaction;
  await db
    .deleteFrom("request_token")
    .where("approved_by", "=", Number(userId))
    .where("application_id", "=", Number(applicationId))
    .where("access", "=", "write")
    .execute();
  const held = await db
    .selectFrom("access_token")
    .select(["token", "access"])
    .where("application_id", "=", Number(applicationId))
    .where("user_id", "=", Number(userId))
    .execute();
  const writing = held.find((one) => one.access === "write");
  if (writing === undefined) return false;
  const counted = { applicationId: Number(applicationId), at: event.at };
  await countGrant(transaction, { ...counted, access: "write", change: -1 });
  if (held.length > 1) {
    await db.deleteFrom("access_token").where("token", "=", writing.token).execute();
  } else {
    await countGrant(transaction, { ...counted, access: "read", change: 1 });
    await db
      .updateTable("access_token")
      .set({ access: "read" })
      .where("token", "=", writing.token)
      .execute();
  }
  await record(transaction, event);
  return true;
}

export async function revokeAccess(
  transaction: Transaction,
  { applicationId, userId }: { applicationId: ApplicationId; userId: UserId },
  event: AuditEvent,
): Promise<boolean> {
  await endApproved(transaction, {
    applicationId: Number(applicationId),
    userId: Number(userId),
  });
  const revoked = await endTokens(transaction, { applicationId, userId }, event.at);
  if (revoked === 0) return false;
  await record(transaction, event);
  return true;
}

/** What was approved and not yet exchanged. */
export async function endApproved(
  { db }: Transaction,
  { applicationId, userId }: { applicationId: number; userId: number },
): Promise<void> {
  await db
    .deleteFrom("request_token")
    .where("approved_by", "=", userId)
    .where("application_id", "=", applicationId)
    .execute();
}

/** With an access level, that level's alone; returns how many there were. */
export async function endTokens(
  transaction: Transaction,
  { applicationId, userId }: { applicationId: ApplicationId; userId: UserId },
  at: number,
  level?: AccessLevel,
): Promise<number> {
  let query = transaction.db
    .deleteFrom("access_token")
    .where("application_id", "=", Number(applicationId))
    .where("user_id", "=", Number(userId));
  if (level !== undefined) query = query.where("access", "=", level);
  const ended = await query.returning("access").execute();
  for (const { access } of ended) {
    await countGrant(transaction, {
      applicationId: Number(applicationId),
      access,
      change: -1,
      at,
    });
  }
  return ended.length;
}

/** All write access that an application holds, of every user. */
export async function lowerToRead(
  transaction: Transaction,
  applicationId: ApplicationId,
  at: number,
): Promise<void> {
  const { db } = transaction;
  const id = Number(applicationId);
  await db
    .deleteFrom("request_token")
    .where("application_id", "=", id)
    .where("access", "=", "write")
    .execute();
  // Who has granted both levels keeps the token for reading, and the one for writing goes.
  const ended = await db
    .deleteFrom("access_token")
    .where("application_id", "=", id)
    .where("access", "=", "write")
    .where("user_id", "in", (from) =>
      from
        .selectFrom("access_token as reading")
        .select("reading.user_id")
        .where("reading.application_id", "=", id)
        .where("reading.access", "=", "read"),
    )
    .executeTakeFirst();
  const lowered = await db
    .updateTable("access_token")
    .set({ access: "read" })
    .where("application_id", "=", id)
    .where("access", "=", "write")
    .executeTakeFirst();
  const [gone, now] = [Number(ended.numDeletedRows), Number(lowered.numUpdatedRows)];
  await countGrant(transaction, { applicationId: id, access: "write", change: -gone - now, at });
  await countGrant(transaction, { applicationId: id, access: "read", change: now, at });
}
