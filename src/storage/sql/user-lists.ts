/** People as they are found: one, a page, a search. */
import { type Kysely, type Selectable, sql } from "kysely";
import type { UserId } from "../../domain/credentials.ts";
import type { Search } from "../../domain/operating.ts";
import type { Page } from "../../domain/page.ts";
import { foldScreenName, type User } from "../../domain/user.ts";
import type { Tables } from "./schema.ts";

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

/** Each form of `text` narrows along an index: an id, an email address, the beginning of a screen name. */
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
