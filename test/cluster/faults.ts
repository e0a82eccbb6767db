/** What goes wrong, each until it is healed. */
import { setTimeout as wait } from "node:timers/promises";
import type { Chance } from "./chance.ts";
import type { Cluster } from "./cluster.ts";

export type Fault = keyof typeof faults;

export const faults = {
  /** SIGKILL, and another process in its place. */
  async "kill a node"({ nodes }: Cluster, chance: Chance) {
    const node = chance.pick(nodes);
    if (node === undefined) return;
    await node.kill();
    await wait(chance.number() * 200);
    await node.start();
  },
  /** SIGTERM: what it has taken in is answered. */
  async "restart a node"({ nodes }: Cluster, chance: Chance) {
    const node = chance.pick(nodes);
    if (node === undefined) return;
    await node.stop();
    await node.start();
  },
} as const satisfies Record<string, (cluster: Cluster, chance: Chance) => Promise<void>>;
