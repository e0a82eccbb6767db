import type { Kysely, Selectable } from "kysely";
import type { AuditEvent } from "../../domain/audit.ts";
import type { TokenDigest, UserId } from "../../domain/credentials.ts";
import { endsOf } from "../../domain/lasting.ts";
import {
  formLife,
  type LinkPurpose,
  linkLife,
  type OneTimeLink,
  type PasswordLink,
} from "../../domain/one-time-link.ts";
import type { Page } from "../../domain/page.ts";
import type { PasswordHash } from "../../domain/password-hash.ts";
import type { NewUser } from "../../domain/user.ts";
import { endEverythingBegun } from "./begun.ts";
import { hasOperator } from "./operators.ts";
import { confirmEmail, distrustEmail } from "./profiles.ts";
import type { Tables } from "./schema.ts";
import { endSecondFactors } from "./second-factors.ts";
import { record, type Transaction, whileSessionLives } from "./transaction.ts";
import { userById } from "./user-lists.ts";
import { createUser } from "./users.ts";

type LinkKey = { digest: TokenDigest; purpose: LinkPurpose };

export async function createLink(
  transaction: Transaction,
  link: OneTimeLink,
  event: AuditEvent,
  form?: TokenDigest,
): Promise<"created" | "refused" | "made-before"> {
  const recorded = await whileSessionLives(transaction, event);
  if (link.userId !== undefined && link.note !== "") {
    const user = await userById(transaction.db, link.userId);
    if (user?.email !== link.note || user.suspendedBecause !== undefined) return "refused";
    if (link.purpose === "password-reset" && user.emailDistrusted) return "refused";
  }
  if (form !== undefined && !(await markForm(transaction, form, link.createdAt))) {
    return "made-before";
  }
  await transaction.db
    .insertInto("one_time_link")
    .values({
      digest: link.digest,
      purpose: link.purpose,
      user_id: link.userId === undefined ? null : Number(link.userId),
      note: link.note,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
      made_by: operatorIn(event),
    })
    .execute();
  await record(transaction, recorded);
  return "created";
}

/**
 * The operator who acts on a page. Undefined for the command line, the service, or people acting for
 * themselves.
 */
function operatorIn({ session, actor }: AuditEvent): number | undefined {
  const [, id] = /^user:(\d+)$/.exec(actor) ?? [];
  return session?.ofOperator && id !== undefined ? Number(id) : undefined;
}

async function markForm({ db }: Transaction, form: TokenDigest, now: number): Promise<boolean> {
  const marked = await db
    .insertInto("one_time_link")
    .values({
      digest: form,
      purpose: "form",
      user_id: null,
      note: "",
      created_at: now,
      expires_at: now + formLife,
    })
    .onConflict((conflict) => conflict.column("digest").doNothing())
    .returning("digest")
    .executeTakeFirst();
  return marked !== undefined;
}

export async function withdrawLink(
  transaction: Transaction,
  link: LinkKey,
  event: AuditEvent,
): Promise<boolean> {
  const withdrawn = await transaction.db
    .deleteFrom("one_time_link")
    .where("digest", "=", link.digest)
    .where("purpose", "=", link.purpose)
    .returning("digest")
    .executeTakeFirst();
  if (withdrawn === undefined) return false;
  await record(transaction, event);
  return true;
}

export async function createUserByLink(
  transaction: Transaction,
  link: { digest: TokenDigest; purpose: "invitation" | "operator" },
  user: NewUser,
  event: AuditEvent,
): Promise<"created" | "screen-name-taken" | "sign-up-changed" | "gone"> {
  if ((await linkFor(transaction.db, link, user.now)) === undefined) return "gone";
  const isOperator = link.purpose === "operator";
  if (isOperator && (await hasOperator(transaction.db))) return "gone";
  const created = await createUser(transaction, { ...user, isOperator }, event);
  if (created === "created") {
    await transaction.db.deleteFrom("one_time_link").where("digest", "=", link.digest).execute();
  }
  return created;
}

export async function resetPassword(
  transaction: Transaction,
  {
    digest,
    purpose = "password-reset",
    passwordHash,
    now,
  }: { digest: TokenDigest; purpose?: PasswordLink; passwordHash: PasswordHash; now: number },
  event: AuditEvent,
): Promise<UserId | undefined> {
  const { db } = transaction;
  const link = await linkFor(db, { digest, purpose }, now);
  if (link?.userId === undefined) return undefined;
  const id = Number(link.userId);
  const changed = await db
    .updateTable("user")
    .set({ password_hash: passwordHash })
    .where("id", "=", id)
    .where("suspended_because", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (changed === undefined) return undefined;
  if (purpose === "account-recovery") {
    await endSecondFactors(transaction, link.userId);
    // An intruder may have linked an identity of their own.
    await db.deleteFrom("identity").where("user_id", "=", id).execute();
  }
  await endEverythingBegun(transaction, link.userId);
  await record(transaction, { ...event, userId: link.userId });
  // Last, so that the notice of the recovery goes to the address as one that its user had confirmed.
  if (purpose === "account-recovery") await distrustEmail(transaction, link.userId);
  return link.userId;
}

export async function proveEmail(
  transaction: Transaction,
  { digest, now }: { digest: TokenDigest; now: number },
  event: AuditEvent,
): Promise<UserId | undefined> {
  const link = await linkFor(transaction.db, { digest, purpose: "email" }, now);
  if (link?.userId === undefined) return undefined;
  const { userId, note: email } = link;
  const user = await userById(transaction.db, userId);
  if (user === undefined || user.suspendedBecause !== undefined) return undefined;
  const proven = await confirmEmail(transaction, { userId, email }, { ...event, userId });
  return proven ? userId : undefined;
}

export async function linkFor(
  db: Kysely<Tables>,
  { digest, purpose }: LinkKey,
  now: number,
): Promise<OneTimeLink | undefined> {
  const { after, upTo } = endsOf(now, linkLife[purpose]);
  const row = await db
    .selectFrom("one_time_link")
    .selectAll()
    .where("digest", "=", digest)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", after)
    .where("expires_at", "<=", upTo)
    .executeTakeFirst();
  return row && toLink(row, purpose);
}

export async function links(
  db: Kysely<Tables>,
  purpose: LinkPurpose,
  now: number,
  page: Page,
): Promise<readonly OneTimeLink[]> {
  const { after, upTo } = endsOf(now, linkLife[purpose]);
  const rows = await db
    .selectFrom("one_time_link")
    .selectAll()
    .where("purpose", "=", purpose)
    .where("digest", ">", page.after ?? "")
    .where("expires_at", ">", after)
    .where("expires_at", "<=", upTo)
    .orderBy("digest")
    .limit(page.size)
    .execute();
  return rows.map((row) => toLink(row, purpose));
}

function toLink(row: Selectable<Tables["one_time_link"]>, purpose: LinkPurpose): OneTimeLink {
  return {
    digest: row.digest as TokenDigest,
    purpose,
    userId: row.user_id === null ? undefined : (String(row.user_id) as UserId),
    note: row.note,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
