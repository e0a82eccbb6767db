/** Passwords. A new one ends what was begun: see begun.ts. */
import type { UserId } from "../../domain/credentials.ts";
import { beginningsOf } from "../../domain/lasting.ts";
import { passwordLinks } from "../../domain/one-time-link.ts";
import { endEverythingBegun, endSessionsAndApprovals } from "./begun.ts";
import { isActive } from "./second-factors.ts";
import { insertSession } from "./sessions.ts";
import { record, whileSessionLives } from "./transaction.ts";
import type { Transaction, Writes } from "./write.ts";

export const setPassword: Writes["setPassword"] = async (transaction, userId, passwordHash, by) => {
  const { numUpdatedRows: updated } = await transaction.db
    .updateTable("user")
    .set({ password_hash: passwordHash })
    .where("id", "=", Number(userId))
    .executeTakeFirstOrThrow();
  if (updated === 0n) return false;
  await endEverythingBegun(transaction, userId, by.at);
  await record(transaction, { ...by, name: "user.password-changed", userId });
  return true;
};

export const changePassword: Writes["changePassword"] = async (
  transaction,
  { from, to, session },
  by,
) => {
  const { userId } = session;
  const checked = await whileSessionLives(transaction, by);
  const changed = await transaction.db
    .updateTable("user")
    .set({ password_hash: to })
    .where("id", "=", Number(userId))
    .where("password_hash", "=", from)
    .returning("id")
    .executeTakeFirst();
  if (changed === undefined) return false;
  await endSessionsAndApprovals(transaction, userId);
  await endResetLinks(transaction, userId);
  if (await isActive(transaction, userId)) {
    const event = { ...checked, name: "user.password-changed", userId } as const;
    await insertSession(transaction, session, event);
  }
  return true;
};

/**
 * The trigger records every new hash as the end of a password. This hash is of the same password, so the record
 * is deleted again.
 */
export const renewPasswordHash: Writes["renewPasswordHash"] = async (
  { db },
  { userId, from, to },
) => {
  const renewed = await db
    .updateTable("user")
    .set({ password_hash: to })
    .where("id", "=", Number(userId))
    .where("password_hash", "=", from)
    .returning("id")
    .executeTakeFirst();
  if (renewed === undefined) return false;
  // The user's row is locked, so the latest record of its kind is the one just written.
  await db
    .deleteFrom("revocation")
    .where("id", "=", (ended) =>
      ended
        .selectFrom("revocation")
        .select((it) => it.fn.max("id").as("id"))
        .where("kind", "=", "password")
        .where("subject", "=", String(userId)),
    )
    .execute();
  return true;
};

export const askAboutPassword: Writes["askAboutPassword"] = async (
  { db },
  { userId, now, every },
) => {
  const within = beginningsOf(now, every);
  const updated = await db
    .updateTable("user")
    .set({ password_requested_at: now })
    .where("id", "=", Number(userId))
    .where((either) =>
      either.or([
        either("password_requested_at", "is", null),
        either("password_requested_at", "<=", within.after),
        either("password_requested_at", ">", within.upTo),
      ]),
    )
    .returning("id")
    .executeTakeFirst();
  return updated !== undefined;
};

/** A link requested before the password changed must not change it again. */
async function endResetLinks({ db }: Transaction, userId: UserId): Promise<void> {
  await db
    .deleteFrom("one_time_link")
    .where("user_id", "=", Number(userId))
    .where("purpose", "in", passwordLinks)
    .execute();
}
