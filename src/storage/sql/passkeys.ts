/** Adding, renaming and removing passkeys. */
import type { AuditEvent } from "../../domain/audit.ts";
import type { TokenDigest, UserId } from "../../domain/credentials.ts";
import type { WaysIn } from "../../domain/identity.ts";
import { mostPasskeys, type NewPasskey, type PasskeyId } from "../../domain/passkey.ts";
import type { NewSession } from "../../domain/session.ts";
import { userHasSecondFactor } from "./factors.ts";
import { deletePasskey, passkeysOf } from "./passkey-holders.ts";
import { beginAnew, endCodesWithoutFactor, setRecoveryCodes, stands } from "./second-factors.ts";
import { record, type Transaction, whileSessionLives } from "./transaction.ts";
import { isLastPasskeyAllTheyHave } from "./ways-in.ts";

export async function addPasskey(
  transaction: Transaction,
  added: {
    readonly passkey: NewPasskey;
    readonly recoveryCodes: readonly TokenDigest[];
    readonly session: NewSession;
  },
  event: AuditEvent,
): Promise<"added" | "added-first" | "taken" | "too-many" | "gone"> {
  const { db } = transaction;
  const { passkey, session } = added;
  const { userId, now } = session;
  const recorded = await whileSessionLives(transaction, event);
  if (!(await stands(transaction, userId))) return "gone";
  if ((await passkeysOf(db, userId)).length >= mostPasskeys) return "too-many";
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
  await beginAnew(transaction, session, recorded);
  return isFirst ? "added-first" : "added";
}

export async function renamePasskey(
  transaction: Transaction,
  { userId, id, name }: { readonly userId: UserId; readonly id: PasskeyId; readonly name: string },
  event: AuditEvent,
): Promise<boolean> {
  const renamed = await transaction.db
    .updateTable("passkey")
    .set({ name })
    .where("credential_id", "=", id)
    .where("user_id", "=", Number(userId))
    .returning("credential_id")
    .executeTakeFirst();
  if (renamed === undefined) return false;
  await record(transaction, event);
  return true;
}

export async function removePasskey(
  transaction: Transaction,
  {
    id,
    session,
    offered,
  }: { readonly id: PasskeyId; readonly session: NewSession; readonly offered: WaysIn },
  event: AuditEvent,
): Promise<"removed" | "last-way-in" | "gone"> {
  const { db } = transaction;
  const { userId } = session;
  const recorded = await whileSessionLives(transaction, event);
  if (!(await passkeysOf(db, userId)).some((one) => one.id === id)) return "gone";
  if (await isLastPasskeyAllTheyHave(db, userId, offered)) return "last-way-in";
  await deletePasskey(db, userId, id);
  await endCodesWithoutFactor(transaction, userId);
  await beginAnew(transaction, session, recorded);
  return "removed";
}
