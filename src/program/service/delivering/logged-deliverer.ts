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
      if (reason === undefined) log.info({ receiver }, "event delivery works again");
      else log.warn({ receiver, reason }, "events can't be delivered; they are kept");
    },
    left: (receiver) =>
      log.warn(
        { receiver },
        "the service stops without waiting for an unfinished delivery; its events are kept until the next start. If the file's disk hangs, the process ends once the disk responds, or when it is killed",
      ),
    failed: (reason) => log.warn({ reason }, "deliveries could not be read; retrying"),
  });
}
