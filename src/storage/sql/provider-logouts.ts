/**
 * Sign-ins that ended at a provider (OpenID Connect Back-Channel Logout 1.0), kept until no older authentication can be
 * waiting.
 */
import type { Kysely } from "kysely";
import type { UserId } from "../../domain/credentials.ts";
import {
  type AuthenticatedSession,
  type ProviderLogout,
  providerLogoutMs,
} from "../../domain/session.ts";
import { isIdentityOf } from "./identity-holders.ts";
import type { Tables } from "./schema.ts";

/** Returns false if the token was used before. */
export async function noteLogout(
  db: Kysely<Tables>,
  { issuer, subject, sid, tokenId, now }: ProviderLogout,
): Promise<boolean> {
  const noted = await db
    .insertInto("provider_logout")
    .values({ issuer, token_id: tokenId, subject: subject ?? null, sid: sid ?? null, at: now })
    .onConflict((conflict) => conflict.columns(["issuer", "token_id"]).doNothing())
    .returning("token_id")
    .executeTakeFirst();
  return noted !== undefined;
}

/**
 * Whether the identity is still the user's, and its sign-in has not ended at the provider since the user came
 * back.
 */
export async function standsThere(
  db: Kysely<Tables>,
  userId: UserId,
  authenticated: AuthenticatedSession,
): Promise<boolean> {
  return (await isIdentityOf(db, userId, authenticated)) && !(await hasEnded(db, authenticated));
}

async function hasEnded(
  db: Kysely<Tables>,
  { issuer, subject, sid, authenticatedAt }: AuthenticatedSession,
): Promise<boolean> {
  const logouts = db
    .selectFrom("provider_logout")
    .select("token_id")
    .where("issuer", "=", issuer)
    .where("at", ">=", authenticatedAt)
    // Nothing waits for longer than a row is kept; a later row was written by a clock that was ahead.
    .where("at", "<", authenticatedAt + providerLogoutMs);
  const ofSubject = logouts.where("subject", "=", subject).where("sid", "is", null);
  if ((await ofSubject.executeTakeFirst()) !== undefined) return true;
  if (sid === undefined) return false;
  const ofSession = logouts
    .where("sid", "=", sid)
    .where((either) => either.or([either("subject", "is", null), either("subject", "=", subject)]));
  return (await ofSession.executeTakeFirst()) !== undefined;
}
