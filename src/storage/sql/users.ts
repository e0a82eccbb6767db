import { type Kysely, type Selectable, sql } from "kysely";
import type { AuditEvent } from "../../domain/audit.ts";
import type { UserId } from "../../domain/credentials.ts";
import type { Search } from "../../domain/operating.ts";
import type { Page } from "../../domain/page.ts";
import type { NewSession } from "../../domain/session.ts";
import type { NewUser } from "../../domain/user.ts";
import { foldScreenName, type User } from "../../domain/user.ts";
import { ownsApplications } from "./applications.ts";
import { countUserGrantsGone } from "./grant-counts.ts";
import type { Tables } from "./schema.ts";
import { openSession } from "./sessions.ts";
import { record, type Transaction } from "./transaction.ts";

export async function createUser(
  transaction: Transaction,
  user: NewUser,
  event: AuditEvent,
): Promise<"created" | "screen-name-taken"> {
  const created = await transaction.db
    .insertInto("user")
    .values({
      id: Number(user.id),
      screen_name: user.screenName,
      folded_screen_name: foldScreenName(user.screenName),
      name: user.name,
      email: user.email,
      email_proven: Number(user.emailProven ?? false),
      password_hash: user.passwordHash,
      is_operator: Number(user.isOperator ?? false),
      created_at: user.now,
      suspended_because: null,
    })
    .onConflict((conflict) => conflict.column("folded_screen_name").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (created === undefined) return "screen-name-taken";
  await record(transaction, event);
  if (user.isOperator) {
    await endOperatorLinks(transaction);
    await record(transaction, { ...event, name: "operator.made" });
  }
  return "created";
}

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

/** A link that was asked for before a password changed must not change it again. */
export async function endResetLinks({ db }: Transaction, userId: UserId): Promise<void> {
  await db
    .deleteFrom("one_time_link")
    .where("user_id", "=", Number(userId))
    .where("purpose", "=", "password-reset")
    .execute();
}

/** Whoever finds the link of the first operator must not become the second. */
async function endOperatorLinks({ db }: Transaction): Promise<void> {
  await db.deleteFrom("one_time_link").where("purpose", "=", "operator").execute();
}

export async function changeProfile(
  transaction: Transaction,
  profile: { userId: UserId; screenName: string; name: string; email?: string },
  event: AuditEvent,
): Promise<"changed" | "screen-name-taken"> {
  const id = Number(profile.userId);
  const folded = foldScreenName(profile.screenName);
  const taken = await transaction.db
    .selectFrom("user")
    .select("id")
    .where("folded_screen_name", "=", folded)
    .where("id", "!=", id)
    .executeTakeFirst();
  if (taken !== undefined) return "screen-name-taken";
  const { email } = profile;
  const moves = email !== undefined && (await isAnother(transaction, id, email));
  // A link that went to the old address must not work for whoever reads its mail.
  if (moves) await transaction.db.deleteFrom("one_time_link").where("user_id", "=", id).execute();
  await transaction.db
    .updateTable("user")
    .set({
      screen_name: profile.screenName,
      folded_screen_name: folded,
      name: profile.name,
      ...(moves && { email, email_proven: 0 }),
    })
    .where("id", "=", id)
    .execute();
  await record(transaction, event);
  return "changed";
}

async function isAnother({ db }: Transaction, id: number, email: string): Promise<boolean> {
  const another = await db
    .selectFrom("user")
    .select("id")
    .where("id", "=", id)
    .where("email", "!=", email)
    .executeTakeFirst();
  return another !== undefined;
}

export async function confirmEmail(
  transaction: Transaction,
  { userId, email }: { userId: UserId; email: string },
  event: AuditEvent,
): Promise<boolean> {
  const id = Number(userId);
  const proven = await transaction.db
    .updateTable("user")
    .set({ email_proven: 1 })
    .where("id", "=", id)
    .where("email", "=", email)
    .returning("id")
    .executeTakeFirst();
  if (proven === undefined) return false;
  await transaction.db
    .deleteFrom("one_time_link")
    .where("user_id", "=", id)
    .where("purpose", "=", "email")
    .execute();
  await record(transaction, event);
  return true;
}

export async function changePassword(
  transaction: Transaction,
  { from, to, session }: { from: string; to: string; session: Omit<NewSession, "passwordHash"> },
  event: AuditEvent,
): Promise<boolean> {
  const id = Number(session.userId);
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
  await openSession(transaction, { ...session, passwordHash: to }, event);
  return true;
}

/** What the user granted goes too: every table that names a user cascades, but that of applications. */
export async function deleteUser(
  transaction: Transaction,
  userId: UserId,
  event: AuditEvent,
): Promise<"deleted" | "owns-applications"> {
  if (await ownsApplications(transaction.db, userId)) return "owns-applications";
  await countUserGrantsGone(transaction, userId, event.at);
  await transaction.db.deleteFrom("user").where("id", "=", Number(userId)).execute();
  await record(transaction, event);
  return "deleted";
}

export async function setOperator(
  transaction: Transaction,
  userId: UserId,
  isOperator: boolean,
  event: AuditEvent,
): Promise<void> {
  await transaction.db
    .updateTable("user")
    .set({ is_operator: Number(isOperator) })
    .where("id", "=", Number(userId))
    .execute();
  if (isOperator) await endOperatorLinks(transaction);
  await record(transaction, event);
}

export async function suspendUser(
  transaction: Transaction,
  userId: UserId,
  because: string | undefined,
  event: AuditEvent,
): Promise<void> {
  await transaction.db
    .updateTable("user")
    .set({ suspended_because: because ?? null })
    .where("id", "=", Number(userId))
    .execute();
  await record(transaction, event);
}

export async function userById(db: Kysely<Tables>, userId: UserId): Promise<User | undefined> {
  const row = await db
    .selectFrom("user")
    .selectAll()
    .where("id", "=", Number(userId))
    .executeTakeFirst();
  return row && toUser(row);
}

export async function userByScreenName(
  db: Kysely<Tables>,
  screenName: string,
): Promise<User | undefined> {
  const row = await userRow(db, screenName);
  return row && toUser(row);
}

export async function passwordOf(
  db: Kysely<Tables>,
  screenName: string,
): Promise<{ user: User; passwordHash: string } | undefined> {
  const row = await userRow(db, screenName);
  return row && { user: toUser(row), passwordHash: row.password_hash };
}

export async function users(db: Kysely<Tables>, page: Page): Promise<readonly User[]> {
  const rows = await db
    .selectFrom("user")
    .selectAll()
    .where("folded_screen_name", ">", foldScreenName(page.after ?? ""))
    .orderBy("folded_screen_name")
    .limit(page.size)
    .execute();
  return rows.map(toUser);
}

export async function searchUsers(
  db: Kysely<Tables>,
  { text, suspendedOnly }: Search,
  page: Page,
): Promise<readonly User[]> {
  const rows = await db
    .selectFrom("user")
    .selectAll()
    .where("folded_screen_name", ">", foldScreenName(page.after ?? ""))
    .where(matches(text))
    .$if(suspendedOnly, (query) => query.where("suspended_because", "is not", null))
    .orderBy("folded_screen_name")
    .limit(page.size)
    .execute();
  return rows.map(toUser);
}

/** Each form of `text` narrows along an index: an id, an e-mail address, the beginning of a screen name. */
function matches(text: string) {
  if (/^\d{16}$/.test(text)) return sql<boolean>`id = ${Number(text)}`;
  if (/^[^@]+@/.test(text)) return sql<boolean>`email != '' and lower(email) = lower(${text})`;
  const beginning = foldScreenName(text.replace(/^@/, ""));
  return sql<boolean>`folded_screen_name >= ${beginning} and folded_screen_name < ${`${beginning}\u{10FFFF}`}`;
}

function userRow(
  db: Kysely<Tables>,
  screenName: string,
): Promise<Selectable<Tables["user"]> | undefined> {
  return db
    .selectFrom("user")
    .selectAll()
    .where("folded_screen_name", "=", foldScreenName(screenName))
    .executeTakeFirst();
}

function toUser(row: Selectable<Tables["user"]>): User {
  return {
    id: String(row.id) as UserId,
    screenName: row.screen_name,
    name: row.name,
    email: row.email,
    emailProven: row.email_proven === 1,
    isOperator: row.is_operator === 1,
    createdAt: row.created_at,
    suspendedBecause: row.suspended_because ?? undefined,
  };
}
