import type { Selectable } from "kysely";
import type { AuditContext } from "../../domain/audit.ts";
import type { TokenDigest, UserId } from "../../domain/credentials.ts";
import { undoMs } from "../../domain/invitation.ts";
import { endsOf } from "../../domain/lasting.ts";
import {
  formLife,
  type LinkPurpose,
  linkLife,
  type NewLink,
  type StoredLink,
} from "../../domain/one-time-link.ts";
import { hasAdmin } from "./admins.ts";
import { endEverythingBegun } from "./begun.ts";
import { distrustEmail, markEmailVerified } from "./profiles.ts";
import type { Queries } from "./query.ts";
import type { Tables } from "./schema.ts";
import { endSecondFactors } from "./second-factors.ts";
import { actingUser, assertWithinApiKey, record, whileSessionLives } from "./transaction.ts";
import { userById } from "./user-lists.ts";
import { createUser } from "./users.ts";
import type { Transaction, Writes } from "./write.ts";

export const createLink: Writes["createLink"] = async (transaction, link, by, form) => {
  const checked = await whileSessionLives(transaction, by);
  if (link.userId !== undefined) {
    const user = await userById(transaction.db, link.userId);
    if (user === undefined || user.suspendedBecause !== undefined) return "rejected";
    if (link.note !== "") {
      if (user.email !== link.note) return "rejected";
      if (link.purpose === "password-reset" && user.emailDistrusted) return "rejected";
    }
  }
  // Anyone who has the link can become an administrator with it.
  if (link.terms?.role === "admin") {
    await assertWithinApiKey(transaction, { ...checked, name: "admin.granted" });
  }
  if (!(await endReplaced(transaction, link))) return "rejected";
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
      mailed_to: link.mailedTo ?? null,
      message: link.terms?.message ?? null,
      role: link.terms?.role ?? null,
      page: link.terms?.page ?? null,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
      made_by: adminIn(by),
    })
    .execute();
  await record(transaction, { ...checked, ...creationOf(link) });
  return "created";
};

export const createInvitations: Writes["createInvitations"] = async (
  transaction,
  links,
  by,
  form,
) => {
  for (const [at, link] of links.entries()) {
    const outcome = await createLink(transaction, link, by, at === 0 ? form : undefined);
    if (outcome === "rejected") throw new Error("an invitation that replaces none was rejected");
    if (outcome === "made-before") return outcome;
  }
  return "created";
};

export const recordInvitationEmails: Writes["recordInvitationEmails"] = async (
  { db },
  { digests, outcome },
) => {
  await db
    .updateTable("one_time_link")
    .set({ email_outcome: outcome })
    .where("digest", "in", digests)
    .where("purpose", "=", "invitation")
    .execute();
};

/** False if the link is to replace one that is gone. */
async function endReplaced({ db }: Transaction, link: NewLink): Promise<boolean> {
  if (link.purpose === "account-recovery" || link.replaces === undefined) return true;
  const ended = await db
    .deleteFrom("one_time_link")
    .where("digest", "=", link.replaces)
    .where("purpose", "=", link.purpose)
    .where("expires_at", ">", link.createdAt)
    .returning("digest")
    .executeTakeFirst();
  return ended !== undefined;
}

/** The event of a new link. */
function creationOf(link: NewLink) {
  const user = link.userId === undefined ? {} : { userId: link.userId };
  switch (link.purpose) {
    case "invitation": {
      const isOfAdmin = link.terms?.role === "admin";
      const details = isOfAdmin ? ({ details: { role: "admin" } } as const) : {};
      return link.replaces === undefined
        ? ({ name: "invitation.created", ...details } as const)
        : ({ name: "invitation.replaced", ...details } as const);
    }
    case "admin":
      return { name: "admin.link-created" } as const;
    case "password-reset": {
      const isMailed = link.note !== "";
      const name = isMailed ? "user.password-reset-requested" : "user.password-reset-link-created";
      return { name, ...user } as const;
    }
    case "account-recovery":
      return {
        name: "user.recovery-link-created",
        ...user,
        details: { because: link.because },
      } as const;
    case "email":
      return { name: "user.email-link-sent", ...user } as const;
  }
}

/**
 * The administrator who acts on a page. Returns undefined for the command line, the service, or users acting for
 * themselves.
 */
