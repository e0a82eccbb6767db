/** What operators decide about an application: suspension, its own limits, and callback schemes. */
import { sql } from "kysely";
import type { AuditEvent } from "../../domain/audit.ts";
import type { ApplicationId } from "../../domain/credentials.ts";
import type { LimitChanges } from "../../domain/limits.ts";
import type { ApplicationLimits } from "../../domain/operating.ts";
import { ownerOf } from "./application-roles.ts";
import { leaveNotice } from "./notices.ts";
import { record, type Transaction } from "./transaction.ts";
import { noteWaiting } from "./waiting-applications.ts";

export async function confirmScheme(
  transaction: Transaction,
  { applicationId, scheme }: { applicationId: ApplicationId; scheme: string },
  event: AuditEvent,
): Promise<boolean> {
  const confirmed = await transaction.db
    .updateTable("application")
    .set({ confirmed_schemes: sql`confirmed_schemes || ${`${scheme} `}` })
    .where("id", "=", Number(applicationId))
    .where("confirmed_schemes", "not like", `% ${scheme} %`)
    .returning("id")
    .executeTakeFirst();
  if (confirmed === undefined) return false;
  await noteWaiting(transaction, applicationId);
  await record(transaction, event);
  return true;
}

export async function changeApplicationLimits(
  transaction: Transaction,
  { applicationId, limits, seen }: ApplicationLimits & { readonly seen?: LimitChanges },
  event: AuditEvent,
): Promise<boolean> {
  const changed = await transaction.db
    .updateTable("application")
    .set({ limits: writtenLimits(limits) })
    .where("id", "=", Number(applicationId))
    .$if(seen !== undefined, (query) =>
      query.where("limits", "is not distinct from", writtenLimits(seen ?? {})),
    )
    .returning("id")
    .executeTakeFirst();
  if (changed === undefined) return false;
  await record(transaction, event);
  return true;
}

function writtenLimits(limits: LimitChanges): string | null {
  return Object.keys(limits).length === 0 ? null : JSON.stringify(limits);
}

export async function suspendApplication(
  transaction: Transaction,
  applicationId: ApplicationId,
  because: string,
  event: AuditEvent,
): Promise<boolean> {
  const changed = await setSuspended(transaction, applicationId, because);
  if (!changed && (await ownerOf(transaction.db, applicationId)) === undefined) return false;
  await record(transaction, event);
  const notice = { what: "suspended", because } as const;
  if (changed) await leaveNotice(transaction, { applicationId, at: event.at, notice });
  return true;
}

export async function restoreApplication(
  transaction: Transaction,
  applicationId: ApplicationId,
  event: AuditEvent,
  seen?: string,
): Promise<boolean> {
  if (!(await setSuspended(transaction, applicationId, null, seen))) return false;
  await record(transaction, event);
  await leaveNotice(transaction, { applicationId, at: event.at, notice: { what: "restored" } });
  return true;
}

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
