import type { Kysely } from "kysely";
import type { AccessLevel } from "../../domain/access.ts";
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
import type { Page } from "../../domain/page.ts";
import { countGrant } from "./grant-counts.ts";
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
          fn.max("last_used_day").as("last_used_day"),
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
      "held.last_used_day",
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
    lastUsedDay: row.last_used_day ?? undefined,
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
  const counted = { applicationId: Number(applicationId), at: event.at };
  await countGrant(transaction, { ...counted, access: "write", change: -1 });
  if (held.length > 1) {
    await db.deleteFrom("access_token").where("token", "=", writing.token).execute();
  } else {
    await countGrant(transaction, { ...counted, access: "read", change: 1 });
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
  await transaction.db
    .deleteFrom("request_token")
    .where("approved_by", "=", Number(userId))
    .where("application_id", "=", Number(applicationId))
    .execute();
  const revoked = await endTokens(transaction, { applicationId, userId }, event.at);
  if (revoked === 0) return false;
  await record(transaction, event);
  return true;
}

/** With an access level, that level's alone; returns how many there were. */
async function endTokens(
  transaction: Transaction,
  { applicationId, userId }: { applicationId: ApplicationId; userId: UserId },
  at: number,
  level?: AccessLevel,
): Promise<number> {
  let query = transaction.db
    .deleteFrom("access_token")
    .where("application_id", "=", Number(applicationId))
    .where("user_id", "=", Number(userId));
  if (level !== undefined) query = query.where("access", "=", level);
  const ended = await query.returning("access").execute();
  for (const { access } of ended) {
    await countGrant(transaction, {
      applicationId: Number(applicationId),
      access,
      change: -1,
      at,
    });
  }
  return ended.length;
}

/** All write access that an application holds, whoever granted it. */
export async function lowerToRead(
  transaction: Transaction,
  applicationId: ApplicationId,
  at: number,
): Promise<void> {
  const { db } = transaction;
  const id = Number(applicationId);
  await db
    .deleteFrom("request_token")
    .where("application_id", "=", id)
    .where("access", "=", "write")
    .execute();
  // Who has granted both levels keeps the token for reading, and the one for writing goes.
  const ended = await db
    .deleteFrom("access_token")
    .where("application_id", "=", id)
    .where("access", "=", "write")
    .where("user_id", "in", (from) =>
      from
        .selectFrom("access_token as reading")
        .select("reading.user_id")
        .where("reading.application_id", "=", id)
        .where("reading.access", "=", "read"),
    )
    .executeTakeFirst();
  const lowered = await db
    .updateTable("access_token")
    .set({ access: "read" })
    .where("application_id", "=", id)
    .where("access", "=", "write")
    .executeTakeFirst();
  const [gone, now] = [Number(ended.numDeletedRows), Number(lowered.numUpdatedRows)];
  await countGrant(transaction, { applicationId: id, access: "write", change: -gone - now, at });
  await countGrant(transaction, { applicationId: id, access: "read", change: now, at });
}
