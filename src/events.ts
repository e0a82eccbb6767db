/**
 * One function per business event. Its value is the audit row that the ledger commits together with
 * the change; once committed, the same value is logged. None of them carries a secret: tokens
 * carry their application, user and level.
 */
import type { AccessLevel } from "./domain/access.ts";
import type { AuditEvent, Occasion } from "./domain/audit.ts";
import type { ApplicationId, TokenDigest, UserId } from "./domain/credentials.ts";
import type { LimitChanges } from "./domain/limits.ts";
import type { SettingName } from "./domain/operating.ts";

export function byUser(userId: UserId, at: number, address: string): Occasion {
  return { at, actor: `user:${userId}`, address };
}

export function byApplication(applicationId: ApplicationId, at: number, address: string): Occasion {
  return { at, actor: `application:${applicationId}`, address };
}

/** Somebody in their browser: what they do is written only while its session stands. */
export function bySession(
  { digest, userId }: { readonly digest: TokenDigest; readonly userId: UserId },
  at: number,
  address: string,
): Occasion {
  return { ...byUser(userId, at, address), standing: { digest } };
}

/** The same for what operators alone may do. */
export function asOperator(on: Occasion): Occasion {
  return on.standing ? { ...on, standing: { ...on.standing, ofOperator: true } } : on;
}

/** Somebody who has proved nothing. */
export function byStranger(at: number, address: string): Occasion {
  return { at, actor: "stranger", address };
}

export function byCommandLine(at: number): Occasion {
  return { at, actor: "command-line" };
}

/** Nobody asked for it: the service does so by itself. */
export function byService(at: number): Occasion {
  return { at, actor: "service" };
}

export function userCreated(on: Occasion, userId: UserId): AuditEvent {
  return { ...on, name: "user.created", userId };
}

/** `by`: the holder of a reset link did it, who did not know the old one. */
export function passwordChanged(on: Occasion, userId: UserId, by?: "link"): AuditEvent {
  const event = { ...on, name: "user.password-changed", userId } as const;
  return by === undefined ? event : { ...event, details: { by } };
}

/** A link went to the address of the account. */
export function passwordResetAsked(on: Occasion, userId: UserId): AuditEvent {
  return { ...on, name: "user.password-reset-asked", userId };
}

export function passwordResetLinkMade(on: Occasion, userId: UserId): AuditEvent {
  return { ...on, name: "user.password-reset-link-made", userId };
}

export function invitationMade(on: Occasion): AuditEvent {
  return { ...on, name: "invitation.made" };
}

export function invitationWithdrawn(on: Occasion): AuditEvent {
  return { ...on, name: "invitation.withdrawn" };
}

export function userSuspended(on: Occasion, userId: UserId, because: string): AuditEvent {
  return { ...on, name: "user.suspended", userId, details: { because } };
}

export function userRestored(on: Occasion, userId: UserId): AuditEvent {
  return { ...on, name: "user.restored", userId };
}

export function signedIn(on: Occasion, userId: UserId): AuditEvent {
  return { ...on, name: "user.signed-in", userId };
}

/** Somebody entered a wrong password, for the first time in a while. */
export function signInFailed(on: Occasion, userId: UserId): AuditEvent & { userId: UserId } {
  return { ...on, name: "user.sign-in-failed", userId };
}

export function signedOut(on: Occasion, userId: UserId): AuditEvent {
  return { ...on, name: "user.signed-out", userId };
}

/** `which`: one that was chosen from the list, or all but the one that asked. */
export function sessionsEnded(on: Occasion, userId: UserId, which: "one" | "others"): AuditEvent {
  return { ...on, name: "user.sessions-ended", userId, details: { which } };
}

export function profileChanged(on: Occasion, userId: UserId): AuditEvent {
  return { ...on, name: "user.profile-changed", userId };
}

/** To the address that is to be proven. */
export function emailLinkSent(on: Occasion, userId: UserId): AuditEvent {
  return { ...on, name: "user.email-link-sent", userId };
}

/** Without `userId` the ledger says whose it was. */
export function emailProven(on: Occasion, userId?: UserId): AuditEvent {
  const event = { ...on, name: "user.email-proven" } as const;
  return userId === undefined ? event : { ...event, userId };
}

export function userDeleted(on: Occasion, userId: UserId): AuditEvent {
  return { ...on, name: "user.deleted", userId };
}

