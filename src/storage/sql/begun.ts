/**
 * What a user, or an intruder in their account, has begun and not finished, and the two levels at which it ends.
 * `src/storage/contract/defense-suite.ts` has which act ends what.
 */
import type { TokenDigest, UserId } from "../../domain/credentials.ts";
import { stopBulkActionsOf } from "./end-bulk-actions.ts";
import type { Transaction } from "./write.ts";

/**
 * The first level, for a new password and everything else that signs the user out: sessions, sign-ins that wait for
 * their second step, and approvals that have not been exchanged. `except`: the session that stays. Returns how many
 * ended.
 *
 * On PostgreSQL an approval may be on its way. It changes the row of its session, which is deleted here: the approval
 * then finds no session, or this transaction is repeated and finds the approval.
 */
export async function endSessionsAndApprovals(
  { db }: Transaction,
  userId: UserId,
  except?: TokenDigest,
): Promise<number> {
  const id = Number(userId);
  const sessions = await db
    .deleteFrom("session")
    .where("user_id", "=", id)
    .$if(except !== undefined, (query) => query.where("digest", "!=", except ?? ""))
    .executeTakeFirst();
  const waiting = await db
    .deleteFrom("waiting_sign_in")
    .where("user_id", "=", id)
    .executeTakeFirst();
  const approvals = await endApprovalsOf({ db }, userId);
  return Number(sessions.numDeletedRows + waiting.numDeletedRows) + approvals;
}

/**
 * The second level, for a reset, a recovery, a password that an administrator sets, and a suspension: also one-time
 * links, invitations, offers of ownership, and bulk actions. An intruder who began one of them must not come back with
 * it.
 */
export async function endEverythingBegun(
  transaction: Transaction,
  userId: UserId,
  at: number,
): Promise<void> {
  const { db } = transaction;
  await stopBulkActionsOf(transaction, `user:${userId}`, at);
  await endSessionsAndApprovals(transaction, userId);
  await db.deleteFrom("one_time_link").where("user_id", "=", Number(userId)).execute();
  await endLinksMadeBy(transaction, userId);
  await endInvitationsBy(transaction, userId);
  const owned = db.selectFrom("application").select("id").where("owner_id", "=", Number(userId));
  await db
    .deleteFrom("collaborator")
    .where("application_id", "in", owned)
    .where("accepted", "=", 0)
    .execute();
  await db.deleteFrom("ownership_offer").where("application_id", "in", owned).execute();
}

/** Ends the user's approvals that have not been exchanged, for all applications. Returns how many there were. */
async function endApprovalsOf({ db }: Pick<Transaction, "db">, userId: UserId): Promise<number> {
  const ended = await db
    .deleteFrom("request_token")
    .where("approved_by", "=", Number(userId))
    .executeTakeFirst();
  return Number(ended.numDeletedRows);
}

/** Ends the links that the user created as an administrator. They could keep one and use it to come back. */
export async function endLinksMadeBy({ db }: Transaction, userId: UserId): Promise<void> {
  await db.deleteFrom("one_time_link").where("made_by", "=", Number(userId)).execute();
}

/** Ends invitations that the user sent, to any application, and that no one has accepted yet. */
export async function endInvitationsBy({ db }: Transaction, userId: UserId): Promise<void> {
  await db
    .deleteFrom("collaborator")
    .where("invited_by", "=", Number(userId))
    .where("accepted", "=", 0)
    .execute();
}
