/** The first proofs of a user that the service offers: the last one is not removed. */
import type { Kysely } from "kysely";
import type { UserId } from "../../domain/credentials.ts";
import { isPasswordHash, type WaysIn } from "../../domain/identity.ts";
import { identitiesOf } from "./identity-holders.ts";
import { passkeysOf } from "./passkey-holders.ts";
import type { Tables } from "./schema.ts";

/** Whether the last passkey of the user is all that lets them in. Passkeys sign in where passwords do. */
export async function isLastPasskeyAllTheyHave(
  db: Kysely<Tables>,
  userId: UserId,
  { passwords, issuers }: WaysIn,
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
