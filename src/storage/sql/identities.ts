/** Linking and unlinking identities of identity providers. */
import type { UserId } from "../../domain/credentials.ts";
import {
  type IdentityKey,
  isPasswordHash,
  maxIdentities,
  type SignInMethods,
} from "../../domain/identity.ts";
import type { ProviderLogout } from "../../domain/session.ts";
import { hasAdmin } from "./admins.ts";
import { endSessionsAndApprovals } from "./begun.ts";
import { holderOf, identitiesOf } from "./identity-holders.ts";
import { passkeysOf } from "./passkey-holders.ts";
import { noteLogout } from "./provider-logouts.ts";
import { insertSession } from "./sessions.ts";
import { record, whileSessionLives } from "./transaction.ts";
import { createUser } from "./users.ts";
import type { Transaction, Writes } from "./write.ts";

export const createUserWithIdentity: Writes["createUserWithIdentity"] = async (
  transaction,
  user,
  identity,
  by,
) => {
  const { db } = transaction;
  if ((await holderOf(db, identity)) !== undefined) return "identity-taken";
  const isAdmin = user.isAdmin === true && !(await hasAdmin(db));
  const outcome = await createUser(transaction, { ...user, isAdmin }, by);
  if (outcome === "created") await insert(transaction, user.id, identity, user.now);
  return outcome;
};

export const linkIdentity: Writes["linkIdentity"] = async (
  transaction,
  { identity, session },
  by,
) => {
  const { db } = transaction;
  const { userId, now } = session;
  const checked = await whileSessionLives(transaction, by);
  const user = await db
    .selectFrom("user")
    .select("id")
    .where("id", "=", Number(userId))
    .where("suspended_because", "is", null)
    .executeTakeFirst();
  if (user === undefined) return "gone";
  const holder = await holderOf(db, identity);
  if (holder !== undefined) return holder === Number(userId) ? "theirs" : "taken";
  if ((await identitiesOf(db, userId)).length >= maxIdentities) return "too-many";
  await insert(transaction, userId, identity, now);
  await endSessionsAndApprovals(transaction, userId);
  await insertSession(transaction, session, {
    ...checked,
    name: "identity.linked",
    userId,
    details: { issuer: identity.issuer },
  });
  return "linked";
};

export const unlinkIdentity: Writes["unlinkIdentity"] = async (
  transaction,
  { identity, session, offered },
  by,
) => {
  const { userId } = session;
  const checked = await whileSessionLives(transaction, by);
  if ((await holderOf(transaction.db, identity)) !== Number(userId)) return "gone";
  if (!(await hasOtherMethod(transaction, userId, identity, offered))) return "last-sign-in-method";
  await remove(transaction, userId, identity);
  await endSessionsAndApprovals(transaction, userId);
  await insertSession(transaction, session, {
    ...checked,
    name: "identity.unlinked",
    userId,
    details: { issuer: identity.issuer },
  });
  return "unlinked";
};

export const removeIdentity: Writes["removeIdentity"] = async (
  transaction,
  { userId, identity, because },
  by,
) => {
  const checked = await whileSessionLives(transaction, by);
  if (!(await remove(transaction, userId, identity))) return false;
  await endSessionsAndApprovals(transaction, userId);
  await record(transaction, {
    ...checked,
    name: "identity.removed",
    userId,
    details: { issuer: identity.issuer, because },
  });
  return true;
};

export const endSessionsFrom: Writes["endSessionsFrom"] = async (transaction, ended, by) => {
  if (!(await noteLogout(transaction.db, ended))) return "used";
  const users = new Set<number>();
  for (const table of ["session", "waiting_sign_in"] as const) {
    for (const userId of await endIn(transaction, table, ended)) users.add(userId);
  }
  for (const userId of users) {
    await record(transaction, {
      ...by,
      name: "user.sessions-ended",
      userId: String(userId) as UserId,
      details: { which: "provider" },
    });
  }
  return users.size > 0 ? "ended" : "none";
};

/** Returns the users whose sessions ended. */
async function endIn(
  { db }: Transaction,
  table: "session" | "waiting_sign_in",
  { issuer, subject, sid }: ProviderLogout,
): Promise<readonly number[]> {
  const of = db.deleteFrom(table).where("provider_issuer", "=", issuer).returning("user_id");
  if (sid !== undefined) {
    const named = of.where("provider_sid", "=", sid);
    const whose = subject === undefined ? named : named.where("provider_subject", "=", subject);
    return (await whose.execute()).map((row) => row.user_id);
  }
  if (subject === undefined) return [];
  const userId = await holderOf(db, { issuer, subject });
  if (userId === undefined) return [];
  const theirs = of.where("user_id", "=", userId).where("provider_subject", "=", subject);
  return (await theirs.execute()).map((row) => row.user_id);
}

async function hasOtherMethod(
  { db }: Transaction,
  userId: UserId,
  { issuer, subject }: IdentityKey,
  { passwords, issuers }: SignInMethods,
): Promise<boolean> {
  const others = (await identitiesOf(db, userId)).filter(
    (one) => one.issuer !== issuer || one.subject !== subject,
  );
  if (others.some((one) => issuers.includes(one.issuer))) return true;
  // Passkeys sign in where passwords do.
  if (!passwords) return false;
  if ((await passkeysOf(db, userId)).length > 0) return true;
  const user = await db
    .selectFrom("user")
    .select("password_hash")
    .where("id", "=", Number(userId))
    .executeTakeFirst();
  return user !== undefined && isPasswordHash(user.password_hash);
}

async function remove(
  { db }: Transaction,
  userId: UserId,
  { issuer, subject }: IdentityKey,
): Promise<boolean> {
  const removed = await db
    .deleteFrom("identity")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .where("user_id", "=", Number(userId))
    .returning("user_id")
    .executeTakeFirst();
  return removed !== undefined;
}

async function insert(
  { db }: Transaction,
  userId: UserId,
  { issuer, subject }: IdentityKey,
  now: number,
): Promise<void> {
  await db
    .insertInto("identity")
    .values({ issuer, subject, user_id: Number(userId), linked_at: now })
    .execute();
}
