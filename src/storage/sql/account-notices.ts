/**
 * Notices to people about their own accounts: left by the writes that they tell of, and taken out by who sends them.
 */
import type { Kysely } from "kysely";
import type { AccountNews, DueAccountNotice } from "../../domain/account-notice.ts";
import type { UserId } from "../../domain/credentials.ts";
import { noticeLifeMs } from "../../domain/notification.ts";
import type { Tables } from "./schema.ts";

/** To the address that the account has now. */
export async function leaveAccountNotice(
  db: Kysely<Tables>,
  {
    userId,
    news,
    at,
  }: { readonly userId: UserId; readonly news: AccountNews; readonly at: number },
): Promise<void> {
  const user = await db
    .selectFrom("user")
    .select(["email", "email_proven", "screen_name"])
    .where("id", "=", Number(userId))
    .executeTakeFirst();
  if (user === undefined) return;
  const { email, screen_name: screenName } = user;
  const isProven = user.email_proven === 1;
  await leaveAccountNoticeTo(db, { userId, news, at, email, isProven, screenName });
}

/** One that waits already says it: so however often something is done, few rows wait for each account. */
export async function leaveAccountNoticeTo(
  db: Kysely<Tables>,
  {
    userId,
    news,
    at,
    email,
    isProven,
    screenName,
  }: {
    readonly userId: UserId;
    readonly news: AccountNews;
    readonly at: number;
    readonly email: string;
    readonly isProven: boolean;
    readonly screenName: string;
  },
): Promise<void> {
  if (email === "") return;
  const row = { at, unproven: Number(!isProven), screen_name: screenName };
  await db
    .insertInto("account_notice")
    .values({ user_id: Number(userId), email, news, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "email", "news"])
        .doUpdateSet(row)
        .where("account_notice.at", "<=", at - noticeLifeMs),
    )
    .execute();
}

export async function accountNoticesWait(db: Kysely<Tables>): Promise<boolean> {
  const waiting = await db.selectFrom("account_notice").select("at").limit(1).executeTakeFirst();
  return waiting !== undefined;
}

/** Those to proven addresses come first: anybody can make many accounts with addresses that are not. */
export async function takeAccountNotice(
  { db }: { readonly db: Kysely<Tables> },
  now: number,
): Promise<DueAccountNotice | undefined> {
  for (const unproven of [0, 1]) {
    const oldest = await db
      .selectFrom("account_notice")
      .select(["user_id", "email", "news"])
      .where("unproven", "=", unproven)
      .where("at", ">", now - noticeLifeMs)
      .orderBy("at")
      .limit(1)
      .executeTakeFirst();
    if (oldest === undefined) continue;
    const taken = await db
      .deleteFrom("account_notice")
      .where("user_id", "=", oldest.user_id)
      .where("email", "=", oldest.email)
      .where("news", "=", oldest.news)
      .returning("screen_name")
      .executeTakeFirst();
    if (taken === undefined) return undefined;
    const reader = await db
      .selectFrom("user")
      .select("language")
      .where("id", "=", oldest.user_id)
      .executeTakeFirst();
    return {
      news: oldest.news,
      to: oldest.email,
      isProven: unproven === 0,
      screenName: taken.screen_name,
      language: reader?.language ?? undefined,
    };
  }
  return undefined;
}
