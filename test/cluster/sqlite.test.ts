/** One node on SQLite, killed at random moments. */
import { test } from "node:test";
import { sqliteCluster } from "./cluster.ts";
import { nodeFaults } from "./faults.ts";
import { assertInvariants } from "./report.ts";
import { enough, run } from "./run.ts";

test("one node on SQLite that is killed again and again keeps every promise", async (context) => {
  await using cluster = await sqliteCluster();
  const options = { seed: 1, clients: 8, faultEveryMs: 1500, ...enough() };
  assertInvariants(await run(cluster, { ...options, faults: nodeFaults }), context);
});
