/** Audit events: who did what to whom, when and from where. They never hold a secret. */
import type { AccessLevel } from "./access.ts";
import type { AdminRequestClaim, ReturnedSecret } from "./admin-request.ts";
import type { ApiKeyRole, ApiKeyWarningDays } from "./api-key.ts";
import type { Overlap } from "./application.ts";
import type { SecondFactorKind } from "./auth-events.ts";
import type { BulkKind } from "./bulk-action.ts";
import type { ApplicationRole, CollaboratorRole } from "./collaborator.ts";
import type { ApplicationId, TokenDigest, UserId } from "./credentials.ts";
import type { LimitChanges } from "./limits.ts";
import type { SettingName } from "./operating.ts";
import type { PlanLimits } from "./plan.ts";
import type { CredentialKind } from "./search.ts";

export interface AuditContext {
  readonly at: number;
  /** `user:<id>`, `application:<id>`, `api-key:<name>`, `command-line`, `service`, or `anonymous`. */
  readonly actor: string;
  readonly address?: string;
  /** What must still hold when the write commits. It is not stored. */
  readonly session?: LiveSession;
  /** The call of the admin API that the write belongs to. It is not stored with the event. */
  readonly claim?: AdminRequestClaim;
}

/** If the session ends between the check and the commit, the write throws `SessionEnded` and changes nothing. */
export interface LiveSession {
  readonly digest: TokenDigest;
  /** The user must also still be an administrator. */
  readonly ofAdmin?: boolean;
  /** The user must also still have at least this role in the application, or the write throws `RoleEnded`. */
  readonly role?: { readonly applicationId: ApplicationId; readonly atLeast: ApplicationRole };
}

type PlanDetails = { readonly plan: string; readonly default: "yes" | "no" } & PlanLimits;

/** A new application, or a change of one. */
type ApprovalSubject = "application" | "change";

export interface AuditDetails {
  /** Set if a link was used, which needs no old password. */
  readonly "user.password-changed": { readonly by: "link" } | undefined;
  readonly "user.signed-in": { readonly authenticated: SecondFactorKind } | undefined;
  readonly "second-factor.turned-on": { readonly kind: "totp" };
  readonly "second-factor.turned-off": { readonly kind: "totp"; readonly because?: string };
  readonly "second-factor.removed": { readonly because: string };
  readonly "identity.linked": { readonly issuer: string };
  readonly "identity.unlinked": { readonly issuer: string };
  readonly "identity.removed": { readonly issuer: string; readonly because: string };
  readonly "passkey.added": { readonly passkey: string };
  readonly "passkey.renamed": { readonly passkey: string; readonly before: string };
  readonly "passkey.removed": { readonly passkey: string; readonly because?: string };
  /** The passkey's counter did not advance, so another authenticator may have a copy. */
  readonly "passkey.clone-suspected": { readonly passkey: string };
  readonly "user.recovery-link-created": { readonly because: string };
  readonly "user.suspended": { readonly because: string };
  /** Set if the account that it creates is an administrator's. */
  readonly "invitation.created": { readonly role: "admin" } | undefined;
  readonly "invitation.replaced": { readonly role: "admin" } | undefined;
  /** `others` is all except the current session; the third kind is those from a sign-in that ended at its provider. */
  readonly "user.sessions-ended": { readonly which: "one" | "others" | "provider" };
  readonly "access.approved": { readonly access: AccessLevel; readonly asked: boolean };
  readonly "collaborator.invited": { readonly role: CollaboratorRole };
  readonly "collaborator.changed": { readonly role: CollaboratorRole };
  readonly "application.secret-regenerated": { readonly overlap: string };
  readonly "application.limits-changed": LimitChanges;
  /** Empty: it follows the default plan. */
  readonly "application.plan-changed": { readonly plan: string; readonly before: string };
  /** With its limits by name, as numbers or as windows. */
  readonly "plan.created": PlanDetails;
  readonly "plan.changed": PlanDetails;
  readonly "plan.deleted": { readonly plan: string; readonly applications: number };
  readonly "application.scheme-confirmed": { readonly scheme: string };
  readonly "application.owner-notified": { readonly message: string };
  readonly "application.suspended": { readonly because: string };
  readonly "application.approval-requested": { readonly of: ApprovalSubject };
  readonly "application.approved": { readonly of: ApprovalSubject; readonly access: AccessLevel };
  readonly "application.approval-asked": { readonly question: string };
  readonly "application.declined": { readonly of: ApprovalSubject; readonly because: string };
  /** A repeated call of the admin API got its stored response, or an administrator the secret of an existing token. */
  readonly "secret.returned-again": { readonly kind: ReturnedSecret };
  /** Someone who has a credential searched for whose it is. `key` is the name of an API key. */
  readonly "credential.found": { readonly kind: CredentialKind; readonly key?: string };
  readonly "api-key.created": { readonly key: string; readonly role: ApiKeyRole };
  readonly "api-key.rotated": { readonly key: string; readonly overlap: Overlap };
  readonly "api-key.expiring": { readonly key: string; readonly days: ApiKeyWarningDays };
  readonly "api-key.revoked": { readonly key: string };
  /** `items`: how many tokens or applications were counted; after the beginning, how many it has changed. */
  readonly "bulk-action.announced": BulkActionDetails;
  readonly "bulk-action.begun": BulkActionDetails;
  readonly "bulk-action.stopped": BulkActionDetails;
  readonly "bulk-action.ended": BulkActionDetails;
  readonly "setting.changed": { readonly setting: SettingName; readonly value: string };
  readonly "keys.rotated": { readonly keyId: string };
  /** Whether an administrator accepted that signed requests of the minutes before may be accepted again. */
  readonly "database.restored": { readonly revokedAgain: number; readonly replaysAccepted?: true };
  readonly "database.imported": { readonly rows: number };
  readonly "backup.created": { readonly bytes: number };
  readonly "audit.exported": { readonly filter: string };
}

