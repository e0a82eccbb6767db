/** Runs commands in one process beside the test's, for tests that do not depend on separate processes. */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { fastResolver, inheritedEnvironment } from "../support/process.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { withSharedEngine } from "../support/test-engine.ts";
import type { Finished, RunOptions } from "./command.ts";
import type { Asked, Ended } from "./host.ts";

let host: ChildProcess | undefined;
let asked = 0;
const waiting = new Map<number, (ended: Finished | Error) => void>();

/** Like `run`, but one after another. */
export async function runHere(
  args: readonly string[],
  { settings = {}, environment = {} }: Pick<RunOptions, "settings" | "environment"> = {},
): Promise<Finished> {
  const all = await withSharedEngine(settings);
  host ??= start();
  const prefixed = Object.entries(all).map(([name, value]) => [`COUNTERSIGN_${name}`, value]);
  asked += 1;
  const verificationRequest: Asked = {
    id: asked,
    args,
    variables: { ...environment, ...Object.fromEntries(prefixed) },
  };
  host.send(verificationRequest);
  host.channel?.ref();
  const ended = await new Promise<Finished | Error>((resolve) => {
    waiting.set(verificationRequest.id, resolve);
  });
  waiting.delete(verificationRequest.id);
  // The process is kept for the next command, and does not keep the test alive.
  if (waiting.size === 0) host?.channel?.unref();
  if (ended instanceof Error) throw ended;
  return ended;
}

/** Starts a service in the test's own process, for tests of commands that run in another process at the same time. */
export async function serveHere({
  settings = {},
}: Pick<RunOptions, "settings">): Promise<TestService> {
  return startTestService(await withSharedEngine({ INTERNAL_PORT: "off", ...settings }));
}

/**
 * Runs `serve` in a situation in which it must not start. If it serves, the commands' process ends and the test
 * fails. It says why as text.
 */
export async function rejectedServeHere({
  settings = {},
}: Pick<RunOptions, "settings">): Promise<Finished> {
  const ended = await runHere(["serve"], {
    settings: { PORT: "0", INTERNAL_PORT: "off", LOG_FORMAT: "text", ...settings },
  });
  if (ended.stdout !== "") throw new Error(`it serves: ${ended.stdout}`);
  return ended;
}

function start(): ChildProcess {
  const started = fork(fileURLToPath(new URL("host.ts", import.meta.url)), {
    execArgv: ["--disable-warning=ExperimentalWarning", fastResolver],
    env: {
      ...inheritedEnvironment(),
      // The code that Node compiled for the parent.
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
    },
  });
  started.unref();
  started.on("message", ({ id, ...ended }: Ended) => waiting.get(id)?.(ended));
  started.on("exit", (status) => {
    if (host === started) host = undefined;
    for (const end of waiting.values())
      end(new Error(`the commands' process ended with ${status}`));
  });
  return started;
}
