/** How a bulk action ends or stops, with its event. */
import type { Selectable } from "kysely";
import type { AuditContext } from "../../domain/audit.ts";
import { byService } from "../../domain/audit-context.ts";
import type { BulkWork } from "../../domain/bulk-action.ts";
import type { ApplicationId, UserId } from "../../domain/credentials.ts";
import type { Tables } from "./schema.ts";
import { record } from "./transaction.ts";
import type { Transaction } from "./write.ts";

type Row = Selectable<Tables["bulk_action"]>;

/** Ends what an administrator announced or began, who may be an intruder in that account. */
export async function stopBulkActionsOf(transaction: Transaction, actor: string, at: number) {
  const { db } = transaction;
  await db
    .deleteFrom("bulk_action")
    .where("created_by", "=", actor)
    .where("state", "=", "announced")
    .execute();
  const running = await db
    .selectFrom("bulk_action")
    .selectAll()
    .where("created_by", "=", actor)
    .where("state", "=", "running")
    .execute();
  for (const row of running) {
    await endBulkAction(transaction, row, { ...byService(at), name: "bulk-action.stopped" });
  }
}

export async function endBulkAction(
  transaction: Transaction,
  row: Row,
  event: AuditContext & { readonly name: "bulk-action.stopped" | "bulk-action.ended" },
): Promise<void> {
  await transaction.db
    .updateTable("bulk_action")
    .set({
      state: event.name === "bulk-action.ended" ? "done" : "stopped",
      ended_at: event.at,
      leased_until: 0,
    })
    .where("id", "=", row.id)
    .execute();
  await noteBulkAction(transaction, row, event);
}

/** The number is that of the announcement until something is done. */
export function noteBulkAction(
  transaction: Transaction,
  row: Row,
  event: AuditContext & {
    readonly name: "bulk-action.begun" | "bulk-action.stopped" | "bulk-action.ended";
  },
): Promise<void> {
  const items = event.name === "bulk-action.begun" ? row.items : row.done;
  const details = { action: String(row.id), kind: row.kind, items };
  return record(transaction, { ...event, details, ...namesOf(workOf(row)) });
}

export function subjectsOf(work: BulkWork) {
  return work.kind === "revoke-access-tokens"
    ? { applicationId: work.applicationId, userId: work.userId }
    : { applicationId: undefined, userId: undefined };
}

/** What an event names. */
export function namesOf(work: BulkWork) {
  const { applicationId, userId } = subjectsOf(work);
  return {
    ...(applicationId !== undefined && { applicationId }),
    ...(userId !== undefined && { userId }),
  };
}

export function workOf(row: Row): BulkWork {
  const filters = JSON.parse(row.filters);
  if (row.kind === "suspend-applications") {
    return { kind: row.kind, filters, because: row.because ?? "" };
  }
  if (row.kind === "restore-applications") return { kind: row.kind, filters };
  return {
    kind: row.kind,
    filters,
    applicationId:
      row.application_id === null ? undefined : (String(row.application_id) as ApplicationId),
    userId: row.user_id === null ? undefined : (String(row.user_id) as UserId),
  };
}
