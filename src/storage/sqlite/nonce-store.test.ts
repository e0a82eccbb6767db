import assert from "node:assert/strict";
import { hash } from "node:crypto";
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { replaced } from "../../../test/support/replaced.ts";
import { until } from "../../../test/support/until.ts";
import { watchedFiles } from "../../../test/support/watched-files.ts";
import { StoreFailure } from "../../domain/errors.ts";
import { nonceStoreSuite } from "../contract/nonce-store-suite.ts";
import { openNonceStore } from "./nonce-store.ts";

const seconds = 1_700_000_000;
const now = seconds * 1000;
const spent = (nonce: string, timestamp = seconds) => ({ scope: "s", nonce, timestamp });
const minute = Math.floor(seconds / 60);

function scratch(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), "countersign-replay-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

function journalIn(path: string): string[] {
  return readdirSync(path).filter((name) => name.endsWith(".nonces"));
}

nonceStoreSuite("a nonce store in memory", () => openNonceStore(undefined));
nonceStoreSuite("a nonce store with a journal", () => {
  const place = scratch();
  const store = openNonceStore(place.path);
  return {
    ...store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      place[Symbol.dispose]();
    },
  };
});

test("what was remembered is so to the next process, closed properly or not", async () => {
  using place = scratch();
  // The first store stays open, as if its process had been killed.
  await using first = openNonceStore(place.path);
  for (let index = 0; index < 50; index += 1) {
    assert.equal(await first.remember(spent(`${index}`, seconds - 200 + index * 8)), "first");
  }
  await using second = openNonceStore(place.path);
  for (let index = 0; index < 50; index += 1) {
    assert.equal(await second.remember(spent(`${index}`, seconds - 200 + index * 8)), "repeated");
  }
  assert.equal(await second.remember(spent("new")), "first");
});

test("the journal keeps sixteen bytes of a digest of each nonce, as earlier versions wrote them", async () => {
  using place = scratch();
  await using store = openNonceStore(place.path);
  await store.remember(spent("a nonce"));
  const digest = hash("sha256", `s\0${seconds}\0a nonce`, "buffer").subarray(0, 16);
  digest.writeUInt8(digest.readUInt8(0) | 1, 0);
  const [name = ""] = journalIn(place.path);
  assert.ok(readFileSync(join(place.path, name)).includes(digest));
});

test("minutes that are forgotten are rejected, and the others are remembered still", async () => {
  await using store = openNonceStore(undefined);
  for (const at of [seconds - 120, seconds])
    assert.equal(await store.remember(spent("n", at)), "first");
  await store.forget([[minute - 2, minute - 2]]);
  assert.equal(await store.remember(spent("n")), "repeated");
  assert.equal(await store.remember(spent("another")), "first");
  assert.equal(await store.remember(spent("another", seconds - 120)), "forgotten");
});

test("the files of minutes that are forgotten on demand go, and no others", async () => {
  using place = scratch();
  await using store = openNonceStore(place.path);
  for (const at of [seconds - 120, seconds]) await store.remember(spent("n", at));
  await store.forget([[minute - 2, minute - 2]]);
  assert.deepEqual(journalIn(place.path), [`${minute}.nonces`]);
});

test("a torn last record is no record: the others hold, and the next one takes its place", async () => {
  using place = scratch();
  {
    await using store = openNonceStore(place.path);
    for (const nonce of ["a", "b", "c"]) await store.remember(spent(nonce));
  }
  const [name = ""] = journalIn(place.path);
  const path = join(place.path, name);
  assert.equal(statSync(path).size, 48);
  truncateSync(path, 41);
  {
    await using store = openNonceStore(place.path);
    assert.equal(await store.remember(spent("a")), "repeated");
    assert.equal(await store.remember(spent("b")), "repeated");
    assert.equal(await store.remember(spent("c")), "first", "its write was never answered");
    assert.equal(await store.remember(spent("d")), "first");
  }
  assert.equal(statSync(path).size, 64);
  appendFileSync(path, Buffer.alloc(5));
  await using store = openNonceStore(place.path);
  for (const nonce of ["a", "b", "c", "d"]) {
    assert.equal(await store.remember(spent(nonce)), "repeated");
  }
});

