/** Events of what people granted to applications, and of tokens. */
import type { AccessLevel } from "../domain/access.ts";
import type { AuditContext, AuditEvent } from "../domain/audit.ts";
import type { ApplicationId, UserId } from "../domain/credentials.ts";

export function accessApproved(
  context: AuditContext,
  applicationId: ApplicationId,
  userId: UserId,
  access: AccessLevel,
  asked: boolean,
): AuditEvent {
  return { ...context, name: "access.approved", applicationId, userId, details: { access, asked } };
}

/** The user withdrew an approval that had not been exchanged. The ledger fills in its application. */
export function accessWithdrawn(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "access.withdrawn", userId };
}

export function accessCancelled(
  context: AuditContext,
  applicationId: ApplicationId,
  userId: UserId,
): AuditEvent {
  return { ...context, name: "access.cancelled", applicationId, userId };
}

export function accessReduced(
  context: AuditContext,
  applicationId: ApplicationId,
  userId: UserId,
): AuditEvent {
  return { ...context, name: "access.reduced", applicationId, userId };
}

export function accessRevoked(
  context: AuditContext,
  applicationId: ApplicationId,
  userId: UserId,
): AuditEvent {
  return { ...context, name: "access.revoked", applicationId, userId };
}

export function accessTokenIssued(
  context: AuditContext,
  applicationId: ApplicationId,
  userId?: UserId,
): AuditEvent {
  const event = { ...context, name: "access-token.issued", applicationId } as const;
  return userId === undefined ? event : { ...event, userId };
}

export function accessTokenRegenerated(
  context: AuditContext,
  applicationId: ApplicationId,
  userId: UserId,
): AuditEvent {
  return { ...context, name: "access-token.regenerated", applicationId, userId };
}

export function accessTokenRevoked(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "access-token.revoked", userId };
}

export function bearerTokenIssued(context: AuditContext, applicationId: ApplicationId): AuditEvent {
  return { ...context, name: "bearer-token.issued", applicationId };
}

export function bearerTokenRevoked(
  context: AuditContext,
  applicationId?: ApplicationId,
): AuditEvent {
  const event = { ...context, name: "bearer-token.revoked" } as const;
  return applicationId === undefined ? event : { ...event, applicationId };
}
