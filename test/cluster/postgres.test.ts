/**
 * Three nodes on PostgreSQL with a standby, all of which are killed, upgraded and filled up, and whose connections
 * fail.
 */
import { test } from "node:test";
import { postgresCluster } from "./cluster.ts";
import { clusterFaults } from "./faults.ts";
import { assertInvariants } from "./report.ts";
import { enough, run } from "./run.ts";

test("three nodes on PostgreSQL keep every promise together, whatever dies", async (context) => {
  await using cluster = await postgresCluster(3, { standby: true });
  const options = { seed: 1, clients: 12, faultEveryMs: 1500, ...enough() };
  assertInvariants(await run(cluster, { ...options, faults: clusterFaults }), context);
});
