import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { holdRotation } from "./rotation-lock.ts";

test("a ring that two data directories share by links is rotated by one at a time", () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-rotation-"));
  const [one, other] = [join(directory, "one"), join(directory, "other")];
  try {
    writeFileSync(join(directory, "ring"), "");
    for (const place of [one, other]) {
      mkdirSync(place);
      symlinkSync("../ring", join(place, "keys"));
    }
    const hold = (place: string) => holdRotation(join(place, "ledger.db"), place);
    {
      using _held = hold(one);
      assert.throws(
        () => hold(other),
        new RegExp(`already being rotated, by process ${process.pid},`),
      );
    }
    hold(other)[Symbol.dispose]();
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("a database that two data directories name is rotated by one at a time, and another database beside it", () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-rotation-"));
  const [one, other] = [join(directory, "one"), join(directory, "other")];
  try {
    for (const place of [one, other]) {
      mkdirSync(place);
      writeFileSync(join(place, "keys"), "");
    }
    using _held = holdRotation(join(directory, "ledger.db"), one);
    assert.throws(() => holdRotation(join(directory, "ledger.db"), other), /already being rotated/);
    holdRotation(join(directory, "another.db"), other)[Symbol.dispose]();
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("a data directory that does not exist is named, and not made", () => {
  const directory = join(tmpdir(), "countersign-rotation-nowhere");
  assert.throws(
    () => holdRotation(join(directory, "ledger.db"), directory),
    /there is no directory .*countersign-rotation-nowhere; use the one of the server that uses the database/,
  );
});
