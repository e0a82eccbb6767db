/** Faults that happen during a run; each is healed before the next. */
import { setTimeout as wait } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import type { SeededRandom } from "./seeded-random.ts";

export type Fault = keyof typeof faults;

/** How often each fault happens: to nodes, and to nodes on PostgreSQL. */
export const nodeFaults = {
  "kill a node": 4,
  "restart a node": 1,
  "upgrade the nodes": 1,
  "set a clock": 1,
} as const;
export const clusterFaults = {
  ...nodeFaults,
  "kill PostgreSQL": 1,
  "stop PostgreSQL at once": 1,
  "restart PostgreSQL": 1,
  "promote the standby": 1,
  "fill the disk": 1,
  "cut the connections": 4,
  "stall the connections": 3,
  "slow the connections": 2,
} as const;

export const faults = {
  /** SIGKILL; then another process takes its place. */
  async "kill a node"({ nodes }: Cluster, random: SeededRandom) {
    const node = random.pick(nodes);
    if (node === undefined) return;
    await node.kill();
    await wait(random.number() * 200);
    await node.start();
  },
  /** SIGTERM: the node still answers the requests that it has accepted. */
  async "restart a node"({ nodes }: Cluster, random: SeededRandom) {
    const node = random.pick(nodes);
    if (node === undefined) return;
    await node.stop();
    await node.start();
  },
  /** One node after the other, while the others serve. */
  async "upgrade the nodes"(cluster: Cluster): Promise<void> {
    cluster.upgrade();
    for (const node of cluster.nodes) {
      await node.stop();
      await node.start();
    }
  },
  /** By minutes, forward or back: within the window of timestamps, or outside it. */
  async "set a clock"({ nodes }: Cluster, random: SeededRandom) {
    const node = random.pick(nodes);
    const minutes = (1 + random.below(8)) * (random.below(2) === 0 ? 1 : -1);
    await node?.setClock(minutes * 60_000);
    await wait(random.number() * 4000);
    await node?.setClock(0);
  },
  /** Only the main process; its children notice it themselves. */
  async "kill PostgreSQL"({ postgres }: Cluster) {
    await postgres?.primary().stop("SIGKILL");
    await postgres?.primary().start();
  },
  /** All processes, without a checkpoint. */
  async "stop PostgreSQL at once"({ postgres }: Cluster, random: SeededRandom) {
    await postgres?.primary().stop("SIGQUIT");
    await wait(random.number() * 1000);
    await postgres?.primary().start();
  },
  async "restart PostgreSQL"({ postgres }: Cluster) {
    await postgres?.primary().stop("SIGINT");
    await postgres?.primary().start();
  },
  async "promote the standby"({ postgres }: Cluster): Promise<void> {
    await postgres?.failOver();
  },
  /** Tables cannot grow; if the log of writes cannot grow either, PostgreSQL stops. */
  async "fill the disk"({ postgres }: Cluster, random: SeededRandom) {
    postgres?.setFull(true);
    await wait(random.number() * 3000);
    postgres?.setFull(false);
    await postgres?.primary().start();
  },
  async "cut the connections"({ postgres }: Cluster, random: SeededRandom) {
    const way = random.pick(postgres?.ways ?? []);
    for (const one of random.below(2) === 0 ? (postgres?.ways ?? []) : [way]) one?.cut();
  },
  /** As if a cable were pulled: neither side notices. */
  async "stall the connections"({ postgres }: Cluster, random: SeededRandom) {
    const way = random.pick(postgres?.ways ?? []);
    if (way === undefined) return;
    way.stall();
    await wait(random.number() * 6000);
    // Half of the connections never recover.
    if (random.below(2) === 0) way.cut();
    way.resume();
  },
  async "slow the connections"({ postgres }: Cluster, random: SeededRandom) {
    const way = random.pick(postgres?.ways ?? []);
    if (way === undefined) return;
    way.slow(10 + random.below(200));
    await wait(random.number() * 4000);
    way.slow(0);
  },
} as const satisfies Record<string, (cluster: Cluster, random: SeededRandom) => Promise<void>>;
