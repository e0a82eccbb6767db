import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { replaced } from "../../../test/support/replaced.ts";
import { watchedFiles } from "../../../test/support/watched-files.ts";
import { openReplayJournal } from "./replay-journal.ts";

function scratch(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), "countersign-journal-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

const nonce = (first: number) => new Uint8Array(16).fill(first);

test("a sync pushes what was appended since the last one, and the directory where a file is new", async () => {
  using place = scratch();
  using files = watchedFiles(place.path);
  using journal = openReplayJournal(place.path, () => {});
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
  using journal = openReplayJournal(place.path, () => {});
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
  for (const name of ["5.nonces", "5-1.nonces", "5-2.nonces", "6.nonces"]) {
    writeFileSync(join(place.path, name), nonce(1));
  }
  using files = watchedFiles(place.path);
  {
    using journal = openReplayJournal(place.path, () => {});
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
    assert.equal(files.open(), 2);
    await journal.forget([[5, 5]]);
    assert.equal(files.open(), 1);
  }
  assert.equal(files.open(), 0);
  assert.deepEqual(readdirSync(place.path).sort(), ["6.nonces", "forgotten-minutes"]);
});
