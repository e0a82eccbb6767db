/**
 * `node bench/pages.ts`: how long the pages take with 10,000 applications, 1,000,000 users, as many
 * access tokens and as many events in the store. Each page is asked for one request at a time by
 * someone who is signed in; what is printed is from the request's first byte to the response's last, so
 * the server's own time is less. `--users N` makes a smaller store.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { readConfig } from "../src/config/config.ts";
import { byCommandLine } from "../src/domain/audit-context.ts";
import { endpoints } from "../src/http/endpoints/index.ts";
import { openLog } from "../src/program/service/log.ts";
import { migrateLedger, openStores } from "../src/program/stores.ts";
import {
  makeAccessToken,
  makeApplication,
  makeUser,
  type TestUser,
} from "../test/support/service.ts";
import { signedIn, type Visitor } from "../test/support/visitor.ts";
import { startService } from "./servers/service.ts";
import { manyRows } from "./store/many-rows.ts";

const goalMs = 20;
const times = 60;

const { values } = parseArgs({ options: { users: { type: "string", default: "1000000" } } });
const users = Number(values.users);
const directory = mkdtempSync(join(tmpdir(), "countersign-pages-"));
try {
  const { alice, application } = await seed(directory);
  await using service = await startService(directory);
  const browser = await signedIn(service.origin, alice);
  const rows: [string, number, number, number][] = [];
  for (const path of pathsOf(alice, application))
    rows.push([path, ...(await timed(browser, path))]);
  print(rows);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

/** Alice, an administrator with a hundred applications who uses a hundred, among all the others. */
async function seed(dataDir: string): Promise<{ alice: TestUser; application: string }> {
  const config = readConfig({ COUNTERSIGN_DATA_DIR: dataDir }, () => {});
  await migrateLedger(config);
  await using stores = await openStores(config, openLog("silent").logger);
  const { ledger } = stores;
  const alice = await makeUser(ledger, "alice");
  await ledger.setAdmin(alice.id, true, byCommandLine(Date.now()));
  const own = [];
  for (let at = 0; at < 100; at += 1) {
    const application = await makeApplication(ledger, alice, {
      name: `Own ${at}`,
      access: "write",
    });
    await makeAccessToken(ledger, application, alice, "write");
    own.push(application);
  }
  const [application] = own;
  if (application === undefined) throw new Error("there is no application");
  const database = new DatabaseSync(config.database);
  database.exec(
    "pragma synchronous=off; pragma cache_size=-400000; pragma foreign_keys=off; begin",
  );
  for (const statement of manyRows(users, alice.id, application.id)) database.exec(statement);
  database.exec("commit; pragma wal_checkpoint(truncate)");
  database.close();
  return { alice, application: application.id };
}

function pathsOf(alice: TestUser, application: string): readonly string[] {
  const shown = endpoints
    .filter((one) => one.produces === "page" && one.methods.includes("GET"))
    .map((one) => one.paths[0])
    .filter((path) => /^\/(account|portal|admin)/.test(path))
    // Downloads, pages for users who hold a link, and forms that stand on another page.
    .filter((path) => !/jsonl$|email$|:id\/(settings|delete)$/.test(path))
    .map((path) => path.replace(":user", alice.id).replace(/:id|:application/, application));
  const day = new Date(Date.now() - 60_000).toISOString().slice(0, 10);
  return [
    ...shown,
    "/admin/users?q=u00",
    `/admin/users?q=u${users >> 1}@users.example`,
    "/admin/users?suspended=on",
    "/admin/applications?q=application+99",
    "/admin/applications?suspended=on",
    "/admin/audit?name=access.approved",
    `/admin/audit?from=${day}`,
    "/admin/audit?user=alice",
  ];
}

/** Median, 99th percentile and slowest, in milliseconds, after a few for warmth. */
async function timed(browser: Visitor, path: string): Promise<[number, number, number]> {
  const took: number[] = [];
  for (let at = -10; at < times; at += 1) {
    const started = performance.now();
    const { status } = await browser.get(path);
    if (at >= 0) took.push(performance.now() - started);
    if (status !== 200) return [Number.NaN, status, Number.NaN];
  }
  took.sort((one, other) => one - other);
  const rank = (share: number) =>
    took[Math.min(times - 1, Math.floor(times * share))] ?? Number.NaN;
  return [rank(0.5), rank(0.99), rank(1)];
}

function print(rows: readonly [string, number, number, number][]): void {
  const width = Math.max(...rows.map(([path]) => path.length));
  process.stdout.write(`${"page".padEnd(width)}  median     p99 ms (goal: ${goalMs})\n`);
  for (const [path, median, p99] of rows) {
    const said = Number.isNaN(median)
      ? `status ${p99}`
      : `${median.toFixed(1).padStart(6)}  ${p99.toFixed(1).padStart(6)}`;
    process.stdout.write(`${path.padEnd(width)}  ${said}\n`);
  }
}
