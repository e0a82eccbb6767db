/** The parts of a run that it controls: nodes, and the stores in which they keep their state. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import { type TcpProxy, tcpProxy } from "../support/tcp-proxy.ts";
import type { Fault } from "./faults.ts";
import { type Launch, launching, nextVersion } from "./launch.ts";
import { type ClusterNode, clusterNode } from "./nodes.ts";
import { highLimits } from "./populate.ts";
import { type ClusterPostgres, clusterPostgres } from "./postgres.ts";

export interface Cluster extends AsyncDisposable {
  /** The store that the nodes share; undefined if a single node keeps everything itself. */
  readonly postgres?: ClusterPostgres & { readonly ways: readonly TcpProxy[] };
  /** From now on, nodes start with the next version. */
  upgrade(): void;
  /** The nodes, not started yet. */
  readonly nodes: readonly ClusterNode[];
  /** Host and port of the base URL, which leads to the nodes. */
  readonly host: string;
  /** The settings of every node. */
  readonly settings: Readonly<Record<string, string>>;
  /** Faults that make limits forget what they have admitted. */
  readonly forgives: readonly Fault[];
}

/** One node on SQLite. Its rate limiter is in memory, and is lost whenever the node ends. */
export async function sqliteCluster(launch: Launch = launching()): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), "countersign-cluster-"));
  const host = `127.0.0.1:${await freePort()}`;
  const settings = { ...commonSettings(host), DATA_DIR: directory };
  let current = launch;
  const node = await clusterNode(settings, (...given) => current(...given));
  return {
    upgrade() {
      current = nextVersion;
    },
    nodes: [node],
    host,
    settings,
    forgives: ["kill a node", "restart a node", "upgrade the nodes", "set a clock"],
    async [Symbol.asyncDispose]() {
      await node[Symbol.asyncDispose]();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export interface PostgresClusterOptions {
  readonly launch?: Launch;
  readonly timeoutMs?: number;
  /** A second server confirms each commit, and can be promoted. */
  readonly standby?: boolean;
}

/**
 * Several nodes on one PostgreSQL, each with its own connection that can be cut. If PostgreSQL crashes, the counts of
 * limits are lost.
 */
export async function postgresCluster(
  nodes: number,
  { launch = launching(), timeoutMs = 2000, standby = false }: PostgresClusterOptions = {},
): Promise<Cluster> {
  let current = launch;
  await using resources = new AsyncDisposableStack();
  const postgres = await clusterPostgres(resources, standby);
  const host = `127.0.0.1:${await freePort()}`;
  const directory = mkdtempSync(join(tmpdir(), "countersign-cluster-"));
  resources.defer(() => rmSync(directory, { recursive: true, force: true }));
  const settings = {
    ...commonSettings(host),
    DATA_DIR: directory,
    DATABASE_URL: urlOf(postgres.ports),
    DATABASE_TIMEOUT: String(timeoutMs),
    KEYS: `cluster:${randomBytes(32).toString("base64")}`,
  };
  const ways: TcpProxy[] = [];
  const all: ClusterNode[] = [];
  for (let number = 0; number < nodes; number += 1) {
    const own: TcpProxy[] = [];
    for (const port of postgres.ports) own.push(resources.use(await tcpProxy(port)));
    ways.push(...own);
    const url = urlOf(own.map(({ port }) => port));
    const ownSettings = { ...settings, DATABASE_URL: url, DATA_DIR: join(directory, `${number}`) };
    all.push(resources.use(await clusterNode(ownSettings, (...given) => current(...given))));
  }
  const closing = resources.move();
  return {
    upgrade() {
      current = nextVersion;
    },
    nodes: all,
    host,
    settings,
    postgres: { ...postgres, ways },
    forgives: [
      ...(["kill PostgreSQL", "stop PostgreSQL at once", "promote the standby"] as const),
      ...(["fill the disk", "set a clock"] as const),
    ],
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

function urlOf(ports: readonly number[]): string {
  return `postgres://countersign@${ports.map((port) => `127.0.0.1:${port}`).join(",")}/postgres`;
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
