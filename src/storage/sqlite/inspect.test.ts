import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { damage } from "../../../test/support/damage.ts";
import { type LedgerPlace, ledgerPlace } from "../../../test/support/ledger-place.ts";
import { openFilesIn } from "../../../test/support/open-files.ts";
import { StoreFailure } from "../../domain/errors.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import type { GivenKeyRing } from "../given-key-ring.ts";
import { noLedger } from "../inspected.ts";
import { schemaMigrations } from "../sql/schema.ts";
import { inspectSqlite } from "./inspect.ts";
import { ringOf } from "./ring-check.ts";

const offered = ringWith(1);

function ringWith(byte: number): GivenKeyRing {
  return {
    name: "ring",
    own: false,
    exists: () => true,
    make: () => assert.fail("no ring is made"),
    open: () => new KeyRing(() => [{ id: "one", key: Buffer.alloc(32, byte) }]),
    serving: false,
    begins: true,
    now: 1,
  };
}

const current = {
  exists: true,
  missing: [],
  unknown: [],
  ringProblem: undefined,
  movedProblem: undefined,
  clock: undefined,
  latestEvent: undefined,
  lastOf: noLedger.lastOf,
  receivers: [],
};

test("no ledger: in memory, not there yet, or an empty file", async () => {
  using place = await ledgerPlace();
  rmSync(place.ledger);
  assert.deepEqual(await inspectSqlite(":memory:", offered), noLedger);
  assert.deepEqual(await inspectSqlite(place.ledger, offered), noLedger);
  writeFileSync(place.ledger, "");
  assert.deepEqual(await inspectSqlite(place.ledger, offered), noLedger);
  assert.deepEqual(openFilesIn(place.directory), []);
});

test("a database of this version, with the time of its latest event", async () => {
  using place = await ledgerPlace();
  assert.deepEqual(await inspectSqlite(place.ledger, offered), current);
  changed(place, (database) => {
    for (const at of [7, 5]) {
      const add = "insert into audit_event (at, name, actor) values (?, 'user.created', 'service')";
      database.prepare(add).run(at);
    }
  });
  const found = await inspectSqlite(place.ledger, offered);
  assert.deepEqual(found, { ...current, latestEvent: 5 });
  assert.deepEqual(openFilesIn(place.directory), []);
});

test("the last backup, the last one that was verified, and the last rotation", async () => {
  using place = await ledgerPlace();
  changed(place, (database) => {
    for (const [at, name] of [
      [1, "backup.created"],
      [2, "backup.verified"],
      [3, "keys.rotated"],
      [4, "backup.created"],
    ] as const) {
      const add = "insert into audit_event (at, name, actor, details) values (?, ?, 'service', ?)";
      database.prepare(add).run(at, name, JSON.stringify({ latestEventAt: new Date(1).toJSON() }));
    }
  });
  assert.deepEqual((await inspectSqlite(place.ledger, offered)).lastOf, {
    ...{ "backup.created": 4, "backup.verified": 1, "keys.rotated": 3 },
  });
});

test("migrations that have not run, and those of a later version, are named", async () => {
  using older = await ledgerPlace();
  await ringOf(older.ledger, offered);
  changed(older, (database) => database.exec("delete from migration"));
  assert.deepEqual(await inspectSqlite(older.ledger, ringWith(2)), {
    ...current,
    missing: schemaMigrations,
  });
  using place = await ledgerPlace();
  changed(place, (database) =>
    database.exec("insert into migration values ('9999-later', '2026-01-01')"),
  );
  assert.deepEqual((await inspectSqlite(place.ledger, offered)).unknown, ["9999-later"]);
});

test("a key ring of another database is named; one that cannot be opened is an error", async () => {
  using place = await ledgerPlace();
  await ringOf(place.ledger, offered);
  const { ringProblem } = await inspectSqlite(place.ledger, ringWith(2));
  assert.match(ringProblem ?? "", /^the key ring ring is not the one that encrypted the database /);
  const open = () => {
    throw new Error("not a ring");
  };
  await assert.rejects(inspectSqlite(place.ledger, { ...offered, open }), /^Error: not a ring$/);
  assert.deepEqual(openFilesIn(place.directory), []);
});

test("a database whose pages are damaged is a failure of the store, which names it", async () => {
  using place = await ledgerPlace();
  damage(place.ledger, "audit_event");
  await assert.rejects(inspectSqlite(place.ledger, offered), (error) => {
    assert.ok(error instanceof StoreFailure);
    assert.equal(error.message, `${place.ledger}: database disk image is malformed`);
    return true;
  });
  assert.deepEqual(openFilesIn(place.directory), []);
});

function changed({ ledger }: LedgerPlace, change: (database: DatabaseSync) => void): void {
  using database = new DatabaseSync(ledger);
  change(database);
}
