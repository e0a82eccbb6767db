import { randomBytes } from "node:crypto";
import type { Deliveries } from "../../../domain/ports/deliveries.ts";
import type { OpenReceiver } from "./receiver.ts";

interface Options {
  readonly ledger: Deliveries;
  readonly clock: () => number;
  readonly stopping: AbortSignal;
  /** Called after each batch. `problem` is the reason why some or all of it was not accepted. */
  readonly note: (receiver: OpenReceiver, delivered: number, problem: string | undefined) => void;
}

/** After this many batches, the next look comes first. */
const maxBatches = 10;

/** Delivers what is due to a receiver, under one lease. Returns whether there may be more. */
export async function deliverBatches(
  receiver: OpenReceiver,
  { ledger, clock, stopping, note }: Options,
): Promise<boolean> {
  const lease = randomBytes(12).toString("hex");
  for (let batch = 0; batch < maxBatches; batch += 1) {
    if (stopping.aborted) return false;
    const asked = { receiver: receiver.id, lease, most: receiver.most };
    const deliveries = await ledger.takeDeliveries({ ...asked, now: clock() });
    if (deliveries.length === 0) return false;
    const outcome = await receiver.deliver(deliveries, stopping);
    const { delivered, rejected, problem, failure, isDown } = outcome;
    const isCut = stopping.aborted;
    await ledger.settleDeliveries({
      ...{ receiver: receiver.id, lease, now: clock() },
      delivered: delivered.map(({ event }) => event.id),
      rejected,
      failed: delivered.length === 0 && isDown && !isCut,
      failure: isCut ? undefined : failure,
    });
    if (isCut) return false;
    note(receiver, delivered.length, problem);
    if (isDown && delivered.length === 0) return false;
  }
  return true;
}
