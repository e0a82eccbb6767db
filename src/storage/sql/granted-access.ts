/** Users' grants to an application: reading them, and revoking them in part or whole. */
import type { AccessLevel } from "../../domain/access.ts";
import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import { countGrant } from "./grant-counts.ts";
import { record } from "./transaction.ts";
import type { Transaction, Writes } from "./write.ts";

/**
 * The application keeps its token, which is lowered. If it also has a read token, that one stays and the write
 * token is deleted.
 */
export const reduceToRead: Writes["reduceToRead"] = async (
  transaction,
  { applicationId, userId },
  by,
) => {
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
  const counted = { applicationId: Number(applicationId), at: by.at };
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
  await record(transaction, { ...by, name: "access.reduced", applicationId, userId });
  return true;
};

export const revokeAccess: Writes["revokeAccess"] = async (
  transaction,
  { applicationId, userId },
  by,
) => {
  await endApproved(transaction, {
    applicationId: Number(applicationId),
    userId: Number(userId),
  });
  const revoked = await endTokens(transaction, { applicationId, userId }, by.at);
  if (revoked === 0) return false;
  await record(transaction, { ...by, name: "access.revoked", applicationId, userId });
  return true;
};

/** Ends approvals that have not been exchanged. `silent`: only those that skipped consent. */
export async function endApproved(
  { db }: Transaction,
  { applicationId, userId }: { applicationId: number; userId: number },
  approvals: "all" | "silent" = "all",
): Promise<void> {
  await db
    .deleteFrom("request_token")
    .where("approved_by", "=", userId)
    .where("application_id", "=", applicationId)
    .$if(approvals === "silent", (query) => query.where("approved_explicitly", "=", 0))
    .execute();
}

/** With an access level, only tokens of that level. Returns how many there were. */
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

/** Lowers all write access of an application, for every user. */
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
  // If a user has granted both levels, the read token stays and the write token is deleted.
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
