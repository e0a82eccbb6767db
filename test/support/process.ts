/** `countersign serve` as a separate process, to be killed, denied disk space, or read. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readyLine } from "./ready-line.ts";

export interface ServeProcess extends AsyncDisposable {
  readonly baseUrl: string;
  readonly process: ChildProcess;
  /** Its output so far, on standard output and standard error. */
  readonly output: () => string;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>;
}

/** The variable that names another command to test than the checkout's; `npm test` builds one. */
export const commandVariable = "COUNTERSIGN_TEST_COMMAND";

export const checkoutCommand = fileURLToPath(new URL("../../bin/countersign", import.meta.url));

/** The command that tests start. */
export const command = process.env[commandVariable] ?? checkoutCommand;

/** A file of the program that `npm test` builds; undefined without one. */
export function inProgram(file: string): URL | undefined {
  const built = process.env[commandVariable];
  return built === undefined ? undefined : new URL(`../dist/program/${file}`, pathToFileURL(built));
}

/** For Node processes that are no commands: loads what bin/countersign loads first. */
export const fastResolver = `--import=${import.meta.resolve("../../src/program/cli/fast-resolver.ts")}`;

/**
 * What a command's process has of this one's environment: no setting of the service, and none of Node's, except that
 * `npm run mutate` gives the mutant to processes by NODE_OPTIONS.
 */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  const isMutated = process.env["MUTANT"] !== undefined;
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(COUNTERSIGN|NODE)_/.test(name) || (isMutated && name === "NODE_OPTIONS"),
    ),
  );
}

/** For processes of a checkout in which services run. */
export const builtWriter = `--import=${import.meta.resolve("./built-writer.ts")}`;

/** For processes of together.ts. */
export const withoutHooks = `--import=${import.meta.resolve("./no-hooks.ts")}`;

export interface ProcessOptions {
  /** The largest file it may write, in blocks of 512 bytes. */
  readonly limit?: number;
  /** The file or named pipe for standard error. */
  readonly stderr?: string;
  /** The command to start instead of `command`. */
  readonly command?: string;
  /** Additional environment variables. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Resolves once the service is ready. */
export async function startServe(
  settings: Readonly<Record<string, string>>,
  { limit, stderr, variables, command: started = command }: ProcessOptions = {},
): Promise<ServeProcess> {
  const script = [
    limit !== undefined && `ulimit -f ${limit};`,
    'exec "$0" serve',
    stderr !== undefined && '2>"$1"',
  ];
  const child = spawn("sh", ["-c", script.filter(Boolean).join(" "), started, stderr ?? ""], {
    env: { ...environment(settings), ...variables },
  });
  const ended = once(child, "exit");
  let output = "";
  const ready = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const [, baseUrl] = readyLine.exec(output) ?? [];
      if (baseUrl !== undefined) ready.resolve(baseUrl);
    });
  }
  ended.then(() => ready.reject(new Error(`the process ended:\n${output}`)));
  const baseUrl = await ready.promise;
  const end = async (signal: "SIGKILL" | "SIGTERM") => {
    child.kill(signal);
    await ended;
  };
  return {
    baseUrl,
    process: child,
    output: () => output,
    kill: () => end("SIGKILL"),
    async stop() {
      await end("SIGTERM");
      return child.exitCode;
    },
    [Symbol.asyncDispose]: () => end("SIGKILL"),
  };
}

function environment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const all = {
    PORT: "0",
    INTERNAL_PORT: "off",
    RATE_LIMITS: "off",
    LOG_LEVEL: "silent",
    ...settings,
  };
  return {
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    ...Object.fromEntries(
      Object.entries(all).map(([name, value]) => [`COUNTERSIGN_${name}`, value]),
    ),
  };
}
