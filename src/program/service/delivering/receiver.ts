import type {
  Delivery,
  DeliveryFailure,
  Receiver,
  RejectedDelivery,
} from "../../../domain/delivery.ts";

/** Deliveries in neither list were not tried, or the receiver was not reached. */
export interface Outcome {
  readonly delivered: readonly Delivery[];
  /** The receiver was reached but did not accept these. */
  readonly rejected: readonly RejectedDelivery[];
  /** For the log. */
  readonly problem: string | undefined;
  /** What the database keeps of the problem. */
  readonly failure: DeliveryFailure | undefined;
  /** Whether the problem concerns the receiver, not only the rejected events. */
  readonly isDown: boolean;
}

export interface OpenReceiver extends Receiver {
  /** Its name on pages and in metrics: a host, or `file`. */
  readonly name: string;
  readonly most: number;
  /** Never rejects. An abort ends what is under way. */
  deliver(deliveries: readonly Delivery[], signal: AbortSignal): Promise<Outcome>;
}
