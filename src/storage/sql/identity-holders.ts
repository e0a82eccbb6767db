/** The owner of an identity. */
import type { Kysely } from "kysely";
import type { UserId } from "../../domain/credentials.ts";
import { type IdentityKey, maxIdentities } from "../../domain/identity.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import { toUser } from "./user-lists.ts";

export const identityHolder: Queries["identityHolder"] = async (db, { issuer, subject }) => {
  const row = await db
    .selectFrom("identity")
    .innerJoin("user", "user.id", "identity.user_id")
    .selectAll("user")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row && { user: toUser(row), passwordHash: row.password_hash };
};

export const identitiesOf: Queries["identitiesOf"] = async (db, userId) => {
  const rows = await db
    .selectFrom("identity")
    .select(["issuer", "subject", "linked_at"])
    .where("user_id", "=", Number(userId))
    .orderBy("linked_at")
    .limit(maxIdentities)
    .execute();
  return rows.map(({ issuer, subject, linked_at }) => ({ issuer, subject, linkedAt: linked_at }));
};

/** Every write that opens or begins a sign-in by an identity checks this in the same transaction. */
export async function isIdentityOf(
  db: Kysely<Tables>,
  userId: UserId,
  identity: IdentityKey,
): Promise<boolean> {
  return (await holderOf(db, identity)) === Number(userId);
}

/** The id of its user. */
export async function holderOf(
  db: Kysely<Tables>,
  { issuer, subject }: IdentityKey,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("identity")
    .select("user_id")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row?.user_id;
}
