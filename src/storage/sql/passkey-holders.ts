/** Owners of passkeys, and their use. */
import type { Kysely } from "kysely";
import type { UserId } from "../../domain/credentials.ts";
import type { SecondFactorEvent } from "../../domain/factors.ts";
import { isTransport, maxPasskeys, type Passkey, type PasskeyId } from "../../domain/passkey.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import { toUser } from "./user-lists.ts";

export const passkeyHolder: Queries["passkeyHolder"] = async (db, id) => {
  const row = await db
    .selectFrom("passkey")
    .innerJoin("user", "user.id", "passkey.user_id")
    .selectAll("user")
    .select(["public_key", "sign_count", "passkey.name as passkey_name"])
    .where("credential_id", "=", id)
    .executeTakeFirst();
  return (
    row && {
      user: toUser(row),
      passwordHash: row.password_hash,
      publicKey: row.public_key,
      signCount: row.sign_count,
      name: row.passkey_name,
    }
  );
};

/** Ordered by the time at which they were added. */
export async function passkeysOf(db: Kysely<Tables>, userId: UserId): Promise<readonly Passkey[]> {
  const rows = await db
    .selectFrom("passkey")
    .select(["credential_id", "name", "transports", "created_at", "last_used_at"])
    .where("user_id", "=", Number(userId))
    .orderBy("created_at")
    .limit(maxPasskeys)
    .execute();
  return rows.map((row) => ({
    id: row.credential_id as PasskeyId,
    name: row.name,
    transports: row.transports.split(" ").filter(isTransport),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
  }));
}

/** Returns its name. Returns undefined if the user did not have it. */
export async function deletePasskey(
  db: Kysely<Tables>,
  userId: UserId,
  id: PasskeyId,
): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom("passkey")
    .where("credential_id", "=", id)
    .where("user_id", "=", Number(userId))
    .returning("name")
    .executeTakeFirst();
  return deleted?.name;
}

/**
 * Spends a use of the passkey in one statement, if the user has it and its counter has advanced (WebAuthn §7.2,
 * step 22). Authenticators without a counter always send 0; one that has begun to count does not stop.
 */
export async function spendPasskey(
  db: Kysely<Tables>,
  userId: UserId,
  { id, signCount, at }: Extract<SecondFactorEvent, { kind: "passkey" }>,
): Promise<boolean> {
  const spent = await db
    .updateTable("passkey")
    .set({ sign_count: signCount, last_used_at: at })
    .where("credential_id", "=", id)
    .where("user_id", "=", Number(userId))
    .where("sign_count", signCount === 0 ? "=" : "<", signCount)
    .returning("credential_id")
    .executeTakeFirst();
  return spent !== undefined;
}
