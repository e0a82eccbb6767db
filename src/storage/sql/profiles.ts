/** Names and email addresses of users. */
import { noticeOriginOf } from "../../domain/account-notice.ts";
import type { UserId } from "../../domain/credentials.ts";
import { foldScreenName, type User } from "../../domain/user.ts";
import { leaveAccountNoticeTo } from "./account-notices.ts";
import { isReserved, rest, restEnough, wake } from "./reserved-screen-names.ts";
import { assertWithinApiKey, record } from "./transaction.ts";
import { userById } from "./user-lists.ts";
import type { Transaction, Writes } from "./write.ts";

export const changeProfile: Writes["changeProfile"] = async (transaction, profile, by) => {
  const { userId, seen, name, email } = profile;
  const id = Number(userId);
  const now = by.at;
  const before = await userById(transaction.db, userId);
  if (before === undefined) return "changed-since";
  if (seen !== undefined && !isSameProfile(seen, before)) return "changed-since";
  const given = foldScreenName(before.screenName);
  const folded = foldScreenName(profile.screenName);
  // First, so that someone who may reserve no more names does not learn which others are taken.
  if (folded !== given && (await restEnough(transaction, { userId, besides: folded, now }))) {
    return "too-many-names";
  }
  const taken = await transaction.db
    .selectFrom("user")
    .select("id")
    .where("folded_screen_name", "=", folded)
    .where("id", "!=", id)
    .executeTakeFirst();
  if (taken !== undefined || (await isReserved(transaction, { folded, userId, now }))) {
    return "screen-name-taken";
  }
  if (folded !== given) {
    await wake(transaction, folded);
    await rest(transaction, { folded: given, userId, now });
  }
  const moves = email !== undefined && email !== before.email;
  const isSame = profile.screenName === before.screenName && (name ?? before.name) === before.name;
  if (isSame && !moves) return "changed";
  // A link that went to the old address must not work for someone who can read that mailbox.
  if (moves) await transaction.db.deleteFrom("one_time_link").where("user_id", "=", id).execute();
  await transaction.db
    .updateTable("user")
    .set({
      screen_name: profile.screenName,
      folded_screen_name: folded,
      ...(name !== undefined && { name }),
      ...(moves && { email, email_verified: 0, email_distrusted: 0 }),
    })
    .where("id", "=", id)
    .execute();
  await record(transaction, { ...by, name: "user.profile-changed", userId });
  // Someone who took over the account must not be able to do this quietly.
  const { screenName, email: to, emailVerified: isAuthenticated, language } = before;
  const from = noticeOriginOf(by, userId);
  const notice = { userId, at: now, from, email: to, isAuthenticated, language };
  if (folded !== given) {
    const news = "screenNameChanged";
    await leaveAccountNoticeTo(transaction.db, { ...notice, news, screenName });
  }
  if (moves) {
    const news = "emailChanged";
    await leaveAccountNoticeTo(transaction.db, { ...notice, news, screenName: profile.screenName });
  }
  return "changed";
};

function isSameProfile(seen: Profile, before: Profile): boolean {
  return (["screenName", "name", "email"] as const).every((one) => seen[one] === before[one]);
}

type Profile = Pick<User, "screenName" | "name" | "email">;

export const markEmailVerified: Writes["markEmailVerified"] = async (
  transaction,
  { userId, email },
  by,
) => {
  const id = Number(userId);
  const before = await userById(transaction.db, userId);
  if (before?.email !== email) return false;
  const isNews = !before.emailVerified || before.emailDistrusted;
  await transaction.db
    .updateTable("user")
    .set({ email_verified: 1, email_distrusted: 0 })
    .where("id", "=", id)
    .execute();
  await transaction.db
    .deleteFrom("one_time_link")
    .where("user_id", "=", id)
    .where("purpose", "=", "email")
    .execute();
  const event = { ...by, name: "user.email-verified", userId } as const;
  await (isNews ? record(transaction, event) : assertWithinApiKey(transaction, event));
  return true;
};

/** An intruder may have entered the address of the account, or may read its mail. */
export async function distrustEmail({ db }: Transaction, userId: UserId): Promise<void> {
  await db
    .updateTable("user")
    .set({ email_verified: 0, email_distrusted: 1 })
    .where("id", "=", Number(userId))
    .where("email", "!=", "")
    .execute();
}
