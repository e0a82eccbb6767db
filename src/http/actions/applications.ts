/** What administrators do with an application, beside its settings. Owners do some of it in the portal. */

import type { AccessLevel } from "../../domain/access.ts";
import { type Application, type Overlap, overlaps } from "../../domain/application.ts";
import type { CollaboratorRole } from "../../domain/collaborator.ts";
import { type ApplicationId, mintConsumerSecret, type UserId } from "../../domain/credentials.ts";
import type { ApplicationDraft } from "../../domain/fields/application.ts";
import type { LimitChanges } from "../../domain/limits.ts";
import type { Reason } from "../../domain/operating.ts";
import { action, otherThan } from "../operation/action.ts";
import { createApplicationFor } from "./create-application.ts";
import { issueBearerToken } from "./issue-bearer-token.ts";
import { noPlan } from "./plans.ts";

const noApplication = ["not-found", "No such application."] as const;

interface Of {
  readonly applicationId: ApplicationId;
}

export const createApplication = action({
  name: "createApplication",
  event: "application.created",
  sensitive: true,
  run: async (parts, { ownerId, draft }: { ownerId: UserId; draft: ApplicationDraft }, by) =>
    (await createApplicationFor(parts, ownerId, draft, by)) ?? "owner-gone",
  rejections: { "owner-gone": ["rejected", "The owner was deleted."] },
});

export const deleteApplication = action({
  name: "deleteApplication",
  event: "application.deleted",
  sensitive: true,
  async run({ ledger }, { applicationId }: Of, by) {
    await ledger.deleteApplication(applicationId, by);
    return undefined;
  },
  rejections: {},
});

export const suspendApplication = action({
  name: "suspendApplication",
  event: "application.suspended",
  sensitive: true,
  run: async ({ ledger }, { applicationId, because }: Of & { because: Reason }, by) =>
    (await ledger.suspendApplication(applicationId, because, by)) || "gone",
  rejections: { gone: noApplication },
});

const changedSince = {
  "changed-since": ["precondition-failed", "It has changed in the meantime. Read it again."],
} as const;

/** `from`: the application as the administrator saw it. `access`: the level that it gets. */
export const approveApplication = action({
  name: "approveApplication",
  event: "application.approved",
  sensitive: true,
  async run(
    { ledger, ownLimits },
    decision: {
      readonly from: Application;
      readonly access?: AccessLevel | undefined;
      readonly plan?: string | undefined;
    },
    by,
  ) {
    const { from, access, plan } = decision;
    const isOther =
      (access ?? from.access) !== from.access || (plan !== undefined && plan !== from.plan);
    if (from.approval === undefined && isOther) return "approved-before";
    const approved = await ledger.approveApplication({ from, access, plan, now: by.at }, by);
    if (approved !== true) return approved || "changed-since";
    if (plan !== undefined) ownLimits.changed({ applicationId: from.id, plan });
    return true;
  },
  rejections: {
    ...changedSince,
    "no-plan": noPlan,
    "approved-before": [
      "conflict",
      "It is approved already. Change its access or its plan instead.",
    ],
  },
});

export const askAboutApplication = action({
  name: "askAboutApplication",
  event: "application.approval-asked",
  sensitive: true,
  async run({ ledger }, { from, question }: { from: Application; question: Reason }, by) {
    if (from.approval === undefined) return "not-waiting";
    const asked = await ledger.askAboutApplication({ from, question, now: by.at }, by);
    return asked || "changed-since";
  },
  rejections: {
    ...changedSince,
    "not-waiting": ["conflict", "Nothing of the application waits for approval."],
  },
});

/** Declines the change that waits or, without one, the application, also if it was approved before. */
export const declineApplication = action({
  name: "declineApplication",
  event: "application.declined",
  sensitive: true,
  run: async ({ ledger }, { from, because }: { from: Application; because: Reason }, by) =>
    (await ledger.declineApplication({ from, because, now: by.at }, by)) || "changed-since",
  rejections: changedSince,
});

/** `seen`: the suspension that the administrator saw. Another one stays. */
export const restoreApplication = action({
  name: "restoreApplication",
  event: "application.restored",
  sensitive: true,
  run: async ({ ledger }, { applicationId, seen }: Of & { seen?: string }, by) =>
    (await ledger.restoreApplication(applicationId, by, seen)) || "not-suspended",
  rejections: { "not-suspended": ["not-found", "The application is not suspended."] },
});

/** The owner before loses access. */
export const transferApplication = action({
  name: "transferApplication",
  event: "ownership.transferred",
  sensitive: true,
  run: async ({ ledger }, to: Of & { userId: UserId }, by) =>
    otherThan(await ledger.transferApplication(to, by), "moved"),
  rejections: {
    gone: ["not-found", "The application or the user was deleted."],
    "is-owner": ["conflict", "The user owns the application already."],
  },
});

/** All limits are replaced. `seen`: those that the administrator saw. */
export const setApplicationLimits = action({
  name: "setApplicationLimits",
  event: "application.limits-changed",
  sensitive: true,
  async run(
    { ledger, ownLimits },
    change: Of & { readonly limits: LimitChanges; readonly seen: LimitChanges },
    by,
  ) {
    if (!(await ledger.changeApplicationLimits(change, by))) return "changed-since";
    const { applicationId, limits } = change;
    ownLimits.changed({ applicationId, limits });
    return undefined;
  },
  rejections: {
    "changed-since": ["precondition-failed", "They have changed in the meantime. Read them again."],
  },
});

/** Only a scheme that waits is confirmed. */
export const confirmScheme = action({
  name: "confirmScheme",
  event: "application.scheme-confirmed",
  sensitive: true,
  run: async ({ ledger }, confirmed: Of & { scheme: string }, by) =>
    (await ledger.confirmScheme(confirmed, by)) || "not-waiting",
  rejections: { "not-waiting": ["not-found", "No such scheme waits for confirmation."] },
});

