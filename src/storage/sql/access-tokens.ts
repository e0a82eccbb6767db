import type { Kysely } from "kysely";
import type {
  AccessTokenCandidate,
  ConnectedApplication,
  Grant,
  GrantedAccess,
} from "../../domain/access-token.ts";
import type { AuditEvent } from "../../domain/audit.ts";
import {
  type AccessToken,
  type ApplicationId,
  accessTokenOf,
  type UserId,
} from "../../domain/credentials.ts";
import type { Page } from "../../domain/ports.ts";
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

/** Grouped along the index, and cut to the page, before anything is joined. */
export async function connectedApplications(
  db: Kysely<Tables>,
  userId: UserId,
  page: Page,
): Promise<readonly ConnectedApplication[]> {
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom("access_token")
        .select(({ fn }) => [
          "application_id",
          fn.max("access").as("access"),
          fn.max("email_granted").as("email_granted"),
          fn.min("created_at").as("since"),
        ])
        .where("user_id", "=", Number(userId))
        .where("application_id", ">", Number(page.after ?? -1))
        .groupBy("application_id")
        .orderBy("application_id")
        .limit(page.size)
        .as("held"),
    )
    .innerJoin("application", "application.id", "held.application_id")
    .innerJoin("user", "user.id", "application.owner_id")
    .select([
      "held.application_id",
      "held.access",
      "held.email_granted",
      "held.since",
      "application.name",
      "screen_name",
    ])
    .orderBy("held.application_id")
    .execute();
  return rows.map((row) => ({
    applicationId: String(row.application_id) as ApplicationId,
    name: row.name,
    ownerScreenName: row.screen_name,
    access: row.access,
    emailGranted: row.email_granted === 1,
    since: row.since,
  }));
}

/**
 * The application holds its token and learns of nothing, so the token it holds is lowered; where it
 * has another for reading, that one is kept and the higher one goes.
 */
export async function reduceToRead(
  transaction: Transaction,
  { applicationId, userId }: { applicationId: ApplicationId; userId: UserId },
  event: AuditEvent,
): Promise<boolean> {
  const { db } = transaction;
  await db
    .deleteFrom("request_token")
    .where("approved_by", "=", Number(userId))
    .where("application_id", "=", Number(applicationId))
    .where("access", "=", "write")
    .execute();
  const held = await db
    .selectFrom("access_token")
    .select(["token", "access"])
    .where("application_id", "=", Number(applicationId))
    .where("user_id", "=", Number(userId))
    .execute();
  const writing = held.find((one) => one.access === "write");
  if (writing === undefined) return false;
  if (held.length > 1) {
    await db.deleteFrom("access_token").where("token", "=", writing.token).execute();
  } else {
    await db
      .updateTable("access_token")
      .set({ access: "read" })
      .where("token", "=", writing.token)
      .execute();
  }
  await record(transaction, event);
  return true;
}

export async function revokeAccess(
  transaction: Transaction,
  { applicationId, userId }: { applicationId: ApplicationId; userId: UserId },
  event: AuditEvent,
): Promise<boolean> {
  const { db } = transaction;
  await db
    .deleteFrom("request_token")
    .where("approved_by", "=", Number(userId))
    .where("application_id", "=", Number(applicationId))
    .execute();
  const revoked = await db
    .deleteFrom("access_token")
    .where("application_id", "=", Number(applicationId))
    .where("user_id", "=", Number(userId))
    .returning("token")
    .execute();
  if (revoked.length === 0) return false;
  await record(transaction, event);
  return true;
}
