/** One receiver of events: a webhook or the audit file. */
import type { Delivery, Receiver } from "../../domain/delivery.ts";

/** What became of deliveries. Neither: nobody was reached, or there was no time. */
export interface Outcome {
  readonly delivered: readonly Delivery[];
  /** The receiver was reached, and did not accept them. */
  readonly refused: readonly Delivery[];
  /** Why something was not delivered, for the log. */
  readonly problem: string | undefined;
}

export interface OpenReceiver extends Receiver {
  /** For people, and as a label of metrics: a host, or `file`. */
  readonly shown: string;
  /** How many it gets at most before the ledger hears of it. */
  readonly most: number;
  /** Never rejects. An abort ends what is under way. */
  deliver(deliveries: readonly Delivery[], signal: AbortSignal): Promise<Outcome>;
}
