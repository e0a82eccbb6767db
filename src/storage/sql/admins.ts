/** Administrators. There is always one who is not suspended. */
import { type Kysely, sql } from "kysely";
import { ConfigurationRejected } from "../../domain/application-configuration.ts";
import type { UserId } from "../../domain/credentials.ts";
import { foldScreenName } from "../../domain/user.ts";
import { endEverythingBegun, endLinksMadeBy } from "./begun.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import { assertWithinApiKey, record, whileSessionLives } from "./transaction.ts";
import { isThere, toUser } from "./user-lists.ts";
import type { Transaction, WriteResult, Writes } from "./write.ts";

export const grantAdmin: Writes["grantAdmin"] = async (transaction, userId, by) =>
  setAdmin(transaction, userId, true, await whileSessionLives(transaction, by));

export const revokeAdmin: Writes["revokeAdmin"] = async (transaction, userId, by) => {
  const checked = await whileSessionLives(transaction, by);
  if (await isLastAdmin(transaction, userId)) return "last-administrator";
  return setAdmin(transaction, userId, false, checked);
};

async function setAdmin(
  transaction: Transaction,
  userId: UserId,
  isAdmin: boolean,
  checked: Awaited<ReturnType<typeof whileSessionLives>>,
): Promise<"changed" | "gone"> {
  const { numUpdatedRows: changed } = await transaction.db
    .updateTable("user")
    .set({ is_admin: Number(isAdmin) })
    .where("id", "=", Number(userId))
    .where("is_admin", "!=", Number(isAdmin))
    .executeTakeFirstOrThrow();
  const name = isAdmin ? "admin.granted" : "admin.revoked";
  const event = { ...checked, name, userId } as const;
  if (changed === 0n) {
    await assertWithinApiKey(transaction, event);
    return (await isThere(transaction.db, userId)) ? "changed" : "gone";
  }
  if (isAdmin) await endAdminLinks(transaction);
  else await endLinksMadeBy(transaction, userId);
  await record(transaction, event);
  return "changed";
}

export const setAdministrators: Writes["setAdministrators"] = async (
  transaction,
  { seen, wanted },
  by,
) => {
  const rows = await transaction.db.selectFrom("user").select("id").where(amongAdmins).execute();
  const present = new Set(rows.map(({ id }) => String(id) as UserId));
  if (present.size !== seen.length || !seen.every((id) => present.has(id))) return false;
  // Those who become administrators come first, so that one is left when the others stop being administrators.
  const [added, removed] = [
    new Set(wanted).difference(present),
    present.difference(new Set(wanted)),
  ];
  for (const id of added) assertSet(await grantAdmin(transaction, id, by));
  for (const id of removed) assertSet(await revokeAdmin(transaction, id, by));
  return true;
};

/** Throws `ConfigurationRejected`, which undoes what the transaction wrote before. */
function assertSet(outcome: WriteResult<"revokeAdmin">): void {
  if (outcome !== "changed") throw new ConfigurationRejected(whyNotSet[outcome]);
}

const whyNotSet: Readonly<Record<Exclude<WriteResult<"revokeAdmin">, "changed">, string>> = {
  gone: "a user was deleted at the same time",
  "last-administrator":
    "at least one administrator must not be suspended; add another one, or restore a suspended one first",
};

export const suspendUser: Writes["suspendUser"] = async (transaction, userId, because, by) => {
  const checked = await whileSessionLives(transaction, by);
  if (await isLastAdmin(transaction, userId)) return "last-administrator";
  const { numUpdatedRows: changed } = await transaction.db
    .updateTable("user")
    .set({ suspended_because: because })
    .where("id", "=", Number(userId))
    .where("suspended_because", "is distinct from", because)
    .executeTakeFirstOrThrow();
  const event = { ...checked, name: "user.suspended", userId, details: { because } } as const;
  if (changed === 0n) {
    await assertWithinApiKey(transaction, event);
    return (await isThere(transaction.db, userId)) ? "changed" : "gone";
  }
  await endEverythingBegun(transaction, userId, by.at);
  await record(transaction, event);
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

/** Whether this is the last administrator who is not suspended. */
export async function isLastAdmin({ db }: Transaction, userId: UserId): Promise<boolean> {
  const [one, another] = await db
    .selectFrom("user")
    .select("id")
    .where(amongAdmins)
    .where("suspended_because", "is", null)
    .limit(2)
    .execute();
  return one?.id === Number(userId) && another === undefined;
}

/** The link for the first administrator must not create a second one. */
export async function endAdminLinks({ db }: Transaction): Promise<void> {
  await db.deleteFrom("one_time_link").where("purpose", "=", "admin").execute();
}

/** The value is not a parameter, so that the partial index of administrators is used. */
export const amongAdmins = sql<boolean>`is_admin = 1`;

export async function hasAdmin(db: Kysely<Tables>): Promise<boolean> {
  const row = await db
    .selectFrom("user")
    .select("id")
    .where(amongAdmins)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const administrators: Queries["administrators"] = async (db, { after = "", size }) => {
  const rows = await db
    .selectFrom("user")
    .selectAll()
    .where(amongAdmins)
    .where("folded_screen_name", ">", foldScreenName(after))
    .orderBy("folded_screen_name")
    .limit(size)
    .execute();
  return rows.map(toUser);
};
