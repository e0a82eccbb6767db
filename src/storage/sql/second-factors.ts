/** Second factors. Every change ends all sessions; the current one is replaced by a new one. */
import type { AuditEvent } from "../../domain/audit.ts";
import type { TokenDigest, UserId } from "../../domain/credentials.ts";
import { type FactorKey, type SecondFactorEvent, totpIdentity } from "../../domain/factors.ts";
import type { NewSession } from "../../domain/session.ts";
import { endSessionsAndApprovals } from "./begun.ts";
import { userHasSecondFactor } from "./factors.ts";
import { deletePasskey, spendPasskey } from "./passkey-holders.ts";
import { insertSession } from "./sessions.ts";
import { record, whileSessionLives } from "./transaction.ts";
import type { Transaction, Writes } from "./write.ts";

export const setTotp: Writes["setTotp"] = async (transaction, added, by) => {
  const { userId, now } = added.session;
  if (!(await isActive(transaction, userId))) return false;
  const row = {
    secret: transaction.keys.seal(added.secret, totpIdentity(userId)),
    last_step: added.step,
    created_at: now,
  };
  await transaction.db
    .insertInto("totp")
    .values({ user_id: Number(userId), ...row })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
  await setRecoveryCodes(transaction, userId, added.recoveryCodes);
  await beginAnew(transaction, added.session, {
    ...by,
    name: "second-factor.turned-on",
    userId,
    details: { kind: "totp" },
  });
  return true;
};

export const removeTotp: Writes["removeTotp"] = async (transaction, session, by) => {
  const { userId } = session;
  if (!(await deleteTotp(transaction, userId))) return false;
  await endCodesWithoutFactor(transaction, userId);
  await beginAnew(transaction, session, {
    ...by,
    name: "second-factor.turned-off",
    userId,
    details: { kind: "totp" },
  });
  return true;
};

export const replaceRecoveryCodes: Writes["replaceRecoveryCodes"] = async (
  transaction,
  { recoveryCodes, session },
  by,
) => {
  if (!(await userHasSecondFactor(transaction.db, session.userId))) return false;
  await setRecoveryCodes(transaction, session.userId, recoveryCodes);
  const { userId } = session;
  await beginAnew(transaction, session, { ...by, name: "recovery-codes.created", userId });
  return true;
};

export const removeSecondFactor: Writes["removeSecondFactor"] = async (
  transaction,
  { userId, factor, because },
  by,
) => {
  const checked = await whileSessionLives(transaction, by);
  const removed = await deleteFactor(transaction, userId, factor);
  if (removed === undefined) return false;
  await endCodesWithoutFactor(transaction, userId);
  await endSessionsAndApprovals(transaction, userId);
  await record(
    transaction,
    removed.passkey === undefined
      ? { ...checked, name: "second-factor.turned-off", userId, details: { kind: "totp", because } }
      : {
          ...checked,
          name: "passkey.removed",
          userId,
          details: { passkey: removed.passkey, because },
        },
  );
  return true;
};

/** Returns the name of a passkey. Returns undefined if the user does not have the factor. */
async function deleteFactor(
  transaction: Transaction,
  userId: UserId,
  factor: FactorKey,
): Promise<{ readonly passkey?: string } | undefined> {
  if (factor.kind === "totp") return (await deleteTotp(transaction, userId)) ? {} : undefined;
  const passkey = await deletePasskey(transaction.db, userId, factor.id);
  return passkey === undefined ? undefined : { passkey };
}

async function deleteTotp({ db }: Transaction, userId: UserId): Promise<boolean> {
  const deleted = await db
    .deleteFrom("totp")
    .where("user_id", "=", Number(userId))
    .returning("user_id")
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Recovery codes replace a lost factor, so they end with the last factor. */
export async function endCodesWithoutFactor(
  transaction: Transaction,
  userId: UserId,
): Promise<void> {
  if (await userHasSecondFactor(transaction.db, userId)) return;
  await setRecoveryCodes(transaction, userId, []);
}

export const removeSecondFactors: Writes["removeSecondFactors"] = async (
  transaction,
  userId,
  because,
  by,
) => {
  const checked = await whileSessionLives(transaction, by);
  if (!(await userHasSecondFactor(transaction.db, userId))) return false;
  await endSecondFactors(transaction, userId);
  await endSessionsAndApprovals(transaction, userId);
  await record(transaction, {
    ...checked,
    name: "second-factor.removed",
    userId,
    details: { because },
  });
  return true;
};

/** Records no event; the caller does, because it knows the reason. */
export async function endSecondFactors(transaction: Transaction, userId: UserId): Promise<void> {
  const id = Number(userId);
  await transaction.db.deleteFrom("totp").where("user_id", "=", id).execute();
  await transaction.db.deleteFrom("passkey").where("user_id", "=", id).execute();
  await setRecoveryCodes(transaction, userId, []);
}

/**
 * Spends the factor; returns whether it was unspent. Each is one statement, so that of two calls with the same
 * code one succeeds. A time step counts once, and so does every earlier one (RFC 6238 §5.2).
 */
export async function spend(
  { db }: Transaction,
  userId: UserId,
  authEvent: SecondFactorEvent,
): Promise<boolean> {
  const id = Number(userId);
  switch (authEvent.kind) {
    case "totp": {
      const spent = await db
        .updateTable("totp")
        .set({ last_step: authEvent.step })
        .where("user_id", "=", id)
        .where("last_step", "<", authEvent.step)
        .returning("user_id")
        .executeTakeFirst();
      return spent !== undefined;
    }
    case "recovery-code": {
      const spent = await db
        .deleteFrom("recovery_code")
        .where("user_id", "=", id)
        .where("digest", "=", authEvent.digest)
        .returning("user_id")
        .executeTakeFirst();
      return spent !== undefined;
    }
    case "passkey":
      return spendPasskey(db, userId, authEvent);
  }
}

export async function isActive({ db }: Transaction, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom("user")
    .select("id")
    .where("id", "=", Number(userId))
    .where("suspended_because", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setRecoveryCodes(
  { db }: Transaction,
  userId: UserId,
  digests: readonly TokenDigest[],
): Promise<void> {
  const id = Number(userId);
  await db.deleteFrom("recovery_code").where("user_id", "=", id).execute();
  if (digests.length === 0) return;
  const rows = digests.map((digest) => ({ user_id: id, digest }));
  await db.insertInto("recovery_code").values(rows).execute();
}

export async function beginAnew(
  transaction: Transaction,
  session: NewSession,
  event: AuditEvent,
): Promise<void> {
  const checked = await whileSessionLives(transaction, event);
  await endSessionsAndApprovals(transaction, session.userId);
  await insertSession(transaction, session, checked);
}
