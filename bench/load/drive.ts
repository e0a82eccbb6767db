import { Connection } from "./connection.ts";
import type { Measured, Run } from "./plan.ts";
import type { Step } from "./prepare.ts";

/** Keeps every connection busy until `count` steps are done or the time is up. */
export async function drive(step: Step, run: Run): Promise<Measured> {
  const connections = await Promise.all(
    Array.from({ length: run.connections }, () => Connection.open(run.port)),
  );
  const latencies = new Float64Array(run.count);
  const failures: Record<string, number> = {};
  let next = 0;
  let done = 0;
  const started = performance.now();
  const until = started + run.limitMs;

  const awake = stayAwake(() => done);
  await Promise.all(connections.map(keepBusy));
  const generatorIdle = awake.stop();

  const elapsedMs = performance.now() - started;
  for (const connection of connections) connection.close();
  const sorted = latencies.subarray(0, done).sort();
  return {
    count: done,
    perSecond: (done * 1000) / elapsedMs,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    generatorIdle,
    failures,
  };

  async function keepBusy(connection: Connection, lane: number): Promise<void> {
    for (let before = started; next < run.count && before < until; ) {
      const index = next;
      next += 1;
      const problem = await step(connection, index, lane);
      const after = performance.now();
      latencies[done] = after - before;
      done += 1;
      before = after;
      if (problem !== undefined) failures[problem] = (failures[problem] ?? 0) + 1;
    }
  }
}

/**
 * While a slow server lets the generator fall asleep, every answer must wake it, and on a virtual
 * machine waking another core costs the sender more than sending: a cost of the test, which only
 * the slower of two servers would pay.
 */
function stayAwake(progress: () => number) {
  let stopped = false;
  let [turns, idleTurns, before] = [0, 0, 0];
  turn();
  return {
    /** Ends it; returns the share of turns of the event loop in which nothing had arrived. */
    stop(): number {
      stopped = true;
      return idleTurns / turns;
    },
  };

  function turn(): void {
    if (stopped) return;
    const now = progress();
    turns += 1;
    if (now === before) idleTurns += 1;
    before = now;
    setImmediate(turn);
  }
}

export function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
