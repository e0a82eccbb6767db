/** Events for receivers that the operator chooses: webhooks, and a file. */
import { type AuditEventName, type AuditedEvent, auditEvents } from "./audit.ts";
import { dayMs } from "./day.ts";

/** A receiver of events. */
export interface Receiver {
  /** Equal on all nodes with the same configuration; up to 100 characters. */
  readonly id: string;
  /** Which events it gets. "all" includes those that a later version adds. */
  readonly events: readonly AuditEventName[] | "all";
}

/** The ledger's id of the file that events are appended to. */
export const fileReceiverId = "file";

/** An event on its way to one receiver. */
export interface Delivery {
  /** Equal for each try. Random, so that a restored ledger never reuses one. */
  readonly id: string;
  readonly event: AuditedEvent;
}

/** The deliveries that wait for a receiver. Times are milliseconds since the epoch. */
export interface ReceiverState {
  readonly id: string;
  readonly waiting: number;
  /** When the oldest waiting event happened. Undefined if nothing waits. */
  readonly oldest: number | undefined;
  /** Since when tries have failed. Undefined if the last try succeeded. */
  readonly failingSince: number | undefined;
  /** How many were given up in total. */
  readonly dropped: number;
}

/** The state with the name that people see: a host, or `file`. */
export interface ShownReceiver extends ReceiverState {
  readonly shown: string;
}

/** The state with details for an operator who looks for a problem. */
export interface InspectedReceiver extends ReceiverState {
  /** How many waiting events were refused at least once. */
  readonly refused: number;
}

/** A delivery is given up after this time. */
export const deliveryLifeMs = 3 * dayMs;

/**
 * If more deliveries wait for one receiver, the oldest are given up. A receiver that no longer exists must not
 * fill the disk.
 */
export const mostWaiting = 100_000;

/** A node that has not settled its deliveries after this time counts as dead, and another node tries them. */
export const deliveryLeaseMs = 60_000;

/** Deliveries for a receiver that no server names are kept for this long. */
export const receiverLifeMs = dayMs;

/** The longest wait between tries of a receiver that fails. */
export const mostBetweenFailuresMs = 900_000;

/**
 * How long to wait after this many failures in a row (from 1), in milliseconds: 15 s, doubled each time up to
 * `most`.
 */
export function retryAfterMs(failures: number, most = mostBetweenFailuresMs): number {
  return Math.min(most, 15_000 * 2 ** (Math.min(failures, 10) - 1));
}

/** The longest wait between tries of an event that is refused by itself. */
export const mostBetweenTriesMs = 3_600_000;

/**
 * Whether webhooks get an event by default: changes of who may do what, and what administrators do. A new event needs
 * its place here. Left out are what users do in their own accounts, unless the same event also says what an
 * administrator did there; what strangers can cause in any number; and approvals, because the token follows.
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
  // By the schedule, every day. What it contains is encrypted.
  "backup.made": false,
  "audit.exported": true,
} as const satisfies Readonly<Record<AuditEventName, boolean>>;

/** The events that webhooks get by default. */
export const webhookEvents: readonly AuditEventName[] = auditEvents.filter(
  (name) => isChange[name],
);
