/** Nodes that break a promise on purpose: if the run did not find that, it would prove nothing about correct nodes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { atOnce, type Break, breaks } from "./broken-nodes.ts";
import { postgresCluster, sqliteCluster } from "./cluster.ts";
import type { Invariant } from "./invariants.ts";
import { launching } from "./launch.ts";
import { run } from "./run.ts";

for (const names of atOnce) {
  const changes = names.map((name): Break => breaks[name]);
  let broken: Promise<readonly Invariant[]> | undefined;
  for (const name of names) {
    test(`the clients of a cluster catch ${name}`, async () => {
      broken ??= brokenBy(changes);
      const found = await broken;
      assert.ok(
        found.some((invariant) => (breaks[name] as Break).breaches.includes(invariant)),
        `found: ${found.join(", ") || "nothing"}`,
      );
    });
  }
}

test("every break is in one of the runs", () => {
  assert.deepEqual(atOnce.flat().sort(), Object.keys(breaks).sort());
});

/** The invariants that nodes with these changes break. */
async function brokenBy(changes: readonly Break[]): Promise<readonly Invariant[]> {
  const launch = launching(changes);
  await using cluster = await (changes.some((one) => one.onPostgres)
    ? postgresCluster(2, { launch })
    : sqliteCluster(launch));
  const { breaches } = await run(cluster, {
    seed: 1,
    ms: 60_000,
    // The run continues until it finds all breaches, because a busy machine does little in a fixed time.
    operations: Number.POSITIVE_INFINITY,
    clients: 12,
    often: changes.flatMap(({ shownBy }) => shownBy ?? []),
    faultEveryMs: 1000,
    faults: changes.some((one) => one.onlyOnceKilled) ? { "kill a node": 1 } : {},
    until: changes.map((one) => one.breaches),
  });
  return [...new Set(breaches.map(({ invariant }) => invariant))];
}
