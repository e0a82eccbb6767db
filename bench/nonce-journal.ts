/**
 * `node bench/nonce-journal.ts [directory]`: what it costs a signed request that its nonce outlives a killed process.
 */
import { hash, randomBytes } from "node:crypto";
import {
  closeSync,
  fdatasyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  write,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openNonceStore } from "../src/storage/sqlite/nonce-store.ts";
import { median } from "./median.ts";

type Remember = (digest: Uint8Array) => void | Promise<void>;

interface Mechanism {
  readonly survives: string;
  readonly nonces: number;
  /** How many are asked at once: requests that arrive in one turn of the event loop. */
  readonly atOnce: number;
  readonly open: (folder: string) => { remember: Remember; close: () => void | PromiseLike<void> };
}

const mechanisms: Readonly<Record<string, Mechanism>> = {
  "set in memory": { survives: "nothing", nonces: 200_000, atOnce: 1, open: onlySet },
  "one write a nonce": { survives: "kill -9", nonces: 200_000, atOnce: 1, open: writeEach },
  "one write a turn of 16": { survives: "kill -9", nonces: 200_000, atOnce: 16, open: writeTurn },
  "the nonce store": { survives: "kill -9", nonces: 200_000, atOnce: 16, open: nonceStore },
  "SQLite insert, no sync": { survives: "kill -9", nonces: 20_000, atOnce: 1, open: insert("off") },
  "SQLite insert, FULL": { survives: "power cut", nonces: 1_000, atOnce: 1, open: insert("full") },
  "write and fdatasync": { survives: "power cut", nonces: 1_000, atOnce: 1, open: syncEach },
};

const rounds = 5;
const folder = mkdtempSync(join(process.argv[2] ?? tmpdir(), "countersign-journal-"));
try {
  console.log("µs a nonce (median of the rounds, least–most), digest included; what it survives");
  for (const [name, mechanism] of Object.entries(mechanisms)) {
    const micros: number[] = [];
    for (let round = 0; round < rounds; round += 1) micros.push(await measure(mechanism));
    const spread = `${Math.min(...micros).toFixed(1)}–${Math.max(...micros).toFixed(1)}`;
    const cells = [name.padEnd(24), median(micros).toFixed(1).padStart(8), spread.padStart(16)];
    console.log(`${cells.join(" ")}  ${mechanism.survives}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure({ nonces, atOnce, open }: Mechanism): Promise<number> {
  const place = mkdtempSync(join(folder, "round-"));
  const { remember, close } = open(place);
  const stem = randomBytes(8).toString("hex");
  const started = performance.now();
  for (let at = 0; at < nonces; at += atOnce) {
    const asked: (void | Promise<void>)[] = [];
    for (let one = 0; one < atOnce; one += 1) {
      asked.push(remember(hash("sha256", `${stem}${at + one}`, "buffer").subarray(0, 16)));
    }
    if (atOnce > 1) await Promise.all(asked);
  }
  const micros = ((performance.now() - started) * 1000) / nonces;
  await close();
  rmSync(place, { recursive: true });
  return micros;
}

function seen(): (digest: Uint8Array) => void {
  const all = new Set<string>();
  return (digest) => {
    all.add(Buffer.from(digest).toString("latin1"));
  };
}

function onlySet() {
  return { remember: seen(), close() {} };
}

function writeEach(place: string) {
  const file = openSync(join(place, "journal"), "a");
  const note = seen();
  return {
    remember(digest: Uint8Array) {
      note(digest);
      writeSync(file, digest);
    },
    close: () => closeSync(file),
  };
}

function syncEach(place: string) {
  const file = openSync(join(place, "journal"), "a");
  const note = seen();
  return {
    remember(digest: Uint8Array) {
      note(digest);
      writeSync(file, digest);
      fdatasyncSync(file);
    },
    close: () => closeSync(file),
  };
}

/** All that are asked in one turn wait for one write on a thread of the pool. */
function writeTurn(place: string) {
  const file = openSync(join(place, "journal"), "a");
  const note = seen();
  let batch: Uint8Array[] = [];
  let written: Promise<void> | undefined;
  return {
    remember(digest: Uint8Array): Promise<void> {
      note(digest);
      batch.push(digest);
      written ??= new Promise((resolve, reject) => {
        setImmediate(() => {
          const bytes = Buffer.concat(batch);
          batch = [];
          written = undefined;
          write(file, bytes, (error) => (error === null ? resolve() : reject(error)));
        });
      });
      return written;
    },
    close: () => closeSync(file),
  };
}

function nonceStore(place: string) {
  const directory = join(place, "replay");
  mkdirSync(directory);
  const book = openNonceStore(directory);
  const timestamp = Math.floor(Date.now() / 1000);
  return {
    async remember(digest: Uint8Array) {
      await book.remember({
        scope: "scope",
        nonce: Buffer.from(digest).toString("latin1"),
        timestamp,
      });
    },
    close: () => book[Symbol.asyncDispose](),
  };
}

function insert(synchronous: "off" | "full") {
  return (place: string) => {
    const database = new DatabaseSync(join(place, "nonces.db"));
    database.exec(`pragma journal_mode=wal; pragma synchronous=${synchronous}`);
    database.exec("create table nonce (digest blob primary key) without rowid");
    const statement = database.prepare("insert into nonce values (?)");
    return {
      remember(digest: Uint8Array) {
        statement.run(digest);
      },
      close: () => database.close(),
    };
  };
}
