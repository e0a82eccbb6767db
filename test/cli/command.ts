/** The command as its users run it: a process with its own environment, directory and output. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { command, inheritedEnvironment } from "../support/process.ts";
import { readyLine } from "../support/ready-line.ts";
import { withSharedEngine } from "../support/test-engine.ts";
import { runHere } from "./run-here.ts";

export const repository = fileURLToPath(new URL("../..", import.meta.url));
export { command as executable };

export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Settings without their prefix. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly cwd?: string;
  readonly command?: string;
}

/** A directory that is removed after the test. */
export function scratchDirectory(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "countersign-cli-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Runs a command to its end. */
export async function run(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const settings = await withSharedEngine(options.settings ?? {});
  const { child, output, ended } = start(args, { ...options, settings });
  // A command may end before it has read its input.
  child.stdin?.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  child.stdin?.end(options.input ?? "");
  return { status: await ended, ...output };
}

/** Runs a command with `--json` and returns the one object that it prints. */
export async function json<T>(args: readonly string[], options: RunOptions): Promise<T> {
  const perform = options.input === undefined ? runHere : run;
  const { status, stdout, stderr } = await perform([...args, "--json"], options);
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
  if (!/^\{.*\}\n$/.test(stdout)) throw new Error(`not one JSON object: ${stdout}`);
  return JSON.parse(stdout) as T;
}

export interface Serving extends AsyncDisposable {
  readonly baseUrl: string;
  readonly child: ChildProcess;
  /** Its output so far. */
  readonly output: { readonly stdout: string; readonly stderr: string };
  readonly ended: Promise<number | null>;
  /** Resolves once its standard error contains this text. */
  says(part: string): Promise<void>;
}

/** Starts a command that serves (`serve`, `demo`, `gallery`) and waits for its `ready` line. */
export async function serve(args: readonly string[], options: RunOptions = {}): Promise<Serving> {
  const given = { PORT: "0", INTERNAL_PORT: "off", ...options.settings };
  const settings = await withSharedEngine(given);
  const { child, output, ended } = start(args, { ...options, settings });
  const seen = (stream: "stdout" | "stderr", part: RegExp | string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found =
          typeof part === "string" ? output[stream].includes(part) : part.exec(output[stream]);
        if (found) resolve(typeof found === "boolean" ? "" : (found[1] ?? ""));
      };
      look();
      child[stream]?.on("data", look);
      ended.then((status) => reject(new Error(`ended with ${status}: ${output.stderr}`)));
    });
  const baseUrl = await seen("stdout", readyLine);
  return {
    baseUrl,
    child,
    output,
    ended,
    says: async (part) => void (await seen("stderr", part)),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/**
 * Runs `serve` in a situation in which it must not start. If it serves, it is stopped at once and the test fails. It
 * says why as text.
 */
export async function rejectedServe(
  options: RunOptions & { readonly args?: readonly string[] },
): Promise<Finished> {
  const given = { PORT: "0", INTERNAL_PORT: "off", LOG_FORMAT: "text", ...options.settings };
  const settings = await withSharedEngine(given);
  const { child, output, ended } = start(options.args ?? ["serve"], { ...options, settings });
  child.stdout.on("data", () => child.kill("SIGKILL"));
  const status = await ended;
  if (output.stdout !== "") throw new Error(`it serves: ${output.stdout}`);
  return { status, ...output };
}

/** Starts a command without waiting for it. */
export function start(args: readonly string[], options: RunOptions) {
  const settings = Object.entries(options.settings ?? {});
  const child = spawn(options.command ?? command, args, {
    cwd: options.cwd ?? repository,
    env: {
      ...inheritedEnvironment(),
      ...options.environment,
      ...Object.fromEntries(settings.map(([name, value]) => [`COUNTERSIGN_${name}`, value])),
    },
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (data) => {
    output.stdout += String(data);
  });
  child.stderr.on("data", (data) => {
    output.stderr += String(data);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve(status));
  });
  return { child, output, ended };
}

/** The commands that the help of a group lists. */
export function commandsIn(help: string): readonly string[] {
  const below = help.split(/^(?:Commands|Service):$/m)[1]?.split(/^Examples?:$/m)[0] ?? "";
  const names = [...below.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name = ""]) => name);
  return names.filter((name) => name !== "help");
}

export const password = "a long enough password";

/** What `app create` prints of an application that tests use. */
export interface Keys {
  readonly id: string;
  readonly consumer_key: string;
  readonly consumer_secret: string;
}
export interface Pair {
  readonly token: string;
  readonly token_secret: string;
}

/** In a new database, unless there is one. */
export async function makeAlice(options: RunOptions): Promise<void> {
  await json(["migrate"], options);
  await json(["user", "create", "--screen-name", "alice", "--password", password], options);
}

export function makeApp(options: RunOptions, more: readonly string[] = []): Promise<Keys> {
  const args = ["app", "create", "--owner", "alice", "--name", "Weather Bot", "--access", "write"];
  return json<Keys>([...args, ...more], options);
}

export function makeToken(options: RunOptions, keys: Keys, screenName = "alice"): Promise<Pair> {
  const whose = ["--consumer-key", keys.consumer_key, "--screen-name", screenName];
  return json<Pair>(["token", "create", ...whose], options);
}
