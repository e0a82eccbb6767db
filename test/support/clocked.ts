/** A service in a separate process. A test can set its clock and kill it. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { ClockMove } from "./clocked-serve.ts";
import { fastResolver, inProgram } from "./process.ts";

export interface ClockedService extends AsyncDisposable {
  readonly baseUrl: string;
  /** The time of its clock. */
  readonly now: () => number;
  /** Resolves once the service has logged this text, with the number of times. It logs warnings and worse. */
  logged(text: string): Promise<number>;
  /** As if someone set its clock. */
  setClock(byMs: number): Promise<void>;
  /** Lets time pass. */
  pass(ms: number): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

const serve = fileURLToPath(
  inProgram("clocked-serve.js") ?? new URL("clocked-serve.ts", import.meta.url),
);

export async function startClockedService(
  settings: Readonly<Record<string, string>>,
  startAt: number,
): Promise<ClockedService> {
  const all = {
    PORT: "0",
    INTERNAL_PORT: "off",
    RATE_LIMITS: "off",
    LOG_LEVEL: "warn",
    ...settings,
  };
  const child = fork(serve, {
    silent: true,
    execArgv: ["--disable-warning=ExperimentalWarning", fastResolver],
    env: {
      CLOCK: String(startAt),
      // The code that Node compiled for the parent.
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      ...Object.fromEntries(
        Object.entries(all).map(([name, value]) => [`COUNTERSIGN_${name}`, value]),
      ),
    },
  });
  const ended = once(child, "exit");
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      log += text;
    });
  }
  const nextMessage = async () => {
    const gone = ended.then(() => {
      throw new Error(`the process ended:\n${log}`);
    });
    const [message] = (await Promise.race([once(child, "message"), gone])) as unknown[];
    return message as { baseUrl: string; wall: number };
  };
  const { baseUrl } = await nextMessage();
  let now = startAt;
  const move = async (move: ClockMove) => {
    child.send(move);
    now = (await nextMessage()).wall;
  };
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return {
    baseUrl,
    now: () => now,
    async logged(text) {
      const most = performance.now() + 10_000;
      while (!log.includes(text)) {
        if (performance.now() > most) throw new Error(`${text} was not logged:\n${log}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return log.split(text).length - 1;
    },
    setClock: (byMs) => move({ setBy: byMs, passes: 0 }),
    pass: (ms) => move({ setBy: 0, passes: ms }),
    kill,
    [Symbol.asyncDispose]: kill,
  };
}
