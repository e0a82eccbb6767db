/** The PostgreSQL of a benchmark: durable, on this machine, and what it spent. */
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { Client } from "pg";
import { ownPostgres } from "../../test/support/postgres-server.ts";
import { cpuMeter } from "./proc.ts";

export interface BenchPostgres extends AsyncDisposable {
  readonly url: string;
  /** The address of an empty database beside it. */
  another(name: string): Promise<string>;
  /** Begins to count; the function that it returns says what was spent since. */
  meter(): Promise<() => Promise<Spent>>;
  /** One row each, durable, at this concurrency; and who counted. */
  commitsPerSecond(clients: number, seconds: number): Promise<{ perSecond: number; by: string }>;
}

export interface Spent {
  /** Of all its processes; undefined where nobody tells. */
  readonly cpuMicros: number | undefined;
  /** Each statement of a look-up, a nonce or a count is a transaction, and a round trip. */
  readonly transactions: number;
  readonly walBytes: number;
  /** Of the tables that keep nonces, indexes included. */
  readonly nonceBytes: number;
}

/** The settings of a service on that database, which waits longer than users would let it. */
export function placeOn(url: string): Readonly<Record<string, string>> {
  return { COUNTERSIGN_DATABASE_URL: url, COUNTERSIGN_DATABASE_TIMEOUT: "20000" };
}

export async function startPostgres(): Promise<BenchPostgres> {
  await using resources = new AsyncDisposableStack();
  const settings = ["shared_buffers=256MB", "max_wal_size=4GB", "autovacuum_naptime=5s"];
  const server = resources.use(await ownPostgres({ durable: true, settings }));
  const another = async (name: string) => {
    await once(server.url, `create database ${name}`);
    return server.url.replace(/postgres$/, name);
  };
  const url = await another("bench");
  const client = new Client({ connectionString: url });
  await client.connect();
  resources.defer(() => client.end());
  const owned = resources.move();
  return {
    url,
    another,
    async meter() {
      const cpu = await childrenMeter(client);
      const before = await state(client);
      return async () => {
        const cpuMicros = cpu();
        // What sessions have counted reaches the statistics within a second.
        await new Promise((resolve) => setTimeout(resolve, 1500));
        const after = await state(client);
        return {
          cpuMicros,
          transactions: after.transactions - before.transactions,
          walBytes: after.wal - before.wal,
          nonceBytes: after.nonces - before.nonces,
        };
      };
    },
    commitsPerSecond: (clients, seconds) => commits(url, clients, seconds),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function state(
  client: Client,
): Promise<{ transactions: number; wal: number; nonces: number }> {
  const { rows } = await client.query(`select
    (select xact_commit from pg_stat_database where datname = current_database())::float8 as transactions,
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal,
    (select coalesce(sum(pg_total_relation_size(oid)), 0)::float8 from pg_class
      where relkind = 'r' and relname ~ '^nonce_60000_[0-9]+$') as nonces`);
  return rows[0];
}

/** The processes that its first process has started: one for each connection, and those that write. */
async function childrenMeter(client: Client): Promise<() => number | undefined> {
  const { rows } = await client.query("select pg_backend_pid() as pid");
  if (process.platform !== "linux") return () => undefined;
  const parent = readFileSync(`/proc/${rows[0].pid}/stat`, "utf8").split(") ")[1]?.split(" ")[1];
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8");
  const meters = children
    .trim()
    .split(" ")
    .map((pid) => cpuMeter(Number(pid)));
  return () => {
    let sum = 0;
    for (const meter of meters) {
      try {
        sum += meter() ?? 0;
      } catch {
        // It ended meanwhile.
      }
    }
    return sum;
  };
}

async function commits(url: string, clients: number, seconds: number) {
  await once(url, "create table if not exists committed (id bigserial primary key, what bytea)");
  const insert = "insert into committed (what) values (decode(repeat('07', 300), 'hex'))";
  const program = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...globSync("/usr/lib/postgresql/*/bin"),
  ]
    .map((folder) => join(folder, "pgbench"))
    .find((path) => spawnSync(path, ["--version"]).status === 0);
  const perSecond =
    program === undefined
      ? await byDriver(url, insert, clients, seconds)
      : byPgbench(program, url, insert, clients, seconds);
  return { perSecond, by: program === undefined ? "a loop over pg" : "pgbench" };
}

function byPgbench(program: string, url: string, insert: string, clients: number, seconds: number) {
  const folder = mkdtempSync(join(tmpdir(), "countersign-pgbench-"));
  try {
    const script = join(folder, "insert.sql");
    writeFileSync(script, `${insert};\n`);
    const args = ["-n", "-c", String(clients), "-T", String(seconds), "-f", script, url];
    const { stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
    const [, tps] = /tps = ([\d.]+)/.exec(stdout) ?? [];
    if (tps === undefined) throw new Error(`pgbench: ${stdout} ${stderr}`);
    return Number(tps);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function byDriver(url: string, insert: string, clients: number, seconds: number) {
  const began = performance.now();
  const counts = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      let count = 0;
      for (; performance.now() - began < seconds * 1000; count += 1) await client.query(insert);
      await client.end();
      return count;
    }),
  );
  return (counts.reduce((sum, one) => sum + one, 0) * 1000) / (performance.now() - began);
}

async function once(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
