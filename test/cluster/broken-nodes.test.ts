/** Nodes that break a promise on purpose: if the run did not find that, it would prove nothing about correct nodes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Break, breaks } from "./broken-nodes.ts";
import { postgresCluster, sqliteCluster } from "./cluster.ts";
import { launching } from "./launch.ts";
import { run } from "./run.ts";

for (const [name, change] of Object.entries<Break>(breaks)) {
  test(`the clients of a cluster catch ${name}`, async () => {
    const launch = launching([change]);
    await using cluster = await (change.onPostgres
      ? postgresCluster(2, { launch })
      : sqliteCluster(launch));
    const { breaches } = await run(cluster, {
      seed: 1,
      ms: 60_000,
      // The run continues until it finds a breach, because a busy machine does little in a fixed time.
      operations: Number.POSITIVE_INFINITY,
      clients: 12,
      faultEveryMs: 1000,
      faults: change.onlyOnceKilled ? { "kill a node": 1 } : {},
      until: change.breaches,
    });
    const found = [...new Set(breaches.map(({ law }) => law))];
    assert.ok(
      found.some((law) => change.breaches.includes(law)),
      `found: ${found.join(", ") || "nothing"}`,
    );
  });
}
