/** PgBouncer between a service and the tests' PostgreSQL, if it is installed on this machine. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "./free-port.ts";

const program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"].find(
  (path) => existsSync(path),
);

/** The reason why tests with PgBouncer are skipped; false if they are not. */
export const withoutPgBouncer = program === undefined && "this machine has no pgbouncer";

export interface PgBouncer extends AsyncDisposable {
  /** The same database, through the pooler. */
  through(url: string): string;
}

/** `size`: connections to PostgreSQL for each database. */
export async function pgBouncer(
  server: string,
  mode: "transaction" | "statement" | "session",
  size: number,
): Promise<PgBouncer> {
  const { hostname, port, username, password } = new URL(server);
  const folder = mkdtempSync(join(tmpdir(), "countersign-pgbouncer-"));
  const own = await freePort();
  const settings = join(folder, "pgbouncer.ini");
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${port} user=${username}${password === "" ? "" : ` password=${password}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 500
`,
  );
  // PgBouncer does not run as root, so `nobody` runs it then.
  const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;
  if (nobody !== undefined) {
    for (const path of [folder, settings]) chownSync(path, nobody.uid, nobody.gid);
  }
  const child = spawn(program ?? "", ["-q", settings], { ...nobody, stdio: "ignore" });
  await listening(child, own);
  return {
    through(url) {
      const changed = new URL(url);
      changed.port = String(own);
      return changed.href;
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      if (child.exitCode === null && child.kill("SIGKILL")) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  const most = performance.now() + 20_000;
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const reached = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "error").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (reached) return;
    if (child.exitCode !== null || performance.now() > most) throw new Error("no pgbouncer");
    await wait(20);
  }
}
