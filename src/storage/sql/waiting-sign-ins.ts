/** Sign-ins between their first and second step, and new authentication events in an open session. */
import { type Kysely, sql } from "kysely";
import { readAuthEvents, withAuthEvent, writtenAuthEvents } from "../../domain/auth-events.ts";
import type { RequestToken, UserId } from "../../domain/credentials.ts";
import { maxWaitingSignIns, waitingSignInMs } from "../../domain/factors.ts";
import { endsOf } from "../../domain/lasting.ts";
import type { AuthenticatedSession, ProviderSession } from "../../domain/session.ts";
import { standsThere } from "./provider-logouts.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import { spend } from "./second-factors.ts";
import { insertSession, providerColumns, providerOf, session } from "./sessions.ts";
import type { Writes } from "./write.ts";

export const beginSignIn: Writes["beginSignIn"] = async ({ db }, signIn) => {
  const id = Number(signIn.userId);
  const user = await db
    .selectFrom("user")
    .select("id")
    .where("id", "=", id)
    .where("password_hash", "=", signIn.passwordHash)
    .where("suspended_because", "is", null)
    .executeTakeFirst();
  if (user === undefined) return false;
  const { userId, identity } = signIn;
  if (identity && !(await standsThere(db, userId, identity))) return false;
  await endBeyond(db, id, {
    most: maxWaitingSignIns - 1,
    upTo: signIn.expiresAt + waitingSignInMs,
  });
  await db
    .insertInto("waiting_sign_in")
    .values({
      digest: signIn.digest,
      user_id: id,
      auth_events: writtenAuthEvents(signIn.authEvents),
      signed_in_for: signIn.signedInFor ?? null,
      expires_at: signIn.expiresAt,
      ...providerColumns(signIn.provider),
    })
    .execute();
  return true;
};

/** Ends all but the `most` newest. One that ends later than `upTo` is invalid, and ends first. */
async function endBeyond(
  db: Kysely<Tables>,
  userId: number,
  { most, upTo }: { readonly most: number; readonly upTo: number },
): Promise<void> {
  await db
    .deleteFrom("waiting_sign_in")
    .where("user_id", "=", userId)
    .where("digest", "not in", (from) =>
      from
        .selectFrom("waiting_sign_in")
        .select("digest")
        .where("user_id", "=", userId)
        .orderBy(sql`expires_at > ${upTo}`)
        .orderBy("expires_at", "desc")
        .limit(most),
    )
    .execute();
}

export const waitingSignIn: Queries["waitingSignIn"] = async (db, digest, now) => {
  const { after, upTo } = endsOf(now, waitingSignInMs);
  const row = await db
    .selectFrom("waiting_sign_in")
    .innerJoin("user", "user.id", "waiting_sign_in.user_id")
    .select(["user_id", "screen_name", "auth_events", "signed_in_for"])
    .select(["provider_issuer", "provider_subject", "provider_sid"])
    .where("digest", "=", digest)
    .where("expires_at", ">", after)
    .where("expires_at", "<=", upTo)
    .where("suspended_because", "is", null)
    .executeTakeFirst();
  return (
    row && {
      userId: String(row.user_id) as UserId,
      screenName: row.screen_name,
      authEvents: readAuthEvents(row.auth_events),
      signedInFor: (row.signed_in_for as RequestToken | null) ?? undefined,
      provider: providerOf(row),
    }
  );
};

export const finishSignIn: Writes["finishSignIn"] = async (
  transaction,
  { waiting: digest, authEvent, session: opened },
  by,
) => {
  const waiting = await waitingSignIn(transaction.db, digest, opened.now);
  if (waiting === undefined) return "gone";
  const { userId, signedInFor, provider } = waiting;
  if (!(await spend(transaction, userId, authEvent))) return "spent";
  await transaction.db.deleteFrom("waiting_sign_in").where("digest", "=", digest).execute();
  const authEvents = withAuthEvent(waiting.authEvents, { kind: authEvent.kind, at: authEvent.at });
  // Each use of a recovery code is emailed together with the event. There are ten codes.
  const { unrepeatedSince } = opened;
  const recorded = authEvent.kind === "recovery-code" ? undefined : unrepeatedSince;
  const begun = { ...opened, userId, signedInFor, provider, authEvents, unrepeatedSince: recorded };
  await insertSession(transaction, begun, {
    ...by,
    name: "user.signed-in",
    userId,
    details: { authenticated: authEvent.kind },
  });
  return "signed-in";
};

export const reauthenticate: Writes["reauthenticate"] = async (
  transaction,
  { digest, userId },
  authEvent,
) => {
  const existing = await session(transaction.db, digest);
  if (existing?.userId !== userId || existing.userSuspended) return "gone";
  if ("identity" in authEvent) {
    if (!(await standsThere(transaction.db, userId, authEvent.identity))) return "gone";
  } else if (authEvent.kind !== "password" && !(await spend(transaction, userId, authEvent))) {
    return "spent";
  }
  const authEvents = withAuthEvent(existing.authEvents, { kind: authEvent.kind, at: authEvent.at });
  await transaction.db
    .updateTable("session")
    .set({
      auth_events: writtenAuthEvents(authEvents),
      ...("identity" in authEvent &&
        providerColumns(providerSince(existing.provider, authEvent.identity))),
    })
    .where("digest", "=", digest)
    .execute();
  return "authenticated";
};

/** A session that came from another identity ends with that one. */
function providerSince(
  before: ProviderSession | undefined,
  { issuer, subject, sid }: AuthenticatedSession,
): ProviderSession {
  if (before === undefined) return { issuer, subject, sid };
  const isSame = before.issuer === issuer && before.subject === subject;
  return isSame ? { ...before, sid: sid ?? before.sid } : before;
}
