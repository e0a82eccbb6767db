import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { StoreFailure } from "../../domain/refusals.ts";
import { replayBookSuite } from "../contract/replay-book-suite.ts";
import { openReplayBook } from "./replay-book.ts";

const seconds = 1_700_000_000;
const now = seconds * 1000;

function scratch(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), "countersign-replay-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

replayBookSuite("a replay book in memory", (at) => openReplayBook(undefined, at));
replayBookSuite("a replay book with a journal", (at) => {
  const place = scratch();
  const book = openReplayBook(place.path, at);
  return {
    remember: book.remember,
    [Symbol.dispose]() {
      book[Symbol.dispose]();
      place[Symbol.dispose]();
    },
  };
});

test("what was remembered is so to the next process, closed properly or not", () => {
  using place = scratch();
  // The first book is left open, as a killed process leaves it.
  using first = openReplayBook(place.path, now);
  for (let index = 0; index < 50; index += 1) {
    assert.equal(first.remember("s", `${index}`, seconds - 200 + index * 8, now), true);
  }
  using second = openReplayBook(place.path, now + 1000);
  for (let index = 0; index < 50; index += 1) {
    assert.equal(second.remember("s", `${index}`, seconds - 200 + index * 8, now), false);
  }
  assert.equal(second.remember("s", "new", seconds, now), true);
});

test("a torn last record is no record: the others hold, and the next one takes its place", () => {
  using place = scratch();
  {
    using book = openReplayBook(place.path, now);
    for (const nonce of ["a", "b", "c"]) book.remember("s", nonce, seconds, now);
  }
  const [name = ""] = readdirSync(place.path);
  const path = join(place.path, name);
  assert.equal(statSync(path).size, 48);
  truncateSync(path, 41);
  {
    using book = openReplayBook(place.path, now);
    assert.equal(book.remember("s", "a", seconds, now), false);
    assert.equal(book.remember("s", "b", seconds, now), false);
    assert.equal(book.remember("s", "c", seconds, now), true, "its write was never answered");
    assert.equal(book.remember("s", "d", seconds, now), true);
  }
  assert.equal(statSync(path).size, 64);
  appendFileSync(path, Buffer.alloc(5));
  using book = openReplayBook(place.path, now);
  for (const nonce of ["a", "b", "c", "d"]) {
    assert.equal(book.remember("s", nonce, seconds, now), false);
  }
});

test("empty records that a crash of the machine left behind are not written over", () => {
  using place = scratch();
  {
    using book = openReplayBook(place.path, now);
    book.remember("s", "a", seconds, now);
  }
  const [name = ""] = readdirSync(place.path);
  appendFileSync(join(place.path, name), Buffer.alloc(32));
  {
    using book = openReplayBook(place.path, now);
    assert.equal(book.remember("s", "b", seconds, now), true);
  }
  assert.equal(statSync(join(place.path, name)).size, 64);
  using book = openReplayBook(place.path, now);
  for (const nonce of ["a", "b"]) assert.equal(book.remember("s", nonce, seconds, now), false);
});

test("sweep forgets minutes that no timestamp may name any more, with their files, and answers false for them", () => {
  using place = scratch();
  using book = openReplayBook(place.path, now);
  book.remember("s", "old", seconds - 300, now);
  book.remember("s", "new", seconds + 300, now);
  assert.equal(book.sweep(now), 0);
  const later = now + 500_000;
  assert.equal(book.sweep(later), 1);
  assert.equal(readdirSync(place.path).length, 1);
  assert.equal(book.remember("s", "old", seconds - 300, later), false, "never twice");
  assert.equal(book.remember("s", "new", seconds + 300, later), false);
  // A clock that is set back brings nothing back.
  assert.equal(book.sweep(now), 0);
  assert.equal(book.remember("s", "old", seconds - 300, now), false);
});

test("a journal of long ago is removed at start; files that are not ours stay", () => {
  using place = scratch();
  {
    using book = openReplayBook(place.path, now);
    book.remember("s", "n", seconds, now);
  }
  appendFileSync(join(place.path, "README"), "x");
  using book = openReplayBook(place.path, now + 86_400_000);
  assert.deepEqual(readdirSync(place.path), ["README"]);
  assert.ok(book);
});

test("a journal that cannot be written is a StoreFailure, and nothing was remembered", () => {
  using place = scratch();
  using book = openReplayBook(place.path, now);
  rmSync(place.path, { recursive: true });
  assert.throws(() => book.remember("s", "n", seconds, now), StoreFailure);
  assert.throws(() => book.remember("s", "n", seconds, now), StoreFailure, "still not");
});
