/** Commands in one process beside the test's, for tests in which the process of each is not the point. */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { quickImports } from "../support/process.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { withSharedEngine } from "../support/test-engine.ts";
import type { Ended, RunOptions } from "./command.ts";
import type { Answered, Asked } from "./host.ts";

let host: ChildProcess | undefined;
let asked = 0;
const waiting = new Map<number, (ended: Ended | Error) => void>();

/** As `run` does it, one after another. */
export async function runHere(
  args: readonly string[],
  { settings = {}, environment = {} }: Pick<RunOptions, "settings" | "environment"> = {},
): Promise<Ended> {
  const all = await withSharedEngine(settings);
  host ??= start();
  const prefixed = Object.entries(all).map(([name, value]) => [`COUNTERSIGN_${name}`, value]);
  asked += 1;
  const question: Asked = {
    id: asked,
    args,
    variables: { ...environment, ...Object.fromEntries(prefixed) },
  };
  host.send(question);
  host.channel?.ref();
  const ended = await new Promise<Ended | Error>((resolve) => {
    waiting.set(question.id, resolve);
  });
  waiting.delete(question.id);
  // Kept for the next command, it keeps nothing waiting.
  if (waiting.size === 0) host?.channel?.unref();
  if (ended instanceof Error) throw ended;
  return ended;
}

/**
 * A service in the test's own process, and so in another one than the commands: for tests of what these do beside it.
 */
export async function serveHere({
  settings = {},
}: Pick<RunOptions, "settings">): Promise<TestService> {
  return startTestService(await withSharedEngine({ INTERNAL_PORT: "off", ...settings }));
}

/** `serve` where it must refuse to start. One that serves ends the commands' process, and the test fails. */
export async function refusedServeHere({
  settings = {},
}: Pick<RunOptions, "settings">): Promise<Ended> {
  const ended = await runHere(["serve"], {
    settings: { PORT: "0", INTERNAL_PORT: "off", ...settings },
  });
  if (ended.stdout !== "") throw new Error(`it serves: ${ended.stdout}`);
  return ended;
}

function start(): ChildProcess {
  const started = fork(fileURLToPath(new URL("host.ts", import.meta.url)), {
    execArgv: ["--disable-warning=ExperimentalWarning", quickImports],
    env: {
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !/^(COUNTERSIGN|NODE)_/.test(name)),
      ),
      // What Node compiled for the parent.
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
    },
  });
  started.unref();
  started.on("message", ({ id, ...ended }: Answered) => waiting.get(id)?.(ended));
  started.on("exit", (status) => {
    if (host === started) host = undefined;
    for (const end of waiting.values())
      end(new Error(`the commands' process ended with ${status}`));
  });
  return started;
}
