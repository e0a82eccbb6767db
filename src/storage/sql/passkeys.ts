import type { Kysely } from "kysely";
import type { UserId } from "../../domain/credentials.ts";
import { isPasswordHash, type SignInMethods } from "../../domain/identity.ts";
import { maxPasskeys } from "../../domain/passkey.ts";
import { userHasSecondFactor } from "./factors.ts";
import { identitiesOf } from "./identity-holders.ts";
import { deletePasskey, passkeysOf } from "./passkey-holders.ts";
import type { Tables } from "./schema.ts";
import { beginAnew, endCodesWithoutFactor, isActive, setRecoveryCodes } from "./second-factors.ts";
import { record, whileSessionLives } from "./transaction.ts";
import type { Writes } from "./write.ts";

export const addPasskey: Writes["addPasskey"] = async (transaction, added, by) => {
  const { db } = transaction;
  const { passkey, session } = added;
  const { userId, now } = session;
  const checked = await whileSessionLives(transaction, by);
  if (!(await isActive(transaction, userId))) return "gone";
  if ((await passkeysOf(db, userId)).length >= maxPasskeys) return "too-many";
  const isFirst = !(await userHasSecondFactor(db, userId));
  const inserted = await db
    .insertInto("passkey")
    .values({
      credential_id: passkey.id,
      user_id: Number(userId),
      name: passkey.name,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: passkey.transports.join(" "),
      created_at: now,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning("credential_id")
    .executeTakeFirst();
  if (inserted === undefined) return "taken";
  if (isFirst) await setRecoveryCodes(transaction, userId, added.recoveryCodes);
  await beginAnew(transaction, session, {
    ...checked,
    name: "passkey.added",
    userId,
    details: { passkey: passkey.name },
  });
  return isFirst ? "added-first" : "added";
};

export const renamePasskey: Writes["renamePasskey"] = async (
  transaction,
  { userId, id, name },
  by,
) => {
  const renamed = (await passkeysOf(transaction.db, userId)).find((one) => one.id === id);
  if (renamed === undefined) return false;
  if (renamed.name === name) return true;
  await transaction.db
    .updateTable("passkey")
    .set({ name })
    .where("credential_id", "=", id)
    .where("user_id", "=", Number(userId))
    .execute();
  const { name: before } = renamed;
  await record(transaction, {
    ...by,
    name: "passkey.renamed",
    userId,
    details: { passkey: name, before },
  });
  return true;
};

export const removePasskey: Writes["removePasskey"] = async (
  transaction,
  { id, session, offered },
  by,
) => {
  const { db } = transaction;
  const { userId } = session;
  const checked = await whileSessionLives(transaction, by);
  const removed = (await passkeysOf(db, userId)).find((one) => one.id === id);
  if (removed === undefined) return "gone";
  if (await isLastPasskeyAllTheyHave(db, userId, offered)) return "last-sign-in-method";
  await deletePasskey(db, userId, id);
  await endCodesWithoutFactor(transaction, userId);
  await beginAnew(transaction, session, {
    ...checked,
    name: "passkey.removed",
    userId,
    details: { passkey: removed.name },
  });
  return "removed";
};

/** Whether the user's last passkey is their only sign-in method. Passkeys can be used where passwords can. */
async function isLastPasskeyAllTheyHave(
  db: Kysely<Tables>,
  userId: UserId,
  { passwords, issuers }: SignInMethods,
): Promise<boolean> {
  if (!passwords || (await passkeysOf(db, userId)).length > 1) return false;
  const identities = await identitiesOf(db, userId);
  if (identities.some(({ issuer }) => issuers.includes(issuer))) return false;
  const user = await db
    .selectFrom("user")
    .select("password_hash")
    .where("id", "=", Number(userId))
    .executeTakeFirst();
  return user === undefined || !isPasswordHash(user.password_hash);
}