/**
 * Replaces the consumer secret that the application had when it was read; that one keeps working for `overlap`. The new
 * secret is shown once.
 */
export const regenerateConsumerSecret = action({
  name: "regenerateConsumerSecret",
  event: "application.secret-regenerated",
  sensitive: true,
  async run(
    { ledger, random },
    {
      application,
      overlap: wantedOverlap,
    }: {
      application: Pick<Application, "id" | "secretSetAt" | "secretRevokedAt">;
      overlap: Overlap;
    },
    by,
  ) {
    const secret = mintConsumerSecret(random);
    const { id: applicationId, secretSetAt: replaces, secretRevokedAt } = application;
    // A revoked secret does not work, so it does not keep working.
    const overlap = secretRevokedAt === undefined ? wantedOverlap : "0";
    const times = { now: by.at, previousUntil: by.at + overlaps[overlap] };
    const wanted = { applicationId, secret, ...times, overlap, replaces };
    // Otherwise, the secret drawn here works nowhere, and must not be shown.
    return (await ledger.regenerateConsumerSecret(wanted, by))
      ? { secret, previousUntil: times.previousUntil }
      : "regenerated-since";
  },
  rejections: { "regenerated-since": ["conflict", "It was regenerated in the meantime."] },
});

/** No secret is left until the owner, or an administrator, regenerates it. */
export const revokeConsumerSecret = action({
  name: "revokeConsumerSecret",
  event: "application.secret-revoked",
  sensitive: true,
  async run(
    { ledger, random },
    { id: applicationId, secretSetAt }: Pick<Application, "id" | "secretSetAt">,
    by,
  ) {
    const unknown = mintConsumerSecret(random);
    const change = { applicationId, unknown, secretSetAt, now: by.at };
    return (await ledger.revokeConsumerSecret(change, by)) || "changed-since";
  },
  rejections: {
    "changed-since": ["conflict", "It was ended before, or regenerated in the meantime."],
  },
});

/** Sensitive, because an email in the service's name is believed. */
export const notifyOwner = action({
  name: "notifyOwner",
  event: "application.owner-notified",
  sensitive: true,
  run: async ({ ledger }, notice: Of & { message: Reason }, by) =>
    (await ledger.notifyOwner(notice, by)) || "gone",
  rejections: { gone: noApplication },
});

export const revokePreviousSecret = action({
  name: "revokePreviousSecret",
  event: "application.previous-secret-revoked",
  sensitive: true,
  run: async (
    { ledger },
    { id: applicationId, secretSetAt }: Pick<Application, "id" | "secretSetAt">,
    by,
  ) =>
    (await ledger.revokePreviousSecret({ applicationId, secretSetAt, now: by.at }, by)) || "none",
  rejections: { none: ["not-found", "There is no previous secret that still works."] },
});

export const createBearerToken = action({
  name: "createBearerToken",
  event: "bearer-token.issued",
  sensitive: true,
  async run({ ledger, random }, { applicationId }: Of, by) {
    const issued = await issueBearerToken({ ledger, random }, applicationId, by);
    if (issued === undefined) return "gone";
    if (issued === "suspended" || issued === "unapproved") return issued;
    // An existing token was returned when it was created.
    return issued.isNew ? { token: issued.token } : "exists";
  },
  rejections: {
    gone: noApplication,
    suspended: ["conflict", "The application is suspended. Restore the application first."],
    unapproved: [
      "conflict",
      "The application is not approved, so it works for its owner's account only. Approve it first.",
    ],
    exists: ["conflict", "It already has a bearer token. Revoke it first."],
  },
});

/** The token that the previous consumer secret fetched ends too. */
export const revokeBearerToken = action({
  name: "revokeBearerToken",
  event: "bearer-token.revoked",
  sensitive: true,
  run: async ({ ledger }, { applicationId }: Of, by) =>
    (await ledger.revokeBearerTokenOf(applicationId, by)) || "none",
  rejections: { none: ["not-found", "The application has no bearer token."] },
});

interface CollaboratorOf extends Of {
  readonly userId: UserId;
}

const noCollaborator = ["not-found", "No such collaborator."] as const;

export const inviteCollaborator = action({
  name: "inviteCollaborator",
  event: "collaborator.invited",
  sensitive: true,
  run: async ({ ledger }, invited: CollaboratorOf & { role: CollaboratorRole }, by) =>
    otherThan(await ledger.inviteCollaborator({ ...invited, now: by.at }, by), "invited"),
  rejections: {
    gone: ["not-found", "The application or the user was deleted."],
    "is-collaborator": ["conflict", "The user already works on the application, or is invited."],
    "is-owner": ["conflict", "The user owns the application."],
    "too-many": ["conflict", "The application has the maximum number of collaborators."],
    "too-many-waiting": [
      "conflict",
      "The user hasn't answered earlier invitations from this owner.",
    ],
  },
});

export const changeCollaborator = action({
  name: "changeCollaborator",
  event: "collaborator.changed",
  sensitive: true,
  run: async ({ ledger }, change: CollaboratorOf & { role: CollaboratorRole }, by) =>
    (await ledger.changeCollaborator(change, by)) || "none",
  rejections: { none: noCollaborator },
});

export const removeCollaborator = action({
  name: "removeCollaborator",
  event: "collaborator.removed",
  sensitive: false,
  run: async ({ ledger }, collaborator: CollaboratorOf, by) =>
    (await ledger.removeCollaborator(collaborator, by)) || "none",
  rejections: { none: noCollaborator },
});
