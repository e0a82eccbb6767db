/** Audit events: who did what to whom, when and from where. They never hold a secret. */
import type { AccessLevel } from "./access.ts";
import type { ApplicationRole, CollaboratorRole } from "./collaborator.ts";
import type { ApplicationId, TokenDigest, UserId } from "./credentials.ts";
import type { LimitChanges } from "./limits.ts";
import type { SettingName } from "./operating.ts";
import type { SecondProofKind } from "./proofs.ts";

export interface AuditContext {
  readonly at: number;
  /** `user:<id>`, `application:<id>`, `command-line`, `service`, or `stranger` for an unauthenticated caller. */
  readonly actor: string;
  readonly address?: string;
  /** What must still hold when the write commits. It is not stored. */
  readonly session?: LiveSession;
}

/**
 * The session in which a user acts. If it ends between the check and the commit, the write throws
 * `SessionEnded` and changes nothing.
 */
export interface LiveSession {
  readonly digest: TokenDigest;
  /** The user must also still be an administrator. */
  readonly ofOperator?: boolean;
  /** The user must also still have at least this role in the application, or the write throws `RoleEnded`. */
  readonly role?: { readonly applicationId: ApplicationId; readonly atLeast: ApplicationRole };
}

export interface AuditDetails {
  /** Set if a link was used, which needs no old password. */
  readonly "user.password-changed": { readonly by: "link" } | undefined;
  readonly "user.signed-in": { readonly proved: SecondProofKind } | undefined;
  readonly "second-factor.turned-on": { readonly kind: "totp" };
  /** `because` is the reason, if an administrator did it. */
  readonly "second-factor.turned-off": { readonly kind: "totp"; readonly because?: string };
  readonly "second-factor.removed": { readonly because: string };
  readonly "identity.linked": { readonly issuer: string };
  readonly "identity.unlinked": { readonly issuer: string };
  readonly "identity.removed": { readonly issuer: string; readonly because: string };
  readonly "passkey.added": { readonly passkey: string };
  readonly "passkey.renamed": { readonly passkey: string; readonly before: string };
  /** `because` is the reason, if an administrator did it. */
  readonly "passkey.removed": { readonly passkey: string; readonly because?: string };
  /** The passkey's counter did not advance, so another authenticator may have a copy. */
  readonly "passkey.counter-back": { readonly passkey: string };
  readonly "user.recovery-link-made": { readonly because: string };
  readonly "user.suspended": { readonly because: string };
  /** `others` is all except the current session; the third kind is those from a sign-in that ended at its provider. */
  readonly "user.sessions-ended": { readonly which: "one" | "others" | "provider" };
  readonly "access.approved": { readonly access: AccessLevel; readonly asked: boolean };
  readonly "collaborator.invited": { readonly role: CollaboratorRole };
  readonly "collaborator.changed": { readonly role: CollaboratorRole };
  readonly "application.secret-regenerated": { readonly overlap: string };
  readonly "application.limits-changed": LimitChanges;
  readonly "application.scheme-confirmed": { readonly scheme: string };
  readonly "application.suspended": { readonly because: string };
  readonly "setting.changed": { readonly setting: SettingName; readonly value: string };
  readonly "keys.rotated": { readonly keyId: string };
  /**
   * `ended` counts the rows of the revocations that were applied. The other says whether an administrator
   * accepted that signed requests of the minutes before may be accepted again.
   */
  readonly "ledger.restored": { readonly ended: number; readonly replaysAccepted?: true };
  readonly "ledger.imported": { readonly rows: number };
  readonly "backup.made": { readonly bytes: number };
  /** The query that chose the events. */
  readonly "audit.exported": { readonly filter: string };
}

export type AuditEvent = AuditContext & {
  readonly userId?: UserId;
  readonly applicationId?: ApplicationId;
} & (PlainEvent | { [Name in keyof AuditDetails]: DetailedEvent<Name> }[keyof AuditDetails]);

export type PlainEventName = Exclude<AuditEventName, keyof AuditDetails>;

type PlainEvent = { readonly name: PlainEventName; readonly details?: never };

type DetailedEvent<Name extends keyof AuditDetails> = {
  readonly name: Name;
} & (undefined extends AuditDetails[Name]
  ? { readonly details?: Exclude<AuditDetails[Name], undefined> }
  : { readonly details: AuditDetails[Name] });

