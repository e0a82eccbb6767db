/**
 * `node bench/confirmed-rows.ts [directory]`: what a look-up of an access token costs where another connection commits
 * after so many look-ups, with the rows that SQLite vouches for and as it was without them
 * (docs/adr/0004-rows-that-sqlite-vouches-for.md).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { readConfig } from "../src/config/config.ts";
import type { AccessToken, ConsumerKey } from "../src/domain/credentials.ts";
import { type ConfirmedRows, confirmedRows } from "../src/storage/sqlite/confirmed-rows.ts";
import {
  type CredentialLookups,
  credentialLookups,
} from "../src/storage/sqlite/credential-lookups.ts";
import { openDatabase } from "../src/storage/sqlite/database.ts";
import { type Snapshot, snapshotOn } from "../src/storage/sqlite/snapshot.ts";
import { KeyRing } from "../src/tools/keys/key-ring.ts";
import { keySource } from "../src/tools/keys/key-sources.ts";
import { median } from "./median.ts";
import { makeStore } from "./store/store.ts";
import { openTokensFile } from "./store/tokens-file.ts";

/** Look-ups of one turn of the event loop, which share a transaction. */
const atOnce = 8;

const rounds = 7;
const lookupsARound = 12_000;
const lookupsPerCommit = [
  Number.POSITIVE_INFINITY,
  12_000,
  6000,
  3000,
  2000,
  1000,
  700,
  500,
  200,
  40,
];

const nothingKept: ConfirmedRows = { confirm() {}, over: (read) => read, forget() {} };

const folder = mkdtempSync(join(process.argv[2] ?? tmpdir(), "countersign-rows-"));
try {
  console.log("CPU µs a look-up: median of the rounds (least–most); the ratio of each round's");
  for (const tokens of [1000, 100_000]) await measure(tokens);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Side {
  readonly snapshot: Snapshot;
  readonly lookups: CredentialLookups;
  readonly close: () => void;
}

async function measure(tokens: number): Promise<void> {
  const dataDir = join(folder, String(tokens));
  const store = await makeStore(dataDir, { tokens, userCount: 0 });
  const config = readConfig({ COUNTERSIGN_DATA_DIR: dataDir }, () => {});
  const keys = new KeyRing(keySource(config.keys));
  const open = (snapshotOf: (on: DatabaseSync) => Snapshot, kept: ConfirmedRows): Side => {
    const database = openDatabase(config.database);
    const snapshot = snapshotOf(database);
    const lookups = credentialLookups(database, keys, snapshot, kept, (error) => error);
    return { snapshot, lookups, close: () => database.close() };
  };
  const sides = [open(unconfirmed, nothingKept), open(snapshotOn, confirmedRows())];
  const writer = openDatabase(config.database);
  writer.exec("pragma synchronous=off; create table bench_commit (nth integer)");
  const insert = writer.prepare("insert into bench_commit values (1)");
  using file = openTokensFile(store.tokensFile);
  const all = Array.from({ length: file.count }, (_, at) => file.read(at));
  const asked = Array.from({ length: lookupsARound }, () => {
    const { application = 0, token = "" } = all[Math.floor(Math.random() * all.length)] ?? {};
    const consumerKey = store.applications[application]?.consumerKey ?? "";
    return [consumerKey as ConsumerKey, token as AccessToken] as const;
  });
  for (const side of sides) await round(side, Number.POSITIVE_INFINITY);
  for (const perCommit of lookupsPerCommit) {
    const micros: number[][] = sides.map(() => []);
    for (let at = 0; at < rounds; at += 1) {
      for (const [nth, side] of sides.entries()) micros[nth]?.push(await round(side, perCommit));
    }
    const [before = [], now = []] = micros;
    const ratios = before.map((one, at) => one / (now[at] ?? Number.NaN));
    const every = Number.isFinite(perCommit) ? `a commit after ${perCommit}` : "no commit";
    const cells = [spread(before, 1), spread(now, 1), spread(ratios, 2)];
    console.log(
      `${tokens} tokens, ${every}`.padEnd(36),
      cells.map((cell) => cell.padStart(20)).join(""),
    );
  }
  for (const side of sides) side.close();
  writer.close();

  async function round({ snapshot, lookups }: Side, perCommit: number): Promise<number> {
    let spent = 0;
    let sinceCommit = 0;
    for (let at = 0; at < asked.length; at += atOnce) {
      const before = process.threadCpuUsage();
      for (const [consumerKey, token] of asked.slice(at, at + atOnce)) {
        const found = lookups.accessTokenCredentials(consumerKey, token, Date.now());
        if (found === undefined) throw new Error("a token of the store was not found");
      }
      snapshot.leave();
      const { user, system } = process.threadCpuUsage(before);
      spent += user + system;
      sinceCommit += atOnce;
      if (sinceCommit >= perCommit) {
        insert.run();
        sinceCommit = 0;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    return spent / asked.length;
  }
}

/** One transaction for a turn, whose look-ups do not ask for the data version. */
function unconfirmed(database: DatabaseSync): Snapshot {
  const begin = database.prepare("begin");
  const commit = database.prepare("commit");
  return {
    enter() {
      if (!database.isTransaction) begin.run();
      return undefined;
    },
    leave() {
      if (database.isTransaction) commit.run();
    },
  };
}

function spread(values: readonly number[], digits: number): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}
