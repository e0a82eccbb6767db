import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { withMigrated } from "../sqlite/migration.ts";
import { openMoveSource } from "./source.ts";

async function newLedger(): Promise<{ path: string } & Disposable> {
  const directory = mkdtempSync(join(tmpdir(), "countersign-move-"));
  const path = join(directory, "countersign.db");
  await withMigrated(path, () => {});
  return { path, [Symbol.dispose]: () => rmSync(directory, { recursive: true }) };
}

test("nothing can be written to a database while it is moved, so nothing is left behind", async () => {
  using ledger = await newLedger();
  using beside = new DatabaseSync(ledger.path, { timeout: 0 });
  const write = () => beside.exec("insert into setting values ('sign-up', 'open')");
  {
    using source = openMoveSource(ledger.path);
    assert.throws(write, /locked/);
    const setting = source.tables.find(({ name }) => name === "setting");
    assert.ok(setting);
    assert.equal(source.count(setting), 0);
  }
  write();
});

test("a database with a table that no one has thought of is not moved without it", async () => {
  using ledger = await newLedger();
  using beside = new DatabaseSync(ledger.path);
  beside.exec("create table note (a text)");
  assert.throws(() => openMoveSource(ledger.path), /unknown table note/);
});

test("a database that Litestream copies is moved without the tables of Litestream", async () => {
  using ledger = await newLedger();
  using beside = new DatabaseSync(ledger.path);
  beside.exec("create table _litestream_seq (id integer primary key, seq integer)");
  beside.exec("create table _litestream_lock (id integer)");
  using source = openMoveSource(ledger.path);
  assert.ok(source.tables.every(({ name }) => !name.includes("litestream")));
});
