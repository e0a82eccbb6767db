import type { Logger } from "pino";
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { WrittenUsageCounter } from "./usage-counter.ts";

const writeUsageEveryMs = 60_000;

/** Returns a function that stops the regular writes and writes the rest. */
export function writingUsage(
  usage: Pick<WrittenUsageCounter, "write">,
  log: Logger,
): () => Promise<void> {
  const timer = setInterval(write, writeUsageEveryMs).unref();
  return async function stop() {
    clearInterval(timer);
    await write();
  };

  async function write(): Promise<void> {
    try {
      await usage.write();
    } catch (error) {
      log.warn({ reason: String(error) }, "usage counts could not be written; retrying");
    }
  }
}

const sweepEveryMs = 15_000;
const sweepStep = 500;

interface Sweeping {
  readonly ledger: Ledger;
  readonly sweepOthers: (now: number) => Promise<void>;
  readonly loadOwnLimits: () => Promise<void>;
  /** If undefined, events are kept. */
  readonly auditKeptMs: number | undefined;
  /** Rows expire by this time (jump-tolerant-clock.ts). */
  readonly settled: () => number;
  readonly log: Logger;
}

/** The steps are small, so that other writes get their turn. Returns a function that stops it. */
export function sweeping({
  ledger,
  sweepOthers,
  loadOwnLimits,
  auditKeptMs,
  settled,
  log,
}: Sweeping): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const timer = setInterval(() => {
    running = running.then(sweepOnce);
  }, sweepEveryMs).unref();

  return async function stop() {
    stopped = true;
    clearInterval(timer);
    await running;
  };

  async function sweepOnce(): Promise<void> {
    try {
      const now = settled();
      await sweepOthers(now);
      await loadOwnLimits();
      const auditFrom = auditKeptMs === undefined ? undefined : now - auditKeptMs;
      const expired = { now, most: sweepStep, auditFrom };
      while (!stopped && (await ledger.sweep(expired)) >= sweepStep);
    } catch (error) {
      log.warn({ reason: String(error) }, "cleanup failed; retrying");
    }
  }
}
