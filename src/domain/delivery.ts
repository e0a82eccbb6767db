/** Events for receivers that the operator chooses: webhooks, and a file. */
import type { AuditEventName, AuditedEvent } from "./audit.ts";

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
export const deliveryLifeMs = 3 * 86_400_000;

/**
 * If more deliveries wait for one receiver, the oldest are given up. A receiver that no longer exists must not
 * fill the disk.
 */
export const mostWaiting = 100_000;

/** A node that has not settled its deliveries after this time counts as dead, and another node tries them. */
export const deliveryLeaseMs = 60_000;

/** Deliveries for a receiver that no server names are kept for this long. */
export const receiverLifeMs = 86_400_000;

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

/** The events that webhooks get by default: changes of who may do what, and what operators did. */
export const webhookEvents = [
  "application.suspended",
  "application.restored",
  "application.deleted",
  "application.changed",
  "application.secret-regenerated",
  "application.old-secret-ended",
  "application.limits-changed",
  "application.scheme-confirmed",
  "ownership.moved",
  "user.suspended",
  "user.restored",
  "user.deleted",
  "access-token.issued",
  "access-token.regenerated",
  "access-token.revoked",
  "access.revoked",
  "access.reduced",
  "bearer-token.issued",
  "bearer-token.revoked",
  "operator.made",
  "operator.unmade",
  "operator.link-made",
  "invitation.made",
  "invitation.withdrawn",
  "second-factor.removed",
  "user.recovery-link-made",
  "user.password-reset-link-made",
  "setting.changed",
  "keys.rotated",
  "ledger.moved",
  "ledger.restored",
  "audit.exported",
] as const satisfies readonly AuditEventName[];
