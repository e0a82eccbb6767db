import { highestFirst } from "../../domain/access.ts";
import { overlapLasts } from "../../domain/application.ts";
import type { ApplicationId, Secret } from "../../domain/credentials.ts";
import { approvalColumns, isApproved } from "./application-approval.ts";
import { isSameSecret } from "./importing.ts";
import { calledNow, leaveNotice } from "./notices.ts";
import type { Queries } from "./query.ts";
import {
  bearerTokenIdentity,
  consumerSecretIdentity,
  previousBearerTokenIdentity,
} from "./sealed.ts";
import { secretDigest } from "./secret-digests.ts";
import { moveSources } from "./sources.ts";
import { actingUser, record } from "./transaction.ts";
import type { Transaction, Writes } from "./write.ts";

export const regenerateConsumerSecret: Writes["regenerateConsumerSecret"] = async (
  transaction,
  change,
  by,
) => {
  const { replaces } = change;
  const sealed = transaction.keys.seal(change.secret, consumerSecretIdentity(change.applicationId));
  const overlaps = change.previousUntil > change.now;
  const regenerated = await transaction.db
    .updateTable("application")
    .set((column) => ({
      previous_secret: overlaps ? column.ref("consumer_secret") : null,
      previous_secret_until: overlaps ? change.previousUntil : null,
      previous_secret_digest: overlaps ? column.ref("consumer_secret_digest") : null,
      consumer_secret: sealed,
      consumer_secret_digest: secretDigest(transaction.keys, change.secret),
      secret_set_at: change.now,
      secret_revoked_at: null,
    }))
    .where("id", "=", Number(change.applicationId))
    .$if(replaces !== undefined, (query) => query.where("secret_set_at", "=", replaces ?? 0))
    .returning("id")
    .executeTakeFirst();
  if (regenerated === undefined) return false;
  await endBearerTokens(transaction, change.applicationId, { overlaps });
  await moveSources(transaction.db, change);
  await record(transaction, {
    ...by,
    name: "application.secret-regenerated",
    applicationId: change.applicationId,
    details: { overlap: change.overlap },
  });
  const user = actingUser(by);
  await leaveNotice(transaction, {
    applicationId: change.applicationId,
    at: change.now,
    notice: {
      what: "secret-made",
      ...(user !== undefined && { by: await calledNow(transaction.db, user) }),
    },
  });
  return true;
};

/**
 * An application must have a secret, so this one is replaced by one that no one has, like a secret that was revoked
 * since a backup. So requests are checked as before.
 */
