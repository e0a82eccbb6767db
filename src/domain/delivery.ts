/** Events that are passed on to receivers of the operator's choice: webhooks, and a file. */
import type { AuditEventName, AuditedEvent } from "./audit.ts";

/** Somebody to whom events are passed on. */
export interface Receiver {
  /** The same on every node that is configured alike; up to 100 characters. */
  readonly id: string;
  /** Which events it gets; "all": also those that a later version adds. */
  readonly events: readonly AuditEventName[] | "all";
}

/** What the ledger calls the file that events are appended to. */
export const fileReceiverId = "file";

/** An event on its way to one receiver. */
export interface Delivery {
  /** The same each time that it is tried; random, so that a ledger that was restored uses none twice. */
  readonly id: string;
  readonly event: AuditedEvent;
}

/** How it stands with what waits for a receiver. Times are milliseconds since the epoch. */
export interface ReceiverState {
  readonly id: string;
  readonly waiting: number;
  /** When the oldest of them happened; undefined: none waits. */
  readonly oldest: number | undefined;
  /** Since when nothing was accepted; undefined: the last try went well. */
  readonly failingSince: number | undefined;
  /** How many were given up, ever. */
  readonly dropped: number;
}

/** The same with what people call it: a host, or `file`. */
export interface ShownReceiver extends ReceiverState {
  readonly shown: string;
}

/** The same for an operator who looks for what is wrong. */
export interface InspectedReceiver extends ReceiverState {
  /** How many of those that wait were refused once or more. */
  readonly refused: number;
}

/** What could not be delivered by then is given up. */
export const deliveryLifeMs = 3 * 86_400_000;

/** If more wait for one receiver, the oldest are given up: a receiver that is gone must not fill the disk. */
export const mostWaiting = 100_000;

/** A node that took deliveries and has not settled them by then is taken for dead, and another one tries them again. */
export const deliveryLeaseMs = 60_000;

/** For a receiver that no server names any longer, nothing is kept after that. */
export const receiverLifeMs = 86_400_000;

/** How long a receiver waits at most that accepts nothing. */
export const mostBetweenFailuresMs = 900_000;

/** How long to wait after so many failures in a row (from 1), in milliseconds: 15 s, doubled each time up to `most`. */
export function retryAfterMs(failures: number, most = mostBetweenFailuresMs): number {
  return Math.min(most, 15_000 * 2 ** (Math.min(failures, 10) - 1));
}

/** How long an event waits at most that was refused while others were accepted, or for what it is. */
export const mostBetweenTriesMs = 3_600_000;

/** What webhooks get unless a setting says otherwise: who may do what has changed, and what operators did. */
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
