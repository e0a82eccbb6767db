import type { Kysely, Selectable } from "kysely";
import type { AccessLevel } from "../../domain/access.ts";
import type { ApplicationId, RequestToken, UserId } from "../../domain/credentials.ts";
import { type Bounds, endsOf, type Moment } from "../../domain/lasting.ts";
import { coversRequest, requestTokenLifeMs } from "../../domain/request-token.ts";
import { grants } from "./access-tokens.ts";
import { approvalColumns, mayAccess } from "./application-approval.ts";
import { compiledOnce } from "./compiled-once.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import { requestTokenIdentity } from "./sealed.ts";
import { record, whileSessionLives } from "./transaction.ts";
import { isThere } from "./user-lists.ts";
import { verifierDigest } from "./verifiers.ts";
import type { Transaction, Writes } from "./write.ts";

/** Bounds of the expiry time of request tokens that are valid at `now`. */
export function livesAt(now: Moment): Bounds {
  return endsOf(now, requestTokenLifeMs);
}

/** Writes no audit row: the request token itself is the record, and most are never used. */
export const issueRequestToken: Writes["issueRequestToken"] = async ({ db, keys }, issued) => {
  const [application] = await applicationAsSeen(db, {
    id: Number(issued.applicationId),
    access: issued.seen.access,
    callbacks: JSON.stringify(issued.seen.callbacks),
  });
  if (application === undefined) return false;
  await insertRequestToken(db, {
    token: issued.token,
    secret: keys.seal(issued.secret, requestTokenIdentity(issued.token)),
    application_id: Number(issued.applicationId),
    callback: issued.callback,
    access: issued.access,
    request_email: Number(issued.requestEmail),
    expires_at: issued.expiresAt,
    approved_by: null,
    approved_at: null,
    approved_explicitly: 0,
    canceled: 0,
    verifier_digest: null,
    wrong_tries: 0,
  });
  return true;
};

const applicationAsSeen = compiledOnce(
  (db, { id, access, callbacks }: { id: number; access: AccessLevel; callbacks: string }) =>
    db
      .selectFrom("application")
      .select("id")
      .where("id", "=", id)
      .where("access", "=", access)
      .where("callbacks", "=", callbacks),
);

const insertRequestToken = compiledOnce((db, row: Selectable<Tables["request_token"]>) =>
  db.insertInto("request_token").values(row),
);

/**
 * Those of an application whose callback is not to be led to any more, decided ones too. By token, many at once: each
 * token may name another callback, and other writes wait.
 */
export async function endRequestTokens(
  { db }: Transaction,
  applicationId: ApplicationId,
  removed: (callback: string) => boolean,
): Promise<void> {
  const tokens = await db
    .selectFrom("request_token")
    .select(["token", "callback"])
    .where("application_id", "=", Number(applicationId))
    .execute();
  const judged = new Map<string, boolean>();
  const ended = tokens.filter(({ callback }) => {
    const isRemoved = judged.get(callback) ?? removed(callback);
    judged.set(callback, isRemoved);
    return isRemoved;
  });
  for (let at = 0; at < ended.length; at += endedAtOnce) {
    const tokens = ended.slice(at, at + endedAtOnce).map(({ token }) => token);
    await db.deleteFrom("request_token").where("token", "in", tokens).execute();
  }
}

/** SQLite takes 32,766 parameters in a statement. */
const endedAtOnce = 1000;

export const approveRequestToken: Writes["approveRequestToken"] = async (
  transaction,
  approval,
  by,
) => {
  if (by.session !== undefined) await changeSession(transaction.db, by.session);
  const checked = await whileSessionLives(transaction, by);
  // A session is one of a user who is there.
  if (by.session === undefined && !(await isThere(transaction.db, approval.userId))) {
    return "too-late";
  }
  const [asked] = await ownerOfRequest(transaction.db, { token: approval.token });
  if (asked !== undefined && !mayAccess(asked, Number(approval.userId))) return "unapproved";
  if (approval.onlyIfGranted && !(await isGranted(transaction, approval))) return "not-granted";
  const [approved] = await approveUndecided(transaction.db, {
    token: approval.token,
    ...livesAt(approval.now),
    user: Number(approval.userId),
    now: approval.now,
    explicitly: Number(!approval.onlyIfGranted),
    digest: verifierDigest(transaction.keys, approval),
  });
  if (approved === undefined) return "too-late";
  await record(transaction, {
    ...checked,
    name: "access.approved",
    applicationId: String(approved.application_id) as ApplicationId,
    userId: approval.userId,
    details: { access: approved.access, asked: !approval.onlyIfGranted },
  });
  return "approved";
};