test("empty records that a crash of the machine left behind are not written over", async () => {
  using place = scratch();
  {
    await using store = openNonceStore(place.path);
    await store.remember(spent("a"));
  }
  const [name = ""] = journalIn(place.path);
  appendFileSync(join(place.path, name), Buffer.alloc(32));
  {
    await using store = openNonceStore(place.path);
    assert.equal(await store.remember(spent("b")), "first");
  }
  assert.equal(statSync(join(place.path, name)).size, 64);
  await using store = openNonceStore(place.path);
  for (const nonce of ["a", "b"]) {
    assert.equal(await store.remember(spent(nonce)), "repeated");
  }
});

test("requests that were rejected as forgotten are counted in the log at the next sweep, once", async () => {
  using place = scratch();
  const reports: string[] = [];
  await using store = openNonceStore(place.path, (_, message) => reports.push(message));
  await store.forget([[minute, minute]]);
  for (const nonce of ["a", "b"]) assert.equal(await store.remember(spent(nonce)), "forgotten");
  assert.deepEqual(reports, []);
  await store.sweep(now);
  assert.match(reports.join(), /^2 signed requests were rejected: the clock was set back/);
  await store.sweep(now);
  assert.equal(reports.length, 1);
});

test("T02 — what was forgotten stays so to the next process: its files are gone, the list is not", async () => {
  using place = scratch();
  {
    await using store = openNonceStore(place.path);
    await store.remember(spent("old", seconds - 300));
    await store.remember(spent("new", seconds + 300));
    assert.equal(await store.sweep(now), 0);
    assert.equal(await store.sweep(now + 500_000), 1);
    assert.equal(journalIn(place.path).length, 1);
  }
  await using store = openNonceStore(place.path);
  assert.equal(await store.remember(spent("old", seconds - 300)), "forgotten");
  assert.equal(await store.remember(spent("new", seconds + 300)), "repeated");
  // Nothing was accepted in the minutes between.
  assert.equal(await store.remember(spent("between")), "first");
});

test("T02 — killed between the list and the removal of a file: forgotten, and the file goes at the next start", async () => {
  using place = scratch();
  {
    await using store = openNonceStore(place.path);
    await store.remember(spent("n"));
  }
  writeFileSync(join(place.path, "forgotten-minutes"), `${minute} ${minute}\nend\n`);
  await using store = openNonceStore(place.path);
  assert.equal(await store.remember(spent("n")), "forgotten");
  assert.deepEqual(journalIn(place.path), []);
});

test("a journal without its list has forgotten everything before its first file", async () => {
  using place = scratch();
  {
    await using store = openNonceStore(place.path);
    await store.remember(spent("n"));
  }
  rmSync(join(place.path, "forgotten-minutes"));
  await using store = openNonceStore(place.path);
  assert.equal(await store.remember(spent("m", seconds - 60)), "forgotten");
  assert.equal(await store.remember(spent("m")), "first");
});

test("a damaged list stops the start, and is named", () => {
  using place = scratch();
  writeFileSync(join(place.path, "forgotten-minutes"), "1 2\n");
  assert.throws(() => openNonceStore(place.path), /forgotten-minutes is damaged/);
});

test("a minute is kept until six have passed, and its file goes with it", async () => {
  using place = scratch();
  await using store = openNonceStore(place.path);
  await store.remember(spent("a"));
  const past = (minute + 6) * 60_000;
  assert.equal(await store.sweep(past + 59_999), 0);
  assert.equal(await store.remember(spent("a")), "repeated");
  assert.equal(await store.sweep(past + 60_000), 1);
  assert.equal(await store.remember(spent("a")), "forgotten");
  assert.deepEqual(journalIn(place.path), []);
});

