/**
 * `npm run cluster -- --minutes 60 --seed 7` (with `--engine sqlite`: one node on SQLite): clients and faults for the
 * given time, in rounds with a seed each, on new stores. If a promise was broken, it exits with 1 and names the file
 * with the history.
 */
import { parseArgs } from "node:util";
import { postgresCluster, sqliteCluster } from "./cluster.ts";
import { clusterFaults, nodeFaults } from "./faults.ts";
import { assertInvariants, summary } from "./report.ts";
import { run } from "./run.ts";

const roundMs = 120_000;
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "2" },
    seed: { type: "string", default: "1" },
    clients: { type: "string", default: "16" },
    nodes: { type: "string", default: "4" },
    engine: { type: "string", default: "postgres" },
  },
});
const end = performance.now() + Number(values.minutes) * 60_000;
const totals = { rounds: 0, operations: 0, faults: 0 };
for (let seed = Number(values.seed); performance.now() < end; seed += 1) {
  const ms = Math.max(1000, Math.min(roundMs, end - performance.now()));
  console.log(`\nseed ${seed}`);
  const onSqlite = values.engine === "sqlite";
  await using cluster = await (onSqlite
    ? sqliteCluster()
    : postgresCluster(Number(values.nodes), { standby: true }));
  const clients = Number(values.clients);
  const faults = onSqlite ? nodeFaults : clusterFaults;
  const ran = await run(cluster, { seed, ms, clients, faultEveryMs: 5000, faults });
  console.log(summary(ran).join("\n"));
  assertInvariants(ran, { diagnostic: () => {} });
  totals.rounds += 1;
  totals.operations += ran.history.operations.length;
  totals.faults += Object.values(ran.faults).reduce((sum, count) => sum + count, 0);
}
console.log(
  `\n${totals.rounds} rounds, ${totals.operations} operations, ${totals.faults} faults, no promise broken`,
);
