/** What happened, as it is kept: who did what to whom, when and from where. Never a secret. */
import type { ApplicationId, UserId } from "./credentials.ts";

export interface AuditEvent {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** `user:<id>`, `application:<id>`, `command-line`, `service`, or `stranger` for whoever has proved nothing. */
  readonly actor: string;
  readonly userId?: UserId;
  readonly applicationId?: ApplicationId;
  readonly address?: string;
  readonly details?: Readonly<Record<string, string | number | boolean>>;
}

/** An event as the ledger gives it back. */
export interface RecordedEvent extends AuditEvent {
  readonly id: string;
  /** Undefined where no application is concerned, or it is gone. */
  readonly applicationName: string | undefined;
}

/** The names of events that a user is told of. */
export const userEvents = [
  "user.created",
  "user.signed-in",
  "user.sign-in-failed",
  "user.signed-out",
  "user.sessions-ended",
  "user.password-changed",
  "user.password-reset-asked",
  "user.password-reset-link-made",
  "user.profile-changed",
  "user.email-link-sent",
  "user.email-proven",
  "user.suspended",
  "user.restored",
  "access.approved",
  "access.cancelled",
  "access.reduced",
  "access.revoked",
  "access-token.issued",
  "access-token.regenerated",
  "access-token.revoked",
] as const;
export type UserEvent = (typeof userEvents)[number];

export function isUserEvent(name: string): name is UserEvent {
  return userEvents.some((one) => one === name);
}

/** The names of all events: what an operator can filter by. */
export const auditEvents = [
  ...userEvents,
  "user.deleted",
  "operator.made",
  "operator.unmade",
  "operator.link-made",
  "invitation.made",
  "invitation.withdrawn",
  "application.created",
  "application.changed",
  "application.secret-regenerated",
  "application.old-secret-ended",
  "application.limits-changed",
  "application.suspended",
  "application.restored",
  "application.deleted",
  "bearer-token.issued",
  "bearer-token.revoked",
  "setting.changed",
  "keys.rotated",
  "audit.exported",
] as const;
export type AuditEventName = (typeof auditEvents)[number];

export function isAuditEvent(name: string): name is AuditEventName {
  return auditEvents.some((one) => one === name);
}
