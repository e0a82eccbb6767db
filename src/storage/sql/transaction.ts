/** The audit rows that commit with a write. */
import { accountNewsOf, noticeOriginOf } from "../../domain/account-notice.ts";
import { boundOfApiKey } from "../../domain/api-key-bounds.ts";
import type { AuditContext, AuditEvent } from "../../domain/audit.ts";
import { roleCovers } from "../../domain/collaborator.ts";
import type { UserId } from "../../domain/credentials.ts";
import { BeyondApiKey, RoleEnded, SessionEnded } from "../../domain/errors.ts";
import { beginningsOf, isWithin } from "../../domain/lasting.ts";
import { leaveAccountNotice } from "./account-notices.ts";
import { claimRequest } from "./admin-requests.ts";
import { applicationRole } from "./application-roles.ts";
import { compiledOnce } from "./compiled-once.ts";
import type { Transaction } from "./write.ts";

/**
 * With the notice to the user, where the event requires one. Throws `SessionEnded` or `RoleEnded` where the event
 * needs what has ended, `RequestClaimed` where another call has done the same, and `BeyondApiKey` where no API key can
 * do this: the write that it belongs to is undone.
 */
export async function record(
  transaction: Pick<Transaction, "db" | "events">,
  recorded: AuditEvent,
): Promise<void> {
  await assertWithinApiKey(transaction, recorded);
  const { userAgent, ...event } = await claimed(
    transaction,
    await whileSessionLives(transaction, recorded),
  );
  await insertEvent(transaction.db, auditRow(event));
  const { userId, at } = event;
  const news = accountNewsOf(event);
  if (news !== undefined && userId !== undefined) {
    const from = noticeOriginOf(
      { ...event, ...(userAgent !== undefined && { userAgent }) },
      userId,
    );
    await leaveAccountNotice(transaction.db, { userId, news, at, from });
  }
  transaction.events.push(event);
}

/** For a write that changes nothing and records no event: it is rejected as if it did. */
export async function assertWithinApiKey(
  { db }: Pick<Transaction, "db">,
  event: AuditEvent,
): Promise<void> {
  const bound = boundOfApiKey(event);
  if (bound === "none") return;
  if (bound === "never") throw new BeyondApiKey();
  const user = await db
    .selectFrom("user")
    .select("is_admin")
    .where("id", "=", Number(event.userId))
    .executeTakeFirst();
  if (user?.is_admin === 1) throw new BeyondApiKey();
}

/** The event, after its call has been claimed. */
async function claimed({ db }: Pick<Transaction, "db">, event: AuditEvent): Promise<AuditEvent> {
  if (event.claim === undefined) return event;
  const { claim, ...rest } = event;
  await claimRequest(db, claim, event.at);
  return rest as AuditEvent;
}

const insertEvent = compiledOnce((db, row: ReturnType<typeof auditRow>) =>
  db.insertInto("audit_event").values(row),
);

/** The user who acts. Returns undefined for applications, the command line, the service and anonymous callers. */
export function actingUser({ actor }: AuditContext): number | undefined {
  const [, id] = /^user:(\d+)$/.exec(actor) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** The columns of an event's audit row. */
export function auditRow(event: AuditEvent) {
  return {
    at: event.at,
    name: event.name,
    actor: event.actor,
    user_id: event.userId === undefined ? null : Number(event.userId),
    application_id: event.applicationId === undefined ? null : Number(event.applicationId),
    address: event.address ?? null,
    details: event.details === undefined ? null : JSON.stringify(event.details),
  };
}

/** Who acts, after checking their session. For writes that end the session themselves before they record. */
export async function whileSessionLives<By extends AuditContext>(
  { db }: Pick<Transaction, "db">,
  by: By,
): Promise<By> {
  const { session, ...rest } = by;
  if (session === undefined) return by;
  const [user] = await userOfSession(db, { digest: session.digest });
  if (user === undefined || (session.ofAdmin && user.is_admin === 0)) {
    throw new SessionEnded();
  }
  const { role } = session;
  if (role !== undefined) {
    const userId = String(user.user_id) as UserId;
    const held = await applicationRole(db, role.applicationId, userId);
    if (held === undefined || !roleCovers(held, role.atLeast)) throw new RoleEnded();
  }
  return rest as By;
}

const userOfSession = compiledOnce((db, { digest }: { digest: string }) =>
  db
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.user_id")
    .select(["is_admin", "user_id"])
    .where("digest", "=", digest)
    .where("suspended_because", "is", null),
);

/**
 * Looks back over a fixed number of the user's events, so that the cost is the same for everyone. An event from
 * the future, written by a clock that was ahead, counts as no repetition.
 */
export async function recordRarely(
  transaction: Transaction,
  event: AuditEvent & { userId: UserId },
  since: number,
  from: "any address" | "same address" = "any address",
): Promise<boolean> {
  const latest = await transaction.db
    .selectFrom("audit_event")
    .select(["name", "at", "address"])
    .where("user_id", "=", Number(event.userId))
    .orderBy("id", "desc")
    .limit(200)
    .execute();
  const repeats = latest.some(
    ({ name, at, address }) =>
      name === event.name &&
      isWithin(beginningsOf(event.at, event.at - since), at) &&
      (from === "any address" || address === (event.address ?? null)),
  );
  if (repeats) return false;
  await record(transaction, event);
  return true;
}
