/** Events of sign-ins, and of what people sign in with. */
import type { AuditContext, AuditEvent } from "../domain/audit.ts";
import type { UserId } from "../domain/credentials.ts";
import type { Reason } from "../domain/operating.ts";
import type { SecondProofKind } from "../domain/proofs.ts";

/** `proved`: the second factor, if there was one. */
export function signedIn(
  context: AuditContext,
  userId: UserId,
  proved?: SecondProofKind,
): AuditEvent {
  const event = { ...context, name: "user.signed-in", userId } as const;
  return proved === undefined ? event : { ...event, details: { proved } };
}

/** A wrong password. Written only for the first one in a period, not for each. */
export function signInFailed(
  context: AuditContext,
  userId: UserId,
): AuditEvent & { userId: UserId } {
  return { ...context, name: "user.sign-in-failed", userId };
}

/**
 * After the right password, so many wrong codes were sent that no more are checked for now, or that half of a day's
 * limit is used.
 */
export function codesRefused(
  context: AuditContext,
  userId: UserId,
): AuditEvent & { userId: UserId } {
  return { ...context, name: "user.codes-refused", userId };
}

export function signedOut(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "user.signed-out", userId };
}

/**
 * `which`: one chosen from the list, all others than the current one, or those that a sign-out at the provider ended.
 */
export function sessionsEnded(
  context: AuditContext,
  userId: UserId | undefined,
  which: "one" | "others" | "provider",
): AuditEvent {
  const event = { ...context, name: "user.sessions-ended", details: { which } } as const;
  return userId === undefined ? event : { ...event, userId };
}

/** `by` "link": set with a reset link, without the old password. */
export function passwordChanged(context: AuditContext, userId: UserId, by?: "link"): AuditEvent {
  const event = { ...context, name: "user.password-changed", userId } as const;
  return by === undefined ? event : { ...event, details: { by } };
}

/** A reset link was sent to the address of the account. */
export function passwordResetAsked(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "user.password-reset-asked", userId };
}

export function passwordResetLinkMade(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "user.password-reset-link-made", userId };
}

/** `turned-on`: set up, or replaced by another one. */
export function secondFactorTurned(
  context: AuditContext,
  userId: UserId,
  what: "turned-on" | "turned-off",
  kind: "totp",
): AuditEvent {
  return { ...context, name: `second-factor.${what}`, userId, details: { kind } };
}

/**
 * An operator removed one second factor: the passkey of that name, or the authenticator app where `passkey` is
 * undefined.
 */
export function secondFactorRemoved(
  context: AuditContext,
  userId: UserId,
  passkey: string | undefined,
  because: Reason,
): AuditEvent {
  return passkey === undefined
    ? { ...context, name: "second-factor.turned-off", userId, details: { kind: "totp", because } }
    : { ...context, name: "passkey.removed", userId, details: { passkey, because } };
}

/** An operator removed all second factors of the person. */
export function secondFactorsRemoved(
  context: AuditContext,
  userId: UserId,
  because: Reason,
): AuditEvent {
  return { ...context, name: "second-factor.removed", userId, details: { because } };
}

export function recoveryCodesMade(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "recovery-codes.made", userId };
}

export function recoveryLinkMade(
  context: AuditContext,
  userId: UserId,
  because: Reason,
): AuditEvent {
  return { ...context, name: "user.recovery-link-made", userId, details: { because } };
}

/** A recovery link was used: it set a new password and removed all second factors. */
export function accountRecovered(context: AuditContext, userId: UserId): AuditEvent {
  return { ...context, name: "user.recovered", userId };
}

/** `name`: what the person called the passkey. */
export function passkeyChanged(
  context: AuditContext,
  userId: UserId,
  what: "added" | "removed",
  name: string,
): AuditEvent {
  return { ...context, name: `passkey.${what}`, userId, details: { passkey: name } };
}

/** `before`: the name that the passkey had. */
export function passkeyRenamed(
  context: AuditContext,
  userId: UserId,
  name: string,
  before: string,
): AuditEvent {
  return { ...context, name: "passkey.renamed", userId, details: { passkey: name, before } };
}

/** A passkey was used whose counter did not rise, so it may have been copied. */
export function passkeyCounterBack(
  context: AuditContext,
  userId: UserId,
  name: string,
): AuditEvent & { userId: UserId } {
  return { ...context, name: "passkey.counter-back", userId, details: { passkey: name } };
}

/** `issuer` names the identity provider. */
export function identityChanged(
  context: AuditContext,
  userId: UserId,
  what: "linked" | "unlinked",
  issuer: string,
): AuditEvent {
  return { ...context, name: `identity.${what}`, userId, details: { issuer } };
}

/** An operator removed it. */
export function identityRemoved(
  context: AuditContext,
  userId: UserId,
  issuer: string,
  because: Reason,
): AuditEvent {
  return { ...context, name: "identity.removed", userId, details: { issuer, because } };
}
