import { type Kysely, type Selectable, sql } from "kysely";
import type { AuditEvent } from "../../domain/audit.ts";
import type { UserId } from "../../domain/credentials.ts";
import type { Search } from "../../domain/operating.ts";
import type { Page } from "../../domain/page.ts";
import type { NewSession } from "../../domain/session.ts";
import type { NewUser } from "../../domain/user.ts";
import { foldScreenName, type ProfileOutcome, type User } from "../../domain/user.ts";
import { ownsApplications } from "./applications.ts";
import { countUserGrantsGone } from "./grant-counts.ts";
import { rest, restEnough, rests, wake } from "./resting-screen-names.ts";
import type { Tables } from "./schema.ts";
import { openSession } from "./sessions.ts";
import { setting } from "./settings.ts";
import { record, type Transaction, whileStanding } from "./transaction.ts";

export async function createUser(
  transaction: Transaction,
  user: NewUser,
  event: AuditEvent,
): Promise<"created" | "screen-name-taken" | "sign-up-changed"> {
  const { signUpSeen } = user;
  if (
    signUpSeen !== undefined &&
    (await setting(transaction.db, "sign-up")) !== (signUpSeen ?? undefined)
  ) {
    return "sign-up-changed";
  }
  const folded = foldScreenName(user.screenName);
  if (await rests(transaction, { folded, now: user.now })) return "screen-name-taken";
  const created = await transaction.db
    .insertInto("user")
    .values({
      id: Number(user.id),
      screen_name: user.screenName,
      folded_screen_name: folded,
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
    const { name: _name, details: _details, ...rest } = event;
    await record(transaction, { ...rest, name: "operator.made" });
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
  profile: { userId: UserId; seen?: string; screenName: string; name: string; email?: string },
  event: AuditEvent,
): Promise<ProfileOutcome> {
  const { userId, seen, email } = profile;
  const id = Number(userId);
  const now = event.at;
  const before = await userById(transaction.db, userId);
  if (before === undefined) return "changed-since";
  const given = foldScreenName(before.screenName);
  if (seen !== undefined && foldScreenName(seen) !== given) return "changed-since";
  const folded = foldScreenName(profile.screenName);
  const taken = await transaction.db
    .selectFrom("user")
    .select("id")
    .where("folded_screen_name", "=", folded)
    .where("id", "!=", id)
    .executeTakeFirst();
  if (taken !== undefined || (await rests(transaction, { folded, userId, now }))) {
    return "screen-name-taken";
  }
  if (folded !== given) {
    if (await restEnough(transaction, { userId, besides: folded, now })) return "too-many-names";
    await wake(transaction, folded);
    await rest(transaction, { folded: given, userId, now });
  }
  const moves = email !== undefined && email !== before.email;
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
  const left = { email: before.email, proven: before.emailProven };
  return { changed: true, ...(moves && before.email !== "" && { left }) };
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

/** What the user granted goes too: every table that names a user cascades, but that of applications. */
export async function deleteUser(
  transaction: Transaction,
  { userId, passwordHash }: { userId: UserId; passwordHash: string },
  event: AuditEvent,
): Promise<"deleted" | "owns-applications" | "last-operator" | "password-changed"> {
  const recorded = await whileStanding(transaction, event);
  const stands = await transaction.db
    .selectFrom("user")
    .select("folded_screen_name")
    .where("id", "=", Number(userId))
    .where("password_hash", "=", passwordHash)
    .executeTakeFirst();
  if (stands === undefined) return "password-changed";
  if (await isLastOperator(transaction, userId)) return "last-operator";
  if (await ownsApplications(transaction.db, userId)) return "owns-applications";
  await countUserGrantsGone(transaction, userId, event.at);
  await transaction.db.deleteFrom("user").where("id", "=", Number(userId)).execute();
  await rest(transaction, { folded: stands.folded_screen_name, userId, now: event.at });
  await record(transaction, recorded);
  return "deleted";
}

export async function setOperator(
  transaction: Transaction,
  userId: UserId,
  isOperator: boolean,
  event: AuditEvent,
): Promise<"changed" | "last-operator"> {
  const recorded = await whileStanding(transaction, event);
  if (!isOperator && (await isLastOperator(transaction, userId))) return "last-operator";
  await transaction.db
    .updateTable("user")
    .set({ is_operator: Number(isOperator) })
    .where("id", "=", Number(userId))
    .execute();
  if (isOperator) await endOperatorLinks(transaction);
  await record(transaction, recorded);
  return "changed";
}

/** Whether nobody would be left to look after the service: operators who are suspended cannot. */
async function isLastOperator({ db }: Transaction, userId: UserId): Promise<boolean> {
  const [one, another] = await db
    .selectFrom("user")
    .select("id")
    .where("is_operator", "=", 1)
    .where("suspended_because", "is", null)
    .limit(2)
    .execute();
  return one?.id === Number(userId) && another === undefined;
}

export async function suspendUser(
  transaction: Transaction,
  userId: UserId,
  because: string,
  event: AuditEvent,
): Promise<"changed" | "last-operator"> {
  const recorded = await whileStanding(transaction, event);
  const id = Number(userId);
  if (await isLastOperator(transaction, userId)) return "last-operator";
  await transaction.db
    .updateTable("user")
    .set({ suspended_because: because })
    .where("id", "=", id)
    .execute();
  // A session of then, perhaps the reason for the suspension, must not work when the account is restored.
  await transaction.db.deleteFrom("session").where("user_id", "=", id).execute();
  await record(transaction, recorded);
  return "changed";
}

export async function restoreUser(
  transaction: Transaction,
  userId: UserId,
  event: AuditEvent,
): Promise<void> {
  await transaction.db
    .updateTable("user")
    .set({ suspended_because: null })
    .where("id", "=", Number(userId))
    .execute();
  await record(transaction, event);
}

export async function hasOperator(db: Kysely<Tables>): Promise<boolean> {
  const row = await db
    .selectFrom("user")
    .select("id")
    .where("is_operator", "=", 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
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

/** Two questions, each along its index: sorting would first read every account that names the address. */
export async function usersWithEmail(
  db: Kysely<Tables>,
  email: string,
  most: number,
): Promise<readonly User[]> {
  const of = (proven: 0 | 1, limit: number) =>
    db
      .selectFrom("user")
      .selectAll()
      .where(sql<boolean>`email != '' and lower(email) = lower(${email})`)
      .where(proven === 1 ? sql<boolean>`email_proven = 1` : sql<boolean>`email_proven = 0`)
      .orderBy("folded_screen_name")
      .limit(limit)
      .execute();
  const proven = await of(1, most);
  const others = proven.length < most ? await of(0, most - proven.length) : [];
  return [...proven, ...others].map(toUser);
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
