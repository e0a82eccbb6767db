import { type AuditEventName, auditEvents } from "../../../domain/audit.ts";
import { StoreFailure } from "../../../domain/errors.ts";
import type { Ledger } from "../../../domain/ports/ledger.ts";
import { writeNames } from "../../../storage/sql/writes.ts";
import { type Histogram, histogramOf, latencySteps, observe } from "./request-counts.ts";

/** The upper ends of the histogram's steps: writes in one commit. */
export const batchSteps = [1, 2, 4, 8, 16, 32, 64, 128, 256] as const;

export interface StoreCounts {
  /** The duration in seconds, from the call to its result. */
  readonly writes: Histogram;
  readonly batches: Histogram;
  readonly events: ReadonlyMap<AuditEventName, number>;
  failures(): number;
  waiting(): number;
  committed(writes: number): void;
  happened(name: AuditEventName): void;
  measured(ledger: Ledger): Ledger;
}

export function countStores(): StoreCounts {
  const writes = histogramOf(latencySteps.length);
  const batches = histogramOf(batchSteps.length);
  const events = new Map<AuditEventName, number>(auditEvents.map((name) => [name, 0]));
  let [failures, waiting] = [0, 0];
  return {
    writes,
    batches,
    events,
    failures: () => failures,
    waiting: () => waiting,
    committed: (size) => observe(batches, batchSteps, size),
    happened: (name) => void events.set(name, (events.get(name) ?? 0) + 1),
    measured(ledger) {
      const timedWrites = writeNames.map((name) => {
        const write = ledger[name] as (...args: unknown[]) => Promise<unknown>;
        return [name, (...args: unknown[]) => timed(() => write(...args))] as const;
      });
      return { ...ledger, ...Object.fromEntries(timedWrites) };
    },
  };

  async function timed<T>(write: () => Promise<T>): Promise<T> {
    const began = performance.now();
    waiting += 1;
    try {
      return await write();
    } catch (error) {
      if (error instanceof StoreFailure) failures += 1;
      throw error;
    } finally {
      waiting -= 1;
      observe(writes, latencySteps, (performance.now() - began) / 1000);
    }
  }
}