test("files that are not ours stay", async () => {
  using place = scratch();
  for (const name of ["README", "x.nonces", "1.nonces.bak", "old-1.nonces"])
    appendFileSync(join(place.path, name), "x");
  await using store = openNonceStore(place.path);
  await store.remember(spent("n"));
  await store.sweep(now + 86_400_000);
  assert.deepEqual(readdirSync(place.path).sort(), [
    "1.nonces.bak",
    "README",
    "forgotten-minutes",
    "old-1.nonces",
    "x.nonces",
  ]);
});

test("the store says how late it certainly was when it was closed", async () => {
  using place = scratch();
  {
    await using store = openNonceStore(place.path);
    assert.equal(store.openedAfter, undefined);
    await store.remember(spent("n", seconds + 300));
    await store.remember(spent("n", seconds - 300));
  }
  await using store = openNonceStore(place.path);
  assert.equal(store.openedAfter, minute * 60_000, "the minute of the latest, less the window");
});

test("T23 — a journal that cannot be opened is a StoreFailure, and nothing was remembered", async () => {
  using place = scratch();
  await using store = openNonceStore(place.path);
  rmSync(place.path, { recursive: true });
  await assert.rejects(async () => store.remember(spent("n")), StoreFailure);
  await assert.rejects(async () => store.remember(spent("n")), StoreFailure, "still not");
  assert.throws(() => store.ping(), StoreFailure);
});

for (const [how, taken] of [
  ["fails", undefined],
  ["is cut short", 7],
] as const) {
  test(`T23 — a write to an open file that ${how} is a StoreFailure, reported once, and the nonce is not spent`, async () => {
    using place = scratch();
    const reports: string[] = [];
    await using store = openNonceStore(place.path, (level, text) =>
      reports.push(`${level} ${text}`),
    );
    assert.equal(await store.remember(spent("a")), "first");
    {
      using _ = replaced("writeSync", (write, ...[file, bytes, from, , at]) => {
        if (taken === undefined) throw new Error("ENOSPC");
        return write(file, bytes, from, taken, at);
      });
      for (let times = 0; times < 3; times += 1) {
        await assert.rejects(async () => store.remember(spent("b")), StoreFailure);
      }
      assert.throws(() => store.ping(), StoreFailure);
    }
    assert.equal(await store.remember(spent("b")), "first");
    store.ping();
    assert.deepEqual(
      reports.map((one) => one.split(" ")[0]),
      ["error", "info"],
    );
    await using again = openNonceStore(place.path);
    for (const nonce of ["a", "b"]) {
      assert.equal(await again.remember(spent(nonce)), "repeated");
    }
  });
}

test("what is asked before the event loop continues is written at once, and answered after that", async () => {
  using place = scratch();
  await using store = openNonceStore(place.path);
  const writes: number[] = [];
  const answers: string[] = [];
  using _ = replaced("writeSync", (write, ...args) => {
    assert.deepEqual(answers, []);
    const written = write(...args);
    writes.push(written);
    return written;
  });
  const asked = ["a", "b", "a", "c"].map(async (nonce) => {
    answers.push(await store.remember(spent(nonce)));
  });
  await Promise.all(asked);
  assert.deepEqual(writes, [48]);
  assert.deepEqual(answers.sort(), ["first", "first", "first", "repeated"]);
});

test("a nonce that comes twice in a turn whose write fails is spent by neither", async () => {
  using place = scratch();
  await using store = openNonceStore(place.path);
  {
    using _ = replaced("writeSync", () => {
      throw new Error("ENOSPC");
    });
    const asked = [1, 2].map(async () => store.remember(spent("n")));
    for (const one of await Promise.allSettled(asked)) assert.equal(one.status, "rejected");
  }
  assert.equal(await store.remember(spent("n")), "first");
});

