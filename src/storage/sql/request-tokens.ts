import { timingSafeEqual } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import type { AccessLevel } from "../../domain/access.ts";
import {
  type ApplicationId,
  type RequestToken,
  tokenDigest,
  type UserId,
  type Verifier,
} from "../../domain/credentials.ts";
import { type Bounds, endsOf, type Moment } from "../../domain/lasting.ts";
import { coversRequest, requestTokenLifeMs, verifierTries } from "../../domain/request-token.ts";
import type { KeyRing } from "../../keys/key-ring.ts";
import { grantAccess, grants } from "./access-tokens.ts";
import { compiledOnce } from "./compiled-once.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import { requestTokenIdentity } from "./sealed.ts";
import { record, whileSessionLives } from "./transaction.ts";
import type { Transaction, Writes } from "./write.ts";

/** Bounds of the expiry time of request tokens that are valid at `now`. */
export function livesAt(now: Moment): Bounds {
  return endsOf(now, requestTokenLifeMs);
}

/** Writes no audit row: the request token itself is the record, and most are never used. */
export const issueRequestToken: Writes["issueRequestToken"] = async ({ db, keys }, issued) => {
  const [stands] = await applicationAsSeen(db, {
    id: Number(issued.applicationId),
    access: issued.seen.access,
    callbacks: JSON.stringify(issued.seen.callbacks),
  });
  if (stands === undefined) return false;
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
    cancelled: 0,
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
  const asked = await db
    .selectFrom("request_token")
    .select(["token", "callback"])
    .where("application_id", "=", Number(applicationId))
    .execute();
  const judged = new Map<string, boolean>();
  const ended = asked.filter(({ callback }) => {
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

/**
 * Writes the session's row without changing a value, so that PostgreSQL repeats a concurrent transaction that ends the
 * session and all approvals (docs/adr/0040-sign-ins-are-written-once.md).
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

type LiveToken = { readonly token: string } & Bounds;

/** The conditions for approval without asking, checked in the transaction that approves. */
async function isGranted(
  { db }: Transaction,
  { token, userId }: { token: RequestToken; userId: UserId },
): Promise<boolean> {
  const asked = await db
    .selectFrom("request_token")
    .innerJoin("application", "application.id", "request_token.application_id")
    .select(["application_id", "request_token.access", "request_token.request_email"])
    .where("token", "=", token)
    .where("sign_in", "=", 1)
    .where("suspended_because", "is", null)
    .executeTakeFirst();
  if (asked === undefined) return false;
  const applicationId = String(asked.application_id) as ApplicationId;
  const held = await grants(db, applicationId, userId);
  return coversRequest(held, { access: asked.access, requestEmail: asked.request_email === 1 });
}

export const cancelRequestToken: Writes["cancelRequestToken"] = async (
  transaction,
  cancellation,
  by,
) => {
  const { token, userId, now } = cancellation;
  const cancelled = await undecided(transaction.db, { token, ...livesAt(now) })
    .set({ cancelled: 1 })
    .executeTakeFirst();
  if (cancelled === undefined) return false;
  const applicationId = String(cancelled.application_id) as ApplicationId;
  await record(transaction, { ...by, name: "access.cancelled", applicationId, userId });
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
    .where("cancelled", "=", 0)
    .returning(["application_id", "access"]);
}

export const exchangeRequestToken: Writes["exchangeRequestToken"] = async (
  transaction,
  exchange,
  by,
) => {
  const { db, keys } = transaction;
  const { token, now } = exchange;
  const [live] = await liveVerifier(db, { token, ...livesAt(now) });
  if (live === undefined) return "gone";
  const digest = live.verifier_digest;
  if (digest === null || !verifierIs(keys, exchange, digest)) {
    return (await countWrongVerifier(transaction, token)) ? "wrong-verifier" : "gone";
  }
  // Deleted by token and digest: however many got this far, one of them deletes the row.
  const [used] = await useRequestToken(db, { token, digest });
  if (used === undefined || used.approved_by === null) return "gone";
  const userId = String(used.approved_by) as UserId;
  return grantAccess(
    transaction,
    {
      applicationId: String(used.application_id) as ApplicationId,
      userId,
      access: used.access,
      emailGranted: used.request_email === 1,
      candidate: exchange.candidate,
      now,
    },
    by,
  );
};

const liveVerifier = compiledOnce((db, { token, after, upTo }: LiveToken) =>
  db
    .selectFrom("request_token")
    .select("verifier_digest")
    .where("token", "=", token)
    .where("expires_at", ">", after)
    .where("expires_at", "<=", upTo),
);

const useRequestToken = compiledOnce((db, { token, digest }: { token: string; digest: string }) =>
  db
    .deleteFrom("request_token")
    .where("token", "=", token)
    .where("verifier_digest", "=", digest)
    .returning(["application_id", "approved_by", "access", "request_email"]),
);

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
      decided: row.approved_by !== null || row.cancelled === 1,
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
      "cancelled",
    ])
    .where("token", "=", token)
    .where("expires_at", ">", after)
    .where("expires_at", "<=", upTo),
);

export const requestTokenOfVerifier: Queries["requestTokenOfVerifier"] = async (
  db,
  applicationId,
  verifier,
  now,
) => {
  const { after, upTo } = livesAt(now);
  // Not by digest alone, so that only the application's own rows are searched.
  const row = await db
    .selectFrom("request_token")
    .select("token")
    .where("application_id", "=", Number(applicationId))
    .where("verifier_digest", "=", tokenDigest(verifier))
    .where("expires_at", ">", after)
    .where("expires_at", "<=", upTo)
    .executeTakeFirst();
  return row?.token as RequestToken | undefined;
};

/** Returns false if the request token is gone by now: used, or ended by wrong verifiers. */
async function countWrongVerifier({ db }: Transaction, token: RequestToken): Promise<boolean> {
  const counted = await db
    .updateTable("request_token")
    .set((column) => ({ wrong_tries: column("wrong_tries", "+", 1) }))
    .where("token", "=", token)
    .returning("wrong_tries")
    .executeTakeFirst();
  if (counted !== undefined && counted.wrong_tries >= verifierTries) {
    await db.deleteFrom("request_token").where("token", "=", token).execute();
  }
  return counted !== undefined;
}

/** A PIN is too short for a plain hash: someone with a copy of the ledger could try all ten million. */
function verifierDigest(
  keys: KeyRing,
  approval: { token: RequestToken; verifier: Verifier; kind: "verifier" | "pin" },
): string {
  if (approval.kind === "verifier") return tokenDigest(approval.verifier);
  return keys.digest(pinOf(approval));
}

/** A PIN is stored as `<key id>.<HMAC>`. The dot distinguishes it from the plain digest of a long verifier. */
function verifierIs(keys: KeyRing, presented: PresentedVerifier, digest: string): boolean {
  if (digest.includes(".")) return keys.digestMatches(pinOf(presented), digest);
  return timingSafeEqual(Buffer.from(tokenDigest(presented.verifier)), Buffer.from(digest));
}

interface PresentedVerifier {
  readonly token: RequestToken;
  readonly verifier: string;
}

function pinOf({ token, verifier }: PresentedVerifier) {
  return { purpose: "pin", value: `${token}\0${verifier}` };
}
