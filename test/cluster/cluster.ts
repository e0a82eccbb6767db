/** What a run has under its hands: nodes, and what they keep their state in. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import type { Fault } from "./faults.ts";
import { type ClusterNode, clusterNode, type Launch } from "./nodes.ts";
import { highLimits } from "./populate.ts";

export interface Cluster extends AsyncDisposable {
  /** None has been started. */
  readonly nodes: readonly ClusterNode[];
  /** Host and port of the base URL, behind which the nodes are. */
  readonly host: string;
  /** Of every node. */
  readonly settings: Readonly<Record<string, string>>;
  /** Faults after which a limit may admit again what it has admitted. */
  readonly forgives: readonly Fault[];
}

/** One node on SQLite. Its rate meter ends with it, as docs/guide says. */
export async function sqliteCluster(launch?: Launch): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), "countersign-cluster-"));
  const host = `127.0.0.1:${await freePort()}`;
  const settings = { ...commonSettings(host), DATA_DIR: directory };
  const node = await clusterNode(settings, launch);
  return {
    nodes: [node],
    host,
    settings,
    forgives: ["kill a node"],
    async [Symbol.asyncDispose]() {
      await node[Symbol.asyncDispose]();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function commonSettings(host: string): Record<string, string> {
  return {
    BASE_URL: `http://${host}`,
    RATE_LIMITS: highLimits,
    COMPAT: "basic-invalidate",
    INTERNAL_PORT: "off",
    LOG_LEVEL: "error",
  };
}
