import assert from "node:assert/strict";
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { StoreFailure } from "../../domain/errors.ts";
import {
  checkpointProblem,
  extendedErrorCode,
  isBusy,
  openDatabase,
  storeFailure,
} from "./database.ts";

function scratch(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), "countersign-database-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

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
  const path = join(scratch(t), "ledger.db");
  using other = new DatabaseSync(path);
  other.exec("create table made (one integer); begin immediate");
  const wait = Atomics.wait;
  const { mock } = t.mock.method(Atomics, "wait", (...args: Parameters<typeof wait>) => {
    if (mock.callCount() === 1) other.exec("commit");
    return wait(...args);
  });
  using database = openDatabase(path);
  assert.equal(database.prepare("pragma journal_mode").get()?.["journal_mode"], "wal");
  assert.deepEqual(
    mock.calls.map(({ result }) => result),
    ["timed-out", "timed-out"],
  );
});

test("a new file that stays busy, and one that is no database, are rejected: the first after four seconds", (t) => {
  const directory = scratch(t);
  const path = join(directory, "ledger.db");
  using other = new DatabaseSync(path);
  other.exec("create table made (one integer); begin immediate");
  let now = 0;
  t.mock.method(performance, "now", () => now);
  const { mock } = t.mock.method(Atomics, "wait", () => {
    now += 1000;
    if (now > 10_000) throw new Error("it waits for ever");
    return "timed-out";
  });
  assert.throws(() => openDatabase(path), /ledger\.db: database is locked/);
  assert.equal(mock.callCount(), 5);
  const text = join(directory, "text");
  writeFileSync(text, "no database, but longer than the header of one ".repeat(20));
  assert.throws(() => openDatabase(text), /text: file is not a database/);
  assert.equal(mock.callCount(), 5);
});

test("a new database belongs to the owner of its directory, also if root creates it", (t) => {
  const directory = scratch(t);
  const self = process.geteuid?.() ?? 0;
  const owner = self === 0 ? 1000 : self;
  chownSync(directory, owner, process.getegid?.() ?? 0);
  const path = join(directory, "ledger.db");
  using _database = openDatabase(path);
  assert.equal(statSync(path).uid, owner);
});

test("busy is busy, whichever bits say why", () => {
  assert.ok(isBusy(sqliteError(5)) && isBusy(sqliteError(5 + 256)));
  for (const other of [sqliteError(6), new Error("busy"), "busy", null, undefined]) {
    assert.ok(!isBusy(other), `${other}`);
  }
  assert.equal(extendedErrorCode(sqliteError(5 + 256)), 261);
});

test("a short log that a reader keeps from being moved is no problem; a connection that is gone is one", () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-checkpoint-"));
  try {
    const database = openDatabase(join(directory, "ledger.db"));
    database.exec("create table seen (x); insert into seen values (1)");
    using reader = openDatabase(join(directory, "ledger.db"));
    reader.exec("begin; select * from seen");
    database.exec("insert into seen values (2)");
    assert.equal(checkpointProblem(database), undefined);
    reader.exec("commit");
    database.close();
    assert.match(checkpointProblem(database) ?? "", /can't be checkpointed: database is not/);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("a log that a reader lets grow to 64,000 pages is a problem, until the reader ends", () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-checkpoint-"));
  const path = join(directory, "ledger.db");
  try {
    {
      // An eighth of the usual page, so that the log stays small.
      using small = new DatabaseSync(path);
      small.exec("pragma page_size = 512; create table seen (x); insert into seen values (1)");
    }
    using database = openDatabase(path);
    using reader = openDatabase(path);
    reader.exec("begin; select * from seen");
    database.exec("insert into seen values (zeroblob(64000 * 512))");
    assert.match(
      checkpointProblem(database) ?? "",
      /has grown to 6\d{4} pages: another process has a long-running read/,
    );
    reader.exec("commit");
    assert.equal(checkpointProblem(database), undefined);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
