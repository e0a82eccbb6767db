import { setTimeout as pause } from "node:timers/promises";
import { Connection } from "./connection.ts";
import { percentile } from "./drive.ts";
import type { Paced, PacedRun, Plan } from "./plan.ts";
import { partOf, type Step } from "./prepare.ts";

/**
 * Sends at a rate, however fast the server answers. A latency counts from the moment at which the request was
 * due. A request that finds no free connection is not sent. A client that hears 503 rests for a second.
 */
export async function pacedRun(step: Step, plan: Plan, run: PacedRun): Promise<Paced> {
  const { port, perSecond, seconds } = run;
  const free: { connection: Connection; lane: number }[] = [];
  for (let lane = 0; lane < run.connections; lane += 1) {
    free.push({ connection: await Connection.open(port), lane });
  }
  const all = free.map(({ connection }) => connection);
  const latencies = new Float64Array(Math.ceil(perSecond * seconds));
  const parts = plan.kind === "mixed" ? plan.parts : [];
  const latenciesByPart = parts.map((): number[] => []);
  const rejected: Record<string, number> = {};
  let [maxPauseMs, turnedAt] = [0, performance.now()];
  let [due, answered, notSent] = [0, 0, 0];
  const pending = new Set<Promise<void>>();
  // What preparing has left behind is not collected while the server is asked.
  globalThis.gc?.();
  const started = performance.now();
  for (;;) {
    const elapsed = performance.now() - started;
    if (elapsed >= seconds * 1000) break;
    maxPauseMs = Math.max(maxPauseMs, started + elapsed - turnedAt);
    turnedAt = started + elapsed;
    for (; due < (elapsed * perSecond) / 1000; due += 1) send(due);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const answeredInTime = answered;
  await Promise.race([Promise.allSettled(pending), pause(10_000)]);
  for (const connection of all) connection.close();
  const sorted = latencies.subarray(0, answered).sort();
  return {
    okPerSecond: answeredInTime / seconds,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    p999Ms: percentile(sorted, 0.999),
    p999MsByPart: Object.fromEntries(
      parts.map(({ name }, at) => [
        name,
        percentile(Float64Array.from(latenciesByPart[at] ?? []).sort(), 0.999),
      ]),
    ),
    maxPauseMs,
    notSent,
    rejected,
  };

  function send(index: number): void {
    const client = free.shift();
    if (client === undefined) {
      notSent += 1;
      return;
    }
    const dueAt = started + (index * 1000) / perSecond;
    const done = ask(client, index, dueAt).finally(() => pending.delete(done));
    pending.add(done);
  }

  async function ask(client: (typeof free)[number], index: number, dueAt: number): Promise<void> {
    const problem = await step(client.connection, index, client.lane);
    if (problem === undefined) {
      const latency = performance.now() - dueAt;
      latencies[answered] = latency;
      answered += 1;
      latenciesByPart[partOf(parts, index)]?.push(latency);
      free.push(client);
      return;
    }
    const status = problem.slice(0, 3);
    rejected[status] = (rejected[status] ?? 0) + 1;
    setTimeout(() => free.push(client), 1000).unref();
  }
}
