/**
 * Several processes on one machine (COUNTERSIGN_PROCESSES). Each listens on the same ports by itself, and the
 * kernel spreads the connections (SO_REUSEPORT); the process that starts them serves nothing. If one dies,
 * its requests are lost and another one is started. docs/adr/0031-processes.md gives the reasons.
 */
import { type ChildProcess, fork } from "node:child_process";
import type { Logger } from "pino";
import type { InheritedSockets } from "./inherited-sockets.ts";

export interface Started {
  readonly baseUrl: string;
  readonly firstAdminFile: string | undefined;
  readonly ports: Ports;
}

export interface Ports {
  readonly port: number;
  /** This is undefined if the internal address is off. */
  readonly internalPort: number | undefined;
}

export interface Processes {
  readonly started: Started;
  /** Tells each process to read its files again. */
  reload(): void;
  /** Lets all finish their requests, and before that drain. Resolves to whether each ended without an error. */
  stop(how: { readonly drain: boolean }): Promise<boolean>;
}

/** If the process ran at all, it wrote the reason to standard error. */
export class ProcessFailed extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** In milliseconds. The pause doubles while a process fails again and again. */
const backOff = { first: 100, longest: 10_000, forgivenAfter: 30_000 };

/** The others start after the first, which migrates the database. Throws `ProcessFailed`. */
export async function startProcesses(
  count: number,
  log: Pick<Logger, "info" | "warn">,
  sockets?: InheritedSockets,
): Promise<Processes> {
  const alive = new Map<number, ChildProcess>();
  const waiting = new Set<NodeJS.Timeout>();
  let ports: Ports | undefined;
  let stopping = false;
  let endedWell = true;

  try {
    const started = await start(1, undefined);
    ports = started.ports;
    const others = Array.from({ length: count - 1 }, (_, at) => start(at + 2, undefined));
    await Promise.all(others);
    const reload = () => {
      for (const child of alive.values()) child.kill("SIGHUP");
    };
    return { started, reload, stop };
  } catch (error) {
    await stop({ drain: false });
    throw error;
  }

  /** `after` is the pause in milliseconds; undefined at the first start. Never throws: a timer calls it. */
  function start(nth: number, after: number | undefined): Promise<Started> {
    const { promise, resolve, reject } = Promise.withResolvers<Started>();
    const began = performance.now();
    let isReady = false;
    let child: ChildProcess;
    try {
      child = forked(nth, ports, sockets);
    } catch (error) {
      notStarted(error);
      return promise;
    }
    // The system may also report it by an event, which would end this process without a listener.
    child.on("error", (error) => {
      if (child.pid === undefined) notStarted(error);
    });
    if (child.pid !== undefined) alive.set(nth, child);
    child.once("message", (started: Started) => {
      isReady = true;
      resolve(started);
    });
    child.once("exit", (code, signal) => {
      alive.delete(nth);
      const how = signal ?? `exit code ${code}`;
      reject(new ProcessFailed(`process ${nth} ended (${how}) before it was ready`, code || 1));
      const isForgiven = performance.now() - began > backOff.forgivenAfter;
      // A process that is at work handles the signal. It ends one that has not begun, or has just left.
      if (stopping) endedWell &&= code === 0 || signal === "SIGTERM";
      else if (isReady || after !== undefined) {
        again(nth, { said: "a process ended", how }, isForgiven ? undefined : after);
      }
    });
    return promise;

    function notStarted(error: unknown): void {
      const how = error instanceof Error ? error.message : String(error);
      reject(new ProcessFailed(`process ${nth} could not be started (${how})`, 1));
      if (stopping || after === undefined) return;
      again(nth, { said: "a process could not be started", how }, after);
    }
  }

  function again(
    nth: number,
    { said, how }: { readonly said: string; readonly how: string },
    before: number | undefined,
  ): void {
    const pauseMs = before === undefined ? backOff.first : Math.min(2 * before, backOff.longest);
    log.warn({ process: nth, how, pauseMs }, `${said}; starting another`);
    const timer = setTimeout(() => {
      waiting.delete(timer);
      start(nth, pauseMs).then(
        () => log.info({ process: nth }, "process restarted"),
        () => {},
      );
    }, pauseMs);
    waiting.add(timer);
  }

  async function stop({ drain }: { readonly drain: boolean }): Promise<boolean> {
    stopping = true;
    for (const timer of waiting) clearTimeout(timer);
    await Promise.all(
      [...alive.values()].map((child) => {
        const ended = new Promise((resolve) => child.once("exit", resolve));
        child.kill("SIGTERM");
        if (!drain && child.connected) child.send(atOnce, () => {});
        return ended;
      }),
    );
    return endedWell;
  }
}

const variable = "PROCESS_OF_COUNTERSIGN";

/** All accept connections from the same inherited sockets. */
function forked(
  nth: number,
  ports: Ports | undefined,
  sockets: InheritedSockets | undefined,
): ChildProcess {
  const stdio: (number | "ignore" | "inherit" | "ipc")[] = ["ignore", "inherit", "inherit", "ipc"];
  const passed = (descriptor: number) => stdio.push(descriptor) - 1;
  const role: Role = {
    ...{ nth, ports },
    sockets: sockets && {
      public: passed(sockets.public),
      internal: sockets.internal && passed(sockets.internal),
    },
  };
  return fork(process.argv[1] ?? "", process.argv.slice(2), {
    env: { ...process.env, [variable]: JSON.stringify(role) },
    stdio,
  });
}

export interface Role {
  /** Counted from 1. */
  readonly nth: number;
  /** Undefined for the first one, which chooses them if the settings do not. */
  readonly ports?: Ports | undefined;
  readonly sockets?: InheritedSockets | undefined;
}

/** Returns undefined if this process was not started as one of several. */
export function roleOf(environment: NodeJS.ProcessEnv): Role | undefined {
  const role = environment[variable];
  return role === undefined || process.send === undefined ? undefined : JSON.parse(role);
}

/** Reports to the process that started this one. If that one dies, this one stops as by SIGTERM. */
export function tellStarted(started: Started): void {
  process.send?.(started);
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
}

/** The starting process sends this to those that need not drain. */
const atOnce = "at once";

export function toldAtOnce(): Promise<void> {
  return new Promise((resolve) => {
    process.on("message", (message) => {
      if (message === atOnce) resolve();
    });
  });
}

/**
 * The signal may come to all processes at once, as from a supervisor or a terminal, and again from the
 * starting process. After that one's death no one waits for this one, so then it ends at once. Called before the first
 * signal: without any listener, even for a moment, a second signal would end the process and what it has begun.
 */
export function ignoreRepeatedStop(): void {
  let stops = 0;
  process.on("SIGTERM", () => {
    stops += 1;
    if (stops > 1 && !process.connected) process.exit(1);
  });
}

/** Everything is done, so a signal that still comes may end the process. */
export function leave(): void {
  process.removeAllListeners("SIGTERM");
  process.removeAllListeners("disconnect");
  if (process.connected) process.disconnect();
}