const ownerOfRequest = compiledOnce((db, { token }: { token: string }) =>
  db
    .selectFrom("request_token")
    .innerJoin("application", "application.id", "request_token.application_id")
    .select(["owner_id", ...approvalColumns])
    .where("token", "=", token),
);

/**
 * Writes the session's row without changing a value, so that PostgreSQL repeats a concurrent transaction that ends the
 * session and all approvals (docs/adr/0028-the-postgresql-engine.md).
 */
const changeSession = compiledOnce((db, { digest }: { digest: string }) =>
  db
    .updateTable("session")
    .set(({ ref }) => ({ last_seen_at: ref("last_seen_at") }))
    .where("digest", "=", digest),
);

const approveUndecided = compiledOnce(
  (
    db,
    {
      user,
      digest,
      now,
      explicitly,
      ...approval
    }: LiveToken & { user: number; digest: string; now: number; explicitly: number },
  ) =>
    undecided(db, approval).set({
      approved_by: user,
      approved_at: now,
      approved_explicitly: explicitly,
      verifier_digest: digest,
    }),
);

export type LiveToken = { readonly token: string } & Bounds;

/** The conditions for approval that skips consent, checked in the transaction that approves. */
async function isGranted(
  { db }: Transaction,
  { token, userId }: { token: RequestToken; userId: UserId },
): Promise<boolean> {
  const request = await db
    .selectFrom("request_token")
    .innerJoin("application", "application.id", "request_token.application_id")
    .select(["application_id", "request_token.access", "request_token.request_email"])
    .where("token", "=", token)
    .where("sign_in", "=", 1)
    .where("suspended_because", "is", null)
    .executeTakeFirst();
  if (request === undefined) return false;
  const applicationId = String(request.application_id) as ApplicationId;
  const held = await grants(db, applicationId, userId);
  return coversRequest(held, { access: request.access, requestEmail: request.request_email === 1 });
}

export const cancelRequestToken: Writes["cancelRequestToken"] = async (
  transaction,
  cancellation,
  by,
) => {
  const { token, userId, now } = cancellation;
  const canceled = await undecided(transaction.db, { token, ...livesAt(now) })
    .set({ canceled: 1 })
    .executeTakeFirst();
  if (canceled === undefined) return false;
  const applicationId = String(canceled.application_id) as ApplicationId;
  await record(transaction, { ...by, name: "access.canceled", applicationId, userId });
  return true;
};

/** The request token, to be changed if it is not decided yet. */
function undecided(db: Kysely<Tables>, { token, after, upTo }: LiveToken) {
  return db
    .updateTable("request_token")
    .where("token", "=", token)
    .where("expires_at", ">", after)
    .where("expires_at", "<=", upTo)
    .where("approved_by", "is", null)
    .where("canceled", "=", 0)
    .returning(["application_id", "access"]);
}

export const requestToken: Queries["requestToken"] = async (db, token, now) => {
  const [row] = await liveRequestToken(db, { token, ...livesAt(now) });
  return (
    row && {
      token: row.token as RequestToken,
      applicationId: String(row.application_id) as ApplicationId,
      callback: row.callback,
      access: row.access,
      requestEmail: row.request_email === 1,
      expiresAt: row.expires_at,
      decided: row.approved_by !== null || row.canceled === 1,
    }
  );
};

const liveRequestToken = compiledOnce((db, { token, after, upTo }: LiveToken) =>
  db
    .selectFrom("request_token")
    .select([
      "token",
      "application_id",
      "callback",
      "access",
      "request_email",
      "expires_at",
      "approved_by",
      "canceled",
    ])
    .where("token", "=", token)
    .where("expires_at", ">", after)
    .where("expires_at", "<=", upTo),
);
