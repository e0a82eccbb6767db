/**
 * One function per business event. Its value is the audit row that the ledger commits together with
 * the change; once committed, the same value is logged. None of them carries a secret: tokens
 * carry their application, user and level.
 */
import type { AccessLevel } from "./domain/access.ts";

import type { AuditContext, AuditEvent } from "./domain/audit.ts";
import type { ApplicationRole, CollaboratorRole } from "./domain/collaborator.ts";

import type { ApplicationId, TokenDigest, UserId } from "./domain/credentials.ts";
import type { LimitChanges } from "./domain/limits.ts";
import type { SettingName } from "./domain/operating.ts";
import type { SecondProofKind } from "./domain/proofs.ts";

export function byUser(userId: UserId, at: number, address: string): AuditContext {
  return { at, actor: `user:${userId}`, address };
}

export function byApplication(
  applicationId: ApplicationId,
  at: number,
  address: string,
): AuditContext {
  return { at, actor: `application:${applicationId}`, address };
}

/** Somebody in their browser: what they do is written only while its session stands. */
export function bySession(
  { digest, userId }: { readonly digest: TokenDigest; readonly userId: UserId },
  at: number,
  address: string,
): AuditContext {
  return { ...byUser(userId, at, address), standing: { digest } };
}

/** The same for what operators alone may do. */
export function asOperator(context: AuditContext): AuditContext {
  return context.standing
    ? { ...context, standing: { ...context.standing, ofOperator: true } }
    : context;
}

/** Written only while the person has the role in the application, or a higher one. */
export function asRole(
  context: AuditContext,
  applicationId: ApplicationId,
  atLeast: ApplicationRole,
): AuditContext {
  const { standing } = context;
  return standing
    ? { ...context, standing: { ...standing, role: { applicationId, atLeast } } }
    : context;
}

/** Somebody who has proved nothing. */
export function byStranger(at: number, address: string): AuditContext {
  return { at, actor: "stranger", address };
}

export function byCommandLine(at: number): AuditContext {
  return { at, actor: "command-line" };
}

/** Nobody asked for it: the service does so by itself. */
export function byService(at: number): AuditContext {
  return { at, actor: "service" };
}

export function userCreated(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "user.created", userId };
}

/** `by`: the holder of a reset link did it, who did not know the old one. */
export function passwordChanged(context: AuditContext, userId: UserId, by?: "link"): AuditEvent {
  const event = { ...context, name: "user.password-changed", userId } as const;
  return by === undefined ? event : { ...event, details: { by } };
}

/** A link went to the address of the account. */
export function passwordResetAsked(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "user.password-reset-asked", userId };
}

export function passwordResetLinkMade(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "user.password-reset-link-made", userId };
}

export function invitationMade(context: AuditContext): AuditEvent {
  return { ...context, name: "invitation.made" };
}

export function invitationWithdrawn(context: AuditContext): AuditEvent {
  return { ...context, name: "invitation.withdrawn" };
}

export function userSuspended(context: AuditContext, userId: UserId, because: string): AuditEvent {
  return { ...context, name: "user.suspended", userId, details: { because } };
}

export function userRestored(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "user.restored", userId };
}

/** `proved`: beside the password. */
export function signedIn(
  context: AuditContext,
  userId: UserId,
  proved?: SecondProofKind,
): AuditEvent {
  const event = { ...context, name: "user.signed-in", userId } as const;
  return proved === undefined ? event : { ...event, details: { proved } };
}

/** Somebody who knows the password entered wrong codes until no more were looked at. */
export function codesRefused(
  context: AuditContext,
  userId: UserId,
): AuditEvent & { userId: UserId } {
  return { ...context, name: "user.codes-refused", userId };
}

/** `on`: set up, or replaced by another of its kind. */
export function secondFactorTurned(
  context: AuditContext,
  userId: UserId,
  what: "turned-on" | "turned-off",
  kind: "totp",
): AuditEvent {
  return { ...context, name: `second-factor.${what}`, userId, details: { kind } };
}

/** `name`: as the person named the passkey. */
export function passkeyChanged(
  context: AuditContext,
  userId: UserId,
  what: "added" | "removed",
  name: string,
): AuditEvent {
  return { ...context, name: `passkey.${what}`, userId, details: { passkey: name } };
}

/** Somebody has a passkey with a counter that did not go on. */
export function passkeyCounterBack(
  context: AuditContext,
  userId: UserId,
  name: string,
): AuditEvent & { userId: UserId } {
  return { ...context, name: "passkey.counter-back", userId, details: { passkey: name } };
}

/** By an operator: all that the person had. */
export function secondFactorsRemoved(
  context: AuditContext,
  userId: UserId,
  because: string,
): AuditEvent {
  return { ...context, name: "second-factor.removed", userId, details: { because } };
}

export function recoveryLinkMade(
  context: AuditContext,
  userId: UserId,
  because: string,
): AuditEvent {
  return { ...context, name: "user.recovery-link-made", userId, details: { because } };
}

/** The holder of such a link set the password, and second factors are gone. */
export function accountRecovered(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "user.recovered", userId };
}

