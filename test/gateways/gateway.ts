/** A real gateway in front of a small API, configured with the text of docs/guide/gateways. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The value for `skip`: a sentence if the program is not installed. */
export function missing(program: string, ...files: readonly string[]): string | false {
  const found = spawnSync("sh", ["-c", `command -v ${program}`], { env: environment }).status === 0;
  const lacks = files.find((file) => spawnSync("test", ["-e", file]).status !== 0);
  if (found && lacks === undefined) return false;
  return `${found ? lacks : program} is not installed; see the packages in .ci/run`;
}

/** Debian installs servers in folders that only root's PATH contains. */
const environment = { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin:/sbin` };

export interface Api extends AsyncDisposable {
  readonly address: string;
  /** The number of requests that it got. */
  readonly calls: () => number;
}

/** The API's answer: the request that it got, as JSON. */
export interface Echo {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly [string, string][];
  readonly body: string;
}

export async function startApi(): Promise<Api> {
  let calls = 0;
  const server = createServer(async (request, response) => {
    calls += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url: target, rawHeaders } = request;
    const headers = rawHeaders.flatMap((name, at) =>
      at % 2 === 0 ? [[name, rawHeaders[at + 1]]] : [],
    );
    const body = Buffer.concat(chunks).toString("latin1");
    // The API's own answer must pass unchanged, even if it looks like a rejection.
    const status = target?.startsWith("/teapot") ? 401 : 200;
    response.writeHead(status, { "content-type": "application/json", "x-api": "reached" });
    response.end(JSON.stringify({ method, target, headers, body, trailers: request.rawTrailers }));
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface Gateway extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  /** The directory with its files. */
  readonly directory: string;
  readonly output: () => string;
}

/**
 * Writes `files` into a new directory; `{dir}` in arguments and files means that directory. Resolves once the gateway
 * listens.
 */
export async function startGateway(
  program: string,
  args: readonly string[],
  files: Readonly<Record<string, string>>,
  port: number,
  variables: Readonly<Record<string, string>> = {},
): Promise<Gateway> {
  const directory = mkdtempSync(join(tmpdir(), "countersign-gateway-"));
  const placed = (text: string) => text.replaceAll("{dir}", directory);
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(directory, name), placed(text));
  mkdirSync(join(directory, "home"));
  const home = join(directory, "home");
  const child = spawn(program, args.map(placed), {
    cwd: directory,
    env: { ...environment, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = once(child, "exit");
  await listens(
    port,
    () => child.exitCode === null,
    () => output,
  );
  return {
    port,
    pid: child.pid ?? 0,
    directory,
    output: () => output,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), 3000);
      await ended;
      clearTimeout(late);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function listens(port: number, runs: () => boolean, output: () => string): Promise<void> {
  const until = Date.now() + 15_000;
  while (!(await connects(port))) {
    if (!runs() || Date.now() > until) throw new Error(`the gateway does not listen:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
