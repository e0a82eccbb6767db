/** The approval of applications: what owners ask for, and what administrators decide. */
import { awaitedChange } from "../../domain/approval.ts";
import { type ApplicationDraft, applicationFields } from "../../domain/fields/application.ts";
import {
  type ApprovalRequest,
  type ApprovalStatus,
  approvalRequestFields,
  approvedStatus,
} from "../../domain/fields/approval.ts";
import { fieldsOf } from "../../domain/fields/field.ts";
import { recordRequest, setStatus } from "./application-approval.ts";
import { applicationById, isAsSeen } from "./application-lists.ts";
import { changeApplication } from "./applications.ts";
import { columnsOf } from "./field-columns.ts";
import { leaveNotice } from "./notices.ts";
import { setApplicationPlan } from "./plans.ts";
import { record } from "./transaction.ts";
import type { Writes } from "./write.ts";

export const requestApproval: Writes["requestApproval"] = async (
  transaction,
  { from, request, now },
  by,
) => {
  if (from.approval === undefined || !(await isAsSeen(transaction.db, from))) return false;
  await transaction.db
    .updateTable("application")
    .set(columnsOf<ApprovalRequest>(approvalRequestFields, request))
    .where("id", "=", Number(from.id))
    .execute();
  const { awaitedAccess, awaitedCallbacks } = from;
  const waiting = { approval: "waiting", approvalText: undefined, approvalSince: now } as const;
  await setStatus(transaction, from.id, { ...waiting, awaitedAccess, awaitedCallbacks });
  await recordRequest(transaction, from.id, by, subjectOf(from));
  return true;
};

export const takeBackChange: Writes["takeBackChange"] = async (transaction, applicationId, by) => {
  const present = await applicationById(transaction.db, applicationId);
  if (present === undefined || awaitedChange(present) === undefined) return false;
  await setStatus(transaction, applicationId, approvedStatus);
  await record(transaction, { ...by, name: "application.change-withdrawn", applicationId });
  return true;
};

export const approveApplication: Writes["approveApplication"] = async (
  transaction,
  { from, access, plan, now },
  by,
) => {
  if (!(await isAsSeen(transaction.db, from))) return false;
  if (from.approval === undefined) return true;
  const { id: applicationId } = from;
  if (plan !== undefined) {
    const set = await setApplicationPlan(transaction, { applicationId, plan, seen: from.plan }, by);
    if (set !== "set") return set === "no-plan" ? set : false;
  }
  const change = { ...awaitedChange(from), ...(access !== undefined && { access }) };
  await setStatus(transaction, applicationId, approvedStatus);
  const approved = { ...from, ...approvedStatus, plan: plan ?? from.plan };
  const draft = { ...fieldsOf<ApplicationDraft>(applicationFields, from), ...change };
  await changeApplication(transaction, { applicationId, from: approved, draft, now }, by);
  const of = subjectOf(from);
  const details = { of, access: draft.access };
  await record(transaction, { ...by, name: "application.approved", applicationId, details });
  const notice = { what: of === "change" ? "change-approved" : "approved" } as const;
  await leaveNotice(transaction, { applicationId, at: by.at, notice });
  return true;
};

export const askAboutApplication: Writes["askAboutApplication"] = async (
  transaction,
  { from, question, now },
  by,
) => {
  const { id: applicationId, awaitedAccess, awaitedCallbacks } = from;
  if (from.approval === undefined || !(await isAsSeen(transaction.db, from))) return false;
  const asked = { approval: "asked", approvalText: question, approvalSince: now } as const;
  await setStatus(transaction, applicationId, { ...asked, awaitedAccess, awaitedCallbacks });
  const details = { question };
  await record(transaction, { ...by, name: "application.approval-asked", applicationId, details });
  const notice = { what: "approval-asked", question } as const;
  await leaveNotice(transaction, { applicationId, at: by.at, notice });
  return true;
};

export const declineApplication: Writes["declineApplication"] = async (
  transaction,
  { from, because, now },
  by,
) => {
  if (!(await isAsSeen(transaction.db, from))) return false;
  if (from.approval === "declined" && from.approvalText === because) return true;
  const { id: applicationId } = from;
  const of = subjectOf(from);
  const declined = { ...approvedStatus, approvalText: because, approvalSince: now } as const;
  await setStatus(
    transaction,
    applicationId,
    of === "change" ? approvedStatus : { ...declined, approval: "declined" },
  );
  const details = { of, because };
  await record(transaction, { ...by, name: "application.declined", applicationId, details });
  const notice = { what: of === "change" ? "change-declined" : "declined", because } as const;
  await leaveNotice(transaction, { applicationId, at: by.at, notice });
  if (of === "change") {
    // Nothing else of the change is left for the portal to show.
    await transaction.db
      .updateTable("application")
      .set({ owner_notice: because, owner_notice_at: by.at })
      .where("id", "=", Number(applicationId))
      .execute();
  }
  return true;
};

function subjectOf(from: ApprovalStatus): "application" | "change" {
  return awaitedChange(from) === undefined ? "application" : "change";
}
