/** Where the approval of applications stands: what does not work without it, and which changes wait for it. */
import type { Selectable } from "kysely";
import type { Application, NewApplication } from "../../domain/application.ts";
import {
  type AwaitedChange,
  awaitedChange,
  isUnapproved,
  stillAwaited,
} from "../../domain/approval.ts";
import type { AuditContext } from "../../domain/audit.ts";
import type { ApplicationId } from "../../domain/credentials.ts";
import type { ApplicationDraft } from "../../domain/fields/application.ts";
import {
  type ApprovalRequest,
  type ApprovalStatus,
  approvalRequestFields,
  approvalStatusFields,
  approvedStatus,
  emptyRequest,
} from "../../domain/fields/approval.ts";
import { columnsOf } from "./field-columns.ts";
import type { Tables } from "./schema.ts";
import { record } from "./transaction.ts";
import type { Transaction } from "./write.ts";

/** What `isApproved` and `mayAccess` read. */
export const approvalColumns = [
  "application.approval",
  "application.awaited_access",
  "application.awaited_callbacks",
] as const;

type Stored = Pick<
  Selectable<Tables["application"]>,
  "approval" | "awaited_access" | "awaited_callbacks"
>;

/** While only a change waits, the application is approved. */
export function isApproved(row: Stored): boolean {
  return row.approval === null || row.awaited_access !== null || row.awaited_callbacks !== null;
}

/** Whether the application may get and use tokens of this user. */
export function mayAccess(row: Stored & { readonly owner_id: number }, userId: number): boolean {
  return isApproved(row) || row.owner_id === userId;
}

/** The columns of an application that is created. */
export function approvalOfNew({ waitsWith, now }: NewApplication) {
  const waits = { ...approvedStatus, approval: "waiting", approvalSince: now } as const;
  return {
    ...columnsOf<ApprovalRequest>(approvalRequestFields, waitsWith ?? emptyRequest),
    ...columnsOf<ApprovalStatus>(
      approvalStatusFields,
      waitsWith === undefined ? approvedStatus : waits,
    ),
  };
}

export async function recordRequest(
  transaction: Transaction,
  applicationId: ApplicationId,
  by: AuditContext,
  of: "application" | "change" = "application",
): Promise<void> {
  const name = "application.approval-requested";
  await record(transaction, { ...by, name, applicationId, details: { of } });
}

/**
 * Keeps what waits of a change that is being saved. What an earlier change waits with stays, unless it is what the
 * application has now.
 */
export async function awaitChange(
  transaction: Transaction,
  {
    from,
    draft,
    awaits = {},
    now,
  }: {
    readonly from: Application;
    readonly draft: ApplicationDraft;
    readonly awaits: AwaitedChange | undefined;
    readonly now: number;
  },
  by: AuditContext,
): Promise<void> {
  if (isUnapproved(from)) return;
  const before = awaitedChange(from) ?? {};
  const after = stillAwaited({ ...before, ...awaits }, draft);
  const isRequested = Object.keys(awaits).length > 0;
  if (!isRequested && JSON.stringify(before) === JSON.stringify(after)) return;
  if (Object.keys(after).length === 0) {
    await setStatus(transaction, from.id, approvedStatus);
    return;
  }
  const { approval, approvalText, approvalSince } = from;
  await setStatus(transaction, from.id, {
    ...(isRequested
      ? { approval: "waiting", approvalText: undefined, approvalSince: now }
      : { approval, approvalText, approvalSince }),
    awaitedAccess: after.access,
    awaitedCallbacks: after.callbacks,
  });
  if (isRequested) await recordRequest(transaction, from.id, by, "change");
}

export async function setStatus(
  { db }: Transaction,
  applicationId: ApplicationId,
  status: ApprovalStatus,
): Promise<void> {
  await db
    .updateTable("application")
    .set(columnsOf<ApprovalStatus>(approvalStatusFields, status))
    .where("id", "=", Number(applicationId))
    .execute();
}
