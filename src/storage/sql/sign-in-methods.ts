/** The sign-in methods of a user. The last one cannot be removed. */
import type { Kysely } from "kysely";
import type { UserId } from "../../domain/credentials.ts";
import { isPasswordHash, type SignInMethods } from "../../domain/identity.ts";
import { identitiesOf } from "./identity-holders.ts";
import { passkeysOf } from "./passkey-holders.ts";
import type { Tables } from "./schema.ts";

/** Whether the user's last passkey is their only sign-in method. Passkeys can be used where passwords can. */
export async function isLastPasskeyAllTheyHave(
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