test("T02 — a minute that is forgotten before the turn is written stays so", async () => {
  using place = scratch();
  await using store = openNonceStore(place.path);
  assert.equal(await store.remember(spent("m")), "first");
  const asked = store.remember(spent("n"));
  const swept = store.sweep(now + 3_600_000);
  assert.equal(await asked, "forgotten");
  assert.equal(await swept, 1);
  assert.deepEqual(journalIn(place.path), []);
});

test("a store that is closed has what it was asked in its last turn on the disk, and no file open", async () => {
  using place = scratch();
  using files = watchedFiles(place.path);
  const store = openNonceStore(place.path);
  files.synced.splice(0);
  const asked = store.remember(spent("n"));
  await store[Symbol.asyncDispose]();
  assert.equal(await asked, "first");
  assert.equal(files.synced[0], `${minute}.nonces: 16 bytes`);
  assert.equal(files.open(), 0);
  await using again = openNonceStore(place.path);
  assert.equal(await again.remember(spent("n")), "repeated");
});

test("a store that could not be written says that it can again, though no one asks it to remember", async () => {
  using place = scratch();
  await using store = openNonceStore(place.path);
  {
    using _ = replaced("writeSync", () => {
      throw new Error("ENOSPC");
    });
    await assert.rejects(async () => store.remember(spent("b")), StoreFailure);
  }
  await until(() => isWell(store));
});

test("T23 — a failed sync: nothing is accepted until everything in memory is in another file and on the disk", async () => {
  using place = scratch();
  const reports: string[] = [];
  await using store = openNonceStore(place.path, (level, text) => reports.push(`${level} ${text}`));
  const nonces = Array.from({ length: 3000 }, (_, index) => `${index}`);
  let failures = 0;
  {
    using _ = replaced("fdatasync", (_sync, _file, done) => {
      failures += 1;
      setImmediate(() => done(new Error("EIO")));
    });
    const asked = nonces.map((nonce) => store.remember(spent(nonce)));
    assert.ok((await Promise.all(asked)).every((one) => one === "first"));
    await until(() => failures >= 3);
    assert.throws(() => store.ping(), StoreFailure);
    await assert.rejects(async () => store.remember(spent("later")), StoreFailure);
    // If the process is killed now, both files remain.
    await using killed = openNonceStore(place.path);
    for (const nonce of nonces) {
      assert.equal(await killed.remember(spent(nonce)), "repeated");
    }
  }
  await until(() => isWell(store));
  assert.deepEqual(journalIn(place.path), [`${minute}-1.nonces`]);
  assert.equal(statSync(join(place.path, `${minute}-1.nonces`)).size, 3000 * 16);
  assert.equal(await store.remember(spent("later")), "first");
  assert.deepEqual(
    reports.map((one) => one.split(" ")[0]),
    ["error", "info"],
  );
  await using again = openNonceStore(place.path);
  for (const nonce of [...nonces, "later"]) {
    assert.equal(await again.remember(spent(nonce)), "repeated");
  }
  assert.equal(await again.sweep(now + 3_600_000), 1);
  assert.deepEqual(journalIn(place.path), []);
});

test("T02 — a list that cannot be written keeps the files, and the minutes are rejected all the same", async () => {
  using place = scratch();
  await using store = openNonceStore(place.path);
  await store.remember(spent("n"));
  {
    using _ = replaced("fdatasync", (_sync, _file, done) => {
      setImmediate(() => done(new Error("EIO")));
    });
    await assert.rejects(store.sweep(now + 3_600_000), /EIO/);
  }
  assert.equal(journalIn(place.path).length, 1);
  assert.equal(readFileSync(join(place.path, "forgotten-minutes"), "utf8"), "end\n");
  await until(() => isWell(store));
  assert.equal(await store.remember(spent("n")), "forgotten");
  await store.sweep(now);
  assert.deepEqual(journalIn(place.path), []);
  assert.equal(
    readFileSync(join(place.path, "forgotten-minutes"), "utf8"),
    `${minute} ${minute}\nend\n`,
  );
});

function isWell(store: { ping(): unknown }): boolean {
  try {
    store.ping();
    return true;
  } catch {
    return false;
  }
}
