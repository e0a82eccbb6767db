/**
 * The part of the database that holds events for webhooks. The write that records an event adds a delivery for
 * each interested receiver, in the same transaction (docs/adr/0046-deliveries.md). Servers take deliveries out
 * in batches.
 */

import type { AuditContext } from "../audit.ts";
import type { Awaitable } from "../awaitable.ts";
import type {
  Delivery,
  DeliveryFailure,
  Receiver,
  ReceiverState,
  RejectedDelivery,
  WaitingDelivery,
} from "../delivery.ts";
import type { Slice } from "../slice.ts";

export interface Deliveries {
  /**
   * Once this commits, events are kept for these receivers too. A receiver that no server has named for a day
   * is forgotten.
   */
  nameReceivers(receivers: readonly Receiver[], now: number): Promise<void>;
  /** The receivers with due deliveries that no node has taken. */
  deliveriesDue(receivers: readonly string[], now: number): Awaitable<readonly string[]>;
  /**
   * Takes up to `most` due deliveries of a receiver, oldest first. Of concurrent callers exactly one gets them,
   * and holds the receiver for a minute. `lease` is a name that no one else uses. An empty result means that
   * nothing is due, or that another node holds the receiver.
   */
  takeDeliveries(batch: {
    receiver: string;
    lease: string;
    now: number;
    most: number;
  }): Promise<readonly Delivery[]>;
  /**
   * Reports the result of a batch. `delivered` holds event ids. A rejected event waits by itself,
   * and others overtake it. If the receiver could not be reached (`failed`), all its deliveries wait, and the
   * next try is made with the newest event that it never rejected. `failure` is why the last try failed, if one did.
   */
  settleDeliveries(settled: {
    receiver: string;
    lease: string;
    now: number;
    delivered: readonly string[];
    rejected: readonly RejectedDelivery[];
    failed: boolean;
    failure: DeliveryFailure | undefined;
  }): Promise<void>;
  /** States of the receivers that the database knows. */
  receiverStates(receivers: readonly string[]): Awaitable<readonly ReceiverState[]>;
  /** What waits for a receiver, oldest event first. `after` is an event's id. */
  waitingDeliveries(receiver: string, page: Slice): Awaitable<readonly WaitingDelivery[]>;
  /**
   * Makes all that waits for a receiver due, and the receiver too. Returns how many wait, or 0 if all were due
   * before. A node that delivers to it at that moment decides once more when the next try is.
   */
  retryDeliveries(
    receiver: { readonly id: string; readonly name: string },
    by: AuditContext,
  ): Promise<number>;
}
