/**
 * `node bench/scaling.ts`: what 10,000, 100,000 and 1,000,000 verifications a second need, from the costs that
 * `npm run bench -- postgres` measured. Prints the tables of docs/guide/scaling.md.
 */
import { costs } from "./scaling/costs.ts";
import { type Outcome, type Size, simulate } from "./scaling/simulate.ts";
import { aligned } from "./table.ts";

/** How much of a core is planned for: what is above comes in waves. */
const planned = 0.65;

/** Milliseconds for 99 of 100 requests. */
const maxMs = 50;

/** Of processes on one machine (docs/guide/postgresql.md). */
function connectionsOf(processes: number): number {
  return Math.max(20 + 8 * processes, 12 * processes);
}

const lines = [10_000, 100_000, 1_000_000].map((perSecond) => {
  const processes = Math.ceil((perSecond * costs.nodeMicros) / 1e6 / planned);
  const { databaseCores, outcome } = smallest(perSecond, processes);
  const nonceGigabytes = (perSecond * costs.nonceBytes * costs.nonceSeconds) / 1e9;
  return [
    perSecond.toLocaleString("en"),
    String(processes),
    String(databaseCores),
    outcome.databaseBusy.toFixed(1),
    Math.round(outcome.statementsPerSecond).toLocaleString("en"),
    outcome.itemsPerStatement.toFixed(1),
    `${outcome.p50Ms.toFixed(1)} / ${outcome.p99Ms.toFixed(1)}`,
    ((perSecond * costs.walBytes) / 1e6).toFixed(0),
    nonceGigabytes.toFixed(1),
    String(connectionsOf(processes)),
  ];
});
process.stdout.write(
  `${aligned([
    [
      "verifications/s",
      "processes",
      "cores",
      "busy",
      "statements/s",
      "each",
      "p50 / p99 ms",
      "WAL MB/s",
      "nonces GB",
      "connections",
    ],
    ...lines,
  ])}\n`,
);

/**
 * The fewest cores of PostgreSQL with which nearly every request is answered in time: the busier they are, the larger
 * the batches.
 */
function smallest(
  perSecond: number,
  processes: number,
): { databaseCores: number; outcome: Outcome } {
  const least = Math.ceil((perSecond * costs.itemMicros) / 1e6 / planned);
  for (let databaseCores = least; ; databaseCores += Math.ceil(databaseCores / 8)) {
    const outcome = simulated({ perSecond, processes, databaseCores });
    if (outcome.p99Ms <= maxMs) return { databaseCores, outcome };
  }
}

function simulated(size: Size): Outcome {
  return simulate(costs, size, Math.min(60_000, Math.max(10_000, size.perSecond / 10)), seeded(7));
}

/** The same numbers each time, so that two runs print the same table (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
