import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { freePort } from "../../test/support/free-port.ts";
import { readyLine } from "../../test/support/ready-line.ts";
import { pin } from "./pin.ts";
import type { Server } from "./server.ts";

export interface Service extends Server {
  readonly origin: string;
  readonly internalPort: number;
  /** From the start of the process to its `ready`. */
  readonly readyMs: number;
}

export interface ServiceOptions {
  /** The checkout that is started, where it is not this one. */
  readonly root?: URL | undefined;
  /** A directory for V8's CPU profiles, written when it ends. */
  readonly profileTo?: string | undefined;
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts the service as its users do, on a free port, without rate limits (every request is one application's); pins it
 * once it is ready.
 */
export async function startService(
  dataDir: string,
  { root = new URL("../..", import.meta.url), profileTo, settings }: ServiceOptions = {},
): Promise<Service> {
  const internalPort = await freePort();
  const started = performance.now();
  const child = spawn(fileURLToPath(new URL("bin/countersign", root)), ["serve"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...withoutOurs(process.env),
      COUNTERSIGN_DATA_DIR: dataDir,
      COUNTERSIGN_PORT: "0",
      COUNTERSIGN_INTERNAL_PORT: String(internalPort),
      COUNTERSIGN_RATE_LIMITS: "off",
      COUNTERSIGN_LOG_LEVEL: "warn",
      ...(profileTo !== undefined && {
        NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileTo}`,
      }),
      ...settings,
    },
  });
  let stopping = false;
  const ended = once(child, "exit").then(([code, signal]) => {
    if (!stopping) process.stderr.write(`the service ended by itself: ${signal ?? code}\n`);
  });
  const origin = await originOf(createInterface(child.stdout), ended);
  const readyMs = performance.now() - started;
  pin(child.pid, "the server's");
  return {
    origin,
    internalPort,
    readyMs,
    port: Number(new URL(origin).port),
    // The command replaces itself by Node, so this is the server's own process.
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      stopping = true;
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function originOf(lines: AsyncIterable<string>, ended: Promise<unknown>): Promise<string> {
  const stopped = ended.then(() => {
    throw new Error("the service stopped before it was ready");
  });
  const ready = (async () => {
    for await (const line of lines) {
      const origin = readyLine.exec(line)?.[1];
      if (origin !== undefined) return origin;
    }
    return stopped;
  })();
  return Promise.race([ready, stopped]);
}

function withoutOurs(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.startsWith("COUNTERSIGN_")),
  );
}
