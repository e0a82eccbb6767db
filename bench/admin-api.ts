/**
 * `node bench/admin-api.ts`: the longest time that a request of an API key holds the event loop. Each operation of the
 * admin API gets the worst requests that we know, one at a time, from another thread. `--users N` makes a smaller
 * store, and names of operations choose them.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { readConfig } from "../src/config/config.ts";
import { adminEndpoints } from "../src/http/admin-api/endpoints.ts";
import type { RoutedOperation } from "../src/http/operation/admin-operation.ts";
import { startService } from "../src/program/service.ts";
import { migrateLedger, openStores, unlogged } from "../src/program/stores.ts";
import { makeApiKey } from "../test/admin-api/support.ts";
import { makeApplication, makeUser } from "../test/support/service.ts";
import { manyRows } from "./store/many-rows.ts";

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Worst {
  readonly what: string;
  readonly search?: string;
  readonly body?: string;
}

const goalMs = 20;
const times = 5;

/** Of events. No index finds what two conditions have in common. */
const combined = ["?name=user.signed-in&changes=true", "?name=access.approved&actor=service"];

if (isMainThread) await measure();
else parentPort?.on("message", async (sent: Sent) => parentPort?.postMessage(await send(sent)));

async function measure(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { users: { type: "string", default: "100000" } },
    allowPositionals: true,
  });
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-admin-api-"));
  const config = readConfig(
    {
      COUNTERSIGN_DATA_DIR: dataDir,
      COUNTERSIGN_PORT: "0",
      COUNTERSIGN_INTERNAL_PORT: "0",
      COUNTERSIGN_RATE_LIMITS: "off",
      COUNTERSIGN_LOG_LEVEL: "silent",
    },
    () => {},
  );
  try {
    const { secret, user, application } = await seed(config, Number(values.users));
    await using service = await startService(config);
    const client = new Worker(new URL(import.meta.url));
    const holds: { what: string; ms: number; status: number }[] = [];
    for (const { path, operations } of adminEndpoints) {
      const at = path
        .replace(":id", path.includes("/users/") ? user : application)
        .replace(/:\w+/, user);
      for (const operation of operations) {
        if (positionals.length > 0 && !positionals.includes(operation.name)) continue;
        for (const { what, search = "", body } of worstOf(operation)) {
          const sent: Sent = {
            url: `${service.internalUrl}${at}${search}`,
            method: operation.method,
            headers: {
              authorization: `Bearer ${secret}`,
              "if-match": "*",
              ...(body !== undefined && { "content-type": "application/json" }),
            },
            ...(body !== undefined && { body }),
          };
          const { ms, status } = await maxHold(client, sent);
          holds.push({ what: `${operation.name}, ${what}`, ms, status });
        }
      }
    }
    await client.terminate();
    print(holds);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function seed(config: ReturnType<typeof readConfig>, users: number) {
  await migrateLedger(config);
  await using stores = await openStores(config, unlogged);
  const { ledger } = stores;
  const alice = await makeUser(ledger, "alice");
  const application = await makeApplication(ledger, alice);
  const { secret } = await makeApiKey(ledger, "manager");
  const database = new DatabaseSync(config.database);
  database.exec("pragma synchronous=off; pragma foreign_keys=off; begin");
  for (const statement of manyRows(users, alice.id, application.id)) database.exec(statement);
  database.exec("commit; pragma wal_checkpoint(truncate)");
  database.close();
  return { secret, user: alice.id, application: application.id };
}

/** What changes nothing is sent first; a change that succeeds, such as a deletion, is sent with an invalid query. */
function worstOf({ method, query, body, maxBodyBytes = 64 * 1024 }: RoutedOperation): Worst[] {
  const names = Object.keys(query?.shape ?? {});
  return [
    ...(method === "GET" ? [{ what: "as it is" }] : []),
    ...(method === "GET" && names.includes("limit")
      ? [{ what: "a page", search: "?limit=200" }]
      : []),
    ...(names.includes("actor") ? combined : []).map((search) => ({ what: search, search })),
    ...names
      .filter((name) => method === "GET" && !/^(cursor|limit)$/.test(name))
      .flatMap((name) => filtersOf(name).map((search) => ({ what: search, search }))),
    { what: "short parameters", search: `?${parameters(15_000)}` },
    { what: "a long name", search: `?${"a".repeat(60_000)}` },
    ...names.map((name) => ({
      what: `a long ${name}`,
      search: `?${name}=${"%41".repeat(20_000)}`,
    })),
    ...(body === undefined ? [] : bodiesOf(maxBodyBytes - 100)),
  ];
}

function filtersOf(name: string): string[] {
  const values: Record<string, readonly string[]> = {
    q: ["u", "zz", "application"],
    suspended: ["true"],
    waiting: ["true"],
    changes: ["true"],
    follow: ["0"],
    name: ["user.signed-in", "backup.created"],
    actor: ["service", "user:1"],
    user: ["1", "2000000000000001"],
    application: ["1", "3000000000000001"],
    period: ["month"],
  };
  return (values[name] ?? []).map((value) => `?${name}=${value}`);
}

function bodiesOf(bytes: number): Worst[] {
  const filled = (unit: string) => unit.repeat(Math.floor(bytes / unit.length));
  const array = (item: string) => `[${filled(`${item},`)}${item}]`;
  const some = (count: number, item: string) => Array(count).fill(item).join();
  const entry = `{"name":1,"owner":2,"access":3,"limits":4,"callbacks":5}`;
  const application = (at: number) =>
    `{"name":"Own ${at}","owner":"alice","access":"read","callbacks":["https://w.example/"],"limits":{"oauth2/token":9},"collaborators":{"U00000001":"viewer"}}`;
  const all = {
    "an array of 0": `{"applications":${array("0")}}`,
    "an array of {}": `{"applications":${array("{}")}}`,
    "1,000 wrong entries": `{"applications":[${some(1000, entry)}]}`,
    "applications to plan": `{"applications":[${Array.from({ length: 1000 }, (_, at) => application(at)).join()}]}`,
    administrators: `{"administrators":[${some(1000, '"alice"')}]}`,
    "short members": `{${Array.from({ length: 1000 }, (_, at) => `"${at}":0`).join()}}`,
    "many members": `{${Array.from({ length: bytes / 10 }, (_, at) => `"${at}":0`).join()}}`,
    "many limits": `{"applications":[${some(30, `{"limits":{${Array.from({ length: 600 }, (_, at) => `"${at}":1`).join()}}}`)}]}`,
    "deep arrays": filled("["),
    "deep objects": filled('{"a":'),
    "a long string": `{"a":"${filled("a").slice(20)}"}`,
    "a string of escapes": `{"because":"${filled("\\u0041").slice(24)}"}`,
    "a string of quotes": `{"because":"${filled('\\"').slice(24)}"}`,
    "short strings": array('""'),
  };
  return Object.entries(all)
    .filter(([, body]) => body.length <= bytes + 100)
    .map(([what, body]) => ({ what, body }));
}

function parameters(count: number): string {
  return Array.from({ length: count }, (_, at) => at.toString(36)).join("&");
}

async function maxHold(client: Worker, sent: Sent): Promise<{ ms: number; status: number }> {
  const found: number[] = [];
  let status = 0;
  for (let at = -1; at < times; at += 1) {
    const turns = watchTurns();
    client.postMessage(sent);
    [status] = (await once(client, "message")) as [number];
    const ms = turns.longest();
    if (at >= 0) found.push(ms);
  }
  return { ms: found.toSorted((one, other) => one - other)[times >> 1] ?? 0, status };
}

/** Takes every turn of the event loop, in this thread's processor time: other work on the machine takes turns too. */
function watchTurns(): { longest: () => number } {
  let longest = 0;
  let before = threadMs();
  let turn = setImmediate(look);
  function look(): void {
    const now = threadMs();
    longest = Math.max(longest, now - before);
    before = now;
    turn = setImmediate(look);
  }
  return {
    longest() {
      clearImmediate(turn);
      return Math.max(longest, threadMs() - before);
    },
  };
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function send({ url, method, headers, body }: Sent): Promise<number> {
  return new Promise((resolve) => {
    const request = httpRequest(url, { method, headers }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    request.on("error", () => resolve(0)).end(body);
  });
}

function print(holds: readonly { what: string; ms: number; status: number }[]): void {
  const ordered = holds.toSorted((one, other) => other.ms - one.ms);
  for (const { what, ms, status } of ordered) {
    process.stdout.write(`${ms.toFixed(1).padStart(8)} ms  ${status}  ${what}\n`);
  }
  const longest = ordered[0]?.ms ?? 0;
  process.stdout.write(`the longest hold is ${longest.toFixed(1)} ms (goal: ${goalMs})\n`);
}
