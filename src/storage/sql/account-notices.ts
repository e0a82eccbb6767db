/**
 * Notices to users about their own accounts: left by the writes that they report, and taken out by the process that
 * sends them.
 */
import type { Kysely } from "kysely";
import type { AccountNews, DueAccountNotice, NoticeOrigin } from "../../domain/account-notice.ts";
import type { UserId } from "../../domain/credentials.ts";
import { noticeLifeMs } from "../../domain/notification.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import type { Writes } from "./write.ts";

/** The notice goes to the address that the account has now. */
export async function leaveAccountNotice(
  db: Kysely<Tables>,
  {
    userId,
    news,
    at,
    from,
  }: {
    readonly userId: UserId;
    readonly news: AccountNews;
    readonly at: number;
    readonly from: NoticeOrigin;
  },
): Promise<void> {
  const user = await db
    .selectFrom("user")
    .select(["email", "email_verified", "screen_name", "language"])
    .where("id", "=", Number(userId))
    .executeTakeFirst();
  if (user === undefined) return;
  const { email, screen_name: screenName, language } = user;
  const to = {
    email,
    isAuthenticated: user.email_verified === 1,
    screenName,
    language: language ?? undefined,
  };
  await leaveAccountNoticeTo(db, { userId, news, at, from, ...to });
}

/** A waiting notice is not repeated, so few rows wait for each account, however often something is done. */
export async function leaveAccountNoticeTo(
  db: Kysely<Tables>,
  {
    userId,
    news,
    at,
    from,
    email,
    isAuthenticated,
    screenName,
    language,
  }: {
    readonly userId: UserId;
    readonly news: AccountNews;
    readonly at: number;
    readonly from: NoticeOrigin;
    readonly email: string;
    readonly isAuthenticated: boolean;
    readonly screenName: string;
    readonly language: string | undefined;
  },
): Promise<void> {
  if (email === "") return;
  const unverified = Number(!isAuthenticated);
  const row = {
    at,
    unverified,
    screen_name: screenName,
    language: language ?? null,
    address: from.address ?? null,
    user_agent: from.userAgent ?? null,
  };
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

/** Notices to verified addresses come first: anyone can make many accounts with unverified addresses. */
export const nextAccountNotice: Queries["nextAccountNotice"] = async (db, now) => {
  return (await oldest(db, now, 0)) ?? (await oldest(db, now, 1));
};

async function oldest(
  db: Kysely<Tables>,
  now: number,
  unverified: 0 | 1,
): Promise<DueAccountNotice | undefined> {
  const row = await db
    .selectFrom("account_notice")
    .selectAll()
    .where("unverified", "=", unverified)
    .where("at", ">", now - noticeLifeMs)
    .orderBy("at")
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      userId: String(row.user_id) as UserId,
      news: row.news,
      at: row.at,
      from: {
        ...(row.address !== null && { address: row.address }),
        ...(row.user_agent !== null && { userAgent: row.user_agent }),
      },
      to: row.email,
      isAuthenticated: unverified === 0,
      screenName: row.screen_name,
      language: row.language ?? undefined,
    }
  );
}

export const takeAccountNotice: Writes["takeAccountNotice"] = async (
  { db },
  { userId, to, news },
) => {
  const taken = await db
    .deleteFrom("account_notice")
    .where("user_id", "=", Number(userId))
    .where("email", "=", to)
    .where("news", "=", news)
    .returning("at")
    .executeTakeFirst();
  return taken !== undefined;
};
