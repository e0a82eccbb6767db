import type { Selectable } from "kysely";
import { covers, highestFirst } from "../../domain/access.ts";
import type { AccessTokenCandidate, Grant, GrantedAccess } from "../../domain/access-token.ts";
import type { AuditContext } from "../../domain/audit.ts";
import {
  type AccessToken,
  type ApplicationId,
  accessTokenOf,
  type ConsumerKey,
  type UserId,
} from "../../domain/credentials.ts";
import { approvalColumns, mayAccess } from "./application-approval.ts";
import { compiledOnce } from "./compiled-once.ts";
import { endAccessToken } from "./further-access-tokens.ts";
import { countGrant } from "./grant-counts.ts";
import { endApproved, endTokens } from "./granted-access.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import { accessTokenIdentity } from "./sealed.ts";
import { secretDigest } from "./secret-digests.ts";
import { record, whileSessionLives } from "./transaction.ts";
import { addUsers } from "./use-days.ts";
import type { Transaction, Writes } from "./write.ts";

export const grantAccess: Writes["grantAccess"] = async (transaction, grant, by) => {
  const [application] = await registeredLevel(transaction.db, { id: Number(grant.applicationId) });
  if (application === undefined) return undefined;
  return (await insertGrant(transaction, grant, by, "access-token.issued"))?.granted;
};

/** Returns undefined if the user was deleted. The application is there. */
export async function insertGrant(
  transaction: Transaction,
  grant: Grant & { candidate: AccessTokenCandidate; now: number },
  by: AuditContext,
  name: "access-token.issued" | "access-token.regenerated",
): Promise<{ readonly granted: GrantedAccess; readonly isNew: boolean } | undefined> {
  const { db, keys } = transaction;
  const { candidate } = grant;
  const token = accessTokenOf(grant.userId, candidate.suffix);
  const [user] = await holder(db, { id: Number(grant.userId) });
  if (user === undefined) return undefined;
  const [row] = await insertOrKeep(db, {
    token,
    secret: keys.seal(candidate.secret, accessTokenIdentity(token)),
    application_id: Number(grant.applicationId),
    user_id: Number(grant.userId),
    access: grant.access,
    email_granted: Number(grant.emailGranted),
    created_at: grant.now,
    secret_digest: secretDigest(keys, candidate.secret),
  });
  if (row === undefined) throw new Error("the grant was not stored");
  const isNew = row.token === token;
  if (isNew) {
    const { access, now: at } = grant;
    await countGrant(transaction, {
      applicationId: Number(grant.applicationId),
      access,
      change: 1,
      at,
    });
    const { applicationId, userId } = grant;
    await record(transaction, { ...by, name, applicationId, userId });
  }
  const secret = keys.open(row.secret, accessTokenIdentity(row.token));
  const { userId } = grant;
  const granted = { token: row.token as AccessToken, secret, userId, screenName: user.screen_name };
  return { isNew, granted };
}

/** Inserts the row of the grant. If it already exists, its token and secret stay. */
const insertOrKeep = compiledOnce(
  (
    db,
    row: Omit<
      Selectable<Tables["access_token"]>,
      "last_used_day" | "new_source_at" | "unused_notice_at"
    >,
  ) =>
    db
      .insertInto("access_token")
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(["application_id", "user_id", "access"])
          // The user has allowed it again, so it doesn't end now.
          .doUpdateSet({ email_granted: row.email_granted, unused_notice_at: null }),
      )
      .returning(["token", "secret"]),
);

const holder = compiledOnce((db, { id }: { id: number }) =>
  db.selectFrom("user").select(["screen_name", "suspended_because"]).where("id", "=", id),
);

export const grantRegisteredAccess: Writes["grantRegisteredAccess"] = async (
  transaction,
  grant,
  by,
) => {
  if (!(await mayHold(transaction, grant))) return undefined;
  const { applicationId, userId } = grant;
  const found = await insertGrant(transaction, grant, by, "access-token.issued");
  if (found?.isNew === false) {
    const details = { kind: "access-token" } as const;
    const returned = { name: "secret.returned-again", details, applicationId, userId } as const;
    await record(transaction, { ...by, ...returned });
  }
  return found?.granted;
};

/**
 * Checks that a level that was lowered since the caller read it is not raised again, that neither the application nor
 * the user is suspended, and that the application is approved or the user owns it.
 */
async function mayHold({ db }: Transaction, grant: Grant): Promise<boolean> {
  const [application] = await registeredLevel(db, { id: Number(grant.applicationId) });
  const [user] = await holder(db, { id: Number(grant.userId) });
  const areActive = [application, user].every((one) => one?.suspended_because === null);
  return (
    areActive &&
    application !== undefined &&
    covers(application.access, grant.access) &&
    mayAccess(application, Number(grant.userId))
  );
}

const registeredLevel = compiledOnce((db, { id }: { id: number }) =>
  db
    .selectFrom("application")
    .select(["access", "suspended_because", "owner_id", ...approvalColumns])
    .where("id", "=", id),
);

