/**
 * The ledger's part for events that are passed on. The write that records an event leaves a delivery for each receiver
 * that wants it, in the same transaction (docs/adr/0046-deliveries.md). Servers take them out in batches.
 */
import type { Awaitable } from "../awaitable.ts";
import type { Delivery, Receiver, ReceiverState } from "../delivery.ts";

export interface Deliveries {
  /** From the commit on, events are kept for these too. A receiver that no server has named for a day is forgotten. */
  nameReceivers(receivers: readonly Receiver[], now: number): Promise<void>;
  /** Those of the receivers for whom something is due that no node has taken. */
  deliveriesDue(receivers: readonly string[], now: number): Awaitable<readonly string[]>;
  /**
   * Takes what is due for a receiver, the oldest first, at most `most`. Of all who ask at once exactly one gets it; for a
   * minute the receiver is its own. `lease`: a name that nobody else uses. Empty: nothing is due, or somebody else has it.
   */
  takeDeliveries(asked: {
    receiver: string;
    lease: string;
    now: number;
    most: number;
  }): Promise<readonly Delivery[]>;
  /**
   * Says what became of what was taken: `delivered` and `refused` are ids of events. What was refused waits by itself, and
   * others overtake it; where nothing was delivered because of the receiver (`failed`), it waits as a whole, and is tried
   * with the newest event that it never refused.
   */
  settleDeliveries(settled: {
    receiver: string;
    lease: string;
    now: number;
    delivered: readonly string[];
    refused: readonly string[];
    failed: boolean;
  }): Promise<void>;
  /** Of those that the ledger knows. */
  receiverStates(receivers: readonly string[]): Awaitable<readonly ReceiverState[]>;
}
