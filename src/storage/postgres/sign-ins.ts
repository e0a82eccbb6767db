/**
 * The steps of sign-ins, many at once in one transaction. Returns a result for each, in order. Undefined if it
 * was not done.
 */
import type { AccessTokenCandidate, GrantedAccess } from "../../domain/access-token.ts";
import type { AuditEvent } from "../../domain/audit.ts";
import {
  type AccessToken,
  accessTokenOf,
  type RequestToken,
  type UserId,
  type Verifier,
} from "../../domain/credentials.ts";
import { dayOf } from "../../domain/day.ts";
import type { NewRequestToken } from "../../domain/request-token.ts";
import { livesAt, verifierDigest } from "../sql/request-tokens.ts";
import { accessTokenIdentity, requestTokenIdentity } from "../sql/sealed.ts";
import { auditRow } from "../sql/transaction.ts";
import * as statements from "./sign-in-statements.ts";
import type { OpenTransaction } from "./transactions.ts";

export async function issueAll(
  { last, keys }: OpenTransaction,
  items: readonly NewRequestToken[],
): Promise<readonly (true | undefined)[]> {
  const rows = items.map((issued) => ({
    token: issued.token,
    secret: inHex(keys.seal(issued.secret, requestTokenIdentity(issued.token))),
    application_id: Number(issued.applicationId),
    callback: issued.callback,
    access: issued.access,
    request_email: Number(issued.requestEmail),
    expires_at: issued.expiresAt,
    seen_access: issued.seen.access,
    seen_callbacks: JSON.stringify(issued.seen.callbacks),
  }));
  const done = await last<[string]>(statements.issue, statements.issuing.values(rows));
  const issued = new Set(done.map(([token]) => token));
  return items.map(({ token }) => issued.has(token) || undefined);
}

export interface Approval {
  readonly approval: {
    readonly token: RequestToken;
    readonly userId: UserId;
    readonly verifier: Verifier;
    readonly kind: "verifier" | "pin";
    readonly now: number;
  };
  readonly event: AuditEvent;
}

export async function approveAll(
  { last, keys, events }: OpenTransaction,
  items: readonly Approval[],
): Promise<readonly ("approved" | undefined)[]> {
  const approvals = firstOfEach(items, ({ approval }) => approval.token);
  const rows = [...approvals].map(({ approval, event }) => ({
    token: approval.token,
    user_id: Number(approval.userId),
    approved_at: approval.now,
    digest: verifierDigest(keys, approval),
    after: livesAt(approval.now).after,
    up_to: livesAt(approval.now).upTo,
    session: event.session?.digest ?? null,
    ...recorded(event),
  }));
  const values = statements.approving.values(rows);
  const done = await last<[string]>(statements.approve, values);
  const approved = new Set(done.map(([token]) => token));
  return items.map((item) => {
    if (!approvals.has(item) || !approved.has(item.approval.token)) return undefined;
    const { session: _session, ...event } = item.event;
    events.push(event);
    return "approved";
  });
}

export interface Exchange {
  readonly asked: {
    readonly token: RequestToken;
    readonly verifier: string;
    readonly candidate: AccessTokenCandidate;
    readonly now: number;
  };
  readonly event: AuditEvent;
  /** Found, with the right verifier. */
  readonly approval: statements.Approval;
}

export async function exchangeAll(
  { last, keys, events, slot }: OpenTransaction,
  items: readonly Exchange[],
): Promise<readonly ((() => GrantedAccess) | undefined)[]> {
  const exchanges = firstOfEach(items, ({ approval: [, , ...grant] }) => grant.slice(0, 3).join());
  const rows = [...exchanges].map(({ asked, event, approval: [token, digest, , userId] }) => {
    const { candidate, now } = asked;
    const access = accessTokenOf(String(userId) as UserId, candidate.suffix);
    return {
      request_token: token,
      digest,
      token: access,
      secret: inHex(keys.seal(candidate.secret, accessTokenIdentity(access))),
      created_at: now,
      day: dayOf(now),
      ...recorded({ ...event, userId: String(userId) as UserId }),
    };
  });
  const values = [...statements.exchanging.values(rows), slot];
  const done = await last<statements.Exchanged>(statements.exchange, values);
  const granted = new Map(done.map((row) => [row[0], row]));
  return items.map((item) => {
    const { asked, event, approval } = item;
    const row = granted.get(asked.token);
    if (!exchanges.has(item) || row === undefined) return undefined;
    const [, token, secret, screenName] = row;
    const userId = String(approval[3]) as UserId;
    // An existing access token was returned again, so nothing has happened.
    const made = token === accessTokenOf(userId, asked.candidate.suffix);
    if (made) events.push({ ...event, userId });
    // It is already committed. A secret that cannot be decrypted only concerns this caller.
    return () => ({
      token: token as AccessToken,
      secret: made
        ? asked.candidate.secret
        : keys.open(Buffer.from(secret, "hex"), accessTokenIdentity(token)),
      userId,
      screenName,
    });
  });
}

/** The first of several items that would change the same row, because one statement changes a row once. */
function firstOfEach<Item>(items: readonly Item[], nameOf: (item: Item) => string): Set<Item> {
  return new Set(new Map(items.toReversed().map((item) => [nameOf(item), item])).values());
}

/** The columns of an event's audit row. */
function recorded(event: AuditEvent) {
  const { user_id: about_user, application_id: about_application, ...row } = auditRow(event);
  return { about_user, about_application, ...row };
}

function inHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}
