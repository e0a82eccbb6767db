/** Creating and deleting accounts. */

import type { AuditEvent } from "../../domain/audit.ts";
import type { UserId } from "../../domain/credentials.ts";
import type { PasswordHash } from "../../domain/password-hash.ts";
import { foldScreenName, type NewUser } from "../../domain/user.ts";
import { ownsApplications } from "./applications.ts";
import { endInvitationsBy } from "./begun.ts";
import { countUserGrantsGone } from "./grant-counts.ts";
import { endOperatorLinks, isLastOperator } from "./operators.ts";
import { rest, rests } from "./resting-screen-names.ts";
import { setting } from "./settings.ts";
import { record, type Transaction, whileSessionLives } from "./transaction.ts";

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

/** Also deletes what the user granted: every table that refers to a user cascades, except applications. */
export async function deleteUser(
  transaction: Transaction,
  { userId, passwordHash }: { userId: UserId; passwordHash?: PasswordHash },
  event: AuditEvent,
): Promise<"deleted" | "owns-applications" | "last-operator" | "password-changed" | "gone"> {
  const recorded = await whileSessionLives(transaction, event);
  const stands = await transaction.db
    .selectFrom("user")
    .select(["folded_screen_name", "password_hash"])
    .where("id", "=", Number(userId))
    .executeTakeFirst();
  if (stands === undefined) return "gone";
  if (passwordHash !== undefined && passwordHash !== stands.password_hash) {
    return "password-changed";
  }
  if (await isLastOperator(transaction, userId)) return "last-operator";
  if (await ownsApplications(transaction.db, userId)) return "owns-applications";
  await countUserGrantsGone(transaction, userId, event.at);
  await endInvitationsBy(transaction, userId);
  // First, because the notice that it leaves goes to the address of the account.
  await record(transaction, recorded);
  await transaction.db.deleteFrom("user").where("id", "=", Number(userId)).execute();
  await rest(transaction, { folded: stands.folded_screen_name, userId, now: event.at });
  return "deleted";
}
