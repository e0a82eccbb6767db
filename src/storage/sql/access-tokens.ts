import type { Kysely } from "kysely";
import type { AccessTokenCandidate, Grant, GrantedAccess } from "../../domain/access-token.ts";
import type { AuditEvent } from "../../domain/audit.ts";
import {
  type AccessToken,
  type ApplicationId,
  accessTokenOf,
  type UserId,
} from "../../domain/credentials.ts";
import { countGrant } from "./grant-counts.ts";
import { endTokens } from "./granted-access.ts";
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
  if (row.token === token) {
    const { access, now: at } = grant;
    await countGrant(transaction, {
      applicationId: Number(grant.applicationId),
      access,
      change: 1,
      at,
    });
    await record(transaction, event);
  }
  return {
    token: row.token as AccessToken,
    secret: keys.open(row.secret, accessTokenIdentity(row.token)),
    userId: grant.userId,
    screenName: screen_name,
  };
}

export async function regenerateAccess(
  transaction: Transaction,
  grant: Grant & { candidate: AccessTokenCandidate; now: number; replaces: number | undefined },
  event: AuditEvent,
): Promise<GrantedAccess | undefined> {
  const standing = await transaction.db
    .selectFrom("access_token")
    .select("created_at")
    .where("application_id", "=", Number(grant.applicationId))
    .where("user_id", "=", Number(grant.userId))
    .where("access", "=", grant.access)
    .executeTakeFirst();
  if (standing?.created_at !== grant.replaces) return undefined;
  await endTokens(transaction, grant, grant.now, grant.access);
  return grantAccess(transaction, grant, event);
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
    .returning(["application_id", "access"])
    .executeTakeFirst();
  if (revoked === undefined) return false;
  const { application_id: applicationId, access } = revoked;
  await countGrant(transaction, { applicationId, access, change: -1, at: event.at });
  await record(transaction, {
    ...event,
    applicationId: String(revoked.application_id) as ApplicationId,
  });
  return true;
}

/** Not before a day that is there: two processes may disagree about the time. */
export async function touchAccessTokens(
  { db }: Transaction,
  tokens: readonly AccessToken[],
  day: number,
): Promise<void> {
  for (const token of tokens) {
    await db
      .updateTable("access_token")
      .set({ last_used_day: day })
      .where("token", "=", token)
      .where((it) => it.or([it("last_used_day", "is", null), it("last_used_day", "<", day)]))
      .execute();
  }
}
