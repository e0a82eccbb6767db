import assert from "node:assert/strict";
import fs, {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openFilesIn } from "../../../test/support/open-files.ts";
import { withOther } from "../../../test/support/other-functions.ts";
import { holdLock } from "./process-lock.ts";

const words = { note: ", for a test", rejected: (holder: string) => `held by ${holder}` };

test("a lock says who holds it; who does not get it is told, and the next one gets it", () => {
  using place = scratch();
  const { path, directory } = place;
  const before = new Date().toISOString();
  const held = holdLock(path, words);
  assert.deepEqual(readdirSync(directory).sort(), ["a.holder", "a.lock", "a.lock-journal"]);
  const holder = readFileSync(`${path}.holder`, "utf8");
  const [, since = ""] = /, started (\S+),/.exec(holder) ?? [];
  assert.equal(holder, `process ${process.pid}, started ${since}, on ${hostname()}, for a test`);
  assert.ok(before <= since && since <= new Date().toISOString(), since);
  assert.throws(() => holdLock(path, words), { message: `held by ${holder}` });
  rmSync(`${path}.holder`);
  assert.throws(() => holdLock(path, words), { message: "held by an unknown process" });
  held[Symbol.dispose]();
  assert.deepEqual(openFilesIn(directory), []);
  holdLock(path, words)[Symbol.dispose]();
  assert.deepEqual(openFilesIn(directory), []);
});

test("what stands in the way of a lock is named, and nothing is held then", () => {
  using place = scratch();
  const { path, directory } = place;
  for (const suffix of [".lock", ".holder"]) {
    mkdirSync(path + suffix);
    assert.throws(() => holdLock(path, words), {
      message: `${path}${suffix} is a directory, not a file; move it away`,
    });
    rmdirSync(path + suffix);
    assert.deepEqual(openFilesIn(directory), []);
  }
  writeFileSync(`${path}.lock`, "no database ".repeat(100));
  assert.throws(() => holdLock(path, words), { message: "file is not a database" });
  {
    using _ = withOther(fs, {
      accessSync() {
        throw Object.assign(new Error("access"), { code: "EROFS", errno: -30 });
      },
    });
    assert.throws(() => holdLock(path, words), {
      message: `${path}.lock cannot be written: read-only file system (EROFS)`,
    });
  }
  assert.deepEqual(openFilesIn(directory), []);
  rmSync(`${path}.lock`);
  holdLock(path, words)[Symbol.dispose]();
});

test("root's locks in a directory of another account are that account's", {
  skip: process.geteuid?.() !== 0 && "needs root, which alone may give files away",
}, () => {
  using place = scratch();
  const theirs = { uid: 65534, gid: 65533 };
  chownSync(place.directory, theirs.uid, theirs.gid);
  using _held = holdLock(place.path, words);
  for (const suffix of [".lock", ".holder"]) {
    const { uid, gid } = statSync(place.path + suffix);
    assert.deepEqual({ uid, gid }, theirs, suffix);
  }
});

function scratch() {
  const directory = mkdtempSync(join(tmpdir(), "countersign-lock-"));
  return {
    directory,
    path: join(directory, "a"),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}
