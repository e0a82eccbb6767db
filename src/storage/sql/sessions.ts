import { sql } from "kysely";
import type { AuditEvent } from "../../domain/audit.ts";
import { type AuthEvent, readAuthEvents, writtenAuthEvents } from "../../domain/auth-events.ts";
import type { RequestToken, TokenDigest, UserId } from "../../domain/credentials.ts";
import { beginningsOf } from "../../domain/lasting.ts";
import {
  maxSessions,
  type NewSession,
  type ProviderSession,
  sessionLife,
} from "../../domain/session.ts";
import { endSessionsAndApprovals } from "./begun.ts";
import { compiledOnce } from "./compiled-once.ts";
import { hasSecondFactor } from "./factors.ts";
import { spendPasskey } from "./passkey-holders.ts";
import { standsThere } from "./provider-logouts.ts";
import type { Queries } from "./query.ts";
import { record, recordRarely, whileSessionLives } from "./transaction.ts";
import type { Transaction, Writes } from "./write.ts";

export const openSession: Writes["openSession"] = async (transaction, session, by) => {
  const user = await transaction.db
    .selectFrom("user")
    .select("id")
    .where("id", "=", Number(session.userId))
    .where("password_hash", "=", session.passwordHash)
    .where("suspended_because", "is", null)
    .executeTakeFirst();
  if (user === undefined) return false;
  const { userId, identity, passkey } = session;
  if (identity && !(await standsThere(transaction.db, userId, identity))) return false;
  if (passkey && !(await spendPasskey(transaction.db, userId, passkey))) return false;
  const signedIn = { ...by, name: "user.signed-in", userId } as const;
  await insertSession(
    transaction,
    session,
    passkey === undefined ? signedIn : { ...signedIn, details: { authenticated: passkey.kind } },
  );
  return true;
};

/** Opens a session for a user who is known not to be suspended. */
export async function insertSession(
  transaction: Transaction,
  session: NewSession,
  event: AuditEvent,
): Promise<void> {
  const { db } = transaction;
  if (session.replaces !== undefined) {
    await db.deleteFrom("session").where("digest", "=", session.replaces).execute();
  }
  await endBeyond(transaction, session.userId, { most: maxSessions - 1, now: session.now });
  await db
    .insertInto("session")
    .values({
      digest: session.digest,
      user_id: Number(session.userId),
      signed_in_for: session.signedInFor ?? null,
      signed_in_at: session.now,
      last_seen_at: session.now,
      user_agent: session.userAgent,
      address: session.address,
      auth_events: writtenAuthEvents(session.authEvents),
      ...providerColumns(session.provider),
    })
    .execute();
  const { unrepeatedSince: since } = session;
  if (since === undefined) await record(transaction, event);
  else await recordRarely(transaction, { ...event, userId: session.userId }, since, "same address");
}

/**
 * Ends all but the `most` most recently used sessions. One whose last use is far in the future is invalid, and
 * ends first.
 */
async function endBeyond(
  { db }: Transaction,
  userId: UserId,
  { most, now }: { readonly most: number; readonly now: number },
): Promise<void> {
  const id = Number(userId);
  await db
    .deleteFrom("session")
    .where("user_id", "=", id)
    .where("digest", "not in", (from) =>
      from
        .selectFrom("session")
        .select("digest")
        .where("user_id", "=", id)
        .orderBy(sql`last_seen_at > ${beginningsOf(now, sessionLife.idleMs).upTo}`)
        .orderBy("last_seen_at", "desc")
        .orderBy("signed_in_at", "desc")
        .limit(most),
    )
    .execute();
}

export const touchSession: Writes["touchSession"] = async ({ db }, digest, now) => {
  await db.updateTable("session").set({ last_seen_at: now }).where("digest", "=", digest).execute();
};