/** The name may come from another version of the program. */
export interface RecordedEvent extends Omit<AuditContext, "session"> {
  readonly id: string;
  readonly name: string;
  readonly userId?: UserId;
  readonly applicationId?: ApplicationId;
  readonly details?: Readonly<Record<string, string | number | boolean>>;
  /**
   * The application's current name, or its name when it was deleted. Undefined if the event concerns no
   * application, or the name was not kept.
   */
  readonly applicationName: string | undefined;
  readonly applicationDeleted: boolean;
}

/** Names are missing for users and applications that no longer exist. */
export interface AuditedEvent extends RecordedEvent {
  readonly actorScreenName: string | undefined;
  readonly userScreenName: string | undefined;
}

/** Searches for changes leave these events out. */
export const eventsWithoutChange: readonly string[] = [
  "user.signed-in",
  "user.sign-in-failed",
  "user.codes-refused",
  "user.signed-out",
  "access.cancelled",
] satisfies readonly AuditEventName[];

/** Users see these events. */
export const userEvents = [
  "user.created",
  "user.signed-in",
  "user.sign-in-failed",
  "user.codes-refused",
  "user.signed-out",
  "user.sessions-ended",
  "user.password-changed",
  "user.password-reset-asked",
  "user.password-reset-link-made",
  "second-factor.turned-on",
  "second-factor.turned-off",
  "passkey.added",
  "passkey.renamed",
  "passkey.removed",
  "passkey.counter-back",
  "recovery-codes.made",
  "second-factor.removed",
  "identity.linked",
  "identity.unlinked",
  "identity.removed",
  "user.recovery-link-made",
  "user.recovered",
  "user.profile-changed",
  "user.notifications-changed",
  "user.data-exported",
  "user.email-link-sent",
  "user.email-proven",
  "user.suspended",
  "user.restored",
  "operator.made",
  "operator.unmade",
  "access.approved",
  "access.withdrawn",
  "access.cancelled",
  "access.reduced",
  "access.revoked",
  "access-token.issued",
  "access-token.regenerated",
  "access-token.revoked",
  "collaborator.invited",
  "collaborator.accepted",
  "collaborator.declined",
  "collaborator.changed",
  "collaborator.removed",
  "collaborator.left",
  "ownership.offered",
  "ownership.withdrawn",
  "ownership.accepted",
  "ownership.declined",
  "ownership.moved",
] as const;
export type UserEvent = (typeof userEvents)[number];

/** Whether the sentence about the event names who did it, as it does for collaborators. */
const saysWho = {
  "collaborator.invited": true,
  "collaborator.accepted": true,
  "collaborator.declined": true,
  "collaborator.changed": true,
  "collaborator.removed": true,
  "collaborator.left": true,
  "ownership.offered": true,
  "ownership.withdrawn": true,
  "ownership.accepted": true,
  "ownership.declined": true,
  // An administrator does this.
  "ownership.moved": false,
} as const satisfies Record<
  Extract<UserEvent, `collaborator.${string}` | `ownership.${string}`>,
  boolean
>;

export function eventSaysWho(name: string): boolean {
  return Object.hasOwn(saysWho, name) && saysWho[name as keyof typeof saysWho];
}

export function isUserEvent(name: string): name is UserEvent {
  return userEvents.some((one) => one === name);
}

export const auditEvents = [
  ...userEvents,
  "user.deleted",
  "operator.link-made",
  "invitation.made",
  "invitation.withdrawn",
  "application.created",
  "application.changed",
  "application.icon-changed",
  "application.secret-regenerated",
  "application.old-secret-ended",
  "application.limits-changed",
  "application.scheme-confirmed",
  "application.suspended",
  "application.restored",
  "application.deleted",
  "bearer-token.issued",
  "bearer-token.revoked",
  "setting.changed",
  "keys.rotated",
  "ledger.moved",
  "ledger.restored",
  "ledger.imported",
  "ledger.exported",
  "backup.made",
  "audit.exported",
] as const;
export type AuditEventName = (typeof auditEvents)[number];

/** The last event of each of these names is never deleted, because the service reads its current state from it. */
export const stayingEvents = [
  "backup.made",
  "keys.rotated",
  "ledger.moved",
] as const satisfies readonly AuditEventName[];

export function isAuditEvent(name: string): name is AuditEventName {
  return auditEvents.some((one) => one === name);
}
