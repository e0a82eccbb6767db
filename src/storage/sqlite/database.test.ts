import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { StoreFailure } from "../../domain/refusals.ts";
import { extendedErrorCode, isBusy, openDatabase, storeFailure } from "./database.ts";

function sqliteError(errcode: number): Error {
  return Object.assign(new Error("it says"), { errcode });
}

test("what SQLite cannot do now is a store failure; what was asked of it wrongly is a fault of ours", () => {
  // https://sqlite.org/rescode.html: the lowest byte of an extended code is the primary code.
  for (const code of [5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26, 10 + 256, 13 + 512]) {
    const failure = storeFailure(sqliteError(code), "a write");
    assert.ok(failure instanceof StoreFailure, `${code}`);
    assert.match(failure.message, /^a write: it says/);
  }
  for (const error of [sqliteError(1), sqliteError(12), sqliteError(19), new Error("no code")]) {
    assert.equal(storeFailure(error, "a write"), error);
  }
});

test("a new file that another process is switching to write-ahead mode is tried again after a pause", (t) => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-database-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, "ledger.db");
  using other = new DatabaseSync(path);
  other.exec("create table made (one integer); begin immediate");
  const { mock } = t.mock.method(Atomics, "wait", () => {
    if (mock.callCount() === 1) other.exec("commit");
    return "timed-out";
  });
  using database = openDatabase(path);
  assert.equal(database.prepare("pragma journal_mode").get()?.["journal_mode"], "wal");
  assert.equal(mock.callCount(), 2);
});

test("busy is busy, whichever bits say why", () => {
  assert.ok(isBusy(sqliteError(5)) && isBusy(sqliteError(5 + 256)));
  for (const other of [sqliteError(6), new Error("busy"), "busy", null, undefined]) {
    assert.ok(!isBusy(other), `${other}`);
  }
  assert.equal(extendedErrorCode(sqliteError(5 + 256)), 261);
});
