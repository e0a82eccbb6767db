/** Operators. There is always one who is not suspended. */
import { type Kysely, sql } from "kysely";
import type { UserId } from "../../domain/credentials.ts";
import { endEverythingBegun, endLinksMadeBy } from "./begun.ts";
import type { Tables } from "./schema.ts";
import { record, whileSessionLives } from "./transaction.ts";
import type { Transaction, Writes } from "./write.ts";

export const setOperator: Writes["setOperator"] = async (transaction, userId, isOperator, by) => {
  const checked = await whileSessionLives(transaction, by);
  if (!isOperator && (await isLastOperator(transaction, userId))) return "last-operator";
  const { numUpdatedRows: found } = await transaction.db
    .updateTable("user")
    .set({ is_operator: Number(isOperator) })
    .where("id", "=", Number(userId))
    .executeTakeFirstOrThrow();
  if (found === 0n) return "gone";
  if (isOperator) await endOperatorLinks(transaction);
  else await endLinksMadeBy(transaction, userId);
  await record(transaction, {
    ...checked,
    name: isOperator ? "operator.made" : "operator.unmade",
    userId,
  });
  return "changed";
};

export const suspendUser: Writes["suspendUser"] = async (transaction, userId, because, by) => {
  const checked = await whileSessionLives(transaction, by);
  if (await isLastOperator(transaction, userId)) return "last-operator";
  const { numUpdatedRows: found } = await transaction.db
    .updateTable("user")
    .set({ suspended_because: because })
    .where("id", "=", Number(userId))
    .executeTakeFirstOrThrow();
  if (found === 0n) return "gone";
  await endEverythingBegun(transaction, userId);
  await record(transaction, { ...checked, name: "user.suspended", userId, details: { because } });
  return "changed";
};

export const restoreUser: Writes["restoreUser"] = async (transaction, userId, by, seen) => {
  const { numUpdatedRows: restored } = await transaction.db
    .updateTable("user")
    .set({ suspended_because: null })
    .where("id", "=", Number(userId))
    .where("suspended_because", "is not", null)
    .$if(seen !== undefined, (query) => query.where("suspended_because", "=", seen ?? ""))
    .executeTakeFirstOrThrow();
  if (restored === 0n) return false;
  await record(transaction, { ...by, name: "user.restored", userId });
  return true;
};

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
