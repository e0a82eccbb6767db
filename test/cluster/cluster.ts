/** What a run has under its hands: nodes, and what they keep their state in. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import { type OwnPostgres, ownPostgres } from "../support/postgres-server.ts";
import { type TcpProxy, tcpProxy } from "../support/tcp-proxy.ts";
import type { Fault } from "./faults.ts";
import { type ClusterNode, clusterNode, type Launch } from "./nodes.ts";
import { highLimits } from "./populate.ts";

export interface Cluster extends AsyncDisposable {
  /** What the nodes share; undefined: one node keeps all by itself. */
  readonly postgres?: { readonly server: OwnPostgres; readonly ways: readonly TcpProxy[] };
  /** None has been started. */
  readonly nodes: readonly ClusterNode[];
  /** Host and port of the base URL, behind which the nodes are. */
  readonly host: string;
  /** Of every node. */
  readonly settings: Readonly<Record<string, string>>;
  /** Faults after which a limit may admit again what it has admitted. */
  readonly forgives: readonly Fault[];
}

/** One node on SQLite. Its rate meter is in memory and ends with it, however it ends. */
export async function sqliteCluster(launch?: Launch): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), "countersign-cluster-"));
  const host = `127.0.0.1:${await freePort()}`;
  const settings = { ...commonSettings(host), DATA_DIR: directory };
  const node = await clusterNode(settings, launch);
  return {
    nodes: [node],
    host,
    settings,
    forgives: ["kill a node", "restart a node"],
    async [Symbol.asyncDispose]() {
      await node[Symbol.asyncDispose]();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Several nodes on one PostgreSQL, each with a way to it that can be cut. A crash of PostgreSQL forgets what limits have counted. */
export async function postgresCluster(
  nodes: number,
  launch?: Launch,
  timeoutMs = 2000,
): Promise<Cluster> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await ownPostgres());
  const host = `127.0.0.1:${await freePort()}`;
  const directory = mkdtempSync(join(tmpdir(), "countersign-cluster-"));
  opened.defer(() => rmSync(directory, { recursive: true, force: true }));
  const settings = {
    ...commonSettings(host),
    DATA_DIR: directory,
    DATABASE_URL: server.url,
    DATABASE_TIMEOUT: String(timeoutMs),
    KEYS: `cluster:${randomBytes(32).toString("base64")}`,
  };
  const ways: TcpProxy[] = [];
  const all: ClusterNode[] = [];
  for (let number = 0; number < nodes; number += 1) {
    const way = opened.use(await tcpProxy(Number(new URL(server.url).port)));
    const url = new URL(server.url);
    url.port = String(way.port);
    ways.push(way);
    const own = { ...settings, DATABASE_URL: url.href, DATA_DIR: join(directory, `${number}`) };
    all.push(opened.use(await clusterNode(own, launch)));
  }
  const closing = opened.move();
  return {
    nodes: all,
    host,
    settings,
    postgres: { server, ways },
    forgives: ["kill PostgreSQL", "stop PostgreSQL at once"],
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
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