interface BulkActionDetails {
  readonly action: string;
  readonly kind: BulkKind;
  readonly items: number;
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
export interface RecordedEvent extends Omit<AuditContext, "session" | "claim"> {
  readonly id: string;
  readonly name: string;
  readonly userId?: UserId;
  readonly applicationId?: ApplicationId;
  readonly details?: Readonly<Record<string, string | number | boolean>>;
  /**
   * The current name, or the name when it was deleted. It is undefined without an application, or if it was not kept.
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
  "user.code-failed-repeatedly",
  "user.signed-out",
  "access.canceled",
  "credential.found",
] satisfies readonly AuditEventName[];

/**
 * Every event. `user`: the users concerned see it on their pages. `webhook`: webhooks get it by default. They get
 * changes of who may do what, and what administrators do. They don't get what users do in their own accounts (unless
 * the same event covers administrators), what anyone can cause in any number, or approvals, because the token follows.
 */
const events = {
  "user.created": { user: true, webhook: false },
  "user.signed-in": { user: true, webhook: false },
  "user.sign-in-failed": { user: true, webhook: false },
  "user.code-failed-repeatedly": { user: true, webhook: false },
  "user.signed-out": { user: true, webhook: false },
  "user.sessions-ended": { user: true, webhook: false },
  "user.password-changed": { user: true, webhook: true },
  "user.password-reset-requested": { user: true, webhook: false },
  "user.password-reset-link-created": { user: true, webhook: true },
  "second-factor.turned-on": { user: true, webhook: false },
  "second-factor.turned-off": { user: true, webhook: true },
  "passkey.added": { user: true, webhook: false },
  "passkey.renamed": { user: true, webhook: false },
  "passkey.removed": { user: true, webhook: true },
  "passkey.clone-suspected": { user: true, webhook: false },
  "recovery-codes.created": { user: true, webhook: false },
  "second-factor.removed": { user: true, webhook: true },
  "identity.linked": { user: true, webhook: false },
  "identity.unlinked": { user: true, webhook: false },
  "identity.removed": { user: true, webhook: true },
  "user.recovery-link-created": { user: true, webhook: true },
  "user.recovered": { user: true, webhook: true },
  "user.profile-changed": { user: true, webhook: false },
  "user.notifications-changed": { user: true, webhook: false },
  "user.data-exported": { user: true, webhook: true },
  "user.email-link-sent": { user: true, webhook: false },
  "user.email-verified": { user: true, webhook: true },
  "user.suspended": { user: true, webhook: true },
  "user.restored": { user: true, webhook: true },
  "admin.granted": { user: true, webhook: true },
  "admin.revoked": { user: true, webhook: true },
  "access.approved": { user: true, webhook: false },
  "access.withdrawn": { user: true, webhook: false },
  "access.canceled": { user: true, webhook: false },
  "access.reduced": { user: true, webhook: true },
  "access.expiring": { user: true, webhook: true },
  "access.revoked": { user: true, webhook: true },
  "access-token.issued": { user: true, webhook: true },
  "access-token.regenerated": { user: true, webhook: true },
  "access-token.revoked": { user: true, webhook: true },
  "collaborator.invited": { user: true, webhook: true },
  "collaborator.accepted": { user: true, webhook: true },
  "collaborator.declined": { user: true, webhook: true },
  "collaborator.changed": { user: true, webhook: true },
  "collaborator.removed": { user: true, webhook: true },
  "collaborator.left": { user: true, webhook: true },
  "ownership.offered": { user: true, webhook: true },
  "ownership.withdrawn": { user: true, webhook: true },
  "ownership.accepted": { user: true, webhook: true },
  "ownership.declined": { user: true, webhook: true },
  "ownership.transferred": { user: true, webhook: true },
  "user.deleted": { user: false, webhook: true },
  "admin.link-created": { user: false, webhook: true },
  "invitation.created": { user: false, webhook: true },
  "invitation.replaced": { user: false, webhook: true },
  "invitation.withdrawn": { user: false, webhook: true },
  "application.created": { user: false, webhook: true },
  "application.changed": { user: false, webhook: true },
  "application.icon-changed": { user: false, webhook: false },
  "application.secret-regenerated": { user: false, webhook: true },
  "application.secret-revoked": { user: false, webhook: true },
  "application.previous-secret-revoked": { user: false, webhook: true },
  "application.limits-changed": { user: false, webhook: true },
  "application.plan-changed": { user: false, webhook: true },
  "application.scheme-confirmed": { user: false, webhook: true },
  "application.approval-requested": { user: false, webhook: true },
  "application.change-withdrawn": { user: false, webhook: true },
  "application.approved": { user: false, webhook: true },
  "application.approval-asked": { user: false, webhook: true },
  "application.declined": { user: false, webhook: true },
  "application.suspended": { user: false, webhook: true },
  "application.restored": { user: false, webhook: true },
  "application.owner-notified": { user: false, webhook: true },
  "application.deleted": { user: false, webhook: true },
  "bearer-token.issued": { user: false, webhook: true },
  "bearer-token.revoked": { user: false, webhook: true },
  "secret.returned-again": { user: false, webhook: true },
  "credential.found": { user: false, webhook: true },
  "api-key.created": { user: false, webhook: true },
  "api-key.rotated": { user: false, webhook: true },
  "api-key.expiring": { user: false, webhook: true },
  "api-key.revoked": { user: false, webhook: true },
  "plan.created": { user: false, webhook: true },
  "plan.changed": { user: false, webhook: true },
  "plan.deleted": { user: false, webhook: true },
  "bulk-action.announced": { user: false, webhook: true },
  "bulk-action.begun": { user: false, webhook: true },
  "bulk-action.stopped": { user: false, webhook: true },
  "bulk-action.ended": { user: false, webhook: true },
  "setting.changed": { user: false, webhook: true },
  "keys.rotated": { user: false, webhook: true },
  "database.moved": { user: false, webhook: true },
  "database.restored": { user: false, webhook: true },
  "database.imported": { user: false, webhook: true },
  "database.exported": { user: false, webhook: true },
  // The schedule does this every day, and the content is encrypted.
  "backup.created": { user: false, webhook: false },
  "audit.exported": { user: false, webhook: true },
} as const satisfies Readonly<
  Record<string, { readonly user: boolean; readonly webhook: boolean }>
>;

export type AuditEventName = keyof typeof events;
export type UserEvent = {
  [Name in AuditEventName]: (typeof events)[Name]["user"] extends true ? Name : never;
}[AuditEventName];

export const auditEvents = Object.keys(events) as AuditEventName[];
export const userEvents = auditEvents.filter(isUserEvent);
export const webhookEvents = auditEvents.filter((name) => events[name].webhook);

/** Whether the sentence about the event names who did it, as it does for collaborators. */
const namesActor = {
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
  "ownership.transferred": false,
} as const satisfies Record<
  Extract<UserEvent, `collaborator.${string}` | `ownership.${string}`>,
  boolean
>;

export function eventNamesActor(name: string): boolean {
  return Object.hasOwn(namesActor, name) && namesActor[name as keyof typeof namesActor];
}

export function isUserEvent(name: string): name is UserEvent {
  return isAuditEvent(name) && events[name].user;
}

/** The last event of each of these names is never deleted, because the service reads its current state from it. */
export const stayingEvents = [
  "backup.created",
  "keys.rotated",
  "database.moved",
] as const satisfies readonly AuditEventName[];

export function isAuditEvent(name: string): name is AuditEventName {
  return Object.hasOwn(events, name);
}
