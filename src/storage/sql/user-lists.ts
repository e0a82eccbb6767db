/** Reads of users: one, lists and searches. */
import { type Kysely, type Selectable, sql } from "kysely";
import { idFrom, type UserId } from "../../domain/credentials.ts";
import { type UserFilters, userFilters } from "../../domain/fields/list-filters.ts";
import { isByName, type NameOrder, type UserOrder } from "../../domain/operating.ts";
import type { Slice } from "../../domain/slice.ts";
import { foldScreenName, type User, userFields, withoutAt } from "../../domain/user.ts";
import { type FieldColumns, nounIn } from "./field-columns.ts";
import { conditionsOf } from "./filter-conditions.ts";
import { allOf, anyRow, byNumber, foundAnyWay, inOrder, type Way } from "./lists.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";

export const userById: Queries["userById"] = async (db, userId) => {
  const row = await db
    .selectFrom("user")
    .selectAll()
    .where("id", "=", Number(userId))
    .executeTakeFirst();
  return row && toUser(row);
};

/** For writes whose rows name the user: the database's own message about a user who was deleted is an error. */
export async function isThere(db: Kysely<Tables>, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom("user")
    .select("id")
    .where("id", "=", Number(userId))
    .executeTakeFirst();
  return row !== undefined;
}

export const userByScreenName: Queries["userByScreenName"] = async (db, screenName) => {
  const row = await userRow(db, screenName);
  return row && toUser(row);
};

/** No screen name has an @. */
export const passwordOf: Queries["passwordOf"] = async (db, name) => {
  const row = await (name.includes("@") ? rowWithVerifiedEmail(db, name) : userRow(db, name));
  return row && { user: toUser(row), passwordHash: row.password_hash };
};

export const users: Queries["users"] = async (db, page) => {
  const rows = await db
    .selectFrom("user")
    .selectAll()
    .where("folded_screen_name", ">", foldScreenName(page.after ?? ""))
    .orderBy("folded_screen_name")
    .limit(page.size)
    .execute();
  return rows.map(toUser);
};

export const searchUsers: Queries["searchUsers"] = async (
  db,
  { text, filters, order = "name" },
  page,
) => {
  if (!isByName(order)) return sortedByNumber(db, filters, page, order);
  const conditions = conditionsOf("user", userFilters, filters);
  const { after, before } = page;
  const back = before !== undefined;
  const key = before ?? after;
  const isUp = (order === "name") !== back;
  const matches = foundAnyWay(waysToMean(text), (way) =>
    db
      .selectFrom("user")
      .selectAll()
      .$if(key !== undefined, (query) =>
        query.where("folded_screen_name", isUp ? ">" : "<", foldScreenName(key ?? "")),
      )
      .where(allOf(way, conditions)),
  );
  const rows = await matches
    .orderBy("folded_screen_name", isUp ? "asc" : "desc")
    .limit(page.size)
    .execute();
  return inOrder(rows, back).map(toUser);
};

async function sortedByNumber(
  db: Kysely<Tables>,
  filters: UserFilters | undefined,
  page: Slice,
  order: Exclude<UserOrder, NameOrder>,
): Promise<readonly User[]> {
  const { column, beyond, direction } = byNumber("user", page, order);
  const conditions = conditionsOf("user", userFilters, filters, { ordered: column });
  const rows = await db
    .selectFrom("user")
    .selectAll()
    .where(allOf(beyond, conditions))
    .orderBy("created_at", direction)
    .orderBy("id", direction)
    .limit(page.size)
    .execute();
  return inOrder(rows, page.before !== undefined).map(toUser);
}

export const userSummaries: Queries["userSummaries"] = async (db, userIds) => {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("user")
    .select(({ exists, selectFrom }) => [
      "id",
      selectFrom("application")
        .select(sql<number | string>`count(*)`.as("applications"))
        .whereRef("owner_id", "=", "user.id")
        .as("applications"),
      selectFrom("session")
        .select(({ fn }) => fn.max("last_seen_at").as("seen"))
        .whereRef("user_id", "=", "user.id")
        .as("seen"),
      exists(selectFrom("totp").select("user_id").whereRef("user_id", "=", "user.id")).as("totp"),
      exists(selectFrom("passkey").select("user_id").whereRef("user_id", "=", "user.id")).as(
        "passkey",
      ),
    ])
    .where("id", "in", userIds.map(Number))
    .execute();
  return new Map(
    rows.map(({ id, applications, seen, totp, passkey }) => [
      String(id) as UserId,
      {
        hasSecondFactor: Boolean(totp) || Boolean(passkey),
        applications: Number(applications),
        lastSeenAt: seen === null ? undefined : Number(seen),
      },
    ]),
  );
};

export const countUsers: Queries["countUsers"] = async (db, { text, filters }, most) => {
  const conditions = conditionsOf("user", userFilters, filters, { isCounted: true });
  const matches = foundAnyWay(text === "" ? [anyRow] : waysToMean(text), (way) =>
    db.selectFrom("user").select("id").where(allOf(way, conditions)),
  );
  const { count } = await db
    .selectFrom(matches.limit(most).as("held"))
    .select(sql<number | string>`count(*)`.as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Two queries, each along an index. A sort would first read every account with the address. */
export const usersWithEmail: Queries["usersWithEmail"] = async (db, email, most) => {
  const of = (verified: 0 | 1, limit: number) =>
    db
      .selectFrom("user")
      .selectAll()
      .where(sql<boolean>`email != '' and lower(email) = lower(${email})`)
      .where(verified === 1 ? sql<boolean>`email_verified = 1` : sql<boolean>`email_verified = 0`)
      .orderBy("folded_screen_name")
      .limit(limit)
      .execute();
  const verified = await of(1, most);
  const others = verified.length < most ? await of(0, most - verified.length) : [];
  return [...verified, ...others].map(toUser);
};

/** A whole email address, or the beginning of a screen name, or an id. A screen name can consist of digits. */
function waysToMean(text: string): readonly [Way, ...Way[]] {
  if (/^[^@]+@/.test(text)) return [sql`email != '' and lower(email) = lower(${text})`];
  const beginning = foldScreenName(withoutAt(text));
  const id = idFrom<UserId>(text);
  return [
    sql`folded_screen_name >= ${beginning} and folded_screen_name < ${`${beginning}\u{10FFFF}`}`,
    ...(id === undefined ? [] : [sql<boolean>`id = ${Number(id)}`]),
  ];
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

/** Returns undefined if several accounts have verified the address, because it names none of them. */
async function rowWithVerifiedEmail(
  db: Kysely<Tables>,
  email: string,
): Promise<Selectable<Tables["user"]> | undefined> {
  const [row, another] = await db
    .selectFrom("user")
    .selectAll()
    .where(sql<boolean>`email_verified = 1 and email != '' and lower(email) = lower(${email})`)
    .limit(2)
    .execute();
  return another === undefined ? row : undefined;
}

export function toUser(row: FieldColumns<User>): User {
  return nounIn<User>(userFields, row);
}