export const regenerateAccess: Writes["regenerateAccess"] = async (transaction, grant, by) => {
  const checked = await whileSessionLives(transaction, by);
  const existing = await transaction.db
    .selectFrom("access_token")
    .select("created_at")
    .where("application_id", "=", Number(grant.applicationId))
    .where("user_id", "=", Number(grant.userId))
    .where("access", "=", grant.access)
    .executeTakeFirst();
  if (existing?.created_at !== grant.replaces) return undefined;
  if (!(await mayHold(transaction, grant))) return undefined;
  await endTokens(transaction, grant, grant.now, grant.access);
  const name = grant.replaces === undefined ? "access-token.issued" : "access-token.regenerated";
  return (await insertGrant(transaction, grant, checked, name))?.granted;
};

export const grants: Queries["grants"] = async (db, applicationId, userId) => {
  const rows = await held(db, { application: Number(applicationId), user: Number(userId) });
  return rows
    .map((row) => ({ access: row.access, emailGranted: row.email_granted === 1 }))
    .sort(highestFirst);
};

const held = compiledOnce((db, { application, user }: { application: number; user: number }) =>
  db
    .selectFrom("access_token")
    .select(["access", "email_granted"])
    .where("application_id", "=", application)
    .where("user_id", "=", user),
);

export const countGrants: Queries["countGrants"] = async (db, applicationId, most) => {
  return (await grantHolders(db, { application: Number(applicationId), most })).length;
};

const grantHolders = compiledOnce(
  (db, { application, most }: { application: number; most: number }) =>
    db
      .selectFrom("access_token")
      .select("user_id")
      .distinct()
      .where("application_id", "=", application)
      .limit(most),
);

/** Deletes the row with its secret. Only the audit log remembers a revoked token. Other tokens of the grant stay. */
export const revokeAccessToken: Writes["revokeAccessToken"] = async (
  transaction,
  token,
  by,
  approvals = "all",
) => {
  const revoked = await endAccessToken(transaction, token, by.at);
  if (revoked === undefined) return false;
  const { application_id: applicationId, user_id: userId } = revoked;
  // An approval that skipped consent may be based on this token. If it were exchanged later, it would bring the
  // access back.
  await endApproved(transaction, { applicationId, userId }, approvals);
  await record(transaction, {
    ...by,
    name: "access-token.revoked",
    applicationId: String(applicationId) as ApplicationId,
    userId: String(userId) as UserId,
  });
  return true;
};

/** Never moves back to an earlier day, because the clocks of two processes may differ. */
export const touchAccessTokens: Writes["touchAccessTokens"] = async ({ db }, tokens, day) => {
  if (tokens.length === 0) return;
  const touched: Touched[] = [];
  for (const table of ["access_token", "further_access_token"] as const) {
    const rows = await db
      .updateTable(table)
      .set({ last_used_day: day })
      .where("token", "in", tokens)
      // The clocks of two processes may differ, and the day never goes back.
      .where((it) => it.or([it("last_used_day", "is", null), it("last_used_day", "<", day)]))
      .returning(["token", "application_id", "user_id"])
      .execute();
    touched.push(...rows);
  }
  await addUsers(db, await newOfDay(db, touched, day), day);
};

type Touched = Pick<Selectable<Tables["access_token"]>, "token" | "application_id" | "user_id">;

/** A user can have several tokens of an application, and is counted with the first that is used on a day. */
async function newOfDay(
  db: Transaction["db"],
  touched: readonly Touched[],
  day: number,
): Promise<readonly Touched[]> {
  const tokens = touched.map(({ token }) => token);
  const nameOf = ({ application_id, user_id }: Touched) => `${application_id} ${user_id}`;
  const users = new Map(touched.map((one) => [nameOf(one), one]));
  if (users.size === 0) return [];
  for (const table of ["access_token", "further_access_token"] as const) {
    const counted = await db
      .selectFrom(table)
      .select(["token", "application_id", "user_id"])
      .where("user_id", "in", [...new Set(touched.map(({ user_id }) => user_id))])
      .where("application_id", "in", [...new Set(touched.map((one) => one.application_id))])
      .where("last_used_day", "=", day)
      .where("token", "not in", tokens)
      .execute();
    for (const one of counted) users.delete(nameOf(one));
  }
  return [...users.values()];
}

export const accessTokenHolder: Queries["accessTokenHolder"] = async (db, token) => {
  const holderIn = (table: "access_token" | "further_access_token") =>
    db
      .selectFrom(`${table} as held`)
      .innerJoin("application", "application.id", "held.application_id")
      .innerJoin("user", "user.id", "held.user_id")
      .select([
        "user.id as userId",
        "screen_name",
        "application.id as applicationId",
        "consumer_key",
        "held.access",
        "user.suspended_because as userSuspended",
        "application.suspended_because as applicationSuspended",
        "application.owner_id",
        ...approvalColumns,
      ])
      .where("token", "=", token)
      .executeTakeFirst();
  const row = (await holderIn("access_token")) ?? (await holderIn("further_access_token"));
  if (row === undefined) return undefined;
  return {
    userId: String(row.userId) as UserId,
    screenName: row.screen_name,
    applicationId: String(row.applicationId) as ApplicationId,
    consumerKey: row.consumer_key as ConsumerKey,
    access: row.access,
    suspended:
      row.userSuspended !== null ||
      row.applicationSuspended !== null ||
      !mayAccess(row, row.userId),
  };
};
