/** Creating and deleting accounts. */

import { foldScreenName } from "../../domain/user.ts";
import { eraseResponses } from "./admin-requests.ts";
import { endAdminLinks, isLastAdmin } from "./admins.ts";
import { ownsApplications } from "./applications.ts";
import { endInvitationsBy } from "./begun.ts";
import { countUserGrantsGone } from "./grant-counts.ts";
import { isReserved, rest } from "./reserved-screen-names.ts";
import { setting } from "./settings.ts";
import { record, whileSessionLives } from "./transaction.ts";
import type { Writes } from "./write.ts";

export const createUser: Writes["createUser"] = async (transaction, user, by) => {
  const { signUpSeen } = user;
  if (
    signUpSeen !== undefined &&
    (await setting(transaction.db, "sign-up")) !== (signUpSeen ?? undefined)
  ) {
    return "sign-up-changed";
  }
  const folded = foldScreenName(user.screenName);
  if (await isReserved(transaction, { folded, now: user.now })) return "screen-name-taken";
  const created = await transaction.db
    .insertInto("user")
    .values({
      id: Number(user.id),
      screen_name: user.screenName,
      folded_screen_name: folded,
      name: user.name,
      email: user.email,
      email_verified: Number(user.emailVerified ?? false),
      email_distrusted: 0,
      password_hash: user.passwordHash,
      is_admin: Number(user.isAdmin ?? false),
      created_at: user.now,
    })
    .onConflict((conflict) => conflict.column("folded_screen_name").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (created === undefined) return "screen-name-taken";
  await record(transaction, { ...by, name: "user.created", userId: user.id });
  if (user.isAdmin) {
    await endAdminLinks(transaction);
    await record(transaction, { ...by, name: "admin.granted", userId: user.id });
  }
  return "created";
};

/** Deletes the user's grants, too: every table that refers to a user cascades, except applications. */
export const deleteUser: Writes["deleteUser"] = async (
  transaction,
  { userId, passwordHash },
  by,
) => {
  const checked = await whileSessionLives(transaction, by);
  const user = await transaction.db
    .selectFrom("user")
    .select(["folded_screen_name", "password_hash"])
    .where("id", "=", Number(userId))
    .executeTakeFirst();
  if (user === undefined) return "gone";
  if (passwordHash !== undefined && passwordHash !== user.password_hash) {
    return "password-changed";
  }
  if (await isLastAdmin(transaction, userId)) return "last-administrator";
  if (await ownsApplications(transaction.db, userId)) return "owns-applications";
  await countUserGrantsGone(transaction, userId, by.at);
  await endInvitationsBy(transaction, userId);
  // First, because the notice that it leaves goes to the address of the account.
  await record(transaction, { ...checked, name: "user.deleted", userId });
  await eraseResponses(transaction.db, { user_id: Number(userId) });
  await transaction.db.deleteFrom("user").where("id", "=", Number(userId)).execute();
  await rest(transaction, { folded: user.folded_screen_name, userId, now: by.at });
  return "deleted";
};