export function applicationCreated(on: Occasion, applicationId: ApplicationId): AuditEvent {
  return { ...on, name: "application.created", applicationId };
}

export function consumerSecretRegenerated(
  on: Occasion,
  applicationId: ApplicationId,
  overlap: string,
): AuditEvent {
  return { ...on, name: "application.secret-regenerated", applicationId, details: { overlap } };
}

export function applicationChanged(on: Occasion, applicationId: ApplicationId): AuditEvent {
  return { ...on, name: "application.changed", applicationId };
}

export function oldSecretEnded(on: Occasion, applicationId: ApplicationId): AuditEvent {
  return { ...on, name: "application.old-secret-ended", applicationId };
}

/** `limits`: the names of those that differ from the table's, with their values. */
export function applicationLimitsChanged(
  on: Occasion,
  applicationId: ApplicationId,
  limits: LimitChanges,
): AuditEvent {
  return { ...on, name: "application.limits-changed", applicationId, details: { ...limits } };
}

/** `scheme`: of callbacks that are in force from now on. */
export function schemeConfirmed(
  on: Occasion,
  applicationId: ApplicationId,
  scheme: string,
): AuditEvent {
  return { ...on, name: "application.scheme-confirmed", applicationId, details: { scheme } };
}

export function applicationSuspended(
  on: Occasion,
  applicationId: ApplicationId,
  because: string,
): AuditEvent {
  return { ...on, name: "application.suspended", applicationId, details: { because } };
}

export function applicationRestored(on: Occasion, applicationId: ApplicationId): AuditEvent {
  return { ...on, name: "application.restored", applicationId };
}

export function applicationDeleted(on: Occasion, applicationId: ApplicationId): AuditEvent {
  return { ...on, name: "application.deleted", applicationId };
}

export function accessApproved(
  on: Occasion,
  applicationId: ApplicationId,
  userId: UserId,
  access: AccessLevel,
  asked: boolean,
): AuditEvent {
  return { ...on, name: "access.approved", applicationId, userId, details: { access, asked } };
}

export function accessCancelled(
  on: Occasion,
  applicationId: ApplicationId,
  userId: UserId,
): AuditEvent {
  return { ...on, name: "access.cancelled", applicationId, userId };
}

export function accessReduced(
  on: Occasion,
  applicationId: ApplicationId,
  userId: UserId,
): AuditEvent {
  return { ...on, name: "access.reduced", applicationId, userId };
}

export function accessRevoked(
  on: Occasion,
  applicationId: ApplicationId,
  userId: UserId,
): AuditEvent {
  return { ...on, name: "access.revoked", applicationId, userId };
}

export function accessTokenIssued(
  on: Occasion,
  applicationId: ApplicationId,
  userId?: UserId,
): AuditEvent {
  const event = { ...on, name: "access-token.issued", applicationId } as const;
  return userId === undefined ? event : { ...event, userId };
}

export function accessTokenRegenerated(
  on: Occasion,
  applicationId: ApplicationId,
  userId: UserId,
): AuditEvent {
  return { ...on, name: "access-token.regenerated", applicationId, userId };
}

export function accessTokenRevoked(on: Occasion, userId: UserId): AuditEvent {
  return { ...on, name: "access-token.revoked", userId };
}

export function bearerTokenIssued(on: Occasion, applicationId: ApplicationId): AuditEvent {
  return { ...on, name: "bearer-token.issued", applicationId };
}

export function bearerTokenRevoked(on: Occasion, applicationId?: ApplicationId): AuditEvent {
  const event = { ...on, name: "bearer-token.revoked" } as const;
  return applicationId === undefined ? event : { ...event, applicationId };
}

export function operatorChanged(on: Occasion, userId: UserId, isOperator: boolean): AuditEvent {
  return { ...on, name: isOperator ? "operator.made" : "operator.unmade", userId };
}

export function settingChanged(on: Occasion, setting: SettingName, value: string): AuditEvent {
  return { ...on, name: "setting.changed", details: { setting, value } };
}

/** With it the first operator makes their account. */
export function operatorLinkMade(on: Occasion): AuditEvent {
  return { ...on, name: "operator.link-made" };
}

/** `filter`: the query that chose the events. */
export function auditExported(on: Occasion, filter: string): AuditEvent {
  return { ...on, name: "audit.exported", details: { filter } };
}

export function keysRotated(on: Occasion, keyId: string): AuditEvent {
  return { ...on, name: "keys.rotated", details: { keyId } };
}
