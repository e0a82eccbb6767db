import type { AuditEventName, AuditedEvent } from "./audit.ts";
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

/** The receiver was reached, but did not accept this event. */
export interface RejectedDelivery {
  readonly eventId: string;
  readonly failure: DeliveryFailure;
}

/**
 * Why a try failed: the status of the response, or the code of an error, such as `ECONNREFUSED`. It never has anything
 * of the receiver's URL or response, because administrators see it.
 */
export type DeliveryFailure = string;

/** What administrators see of a delivery. */
export interface WaitingDelivery {
  readonly eventId: string;
  readonly event: string;
  readonly at: number;
  readonly dueAt: number;
  /** How often the receiver rejected it. */
  readonly tries: number;
  /** Why it was last rejected. */
  readonly failure: DeliveryFailure | undefined;
}

export interface ReceiverState {
  readonly id: string;
  readonly waiting: number;
  readonly oldest: number | undefined;
  /** This is undefined if the last try succeeded. */
  readonly failingSince: number | undefined;
  /** Why the last try failed. */
  readonly failure: DeliveryFailure | undefined;
  /** It is not tried before. */
  readonly nextAt: number;
  readonly dropped: number;
}

/** The name is a host, or `file`. */
export interface NamedReceiver extends ReceiverState {
  readonly name: string;
}

export interface InspectedReceiver extends ReceiverState {
  readonly rejected: number;
}

/** The code of an error without a code of its own. The log has its message. */
const unknownFailure = "UNKNOWN";

/** An error's code is bounded, and nothing else of the error is used: its message may name a file or a URL. */
export function failureOf(error: unknown): DeliveryFailure {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[A-Z][A-Z0-9_]{0,49}$/.test(code) ? code : unknownFailure;
}

export const deliveryLifeMs = 3 * dayMs;

/** If more wait, the oldest are given up: a receiver that no longer exists must not fill the disk. */
export const maxWaiting = 100_000;

/** A node that has not settled its deliveries within this time counts as dead, and another node tries them. */
export const deliveryLeaseMs = 60_000;

/** Deliveries for a receiver that no server names are kept this long. */
export const receiverLifeMs = dayMs;

export const maxBetweenFailuresMs = 900_000;

/** The wait after this many failures in a row (from 1): 15 s, doubled each time up to `most`. */
export function retryAfterMs(failures: number, most = maxBetweenFailuresMs): number {
  return Math.min(most, 15_000 * 2 ** (Math.min(failures, 10) - 1));
}

/** The max wait between tries of an event that is rejected by itself. */
export const maxBetweenTriesMs = 3_600_000;
