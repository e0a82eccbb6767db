/**
 * The nodes of a cluster: processes of `countersign serve` with one base URL, which can be killed and started again.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../support/free-port.ts";
import type { ServeProcess } from "../support/process.ts";
import type { Launch } from "./launch.ts";

export interface ClusterNode {
  readonly port: number;
  /** True if it was started and not killed since. */
  readonly alive: () => boolean;
  /** Increases each time that the node ends, so that a client can tell whether its node survived. */
  readonly ends: () => number;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGTERM: the node answers the requests that it has accepted, and ends. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Once this resolves, its clock is wrong by this many milliseconds, also after a restart. */
  setClock(wrongBy: number): Promise<void>;
  /** The output of all its processes. */
  readonly output: () => string;
  /** The last output, if it ended without being told to; no fault excuses that. */
  readonly ownEnd: () => string | undefined;
}

/** Not started yet. */
export async function clusterNode(
  settings: Readonly<Record<string, string>>,
  launch: Launch,
): Promise<ClusterNode & AsyncDisposable> {
  const port = await freePort();
  const directory = mkdtempSync(join(tmpdir(), "countersign-clock-"));
  const clockFile = join(directory, "clock");
  writeFileSync(clockFile, "0");
  let running: ServeProcess | undefined;
  const processes: ServeProcess[] = [];
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
      const started = await launched(() => launch({ ...settings, PORT: String(port) }, clockFile));
      running = started;
      processes.push(started);
      started.process.once("exit", () => {
        if (running !== started) return;
        running = undefined;
        ends += 1;
        ownEnd = started.output().slice(-2000);
      });
    },
    async setClock(wrongBy) {
      writeFileSync(clockFile, String(wrongBy));
      running?.process.kill("SIGUSR2");
      const most = performance.now() + 60_000;
      while (
        running !== undefined &&
        readFileSync(`${clockFile}.seen`, "utf8") !== String(wrongBy)
      ) {
        if (performance.now() > most) throw new Error("a node does not look at its clock");
        await wait(5);
      }
    },
    ownEnd: () => ownEnd,
    output: () => processes.map((one) => one.output()).join(""),
    async [Symbol.asyncDispose]() {
      await end("kill");
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** As a supervisor does: a node that cannot reach its database in time ends, and is started again. */
async function launched(launch: () => Promise<ServeProcess>): Promise<ServeProcess> {
  for (const most = performance.now() + 60_000; ; ) {
    try {
      return await launch();
    } catch (error) {
      // On a busy machine, another process may use its port for a moment.
      const early = /COUNTERSIGN_DATABASE_URL|is in use by another/.test(String(error));
      if (!early || performance.now() > most) throw error;
    }
  }
}