/** `issuer`: of the provider where the person is known. */
export function identityChanged(
  context: AuditContext,
  userId: UserId,
  what: "linked" | "unlinked",
  issuer: string,
): AuditEvent {
  return { ...context, name: `identity.${what}`, userId, details: { issuer } };
}

/** By an operator. */
export function identityRemoved(
  context: AuditContext,
  userId: UserId,
  issuer: string,
  because: string,
): AuditEvent {
  return { ...context, name: "identity.removed", userId, details: { issuer, because } };
}

export function recoveryCodesMade(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "recovery-codes.made", userId };
}

/** Somebody entered a wrong password, for the first time in a while. */
export function signInFailed(
  context: AuditContext,
  userId: UserId,
): AuditEvent & { userId: UserId } {
  return { ...context, name: "user.sign-in-failed", userId };
}

export function signedOut(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "user.signed-out", userId };
}

/** `which`: one that was chosen from the list, all but the one that asked, or those from a sign-in that ended at its provider. */
export function sessionsEnded(
  context: AuditContext,
  userId: UserId | undefined,
  which: "one" | "others" | "provider",
): AuditEvent {
  const event = { ...context, name: "user.sessions-ended", details: { which } } as const;
  return userId === undefined ? event : { ...event, userId };
}

export function profileChanged(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "user.profile-changed", userId };
}

/** Which emails about applications the person wants. */
export function notificationsChanged(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "user.notifications-changed", userId };
}

/** To the address that is to be proven. */
export function emailLinkSent(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "user.email-link-sent", userId };
}

/** Without `userId` the ledger says whose it was. */
export function emailProven(context: AuditContext, userId?: UserId): AuditEvent {
  const event = { ...context, name: "user.email-proven" } as const;
  return userId === undefined ? event : { ...event, userId };
}

export function userDeleted(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "user.deleted", userId };
}

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

/** `limits`: the names of those that differ from the table's, with their values. */
export function applicationLimitsChanged(
  context: AuditContext,
  applicationId: ApplicationId,
  limits: LimitChanges,
): AuditEvent {
  return { ...context, name: "application.limits-changed", applicationId, details: { ...limits } };
}

/** `scheme`: of callbacks that are in force from now on. */
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
  because: string,
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

/** `userId`: the collaborator. By the owner: removed, or an invitation taken back. */
export function collaborator(
  context: AuditContext,
  what: "accepted" | "declined" | "removed" | "left",
  applicationId: ApplicationId,
  userId: UserId,
): AuditEvent {
  return { ...context, name: `collaborator.${what}`, applicationId, userId };
}

/** `userId`: to whom the application is offered, or whose it is now. `moved`: by an operator, without an offer. */
export function ownership(
  context: AuditContext,
  what: "offered" | "withdrawn" | "accepted" | "declined" | "moved",
  applicationId: ApplicationId,
  userId: UserId,
): AuditEvent {
  return { ...context, name: `ownership.${what}`, applicationId, userId };
}

export function accessApproved(
  context: AuditContext,
  applicationId: ApplicationId,
  userId: UserId,
  access: AccessLevel,
  asked: boolean,
): AuditEvent {
  return { ...context, name: "access.approved", applicationId, userId, details: { access, asked } };
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

export function operatorChanged(
  context: AuditContext,
  userId: UserId,
  isOperator: boolean,
): AuditEvent {
  return { ...context, name: isOperator ? "operator.made" : "operator.unmade", userId };
}

export function settingChanged(
  context: AuditContext,
  setting: SettingName,
  value: string,
): AuditEvent {
  return { ...context, name: "setting.changed", details: { setting, value } };
}

/** With it the first operator makes their account. */
export function operatorLinkMade(context: AuditContext): AuditEvent {
  return { ...context, name: "operator.link-made" };
}

/** `filter`: the query that chose the events. */
export function auditExported(context: AuditContext, filter: string): AuditEvent {
  return { ...context, name: "audit.exported", details: { filter } };
}

export function keysRotated(context: AuditContext, keyId: string): AuditEvent {
  return { ...context, name: "keys.rotated", details: { keyId } };
}

/** From one engine to another; it is the first event that the other one writes itself. */
export function ledgerMoved(context: AuditContext): AuditEvent {
  return { ...context, name: "ledger.moved" };
}

/** From a backup; `ended`: how many rows of the list of what ended since were applied. */
export function ledgerRestored(context: AuditContext, ended: number): AuditEvent {
  return { ...context, name: "ledger.restored", details: { ended } };
}

/** From a file of another system. The ledger says how many accounts, applications and tokens are new. */
export function ledgerImported(context: AuditContext): AuditEvent {
  return { ...context, name: "ledger.imported", details: { rows: 0 } };
}

/** Into a file, with every secret in clear. */
export function ledgerExported(context: AuditContext): AuditEvent {
  return { ...context, name: "ledger.exported" };
}

export function backupMade(context: AuditContext, bytes: number): AuditEvent {
  return { ...context, name: "backup.made", details: { bytes } };
}
