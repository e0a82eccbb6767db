import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import type { GivenKeyRing } from "../given-key-ring.ts";
import { rejectOtherNames } from "./hard-links.ts";
import { inspectSqlite } from "./inspect.ts";
import { migrateBeside, ringOf } from "./ring-check.ts";

const offered: GivenKeyRing = {
  name: "ring",
  own: false,
  exists: () => true,
  make() {},
  open: () => new KeyRing(() => [{ id: "one", key: Buffer.alloc(32, 1) }]),
  serving: false,
  begins: true,
  now: 1,
};

test("a database with a hard link is opened by no one, under either name; one with a symbolic link is", async () => {
  using place = scratch();
  const [first, second, link] = [
    place.named("ledger.db"),
    place.named("b.db"),
    place.named("c.db"),
  ];
  await migrateBeside(first, offered);
  symlinkSync(first, link);
  await ringOf(link, offered);
  linkSync(first, second);
  for (const path of [first, second, link]) {
    for (const open of [ringOf, migrateBeside]) {
      await assert.rejects(open(path, offered), /has 2 hard links.*use a copy/);
    }
    await assert.rejects(inspectSqlite(path, offered), /has 2 hard links/);
  }
  rmSync(second);
  await ringOf(first, offered);
});

test("a directory is no database, and what is not there may become one", () => {
  using place = scratch();
  const path = place.named("directory");
  rejectOtherNames(path);
  mkdirSync(path);
  assert.throws(() => rejectOtherNames(path), {
    message: `the database ${path} is a directory, not a file; use the path of a file, or move the directory away`,
  });
});

test("a file that is mounted by itself is no database", (t) => {
  using place = scratch();
  const [ledger, mounted] = [place.named("ledger.db"), place.named("another place.db")];
  for (const path of [ledger, mounted]) writeFileSync(path, "");
  rejectOtherNames(mounted);
  if (spawnSync("mount", ["--bind", ledger, mounted]).status !== 0) {
    t.skip("needs an account that may mount");
    return;
  }
  try {
    assert.throws(() => rejectOtherNames(mounted), /another place\.db is mounted as a single file/);
    rejectOtherNames(ledger);
  } finally {
    assert.equal(spawnSync("umount", [mounted]).status, 0);
  }
});

function scratch() {
  const directory = mkdtempSync(join(tmpdir(), "countersign-name-"));
  return {
    named: (name: string) => join(directory, name),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}
