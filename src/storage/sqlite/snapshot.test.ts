import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { openDatabase } from "./database.ts";
import { snapshotOn } from "./snapshot.ts";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("a transaction lasts until no promise is left to continue, and the next lookup begins another", async () => {
  using database = new DatabaseSync(":memory:");
  const snapshot = snapshotOn(database);
  const begins: boolean[] = [];
  const lookUp = async () => {
    for (let steps = 0; steps < 20; steps += 1) {
      await undefined;
      begins.push(database.isTransaction);
      snapshot.enter();
    }
  };
  await Promise.all([lookUp(), lookUp()]);
  assert.deepEqual(begins, [false, ...Array(39).fill(true)]);
  await nextTurn();
  assert.equal(database.isTransaction, false);
  snapshot.enter();
  assert.equal(database.isTransaction, true);
  snapshot.leave();
});

test("what is committed meanwhile is seen once the event loop has continued", async () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-snapshot-"));
  try {
    const path = join(directory, "ledger.db");
    using database = openDatabase(path);
    database.exec("create table seen (x)");
    using other = openDatabase(path);
    const snapshot = snapshotOn(database);
    const rows = () => {
      snapshot.enter();
      return database.prepare("select count(*) as rows from seen").get()?.["rows"];
    };
    assert.equal(rows(), 0);
    other.exec("insert into seen values (1)");
    assert.equal(rows(), 0);
    await nextTurn();
    assert.equal(rows(), 1);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("a transaction that SQLite rolled back because a read failed is not ended again: an error there would end the process", async () => {
  using database = new DatabaseSync(":memory:");
  const snapshot = snapshotOn(database);
  snapshot.enter();
  database.exec("rollback");
  await nextTurn();
  snapshot.enter();
  assert.equal(database.isTransaction, true);
  snapshot.leave();
  assert.equal(database.isTransaction, false);
});

test("what is left of an earlier transaction is rolled back before anything is read: it would show the past", () => {
  using database = new DatabaseSync(":memory:");
  const snapshot = snapshotOn(database);
  database.exec("create table seen (x); begin; insert into seen values (1)");
  snapshot.enter();
  assert.equal(database.prepare("select count(*) as rows from seen").get()?.["rows"], 0);
  snapshot.leave();
});

test("a connection that is gone: leaving does not throw", async () => {
  const database = new DatabaseSync(":memory:");
  const snapshot = snapshotOn(database);
  snapshot.enter();
  database.close();
  assert.doesNotThrow(() => snapshot.leave());
  await nextTurn();
});

test("no two callbacks of the event loop share a transaction: the loop may have read between them", async () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-snapshot-"));
  try {
    const path = join(directory, "ledger.db");
    using database = openDatabase(path);
    using other = openDatabase(path);
    const snapshot = snapshotOn(database);
    for (const schedule of [setImmediate, setTimeout]) {
      const versions: unknown[] = [];
      schedule(() => {
        versions.push(snapshot.enter());
        other.exec("create table if not exists seen (x); insert into seen values (1)");
      });
      await new Promise<void>((resolve) => {
        schedule(() => {
          versions.push(snapshot.enter());
          resolve();
        });
      });
      assert.notEqual(versions[1], versions[0]);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("the data version is the same until another connection commits", async () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-snapshot-"));
  try {
    const path = join(directory, "ledger.db");
    using database = openDatabase(path);
    using other = openDatabase(path);
    const snapshot = snapshotOn(database);
    const first = snapshot.enter();
    await nextTurn();
    assert.equal(snapshot.enter(), first);
    other.exec("create table seen (x)");
    assert.equal(snapshot.enter(), first, "in the same transaction");
    snapshot.leave();
    assert.notEqual(snapshot.enter(), first, "in a new transaction");
    snapshot.leave();
  } finally {
    rmSync(directory, { recursive: true });
  }
});