export const endSession: Writes["endSession"] = async (transaction, session, by) => {
  const checked = await whileSessionLives(transaction, by);
  const ended = await transaction.db
    .deleteFrom("session")
    .where("digest", "=", session.digest)
    .where("user_id", "=", Number(session.userId))
    .returning("digest")
    .executeTakeFirst();
  if (ended === undefined) return false;
  const { userId } = session;
  await record(
    transaction,
    session.signsOut
      ? { ...checked, name: "user.signed-out", userId }
      : { ...checked, name: "user.sessions-ended", userId, details: { which: "one" } },
  );
  return true;
};

export const endOtherSessions: Writes["endOtherSessions"] = async (transaction, session, by) => {
  const ended = await endSessionsAndApprovals(transaction, session.userId, session.digest);
  if (ended === 0) return false;
  await record(transaction, {
    ...by,
    name: "user.sessions-ended",
    userId: session.userId,
    details: { which: "others" },
  });
  return true;
};

export const sessionsOf: Queries["sessionsOf"] = async (db, userId, now, page) => {
  const seen = beginningsOf(now, sessionLife.idleMs);
  const signedIn = beginningsOf(now, sessionLife.wholeMs);
  const rows = await db
    .selectFrom("session")
    .select(["digest", "user_agent", "address", "signed_in_at", "last_seen_at", "auth_events"])
    .select(["provider_issuer", "provider_subject", "provider_sid"])
    .where("user_id", "=", Number(userId))
    .where("digest", ">", page.after ?? "")
    .where("last_seen_at", ">", seen.after)
    .where("last_seen_at", "<=", seen.upTo)
    .where("signed_in_at", ">", signedIn.after)
    .where("signed_in_at", "<=", signedIn.upTo)
    .orderBy("digest")
    .limit(page.size)
    .execute();
  return rows.map((row) => ({
    digest: row.digest as TokenDigest,
    userAgent: row.user_agent,
    address: row.address,
    lastSeenAt: row.last_seen_at,
    authEvents: authEventsOf(row),
    provider: providerOf(row),
  }));
};

export const session: Queries["session"] = async (db, digest) => {
  const [row] = await sessionByDigest(db, { digest });
  return (
    row && {
      digest: row.digest as TokenDigest,
      userId: String(row.user_id) as UserId,
      screenName: row.screen_name,
      userName: row.name,
      userEmail: row.email,
      userSuspended: row.suspended_because !== null,
      userIsAdmin: row.is_admin === 1,
      userCreatedAt: row.created_at,
      authEvents: authEventsOf(row),
      hasSecondFactor: Boolean(row.has_second_factor),
      userLanguage: row.language ?? undefined,
      signedInAt: row.signed_in_at,
      lastSeenAt: row.last_seen_at,
      signedInFor: (row.signed_in_for as RequestToken | null) ?? undefined,
      provider: providerOf(row),
    }
  );
};

const sessionByDigest = compiledOnce((db, { digest }: { digest: string }) =>
  db
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.user_id")
    .select([
      "digest",
      "user_id",
      "screen_name",
      "user.name",
      "user.email",
      "suspended_because",
      "is_admin",
      "created_at",
      "language",
      "signed_in_for",
      "signed_in_at",
      "last_seen_at",
      "auth_events",
      "provider_issuer",
      "provider_subject",
      "provider_sid",
      hasSecondFactor().as("has_second_factor"),
    ])
    .where("digest", "=", digest),
);

export function providerColumns(provider: ProviderSession | undefined) {
  return {
    provider_issuer: provider?.issuer ?? null,
    provider_subject: provider?.subject ?? null,
    provider_sid: provider?.sid ?? null,
  };
}

export function providerOf({
  provider_issuer: issuer,
  provider_subject: subject,
  provider_sid: sid,
}: {
  readonly provider_issuer: string | null;
  readonly provider_subject: string | null;
  readonly provider_sid: string | null;
}): ProviderSession | undefined {
  if (issuer === null || subject === null) return undefined;
  return { issuer, subject, sid: sid ?? undefined };
}

function authEventsOf(row: {
  readonly auth_events: string | null;
  readonly signed_in_at: number;
}): readonly AuthEvent[] {
  return row.auth_events === null
    ? [{ kind: "password", at: row.signed_in_at }]
    : readAuthEvents(row.auth_events);
}
