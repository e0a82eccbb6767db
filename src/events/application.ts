/** Events of applications and the people who run them. */
import type { AuditContext, AuditEvent } from "../domain/audit.ts";
import type { CollaboratorRole } from "../domain/collaborator.ts";
import type { ApplicationId, UserId } from "../domain/credentials.ts";
import type { LimitChanges } from "../domain/limits.ts";
import type { Reason } from "../domain/operating.ts";

export function applicationCreated(
  context: AuditContext,
  applicationId: ApplicationId,
): AuditEvent {
  return { ...context, name: "application.created", applicationId };
}

export function consumerSecretRegenerated(
  context: AuditContext,
  applicationId: ApplicationId,
  overlap: string,
): AuditEvent {
  return {
    ...context,
    name: "application.secret-regenerated",
    applicationId,
    details: { overlap },
  };
}

export function applicationChanged(
  context: AuditContext,
  applicationId: ApplicationId,
): AuditEvent {
  return { ...context, name: "application.changed", applicationId };
}

export function applicationIconChanged(
  context: AuditContext,
  applicationId: ApplicationId,
): AuditEvent {
  return { ...context, name: "application.icon-changed", applicationId };
}

export function oldSecretEnded(context: AuditContext, applicationId: ApplicationId): AuditEvent {
  return { ...context, name: "application.old-secret-ended", applicationId };
}

/** `limits`: those that differ from the default limits, by name. */
export function applicationLimitsChanged(
  context: AuditContext,
  applicationId: ApplicationId,
  limits: LimitChanges,
): AuditEvent {
  return { ...context, name: "application.limits-changed", applicationId, details: { ...limits } };
}

/** An operator confirmed the scheme, so callbacks with it can be used. */
export function schemeConfirmed(
  context: AuditContext,
  applicationId: ApplicationId,
  scheme: string,
): AuditEvent {
  return { ...context, name: "application.scheme-confirmed", applicationId, details: { scheme } };
}

export function applicationSuspended(
  context: AuditContext,
  applicationId: ApplicationId,
  because: Reason,
): AuditEvent {
  return { ...context, name: "application.suspended", applicationId, details: { because } };
}

export function applicationRestored(
  context: AuditContext,
  applicationId: ApplicationId,
): AuditEvent {
  return { ...context, name: "application.restored", applicationId };
}

export function applicationDeleted(
  context: AuditContext,
  applicationId: ApplicationId,
): AuditEvent {
  return { ...context, name: "application.deleted", applicationId };
}

export function collaboratorInvited(
  context: AuditContext,
  applicationId: ApplicationId,
  userId: UserId,
  role: CollaboratorRole,
): AuditEvent {
  return { ...context, name: "collaborator.invited", applicationId, userId, details: { role } };
}

export function collaboratorChanged(
  context: AuditContext,
  applicationId: ApplicationId,
  userId: UserId,
  role: CollaboratorRole,
): AuditEvent {
  return { ...context, name: "collaborator.changed", applicationId, userId, details: { role } };
}

/** `userId`: the collaborator. `removed`: by the owner, who may also have withdrawn the invitation. */
export function collaborator(
  context: AuditContext,
  what: "accepted" | "declined" | "removed" | "left",
  applicationId: ApplicationId,
  userId: UserId,
): AuditEvent {
  return { ...context, name: `collaborator.${what}`, applicationId, userId };
}

/** `userId`: the person who is offered the application, or owns it now. `moved`: by an operator, without an offer. */
export function ownership(
  context: AuditContext,
  what: "offered" | "withdrawn" | "accepted" | "declined" | "moved",
  applicationId: ApplicationId,
  userId: UserId,
): AuditEvent {
  return { ...context, name: `ownership.${what}`, applicationId, userId };
}
