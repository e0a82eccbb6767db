/** Audit events: who did what to whom, when and from where. They never hold a secret. */
import type { AccessLevel } from "./access.ts";
import type { AdminRequestClaim, ReturnedSecret } from "./admin-request.ts";
import type { ApiKeyRole, ApiKeyWarningDays } from "./api-key.ts";
import type { ApiLimitPer } from "./api-limits.ts";
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
  /** The browser's. It is not stored with the event; the email about it names the browser. */
  readonly userAgent?: string;
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

interface ApiLimitDetails {
  readonly limit: string;
  readonly per: ApiLimitPer;
  readonly windows: string;
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
  readonly "api-limit.created": ApiLimitDetails;
  readonly "api-limit.changed": ApiLimitDetails;
  readonly "api-limit.deleted": { readonly limit: string };
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
  /** `items`: how many fit the filter when the export began. They are exported without the tokens themselves. */
  readonly "access-token.exported": { readonly filter: string; readonly items: number };
  /** The receiver is a host or "file"; `items` is how many events waited for it. */
  readonly "deliveries.retried": { readonly receiver: string; readonly items: number };
  readonly "setting.changed": { readonly setting: SettingName; readonly value: string };
  readonly "keys.rotated": { readonly keyId: string };
  /** Whether an administrator accepted that signed requests of the minutes before may be accepted again. */
  readonly "database.restored": { readonly revokedAgain: number; readonly replaysAccepted?: true };
  readonly "database.imported": { readonly rows: number };
  readonly "backup.created": { readonly bytes: number };
  /** `latestEventAt` is when the latest event of the backup was recorded (ISO 8601). */
  readonly "backup.verified": { readonly bytes: number; readonly latestEventAt: string };
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

/** What only administrators do, on a page, by a command, or by the admin API. */
export const administratorEvents = [
  "user.password-reset-link-created",
  "user.recovery-link-created",
  "second-factor.removed",
  "identity.removed",
  "user.suspended",
  "user.restored",
  "admin.granted",
  "admin.revoked",
  "admin.link-created",
  "invitation.created",
  "invitation.replaced",
  "invitation.withdrawn",
  "invitation.restored",
  "application.limits-changed",
  "application.plan-changed",
  "application.scheme-confirmed",
  "application.approved",
  "application.approval-asked",
  "application.declined",
  "application.suspended",
  "application.restored",
  "application.owner-notified",
  "ownership.transferred",
  "secret.returned-again",
  "api-key.created",
  "api-key.rotated",
  "api-key.revoked",
  "plan.created",
  "plan.changed",
  "plan.deleted",
  "bulk-action.announced",
  "bulk-action.begun",
  "bulk-action.stopped",
  "access-token.exported",
  "deliveries.retried",
  "setting.changed",
  "keys.rotated",
  "database.moved",
  "database.restored",
  "database.imported",
  "database.exported",
  "audit.exported",
] as const satisfies readonly AuditEventName[];

/** Lists of events are in the order of these groups. */
export const eventGroups = [
  "sign-in",
  "accounts",
  "access",
  "applications",
  "secrets",
  "service",
] as const;
export type EventGroup = (typeof eventGroups)[number];

/**
 * Every event. `user`: the users concerned see it on their pages. `webhook`: webhooks get it by default. They get
 * changes of who may do what, and what administrators do. They don't get what users do in their own accounts (unless
 * the same event covers administrators), what anyone can cause in any number, or approvals, because the token follows.
 */
const events = {
  "user.created": { group: "accounts", user: true, webhook: false },
  "user.signed-in": { group: "sign-in", user: true, webhook: false },
  "user.sign-in-failed": { group: "sign-in", user: true, webhook: false },
  "user.code-failed-repeatedly": { group: "sign-in", user: true, webhook: false },
  "user.signed-out": { group: "sign-in", user: true, webhook: false },
  "user.sessions-ended": { group: "sign-in", user: true, webhook: false },
  "user.password-changed": { group: "sign-in", user: true, webhook: true },
  "user.password-reset-requested": { group: "sign-in", user: true, webhook: false },
  "user.password-reset-link-created": { group: "sign-in", user: true, webhook: true },
  "second-factor.turned-on": { group: "sign-in", user: true, webhook: false },
  "second-factor.turned-off": { group: "sign-in", user: true, webhook: true },
  "passkey.added": { group: "sign-in", user: true, webhook: false },
  "passkey.renamed": { group: "sign-in", user: true, webhook: false },
  "passkey.removed": { group: "sign-in", user: true, webhook: true },
  "passkey.clone-suspected": { group: "sign-in", user: true, webhook: false },
  "recovery-codes.created": { group: "sign-in", user: true, webhook: false },
  "second-factor.removed": { group: "sign-in", user: true, webhook: true },
  "identity.linked": { group: "sign-in", user: true, webhook: false },
  "identity.unlinked": { group: "sign-in", user: true, webhook: false },
  "identity.removed": { group: "sign-in", user: true, webhook: true },
  "user.recovery-link-created": { group: "sign-in", user: true, webhook: true },
  "user.recovered": { group: "sign-in", user: true, webhook: true },
  "user.profile-changed": { group: "accounts", user: true, webhook: false },
  "user.notifications-changed": { group: "accounts", user: true, webhook: false },
  "user.data-exported": { group: "accounts", user: true, webhook: true },
  "user.email-link-sent": { group: "accounts", user: true, webhook: false },
  "user.email-verified": { group: "accounts", user: true, webhook: true },
  "user.suspended": { group: "accounts", user: true, webhook: true },
  "user.restored": { group: "accounts", user: true, webhook: true },
  "admin.granted": { group: "accounts", user: true, webhook: true },
  "admin.revoked": { group: "accounts", user: true, webhook: true },
  "access.approved": { group: "access", user: true, webhook: false },
  "access.withdrawn": { group: "access", user: true, webhook: false },
  "access.canceled": { group: "access", user: true, webhook: false },
  "access.reduced": { group: "access", user: true, webhook: true },
  "access.expiring": { group: "access", user: true, webhook: true },
  "access.revoked": { group: "access", user: true, webhook: true },
  "access-token.issued": { group: "access", user: true, webhook: true },
  "access-token.regenerated": { group: "access", user: true, webhook: true },
  "access-token.revoked": { group: "access", user: true, webhook: true },
  "collaborator.invited": { group: "applications", user: true, webhook: true },
  "collaborator.accepted": { group: "applications", user: true, webhook: true },
  "collaborator.declined": { group: "applications", user: true, webhook: true },
  "collaborator.changed": { group: "applications", user: true, webhook: true },
  "collaborator.removed": { group: "applications", user: true, webhook: true },
  "collaborator.left": { group: "applications", user: true, webhook: true },
  "ownership.offered": { group: "applications", user: true, webhook: true },
  "ownership.withdrawn": { group: "applications", user: true, webhook: true },
  "ownership.accepted": { group: "applications", user: true, webhook: true },
  "ownership.declined": { group: "applications", user: true, webhook: true },
  "ownership.transferred": { group: "applications", user: true, webhook: true },
  "user.deleted": { group: "accounts", user: false, webhook: true },
  "admin.link-created": { group: "accounts", user: false, webhook: true },
  "invitation.created": { group: "accounts", user: false, webhook: true },
  "invitation.replaced": { group: "accounts", user: false, webhook: true },
  "invitation.withdrawn": { group: "accounts", user: false, webhook: true },
  "invitation.restored": { group: "accounts", user: false, webhook: true },
  "application.created": { group: "applications", user: false, webhook: true },
  "application.changed": { group: "applications", user: false, webhook: true },
  "application.icon-changed": { group: "applications", user: false, webhook: false },
  "application.secret-regenerated": { group: "applications", user: false, webhook: true },
  "application.secret-revoked": { group: "applications", user: false, webhook: true },
  "application.previous-secret-revoked": { group: "applications", user: false, webhook: true },
  "application.limits-changed": { group: "applications", user: false, webhook: true },
  "application.plan-changed": { group: "applications", user: false, webhook: true },
  "application.scheme-confirmed": { group: "applications", user: false, webhook: true },
  "application.approval-requested": { group: "applications", user: false, webhook: true },
  "application.change-withdrawn": { group: "applications", user: false, webhook: true },
  "application.approved": { group: "applications", user: false, webhook: true },
  "application.approval-asked": { group: "applications", user: false, webhook: true },
  "application.declined": { group: "applications", user: false, webhook: true },
  "application.suspended": { group: "applications", user: false, webhook: true },
  "application.restored": { group: "applications", user: false, webhook: true },
  "application.owner-notified": { group: "applications", user: false, webhook: true },
  "application.deleted": { group: "applications", user: false, webhook: true },
  "access-token.exported": { group: "access", user: false, webhook: true },
  "bearer-token.issued": { group: "access", user: false, webhook: true },
  "bearer-token.revoked": { group: "access", user: false, webhook: true },
  "secret.returned-again": { group: "secrets", user: false, webhook: true },
  "credential.found": { group: "secrets", user: false, webhook: true },
  "api-key.created": { group: "secrets", user: false, webhook: true },
  "api-key.rotated": { group: "secrets", user: false, webhook: true },
  "api-key.expiring": { group: "secrets", user: false, webhook: true },
  "api-key.revoked": { group: "secrets", user: false, webhook: true },
  "plan.created": { group: "service", user: false, webhook: true },
  "plan.changed": { group: "service", user: false, webhook: true },
  "plan.deleted": { group: "service", user: false, webhook: true },
  "api-limit.created": { group: "service", user: false, webhook: true },
  "api-limit.changed": { group: "service", user: false, webhook: true },
  "api-limit.deleted": { group: "service", user: false, webhook: true },
  "bulk-action.announced": { group: "service", user: false, webhook: true },
  "bulk-action.begun": { group: "service", user: false, webhook: true },
  "bulk-action.stopped": { group: "service", user: false, webhook: true },
  "bulk-action.ended": { group: "service", user: false, webhook: true },
  "deliveries.retried": { group: "service", user: false, webhook: true },
  "setting.changed": { group: "service", user: false, webhook: true },
  "keys.rotated": { group: "service", user: false, webhook: true },
  "database.moved": { group: "service", user: false, webhook: true },
  "database.restored": { group: "service", user: false, webhook: true },
  "database.imported": { group: "service", user: false, webhook: true },
  "database.exported": { group: "service", user: false, webhook: true },
  // The schedule does this every day, and the content is encrypted.
  "backup.created": { group: "service", user: false, webhook: false },
  "backup.verified": { group: "service", user: false, webhook: false },
  "audit.exported": { group: "service", user: false, webhook: true },
} as const satisfies Readonly<
  Record<string, { readonly group: EventGroup; readonly user: boolean; readonly webhook: boolean }>
>;

export type AuditEventName = keyof typeof events;
export type UserEvent = {
  [Name in AuditEventName]: (typeof events)[Name]["user"] extends true ? Name : never;
}[AuditEventName];

export const auditEvents = Object.keys(events) as AuditEventName[];
export const userEvents = auditEvents.filter(isUserEvent);
export function eventsIn(group: EventGroup): readonly AuditEventName[] {
  return auditEvents.filter((name) => events[name].group === group);
}
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
  "backup.verified",
  "keys.rotated",
  "database.moved",
] as const satisfies readonly AuditEventName[];

/** The time in the details of `backup.verified`. */
export function verifiedUntil(details: RecordedEvent["details"]): number | undefined {
  const at = Date.parse(String(details?.["latestEventAt"]));
  return Number.isNaN(at) ? undefined : at;
}

export function isAuditEvent(name: string): name is AuditEventName {
  return Object.hasOwn(events, name);
}