export const revokeConsumerSecret: Writes["revokeConsumerSecret"] = async (
  transaction,
  { applicationId, unknown, secretSetAt, now },
  by,
) => {
  const revoked = await transaction.db
    .updateTable("application")
    .set({
      previous_secret: null,
      previous_secret_until: null,
      previous_secret_digest: null,
      consumer_secret: transaction.keys.seal(unknown, consumerSecretIdentity(applicationId)),
      consumer_secret_digest: secretDigest(transaction.keys, unknown),
      secret_set_at: now,
      secret_revoked_at: now,
    })
    .where("id", "=", Number(applicationId))
    .where("secret_set_at", "=", secretSetAt)
    .where("secret_revoked_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (revoked === undefined) return false;
  await endBearerTokens(transaction, applicationId, { overlaps: false });
  await moveSources(transaction.db, { applicationId, now });
  await record(transaction, { ...by, name: "application.secret-revoked", applicationId });
  await leaveNotice(transaction, { applicationId, at: now, notice: { what: "secret-revoked" } });
  return true;
};

export const revokePreviousSecret: Writes["revokePreviousSecret"] = async (
  transaction,
  { applicationId, secretSetAt, now },
  by,
) => {
  const ended = await transaction.db
    .updateTable("application")
    .set({ previous_secret: null, previous_secret_until: null, previous_secret_digest: null })
    .where("id", "=", Number(applicationId))
    .where("secret_set_at", "=", secretSetAt)
    .where("previous_secret_until", ">", now)
    .returning("id")
    .executeTakeFirst();
  if (ended === undefined) return false;
  await endPreviousBearerToken(transaction, applicationId);
  await record(transaction, { ...by, name: "application.previous-secret-revoked", applicationId });
  return true;
};

/** A bearer token ends with the consumer secret that fetched it. While the secret overlaps, it stays. */
export async function endBearerTokens(
  { db, keys }: Pick<Transaction, "db" | "keys">,
  applicationId: ApplicationId | number,
  { overlaps }: { overlaps: boolean },
): Promise<void> {
  await endPreviousBearerToken({ db }, applicationId);
  const current = await db
    .selectFrom("bearer_token")
    .selectAll()
    .where("application_id", "=", Number(applicationId))
    .executeTakeFirst();
  if (current === undefined) return;
  if (overlaps) {
    const token = keys.open(current.token, bearerTokenIdentity(applicationId));
    const sealed = keys.seal(token, previousBearerTokenIdentity(applicationId));
    // Before the row is deleted, so that the token is not recorded as ended.
    await db
      .insertInto("previous_bearer_token")
      .values({ ...current, token: sealed })
      .execute();
  }
  await db.deleteFrom("bearer_token").where("application_id", "=", Number(applicationId)).execute();
}

export async function endPreviousBearerToken(
  { db }: Pick<Transaction, "db">,
  applicationId: ApplicationId | number,
): Promise<void> {
  await db
    .deleteFrom("previous_bearer_token")
    .where("application_id", "=", Number(applicationId))
    .execute();
}

export const applicationKeys: Queries["applicationKeys"] = async (
  db,
  { applicationId, userId },
  now,
) => {
  const id = Number(applicationId);
  const row = await db
    .selectFrom("application")
    .leftJoin("bearer_token", "bearer_token.application_id", "application.id")
    .leftJoin("previous_bearer_token as previous", "previous.application_id", "application.id")
    .select(["previous_secret_until", "secret_set_at", "bearer_token.created_at as bearer_since"])
    .select("previous.created_at as previous_bearer_since")
    .where("application.id", "=", id)
    .executeTakeFirst();
  const ownAccess = await db
    .selectFrom("access_token")
    .select(["access", "created_at as since", "last_used_day"])
    .where("application_id", "=", id)
    .where("user_id", "=", Number(userId))
    .execute();
  const { previous_secret_until: until = null, secret_set_at: setAt = 0 } = row ?? {};
  const overlaps = until !== null && overlapLasts({ until, setAt }, now);
  return {
    previousSecretUntil: overlaps ? until : undefined,
    bearerSince: row?.bearer_since ?? undefined,
    previousBearerSince: overlaps ? (row?.previous_bearer_since ?? undefined) : undefined,
    ownAccess: ownAccess
      .map(({ access, since, last_used_day: day }) => {
        return { access, since, ...(day !== null && { lastUsedDay: day }) };
      })
      .sort(highestFirst),
  };
};

/**
 * Returns which of the application's consumer secrets it is, or undefined if it is none or its overlap has ended. Only
 * the holder of a secret learns that the application is suspended or not approved.
 */
export async function whichSecret(
  { db, keys }: Transaction,
  {
    applicationId,
    authenticatedBy,
    now,
  }: {
    applicationId: ApplicationId;
    authenticatedBy: Secret | undefined;
    now: number;
  },
): Promise<"current" | "previous" | "suspended" | "unapproved" | undefined> {
  const row = await db
    .selectFrom("application")
    .select(["consumer_secret", "previous_secret", "previous_secret_until", "secret_set_at"])
    .select(["suspended_because", ...approvalColumns])
    .where("id", "=", Number(applicationId))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const inactive =
    row.suspended_because !== null ? "suspended" : isApproved(row) ? undefined : "unapproved";
  if (authenticatedBy === undefined) return inactive ?? "current";
  const isIt = (sealed: Uint8Array | null) =>
    sealed !== null &&
    isSameSecret(keys.open(sealed, consumerSecretIdentity(applicationId)), authenticatedBy);
  if (isIt(row.consumer_secret)) return inactive ?? "current";
  const overlap = { until: row.previous_secret_until, setAt: row.secret_set_at };
  if (!overlapLasts(overlap, now) || !isIt(row.previous_secret)) return undefined;
  return inactive ?? "previous";
}
