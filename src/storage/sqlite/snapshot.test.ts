import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { openDatabase } from "./database.ts";
import { snapshotOn } from "./snapshot.ts";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("one transaction a turn: begun by the first lookup, ended before the loop sleeps", async () => {
  using database = new DatabaseSync(":memory:");
  const snapshot = snapshotOn(database);
  snapshot.enter();
  snapshot.enter();
  assert.equal(database.isTransaction, true);
  await nextTurn();
  assert.equal(database.isTransaction, false);
  snapshot.enter();
  assert.equal(database.isTransaction, true, "the next turn has one too");
  snapshot.leave();
});

test("what is committed during a turn is seen in the next one", async () => {
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

test("what is left of an earlier turn is rolled back before anything is read: it would show the past", () => {
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

test("a timer's transaction is not used by what the event loop reads after it", async () => {
  const directory = mkdtempSync(join(tmpdir(), "countersign-snapshot-"));
  try {
    const path = join(directory, "ledger.db");
    using database = openDatabase(path);
    using other = openDatabase(path);
    const snapshot = snapshotOn(database);
    await using server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const client = connect((server.address() as AddressInfo).port, "127.0.0.1").unref();
    const [connection] = (await once(server, "connection")) as [Socket];
    const after = new Promise((resolve) => {
      connection.once("data", () => resolve(snapshot.enter()));
    });
    const before = await new Promise((resolve) => {
      setTimeout(() => {
        resolve(snapshot.enter());
        other.exec("create table seen (x)");
        // It is there when the timers end, so it is read before the immediates run.
        client.write("request");
      }, 0);
    });
    const versions = [before, await after];
    snapshot.leave();
    client.destroy();
    assert.notEqual(versions[1], versions[0]);
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
    assert.equal(snapshot.enter(), first, "in the same turn");
    snapshot.leave();
    assert.notEqual(snapshot.enter(), first, "in a new transaction");
    snapshot.leave();
  } finally {
    rmSync(directory, { recursive: true });
  }
});
