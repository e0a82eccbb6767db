import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { replaced } from "../../../test/support/replaced.ts";
import { watchedFiles } from "../../../test/support/watched-files.ts";
import { openNonceJournal } from "./nonce-journal.ts";

function scratch(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), "countersign-journal-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

const nonce = (first: number) => new Uint8Array(16).fill(first);

test("a sync pushes what was appended since the last one, and the directory where a file is new", async () => {
  using place = scratch();
  using files = watchedFiles(place.path);
  using journal = openNonceJournal(place.path, () => {});
  assert.deepEqual(files.synced.splice(0), [
    "forgotten-minutes.new: 4 bytes",
    "[forgotten-minutes]",
  ]);
  journal.append(5, nonce(1));
  await journal.sync();
  assert.deepEqual(files.synced.splice(0), ["5.nonces: 16 bytes", "[5.nonces forgotten-minutes]"]);
  journal.append(5, nonce(2));
  await journal.sync();
  assert.deepEqual(files.synced.splice(0), ["5.nonces: 32 bytes"]);
  await journal.sync();
  assert.deepEqual(files.synced.splice(0), []);
});

test("T23 — what a failed sync left in doubt is on the disk in another file before the first one goes", async () => {
  using place = scratch();
  using files = watchedFiles(place.path);
  using journal = openNonceJournal(place.path, () => {});
  for (const minute of [5, 6]) journal.append(minute, nonce(minute));
  {
    using _ = replaced("fdatasync", (_sync, _file, done) => done(new Error("EIO: i/o error")));
    await assert.rejects(journal.sync(), /EIO/);
    await assert.rejects(
      journal.rewrite(() => new Uint32Array(4)),
      /EIO/,
    );
  }
  files.synced.splice(0);
  await journal.rewrite((minute) => new Uint32Array(4 * minute));
  assert.deepEqual(files.synced.splice(0), [
    "5-1.nonces: 80 bytes",
    "[5-1.nonces 5.nonces 6.nonces forgotten-minutes]",
    "6-1.nonces: 96 bytes",
    "[5-1.nonces 6-1.nonces 6.nonces forgotten-minutes]",
    "[5-1.nonces 6-1.nonces forgotten-minutes]",
  ]);
  await journal.rewrite(() => new Uint32Array(4));
  assert.deepEqual(readdirSync(place.path).sort(), [
    "5-1.nonces",
    "6-1.nonces",
    "forgotten-minutes",
  ]);
});

test("a minute has one open file, and none once it is forgotten or the journal is closed", async () => {
  using place = scratch();
  for (const name of ["5.nonces", "5-2.nonces", "5-10.nonces", "6.nonces"]) {
    writeFileSync(join(place.path, name), nonce(1));
  }
  using files = watchedFiles(place.path);
  {
    using journal = openNonceJournal(place.path, () => {});
    assert.equal(files.open(), 2);
    {
      using _ = replaced("fdatasync", (_sync, _file, done) => done(new Error("EIO: i/o error")));
      journal.append(5, nonce(2));
      await assert.rejects(journal.sync(), /EIO/);
      await assert.rejects(
        journal.rewrite(() => new Uint32Array(4)),
        /EIO/,
      );
    }
    assert.equal(files.open(), 2);
    await journal.rewrite(() => new Uint32Array(4));
    assert.deepEqual(readdirSync(place.path).sort(), [
      "5-11.nonces",
      "6.nonces",
      "forgotten-minutes",
    ]);
    assert.equal(files.open(), 2);
    rmSync(join(place.path, "5-11.nonces"));
    await journal.forget([[5, 5]]);
    assert.equal(files.open(), 1);
  }
  assert.equal(files.open(), 0);
  assert.deepEqual(readdirSync(place.path).sort(), ["6.nonces", "forgotten-minutes"]);
});

test("forgetting minutes of which there is no file writes nothing", async () => {
  using place = scratch();
  using journal = openNonceJournal(place.path, () => {});
  journal.append(5, nonce(1));
  await journal.sync();
  using files = watchedFiles(place.path);
  await journal.forget([[1, 4]]);
  assert.deepEqual(files.synced, []);
  await journal.forget([[1, 5]]);
  assert.deepEqual(files.synced.slice(0, 1), ["forgotten-minutes.new: 8 bytes"]);
});

test("the minutes before the earliest file are forgotten, by number and not by name", () => {
  using place = scratch();
  for (const name of ["10.nonces", "9.nonces", "11-1.nonces"]) {
    writeFileSync(join(place.path, name), nonce(1));
  }
  using journal = openNonceJournal(place.path, () => {});
  assert.deepEqual(journal.forgotten, [[0, 8]]);
});

test("what a system takes in parts is written whole to the other file", async () => {
  using place = scratch();
  using journal = openNonceJournal(place.path, () => {});
  journal.append(5, nonce(1));
  const nonces = Uint32Array.from({ length: 64 }, (_, at) => at + 1);
  {
    using _ = replaced("fdatasync", (_sync, _file, done) => done(new Error("EIO: i/o error")));
    await assert.rejects(journal.sync(), /EIO/);
  }
  using _ = replaced("writeSync", (write, file, bytes, from, length, at) => {
    assert.equal(from + length, bytes.length);
    return write(file, bytes, from, Math.min(length, 100), at);
  });
  await journal.rewrite(() => nonces);
  assert.deepEqual(readFileSync(join(place.path, "5-1.nonces")), Buffer.from(nonces.buffer));
});
