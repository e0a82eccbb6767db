/** The nodes of a cluster: processes of `countersign serve` behind one base URL, to be killed and started again. */
import { freePort } from "../support/free-port.ts";
import { type ServeProcess, startServe } from "../support/process.ts";

export interface ClusterNode {
  readonly port: number;
  /** It has been started and nobody has killed it. */
  readonly alive: () => boolean;
  /** Goes up each time that it ends, so that a client can tell whether its node lived on. */
  readonly ends: () => number;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGTERM: it answers what it has taken in, and ends. */
  stop(): Promise<void>;
  start(): Promise<void>;
  readonly output: () => string;
  /** What it said last where it ended by itself, which no fault excuses. */
  readonly ownEnd: () => string | undefined;
}

export type Launch = (settings: Readonly<Record<string, string>>) => Promise<ServeProcess>;

/** Not started yet. */
export async function clusterNode(
  settings: Readonly<Record<string, string>>,
  launch: Launch = startServe,
): Promise<ClusterNode & AsyncDisposable> {
  const port = await freePort();
  let running: ServeProcess | undefined;
  let ends = 0;
  let ownEnd: string | undefined;
  const end = async (how: "kill" | "stop") => {
    const ending = running;
    running = undefined;
    ends += 1;
    await ending?.[how]();
  };
  return {
    port,
    alive: () => running !== undefined,
    ends: () => ends,
    kill: () => end("kill"),
    stop: () => end("stop"),
    async start() {
      const started = await launched({ ...settings, PORT: String(port) }, launch);
      running = started;
      started.process.once("exit", () => {
        if (running !== started) return;
        running = undefined;
        ends += 1;
        ownEnd = started.output().slice(-2000);
      });
    },
    ownEnd: () => ownEnd,
    output: () => running?.output() ?? "",
    [Symbol.asyncDispose]: () => end("kill"),
  };
}

/** As a supervisor does: a node that finds no database in time ends, and is started again. */
async function launched(
  settings: Readonly<Record<string, string>>,
  launch: Launch,
): Promise<ServeProcess> {
  for (const most = performance.now() + 60_000; ; ) {
    try {
      return await launch(settings);
    } catch (error) {
      const early = String(error).includes("COUNTERSIGN_DATABASE_URL");
      if (!early || performance.now() > most) throw error;
    }
  }
}
