/** Sends requests to the nodes of a cluster, as a load balancer would, and returns what happened to each. */
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { ClusterNode } from "./nodes.ts";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The node to ask, if it matters; otherwise the next living one. */
  readonly node?: number;
}

export interface Told {
  readonly node: number;
  readonly began: number;
  readonly ended: number | undefined;
  readonly response: HttpResponse | undefined;
  /** The reason why there is no response. `down`: no node could take the request. */
  readonly failure: "down" | "broken" | "silent" | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface ClusterClient extends Disposable {
  readonly nodes: number;
  send(asked: Asked): Promise<Told>;
}

/** `patienceMs`: if a living node takes longer, it counts as silent. */
export function clusterClient(
  nodes: readonly ClusterNode[],
  host: string,
  patienceMs: number,
): ClusterClient {
  const agents = nodes.map(() => new Agent({ keepAlive: true }));
  let turn = 0;
  return { nodes: nodes.length, send, [Symbol.dispose]: dispose };

  async function send(asked: Asked): Promise<Told> {
    await somebodyThere();
    const index = asked.node ?? nextAlive();
    const node = nodes[index];
    if (node === undefined) throw new Error(`there is no node ${index}`);
    const began = performance.now();
    const endsBefore = node.ends();
    const result = await exchange(asked, node.port, agents[index], host, patienceMs);
    const killed = node.ends() !== endsBefore;
    const failure = result.failure === "silent" && killed ? "broken" : result.failure;
    const ended = result.response === undefined ? undefined : performance.now();
    return { node: index, began, ended, response: result.response, failure };
  }

  /** Waits for a living node. Otherwise a load balancer would answer, which says nothing about the service. */
  async function somebodyThere(): Promise<void> {
    const most = performance.now() + patienceMs;
    while (!nodes.some((one) => one.alive()) && performance.now() < most) await wait(10);
  }

  function nextAlive(): number {
    const inTurn = nodes.map((_, position) => (turn + position) % nodes.length);
    turn += 1;
    return inTurn.find((one) => nodes[one]?.alive()) ?? inTurn[0] ?? 0;
  }

  function dispose(): void {
    for (const agent of agents) agent.destroy();
  }
}

function exchange(
  { method, path, headers, body }: Asked,
  port: number,
  agent: Agent | undefined,
  host: string,
  patienceMs: number,
): Promise<Pick<Told, "response" | "failure">> {
  const { promise, resolve } = Promise.withResolvers<Pick<Told, "response" | "failure">>();
  const fail = (failure: Told["failure"]) => resolve({ response: undefined, failure });
  const sending = request({
    host: "127.0.0.1",
    port,
    method,
    path,
    ...(agent && { agent }),
    headers: {
      host,
      ...(body !== undefined && {
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(Buffer.byteLength(body)),
      }),
      ...headers,
    },
  });
  const patience = setTimeout(() => {
    fail("silent");
    sending.destroy();
  }, patienceMs);
  sending.on("error", (error: NodeJS.ErrnoException) => {
    fail(error.code === "ECONNREFUSED" ? "down" : "broken");
  });
  sending.on("response", (response) => {
    let text = "";
    response.setEncoding("utf8");
    response.on("data", (part: string) => {
      text += part;
    });
    response.on("error", () => fail("broken"));
    response.on("aborted", () => fail("broken"));
    response.on("end", () => {
      const { statusCode: status = 0, headers: received } = response;
      resolve({ response: { status, headers: received, text }, failure: undefined });
    });
  });
  sending.end(body);
  return promise.finally(() => clearTimeout(patience));
}