function adminIn(by: AuditContext): number | undefined {
  return by.session?.ofAdmin ? actingUser(by) : undefined;
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

export const withdrawInvitation: Writes["withdrawInvitation"] = async (
  transaction,
  { digest },
  by,
) => {
  const { session } = by;
  const { db } = transaction;
  const withdrawn = session
    ? await db
        .updateTable("one_time_link")
        .set((row) => ({
          purpose: "withdrawn-invitation",
          withdrawn_in: session.digest,
          restored_until: row.ref("expires_at"),
          expires_at: by.at + undoMs,
        }))
        .where("digest", "=", digest)
        .where("purpose", "=", "invitation")
        .returning("digest")
        .executeTakeFirst()
    : await db
        .deleteFrom("one_time_link")
        .where("digest", "=", digest)
        .where("purpose", "=", "invitation")
        .returning("digest")
        .executeTakeFirst();
  if (withdrawn === undefined) return false;
  await record(transaction, { ...by, name: "invitation.withdrawn" });
  return true;
};

export const restoreInvitation: Writes["restoreInvitation"] = async (
  transaction,
  { digest },
  by,
) => {
  const { session } = by;
  if (session === undefined) return false;
  const { after, upTo } = endsOf(by.at, undoMs);
  const restored = await transaction.db
    .updateTable("one_time_link")
    .set((row) => ({
      purpose: "invitation",
      expires_at: row.ref("restored_until").$notNull(),
      withdrawn_in: null,
      restored_until: null,
    }))
    .where("digest", "=", digest)
    .where("purpose", "=", "withdrawn-invitation")
    .where("withdrawn_in", "=", session.digest)
    .where("expires_at", ">", after)
    .where("expires_at", "<=", upTo)
    .returning("digest")
    .executeTakeFirst();
  if (restored === undefined) return false;
  await record(transaction, { ...by, name: "invitation.restored" });
  return true;
};

export const withdrawnInvitation: Queries["withdrawnInvitation"] = async (db, session, now) => {
  const { after, upTo } = endsOf(now, undoMs);
  const rows = await db
    .selectFrom("one_time_link")
    .select(["digest", "expires_at"])
    .where("purpose", "=", "withdrawn-invitation")
    .where("withdrawn_in", "=", session)
    .where("expires_at", ">", after)
    .where("expires_at", "<=", upTo)
    .execute();
  const last = rows.toSorted((one, other) => other.expires_at - one.expires_at)[0];
  return last && (last.digest as TokenDigest);
};

export const createUserByLink: Writes["createUserByLink"] = async (transaction, link, user, by) => {
  const used = await linkFor(transaction.db, link, user.now);
  if (used === undefined) return "gone";
  const isFirst = link.purpose === "admin";
  if (isFirst && (await hasAdmin(transaction.db))) return "gone";
  const isAdmin = isFirst || used.terms?.role === "admin";
  const created = await createUser(transaction, { ...user, isAdmin }, by);
  if (created !== "created") return created;
  await transaction.db.deleteFrom("one_time_link").where("digest", "=", link.digest).execute();
  if (user.emailVerified) {
    await record(transaction, { ...by, name: "user.email-verified", userId: user.id });
  }
  return created;
};

export const resetPassword: Writes["resetPassword"] = async (
  transaction,
  { digest, purpose = "password-reset", passwordHash, now },
  by,
) => {
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
  await endEverythingBegun(transaction, link.userId, now);
  const { userId } = link;
  await record(
    transaction,
    purpose === "account-recovery"
      ? { ...by, name: "user.recovered", userId }
      : { ...by, name: "user.password-changed", userId, details: { by: "link" } },
  );
  // Last, so that the notice of the recovery goes to the address as one that its user had verified.
  if (purpose === "account-recovery") await distrustEmail(transaction, link.userId);
  return link.userId;
};

export const verifyEmail: Writes["verifyEmail"] = async (transaction, { digest, now }, by) => {
  const link = await linkFor(transaction.db, { digest, purpose: "email" }, now);
  if (link?.userId === undefined) return undefined;
  const { userId, note: email } = link;
  const user = await userById(transaction.db, userId);
  if (user === undefined || user.suspendedBecause !== undefined) return undefined;
  const verified = await markEmailVerified(transaction, { userId, email }, by);
  return verified ? userId : undefined;
};

export const linkFor: Queries["linkFor"] = async (db, { digest, purpose }, now) => {
  const { after, upTo } = endsOf(now, linkLife[purpose]);
  const row = await db
    .selectFrom("one_time_link")
    .leftJoin("user", "user.id", "made_by")
    .selectAll("one_time_link")
    .select("screen_name as inviter")
    .where("digest", "=", digest)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", after)
    .where("expires_at", "<=", upTo)
    .executeTakeFirst();
  return row && toLink(row, purpose);
};

export const links: Queries["links"] = async (db, purpose, now, page) => {
  const { after, upTo } = endsOf(now, linkLife[purpose]);
  const rows = await db
    .selectFrom("one_time_link")
    .leftJoin("user", "user.id", "made_by")
    .selectAll("one_time_link")
    .select("screen_name as inviter")
    .where("purpose", "=", purpose)
    .where("digest", ">", page.after ?? "")
    .where("expires_at", ">", after)
    .where("expires_at", "<=", upTo)
    .orderBy("digest")
    .limit(page.size)
    .execute();
  return rows.map((row) => toLink(row, purpose));
};

type Row = Selectable<Tables["one_time_link"]> & { readonly inviter: string | null };

function toLink(row: Row, purpose: LinkPurpose): StoredLink {
  const { message, role, page } = row;
  return {
    digest: row.digest as TokenDigest,
    purpose,
    userId: row.user_id === null ? undefined : (String(row.user_id) as UserId),
    note: row.note,
    mailedTo: row.mailed_to ?? undefined,
    terms: role && page ? { message: message ?? "", role, page } : undefined,
    inviter: row.inviter ?? undefined,
    emailOutcome: row.email_outcome ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
