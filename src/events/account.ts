/** Events of accounts and invitations. */
import type { AuditContext, AuditEvent } from "../domain/audit.ts";
import type { UserId } from "../domain/credentials.ts";
import type { Reason } from "../domain/operating.ts";

export function userCreated(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "user.created", userId };
}

export function invitationMade(context: AuditContext): AuditEvent {
  return { ...context, name: "invitation.made" };
}

export function invitationWithdrawn(context: AuditContext): AuditEvent {
  return { ...context, name: "invitation.withdrawn" };
}

export function userSuspended(context: AuditContext, userId: UserId, because: Reason): AuditEvent {
  return { ...context, name: "user.suspended", userId, details: { because } };
}

export function userRestored(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "user.restored", userId };
}

export function profileChanged(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "user.profile-changed", userId };
}

/** The person chose which emails about applications to get. */
export function notificationsChanged(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "user.notifications-changed", userId };
}

export function dataExported(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "user.data-exported", userId };
}

/** A confirmation link was sent to the new address. */
export function emailLinkSent(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "user.email-link-sent", userId };
}

/** Without `userId`, the ledger fills in the person whose address it is. */
export function emailProven(context: AuditContext, userId?: UserId): AuditEvent {
  const event = { ...context, name: "user.email-proven" } as const;
  return userId === undefined ? event : { ...event, userId };
}

export function userDeleted(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "user.deleted", userId };
}
