import type { Kysely, Selectable } from "kysely";
import type { AuditEvent } from "../../domain/audit.ts";
import type { UserId } from "../../domain/credentials.ts";
import type { NewUser, Page } from "../../domain/ports.ts";
import { foldScreenName, type User } from "../../domain/user.ts";
import type { Tables } from "./schema.ts";
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
      password_hash: user.passwordHash,
      created_at: user.now,
      suspended_because: null,
    })
    .onConflict((conflict) => conflict.column("folded_screen_name").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (created === undefined) return "screen-name-taken";
  await record(transaction, event);
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
    createdAt: row.created_at,
    suspendedBecause: row.suspended_because ?? undefined,
  };
}
