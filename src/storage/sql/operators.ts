/** Operators. There is always one who is not suspended. */
import { type Kysely, sql } from "kysely";
import type { AuditEvent } from "../../domain/audit.ts";
import type { UserId } from "../../domain/credentials.ts";
import { endInvitationsBy } from "./collaborators.ts";
import type { Tables } from "./schema.ts";
import { endSessionsOf } from "./sessions.ts";
import { record, type Transaction, whileSessionLives } from "./transaction.ts";

export async function setOperator(
  transaction: Transaction,
  userId: UserId,
  isOperator: boolean,
  event: AuditEvent,
): Promise<"changed" | "last-operator" | "gone"> {
  const recorded = await whileSessionLives(transaction, event);
  if (!isOperator && (await isLastOperator(transaction, userId))) return "last-operator";
  const { numUpdatedRows: found } = await transaction.db
    .updateTable("user")
    .set({ is_operator: Number(isOperator) })
    .where("id", "=", Number(userId))
    .executeTakeFirstOrThrow();
  if (found === 0n) return "gone";
  if (isOperator) await endOperatorLinks(transaction);
  else await endLinksOf(transaction, userId);
  await record(transaction, recorded);
  return "changed";
}

export async function suspendUser(
  transaction: Transaction,
  userId: UserId,
  because: string,
  event: AuditEvent,
): Promise<"changed" | "last-operator" | "gone"> {
  const recorded = await whileSessionLives(transaction, event);
  if (await isLastOperator(transaction, userId)) return "last-operator";
  const { numUpdatedRows: found } = await transaction.db
    .updateTable("user")
    .set({ suspended_because: because })
    .where("id", "=", Number(userId))
    .executeTakeFirstOrThrow();
  if (found === 0n) return "gone";
  await endBegun(transaction, userId);
  await endLinksOf(transaction, userId);
  await record(transaction, recorded);
  return "changed";
}

export async function restoreUser(
  transaction: Transaction,
  userId: UserId,
  event: AuditEvent,
  seen?: string,
): Promise<boolean> {
  const { numUpdatedRows: restored } = await transaction.db
    .updateTable("user")
    .set({ suspended_because: null })
    .where("id", "=", Number(userId))
    .where("suspended_because", "is not", null)
    .$if(seen !== undefined, (query) => query.where("suspended_because", "=", seen ?? ""))
    .executeTakeFirstOrThrow();
  if (restored === 0n) return false;
  // On PostgreSQL an approval may commit at the same time as the suspension, which then does not see it.
  await endApprovedBy(transaction, userId);
  await record(transaction, event);
  return true;
}

/**
 * What began before a suspension, perhaps by an intruder who is the reason for it, must not work after the
 * account is restored.
 */
async function endBegun(transaction: Transaction, userId: UserId): Promise<void> {
  const { db } = transaction;
  const id = Number(userId);
  await endSessionsOf(transaction, userId);
  await db.deleteFrom("one_time_link").where("user_id", "=", id).execute();
  await endApprovedBy(transaction, userId);
  await endInvitationsOf(transaction, userId);
  await endInvitationsBy(transaction, userId);
}

/** Ends the person's approvals that have not been exchanged, for all applications. */
async function endApprovedBy({ db }: Transaction, userId: UserId): Promise<void> {
  await db.deleteFrom("request_token").where("approved_by", "=", Number(userId)).execute();
}

/** Ends open invitations to the person's applications, and offers of these applications. */
async function endInvitationsOf({ db }: Transaction, userId: UserId): Promise<void> {
  const owned = db.selectFrom("application").select("id").where("owner_id", "=", Number(userId));
  await db
    .deleteFrom("collaborator")
    .where("application_id", "in", owned)
    .where("accepted", "=", 0)
    .execute();
  await db.deleteFrom("ownership_offer").where("application_id", "in", owned).execute();
}

/** Whether this is the last operator who is not suspended. */
export async function isLastOperator({ db }: Transaction, userId: UserId): Promise<boolean> {
  const [one, another] = await db
    .selectFrom("user")
    .select("id")
    .where(amongOperators)
    .where("suspended_because", "is", null)
    .limit(2)
    .execute();
  return one?.id === Number(userId) && another === undefined;
}

/** The link for the first operator must not create a second one. */
export async function endOperatorLinks({ db }: Transaction): Promise<void> {
  await db.deleteFrom("one_time_link").where("purpose", "=", "operator").execute();
}

/** Ends the links that the operator created. They could keep one and use it to come back. */
async function endLinksOf({ db }: Transaction, userId: UserId): Promise<void> {
  await db.deleteFrom("one_time_link").where("made_by", "=", Number(userId)).execute();
}

/** Not a parameter, so that the partial index of operators is used. */
const amongOperators = sql<boolean>`is_operator = 1`;

export async function hasOperator(db: Kysely<Tables>): Promise<boolean> {
  const row = await db
    .selectFrom("user")
    .select("id")
    .where(amongOperators)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
