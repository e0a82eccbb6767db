/** Events for receivers that the administrator chooses: webhooks, and a file. */
import { type AuditEventName, type AuditedEvent, auditEvents } from "./audit.ts";
import { dayMs } from "./day.ts";

export interface Receiver {
  /** Equal on all nodes with the same configuration; up to 100 characters. */
  readonly id: string;
  /** "all" includes events that a later version adds. */
  readonly events: readonly AuditEventName[] | "all";
}

/** The receiver ID of the file that events are appended to. */
export const fileReceiverId = "file";

export interface Delivery {
  /** Equal for each try. It is random, so a restored database never reuses one. */
  readonly id: string;
  readonly event: AuditedEvent;
}

export interface ReceiverState {
  readonly id: string;
  readonly waiting: number;
  /** When the oldest waiting event happened. */
  readonly oldest: number | undefined;
  /** Undefined if the last try succeeded. */
  readonly failingSince: number | undefined;
  /** How many were given up in total. */
  readonly dropped: number;
}

/** The name is a host, or `file`. */
export interface ShownReceiver extends ReceiverState {
  readonly shown: string;
}

export interface InspectedReceiver extends ReceiverState {
  /** How many waiting events were rejected at least once. */
  readonly refused: number;
}

/** A delivery is given up after this time. */
export const deliveryLifeMs = 3 * dayMs;

/**
 * If more deliveries wait for one receiver, the oldest are given up: a receiver that no longer exists must
 * not fill the disk.
 */
export const mostWaiting = 100_000;

/** A node that has not settled its deliveries by then counts as dead, and another node tries them. */
export const deliveryLeaseMs = 60_000;

/** Deliveries for a receiver that no server names are kept this long. */
export const receiverLifeMs = dayMs;

export const mostBetweenFailuresMs = 900_000;

/** The wait after this many failures in a row (from 1): 15 s, doubled each time up to `most`. */
export function retryAfterMs(failures: number, most = mostBetweenFailuresMs): number {
  return Math.min(most, 15_000 * 2 ** (Math.min(failures, 10) - 1));
}

/** The max wait between tries of an event that is rejected by itself. */
export const mostBetweenTriesMs = 3_600_000;

/**
 * Whether webhooks get an event by default: they get changes of who may do what, and what administrators do. They
 * don't get what users do in their own accounts (unless the same event covers administrators), what strangers can
 * cause in any number, or approvals, because the token follows. A new event needs its place here.
 */
const isChange = {
  "user.created": false,
  "user.signed-in": false,
  "user.sign-in-failed": false,
  "user.codes-refused": false,
  "user.signed-out": false,
  "user.sessions-ended": false,
  "user.password-changed": true,
  "user.password-reset-asked": false,
  "user.password-reset-link-made": true,
  "second-factor.turned-on": false,
  "second-factor.turned-off": true,
  "passkey.added": false,
  "passkey.renamed": false,
  "passkey.removed": true,
  "passkey.counter-back": false,
  "recovery-codes.made": false,
  "second-factor.removed": true,
  "identity.linked": false,
  "identity.unlinked": false,
  "identity.removed": true,
  "user.recovery-link-made": true,
  "user.recovered": true,
  "user.profile-changed": false,
  "user.notifications-changed": false,
  "user.data-exported": true,
  "user.email-link-sent": false,
  "user.email-proven": true,
  "user.suspended": true,
  "user.restored": true,
  "operator.made": true,
  "operator.unmade": true,
  "access.approved": false,
  "access.withdrawn": false,
  "access.cancelled": false,
  "access.reduced": true,
  "access.revoked": true,
  "access-token.issued": true,
  "access-token.regenerated": true,
  "access-token.revoked": true,
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
  "ownership.moved": true,
  "user.deleted": true,
  "operator.link-made": true,
  "invitation.made": true,
  "invitation.withdrawn": true,
  "application.created": true,
  "application.changed": true,
  "application.icon-changed": false,
  "application.secret-regenerated": true,
  "application.old-secret-ended": true,
  "application.limits-changed": true,
  "application.scheme-confirmed": true,
  "application.suspended": true,
  "application.restored": true,
  "application.deleted": true,
  "bearer-token.issued": true,
  "bearer-token.revoked": true,
  "setting.changed": true,
  "keys.rotated": true,
  "ledger.moved": true,
  "ledger.restored": true,
  "ledger.imported": true,
  "ledger.exported": true,
  // The schedule does this every day, and the content is encrypted.
  "backup.made": false,
  "audit.exported": true,
} as const satisfies Readonly<Record<AuditEventName, boolean>>;

export const webhookEvents: readonly AuditEventName[] = auditEvents.filter(
  (name) => isChange[name],
);
