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
  const cpu = process.cpuUsage();
  const started = performance.now();
  const until = started + run.limitMs;

  await Promise.all(connections.map(keepBusy));

  const elapsedMs = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  for (const connection of connections) connection.close();
  const sorted = latencies.subarray(0, done).sort();
  return {
    count: done,
    perSecond: (done * 1000) / elapsedMs,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    generatorBusy: (user + system) / 1000 / elapsedMs,
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

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
