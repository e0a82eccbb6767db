/**
 * The database leases each batch of events to one node. If it does not hear of the outcome within a minute, it gives
 * the batch to the next node that takes one: so a killed node loses nothing, and some events arrive twice.
 */
import type { Deliveries } from "../../../domain/ports/deliveries.ts";
import { deliverBatches } from "./deliver-batches.ts";
import { countDeliveries, type DeliveryCounts } from "./delivery-counts.ts";
import type { OpenReceiver } from "./receiver.ts";
import type { OpenReceivers } from "./receivers.ts";

export interface Deliverer extends AsyncDisposable {
  /** Looks now, without waiting for the next time. */
  look(): void;
  idle(): Promise<void>;
  readonly counts: readonly DeliveryCounts[];
  problem(): string | undefined;
}

interface Options {
  readonly ledger: Deliveries;
  readonly receivers: OpenReceivers["all"];
  readonly clock: () => number;
  /** Called when a receiver begins to fail, and (with undefined) when it accepts again. */
  readonly changed: (name: string, problem: string | undefined) => void;
  /** Called when the database could not be read. It is tried again. */
  readonly failed: (reason: string) => void;
  /** Called at a stop with a receiver that does not respond in time. Its events wait for the next start. */
  readonly left: (name: string) => void;
  /** A stop waits this long for deliveries that have begun. */
  readonly closingMs?: number;
}

/** A webhook is cut off at once; the disk of a file may not respond for hours. */
const maxClosingMs = 5_000;

const lookEveryMs = 15_000;

/** A receiver that no server names is forgotten after a day. */
const nameEveryMs = 3_600_000;

/** Registers the receivers before it resolves: later events wait for them. */
export async function openDeliverer(options: Options): Promise<Deliverer> {
  const { ledger, receivers, clock, changed, failed, left } = options;
  const stopping = new AbortController();
  const { counts, note, problem } = countDeliveries(receivers, changed);
  const names = receivers.map(({ id, events }) => ({ id, events }));
  let namedAt = clock();
  await ledger.nameReceivers(names, namedAt);
  const running = new Map<string, Promise<void>>();
  const missed = new Set<string>();
  let looking: Promise<void> = Promise.resolve();
  let looksSoon = false;
  const timer = setInterval(look, lookEveryMs).unref();
  look();
  return {
    look,
    counts,
    idle,
    problem,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      stopping.abort();
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const over = setTimeout(resolve, options.closingMs ?? maxClosingMs);
      await Promise.race([idle(), late]);
      clearTimeout(over);
      for (const { id, name } of receivers) if (running.has(id)) left(name);
    },
  };

  async function idle(): Promise<void> {
    await looking;
    await Promise.all(running.values());
  }

  function look(): void {
    if (stopping.signal.aborted || looksSoon) return;
    looksSoon = true;
    looking = looking.then(lookOnce);
  }

  async function lookOnce(): Promise<void> {
    looksSoon = false;
    try {
      const now = clock();
      if (Math.abs(now - namedAt) >= nameEveryMs) {
        await ledger.nameReceivers(names, now);
        namedAt = now;
      }
      const due = await ledger.deliveriesDue(
        receivers.map(({ id }) => id),
        now,
      );
      for (const receiver of receivers) {
        // A slow receiver does not hold up the others.
        if (running.has(receiver.id)) missed.add(receiver.id);
        else if (due.includes(receiver.id)) begin(receiver);
      }
    } catch (error) {
      failed(String(error));
    }
  }

  function begin(receiver: OpenReceiver): void {
    const work = deliverBatches(receiver, { ledger, clock, stopping: stopping.signal, note })
      .catch((error) => {
        failed(String(error));
        return false;
      })
      .then((again) => {
        running.delete(receiver.id);
        if (missed.delete(receiver.id) || again) look();
      });
    running.set(receiver.id, work);
  }
}
