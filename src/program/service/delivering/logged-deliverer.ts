import type { Logger } from "pino";
import type { Ledger } from "../../../domain/ports/ledger.ts";
import { type Deliverer, openDeliverer } from "./deliverer.ts";
import type { OpenReceivers } from "./receivers.ts";

export function openLoggedDeliverer(
  { all: receivers }: OpenReceivers,
  ledger: Ledger,
  clock: () => number,
  log: Logger,
): Promise<Deliverer> {
  return openDeliverer({
    ledger,
    receivers,
    clock,
    changed(receiver, reason) {
      if (reason === undefined) log.info({ receiver }, "events are delivered again");
      else log.warn({ receiver, reason }, "events cannot be delivered and wait");
    },
    left: (receiver) =>
      log.warn(
        { receiver },
        "the service stops without waiting for a delivery that does not end; its events wait for the next start. If the disk of a file hangs, the process ends once it answers, or is killed",
      ),
    failed: (reason) =>
      log.warn({ reason }, "deliveries could not be read and will be tried again"),
  });
}
