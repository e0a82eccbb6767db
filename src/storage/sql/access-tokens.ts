import type { Kysely } from "kysely";
import type { AccessTokenCandidate, Grant, GrantedAccess } from "../../domain/access-token.ts";
import type { AuditEvent } from "../../domain/audit.ts";
import {
  type AccessToken,
  type ApplicationId,
  accessTokenOf,
  type UserId,
} from "../../domain/credentials.ts";
import type { Tables } from "./schema.ts";
import { accessTokenIdentity } from "./sealed.ts";
import { record, type Transaction } from "./transaction.ts";

export async function grantAccess(
  transaction: Transaction,
  grant: Grant & { candidate: AccessTokenCandidate; now: number },
  event: AuditEvent,
): Promise<GrantedAccess> {
  const { db, keys } = transaction;
  const { suffix, secret } = grant.candidate;
  const token = accessTokenOf(grant.userId, suffix);
  const row = await db
    .insertInto("access_token")
    .values({
      token,
      secret: keys.seal(secret, accessTokenIdentity(token)),
      application_id: Number(grant.applicationId),
      user_id: Number(grant.userId),
      access: grant.access,
      email_granted: Number(grant.emailGranted),
      created_at: grant.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["application_id", "user_id", "access"])
        .doUpdateSet({ email_granted: Number(grant.emailGranted) }),
    )
    .returning(["token", "secret"])
    .executeTakeFirstOrThrow();
  const { screen_name } = await db
    .selectFrom("user")
    .select("screen_name")
    .where("id", "=", Number(grant.userId))
    .executeTakeFirstOrThrow();
  if (row.token === token) await record(transaction, event);
  return {
    token: row.token as AccessToken,
    secret: keys.open(row.secret, accessTokenIdentity(row.token)),
    userId: grant.userId,
    screenName: screen_name,
  };
}

export async function grants(
  db: Kysely<Tables>,
  applicationId: ApplicationId,
  userId: UserId,
): Promise<readonly Pick<Grant, "access" | "emailGranted">[]> {
  const rows = await db
    .selectFrom("access_token")
    .select(["access", "email_granted"])
    .where("application_id", "=", Number(applicationId))
    .where("user_id", "=", Number(userId))
    .orderBy("access", "desc")
    .execute();
  return rows.map((row) => ({ access: row.access, emailGranted: row.email_granted === 1 }));
}

export async function countGrants(
  db: Kysely<Tables>,
  applicationId: ApplicationId,
  most: number,
): Promise<number> {
  const rows = await db
    .selectFrom("access_token")
    .select("user_id")
    .distinct()
    .where("application_id", "=", Number(applicationId))
    .limit(most)
    .execute();
  return rows.length;
}

/** The row goes, and its secret with it; what remains of a revoked token is its audit trail. */
export async function revokeAccessToken(
  transaction: Transaction,
  token: AccessToken,
  event: AuditEvent,
): Promise<boolean> {
  const revoked = await transaction.db
    .deleteFrom("access_token")
    .where("token", "=", token)
    .returning("application_id")
    .executeTakeFirst();
  if (revoked === undefined) return false;
  await record(transaction, {
    ...event,
    applicationId: String(revoked.application_id) as ApplicationId,
  });
  return true;
}
