/** Administrators' decisions about an application: suspension, limits, callback schemes, and notices. */
import { sql } from "kysely";
import type { ApplicationId } from "../../domain/credentials.ts";
import { hourMs } from "../../domain/day.ts";
import type { LimitChanges } from "../../domain/limits.ts";
import { ownerOf } from "./application-roles.ts";
import { leaveNotice } from "./notices.ts";
import { record } from "./transaction.ts";
import { noteWaiting } from "./waiting-applications.ts";
import type { Transaction, Writes } from "./write.ts";

export const confirmScheme: Writes["confirmScheme"] = async (
  transaction,
  { applicationId, scheme },
  by,
) => {
  const confirmed = await transaction.db
    .updateTable("application")
    .set({ confirmed_schemes: sql`confirmed_schemes || ${`${scheme} `}` })
    .where("id", "=", Number(applicationId))
    .where("confirmed_schemes", "not like", `% ${scheme} %`)
    .returning("id")
    .executeTakeFirst();
  if (confirmed === undefined) return false;
  await noteWaiting(transaction, applicationId);
  await record(transaction, {
    ...by,
    name: "application.scheme-confirmed",
    applicationId,
    details: { scheme },
  });
  return true;
};

export const changeApplicationLimits: Writes["changeApplicationLimits"] = async (
  transaction,
  { applicationId, limits, seen },
  by,
) => {
  const row = await transaction.db
    .selectFrom("application")
    .select("limits")
    .where("id", "=", Number(applicationId))
    .executeTakeFirst();
  if (row === undefined) return false;
  const present: LimitChanges = JSON.parse(row.limits ?? "{}");
  if (seen !== undefined && !isSame(present, seen)) return false;
  if (isSame(present, limits)) return true;
  await transaction.db
    .updateTable("application")
    .set({ limits: writtenLimits(limits) })
    .where("id", "=", Number(applicationId))
    .execute();
  await record(transaction, {
    ...by,
    name: "application.limits-changed",
    applicationId,
    details: limits,
  });
  return true;
};

/** Two files may name the same limits in another order. */
function isSame(one: LimitChanges, other: LimitChanges): boolean {
  const sorted = (limits: LimitChanges) => JSON.stringify(Object.entries(limits).sort());
  return sorted(one) === sorted(other);
}

function writtenLimits(limits: LimitChanges): string | null {
  return Object.keys(limits).length === 0 ? null : JSON.stringify(limits);
}

export const suspendApplication: Writes["suspendApplication"] = async (
  transaction,
  applicationId,
  because,
  by,
) => {
  if (!(await setSuspended(transaction, applicationId, because))) {
    return (await ownerOf(transaction.db, applicationId)) !== undefined;
  }
  await record(transaction, {
    ...by,
    name: "application.suspended",
    applicationId,
    details: { because },
  });
  const notice = { what: "suspended", because } as const;
  await leaveNotice(transaction, { applicationId, at: by.at, notice });
  return true;
};

export const restoreApplication: Writes["restoreApplication"] = async (
  transaction,
  applicationId,
  by,
  seen,
) => {
  if (!(await setSuspended(transaction, applicationId, null, seen))) return false;
  await record(transaction, { ...by, name: "application.restored", applicationId });
  await leaveNotice(transaction, { applicationId, at: by.at, notice: { what: "restored" } });
  return true;
};

export const notifyOwner: Writes["notifyOwner"] = async (
  transaction,
  { applicationId, message },
  by,
) => {
  const { db } = transaction;
  const id = Number(applicationId);
  const row = await db
    .selectFrom("application")
    .select(["owner_notice", "owner_notice_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return false;
  const sentAt = row.owner_notice === message ? row.owner_notice_at : null;
  if (sentAt !== null && by.at - sentAt < sameNoticeMs) return true;
  await db
    .updateTable("application")
    .set({ owner_notice: message, owner_notice_at: by.at })
    .where("id", "=", id)
    .execute();
  const details = { message };
  await record(transaction, { ...by, name: "application.owner-notified", applicationId, details });
  const notice = { what: "from-administrator", text: message } as const;
  await leaveNotice(transaction, { applicationId, at: by.at, notice });
  return true;
};

/** A form that is sent twice is one notice. */
const sameNoticeMs = hourMs;

/** Returns false if nothing changes. */
async function setSuspended(
  { db }: Transaction,
  applicationId: ApplicationId,
  because: string | null,
  seen?: string,
): Promise<boolean> {
  const changed = await db
    .updateTable("application")
    .set({ suspended_because: because })
    .where("id", "=", Number(applicationId))
    .where("suspended_because", "is distinct from", because)
    .$if(seen !== undefined, (query) => query.where("suspended_because", "=", seen ?? ""))
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}
