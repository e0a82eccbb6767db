/** Several writes about one application as one. */

import { foldName, type NewApplication } from "../../domain/application.ts";
import {
  type ApplicationConfiguration,
  ConfigurationRejected,
  type SeenApplication,
  type WantedCollaborator,
} from "../../domain/application-configuration.ts";
import type { AuditContext } from "../../domain/audit.ts";
import { applicationById, isAsSeen } from "./application-lists.ts";
import * as oversight from "./application-oversight.ts";
import { changeApplication, createApplication, deleteApplication } from "./applications.ts";
import { approveApplication, declineApplication } from "./approval-decisions.ts";
import {
  changeCollaborator,
  collaborators,
  inviteCollaborator,
  removeCollaborator,
} from "./collaborators.ts";
import { transferApplication } from "./ownership.ts";
import { setApplicationPlan } from "./plans.ts";
import type { Transaction, WriteResult, Writes } from "./write.ts";

export const configureApplication: Writes["configureApplication"] = async (
  transaction,
  configuration,
  by,
) => {
  const { applicationId, from, draft, schemes = [], ownerId, limits, now } = configuration;
  const isCreated = "created" in from;
  const asExpected = isCreated
    ? await createAlone(transaction, from, by)
    : await areAsSeen(transaction, from, now);
  if (!asExpected) return false;
  if (configuration.isAbsent) {
    await deleteApplication(transaction, applicationId, by);
    return true;
  }
  if (draft !== undefined && !isCreated) {
    const change = { applicationId, from: from.application, draft, now };
    await changeApplication(transaction, change, by);
  }
  for (const scheme of schemes) {
    await oversight.confirmScheme(transaction, { applicationId, scheme }, by);
  }
  if (ownerId !== undefined) {
    const outcome = await transferApplication(transaction, { applicationId, userId: ownerId }, by);
    if (outcome === "gone") throw new ConfigurationRejected(userGone);
  }
  if (limits !== undefined) {
    await oversight.changeApplicationLimits(transaction, { applicationId, limits }, by);
  }
  await setPlan(transaction, configuration, by);
  await setSuspension(transaction, configuration, by);
  await setApproval(transaction, configuration, by);
  await setCollaborators(transaction, configuration, by);
  return true;
};

/** Returns false if there is such an application: another administrator may have created it from the same file. */
async function createAlone(
  transaction: Transaction,
  { created, byName }: { readonly created: NewApplication; readonly byName: boolean },
  by: AuditContext,
): Promise<boolean> {
  const existing = await transaction.db
    .selectFrom("application")
    .select("id")
    .where((row) => {
      const sameKey = row("consumer_key", "=", created.consumerKey);
      const sameOwner = row("owner_id", "=", Number(created.ownerId));
      const sameFoldedName = row("folded_name", "=", foldName(created.name));
      const sameName = row.and([sameOwner, sameFoldedName, row("name", "=", created.name)]);
      return byName ? row.or([sameKey, sameName]) : sameKey;
    })
    .executeTakeFirst();
  if (existing !== undefined) return false;
  const outcome = await createApplication(transaction, created, by);
  if (outcome === "owner-gone") throw new ConfigurationRejected(userGone);
  return outcome === "created";
}

async function areAsSeen(
  { db }: Transaction,
  seen: SeenApplication,
  now: number,
): Promise<boolean> {
  const { users } = await collaborators(db, seen.application.id, now);
  // Both were read by the same query, so their members have the same order.
  const isSame = JSON.stringify(users) === JSON.stringify(seen.collaborators);
  return isSame && (await isAsSeen(db, seen.application));
}

async function setPlan(
  transaction: Transaction,
  { applicationId, plan, from }: ApplicationConfiguration,
  by: AuditContext,
): Promise<void> {
  if (plan === undefined) return;
  const seen = "created" in from ? undefined : from.application.plan;
  const change = { applicationId, plan: plan ?? undefined, seen };
  const outcome = await setApplicationPlan(transaction, change, by);
  if (outcome === "set") return;
  throw new ConfigurationRejected(`there is no plan ${plan}; it was deleted at the same time`);
}

async function setSuspension(
  transaction: Transaction,
  { applicationId, suspendedBecause }: ApplicationConfiguration,
  by: AuditContext,
): Promise<void> {
  if (suspendedBecause === null) await oversight.restoreApplication(transaction, applicationId, by);
  else if (suspendedBecause !== undefined) {
    await oversight.suspendApplication(transaction, applicationId, suspendedBecause, by);
  }
}

async function setApproval(
  transaction: Transaction,
  { applicationId, declinedBecause, now }: ApplicationConfiguration,
  by: AuditContext,
): Promise<void> {
  if (declinedBecause === undefined) return;
  const from = await applicationById(transaction.db, applicationId);
  if (from === undefined) return;
  if (declinedBecause === null) await approveApplication(transaction, { from, now }, by);
  else await declineApplication(transaction, { from, because: declinedBecause, now }, by);
}

async function setCollaborators(
  transaction: Transaction,
  { applicationId, collaborators: wanted, now }: ApplicationConfiguration,
  by: AuditContext,
): Promise<void> {
  if (wanted === undefined) return;
  const { users } = await collaborators(transaction.db, applicationId, now);
  for (const { userId } of users) {
    if (wanted.some((one) => one.userId === userId)) continue;
    await removeCollaborator(transaction, { applicationId, userId }, by);
  }
  for (const { userId, role } of wanted) {
    const present = users.find((one) => one.userId === userId);
    const one = { applicationId, userId, role };
    if (present === undefined) await invite(transaction, { ...one, now }, by);
    else if (present.role !== role) await changeCollaborator(transaction, one, by);
  }
}

async function invite(
  transaction: Transaction,
  invitation: Parameters<typeof inviteCollaborator>[1] & WantedCollaborator,
  by: AuditContext,
): Promise<void> {
  const outcome = await inviteCollaborator(transaction, invitation, by);
  if (outcome !== "invited") throw new ConfigurationRejected(whyNotInvited[outcome]);
}

const userGone = "a user that it names was deleted at the same time";

const whyNotInvited: Readonly<
  Record<Exclude<WriteResult<"inviteCollaborator">, "invited">, string>
> = {
  gone: userGone,
  "is-owner": "its owner can't be a collaborator as well",
  "is-collaborator": "a user is a collaborator already",
  "too-many": "it would have too many collaborators",
  "too-many-waiting":
    "a user has too many open invitations of this owner; they have to accept or decline one first",
};
