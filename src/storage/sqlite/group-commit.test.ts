/** What becomes of the connection after a COMMIT that fails. docs/adr/0005-group-commit.md */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { OutcomeUnknown, StoreFailure } from "../../domain/errors.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import { happened, suiteRing } from "../contract/seeded-ledger.ts";
import { openDatabase } from "./database.ts";
import { groupCommitOn } from "./group-commit.ts";
import { migrateSqlite } from "./migration.ts";

/** SQLite's codes: https://sqlite.org/rescode.html */
const [full, failedRead, failedWrite, failedSync] = [13, 266, 778, 1034];

test("after a COMMIT whose sync fails, the next batch is written on another connection", async (t) => {
  using place = await placeOf(t);
  const { group, opened: databases } = place;
  assert.equal(await place.write(), "ok");
  place.failing.set("commit", failedSync);
  const error = await place.write();
  assert.ok(error instanceof StoreFailure && !(error instanceof OutcomeUnknown));
  assert.match(error.message, /^the database's commit: code 1034/);
  assert.deepEqual(
    databases.map(({ isOpen }) => isOpen),
    [false, true],
  );
  assert.equal(group.database, databases[1]);
  assert.equal(group.problem(), undefined);
  place.failing.clear();
  assert.equal(await place.write(), "ok");
  assert.equal(place.events(), 2);
  assert.equal(databases.length, 2);
});

test("while the log cannot be settled nothing is written, and no connection stays open", async (t) => {
  using place = await placeOf(t);
  const { group, opened: databases } = place;
  for (const text of ["commit", "settle"]) place.failing.set(text, failedSync);
  const error = await place.write();
  assert.ok(error instanceof OutcomeUnknown);
  assert.match(error.message, /^the database's commit: code 1034.*; then: code 1034/);
  assert.match(group.problem() ?? "", /^the database cannot be written: code 1034/);
  place.failing.delete("commit");
  const later = await place.write();
  assert.ok(later instanceof StoreFailure && !(later instanceof OutcomeUnknown));
  assert.match(later.message, /^since code 1034.*: code 1034/);
  assert.equal(place.events(), 0);
  place.failing.clear();
  assert.equal(await place.write(), "ok");
  assert.equal(group.problem(), undefined);
  assert.equal(place.events(), 1);
  assert.deepEqual(
    databases.map(({ isOpen }) => isOpen),
    [false, false, false, true],
  );
});

test("a batch that the disk rejects in the middle leaves no transaction to the next one", async (t) => {
  using place = await placeOf(t);
  for (const text of ["savepoint one_write", "release one_write"]) {
    place.failing.set(text, failedWrite);
    const error = await place.write();
    assert.ok(error instanceof StoreFailure, text);
    place.failing.clear();
  }
  assert.equal(place.events(), 0);
  assert.equal(await place.write(), "ok");
  assert.equal(place.events(), 1);
  assert.equal(place.opened.length, 1);
});

test("a COMMIT that ends before its last page is written keeps its connection", async (t) => {
  using place = await placeOf(t);
  for (const code of [full, failedWrite]) {
    place.failing.set("commit", code);
    assert.ok((await place.write()) instanceof StoreFailure, `${code}`);
    place.failing.clear();
    assert.equal(await place.write(), "ok");
  }
  assert.equal(place.opened.length, 1);
});

test("a transaction that cannot be rolled back is left with its connection", async (t) => {
  using place = await placeOf(t);
  place.failing.set("commit", full);
  place.failing.set("rollback", failedRead);
  assert.ok((await place.write()) instanceof StoreFailure);
  assert.match(place.group.problem() ?? "", /code 13/);
  place.failing.clear();
  assert.equal(await place.write(), "ok");
  assert.equal(place.events(), 1);
  assert.deepEqual(
    place.opened.map(({ isOpen }) => isOpen),
    [false, true],
  );
});

/**
 * A database in a file. `failing` gives the code with which a statement fails, by its text; `settle` stands for the
 * statement that settles the log.
 */
async function placeOf(t: TestContext) {
  const directory = mkdtempSync(join(tmpdir(), "countersign-group-"));
  const path = join(directory, "ledger.db");
  const failing = new Map<string, number>();
  const databases: DatabaseSync[] = [];
  const open = () => {
    const database = openDatabase(path);
    const { exec } = database;
    t.mock.method(database, "exec", (text: string) => {
      const code = failing.get(text.includes("user_version") ? "settle" : text);
      if (code !== undefined) throw Object.assign(new Error(`code ${code}`), { errcode: code });
      exec.call(database, text);
    });
    databases.push(database);
    return database;
  };
  const first = open();
  migrateSqlite(first);
  const group = groupCommitOn(first, new KeyRing(keySource(suiteRing)), open);
  return {
    group,
    failing,
    opened: databases,
    async write() {
      const [outcome] = await group.commit([{ name: "record", args: [happened()] }]);
      return outcome?.ok ? "ok" : outcome?.error;
    },
    events(): unknown {
      using database = openDatabase(path);
      return database.prepare("select count(*) as events from audit_event").get()?.["events"];
    },
    [Symbol.dispose]() {
      group[Symbol.dispose]();
      rmSync(directory, { recursive: true });
    },
  };
}
