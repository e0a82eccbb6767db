/** Operators. There is always one who is not suspended. */
import { type Kysely, sql } from "kysely";
import type { AuditEvent } from "../../domain/audit.ts";
import type { UserId } from "../../domain/credentials.ts";
import { endEverythingBegun, endLinksMadeBy } from "./begun.ts";
import type { Tables } from "./schema.ts";
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
  else await endLinksMadeBy(transaction, userId);
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
  await endEverythingBegun(transaction, userId);
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
  await record(transaction, event);
  return true;
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
