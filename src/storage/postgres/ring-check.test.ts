import assert from "node:assert/strict";
import { test } from "node:test";
import { givenKeyRing } from "../../../test/support/given-key-ring.ts";
import {
  freshDatabase,
  migratedDatabase,
  type TestDatabase,
} from "../../../test/support/postgres.ts";
import { StoreFailure } from "../../domain/errors.ts";
import { LedgerMissing, RingMismatch } from "../given-key-ring.ts";
import { schemaMigrations } from "../sql/schema.ts";
import { openConnections } from "./connections.ts";
import { migrateBeside, ringOf } from "./ring-check.ts";
import { onConnection } from "./statements.ts";

const boundMs = 30_000;

/** Someone else in the same database. */
function somebody({ address }: TestDatabase) {
  const connections = openConnections(address, boundMs);
  const ask = (text: string) =>
    onConnection(connections, boundMs, "test", (one) => one.rows<[unknown]>(text, []));
  return {
    ask,
    keys: async () => (await ask("select id from ring_key where seals = 1")).flat(),
    tables: async () => (await ask("select from pg_tables where schemaname = 'public'")).length,
    /** Keeps others from changing which key encrypts, while `use` runs; they do not wait for long. */
    async encrypting(use: () => Promise<void>) {
      await ask(`alter database ${address.name} set lock_timeout = 500`);
      await onConnection(connections, boundMs, "test", async (one) => {
        await one.run("begin; lock table ring_key in row share mode");
        await use();
        await one.run("rollback");
      });
    },
    [Symbol.asyncDispose]: () => connections[Symbol.asyncDispose](),
  };
}

test("a ring becomes the database's, which is migrated; from then on another one is rejected", async () => {
  await using database = await freshDatabase();
  await using other = somebody(database);
  const ring = await ringOf(database.address, boundMs, givenKeyRing("one"));
  assert.deepEqual(ring.keyIds, ["one"]);
  assert.deepEqual(await other.keys(), ["one"]);
  const another = givenKeyRing("one.other");
  await assert.rejects(ringOf(database.address, boundMs, another), RingMismatch);
  await assert.rejects(migrateBeside(database.address, boundMs, another), RingMismatch);
  assert.deepEqual(await migrateBeside(database.address, boundMs, givenKeyRing("one")), []);
});

test("a ring that is missing is made once, for a new database", async () => {
  await using database = await freshDatabase();
  await using other = somebody(database);
  let made = 0;
  const missing = {
    ...givenKeyRing("one"),
    exists: () => made > 0,
    make() {
      made += 1;
    },
  };
  await Promise.all([1, 2].map(() => ringOf(database.address, boundMs, missing)));
  assert.equal(made, 1);
  assert.deepEqual(await other.keys(), ["one"]);
  const gone = { ...missing, exists: () => false };
  await assert.rejects(ringOf(database.address, boundMs, gone), /the key ring ring is missing/);
  await assert.rejects(
    migrateBeside(database.address, boundMs, gone),
    /the key ring ring is missing/,
  );
});

test("a ring that the database knows is taken while others encrypt; one that changes its keys waits for them", async () => {
  await using database = await freshDatabase();
  await using other = somebody(database);
  const known = givenKeyRing("one");
  await ringOf(database.address, boundMs, known);
  await other.encrypting(async () => {
    await ringOf(database.address, boundMs, known);
    const serving = { ...givenKeyRing("two", "one"), serving: true };
    await assert.rejects(ringOf(database.address, boundMs, serving), StoreFailure);
  });
  await ringOf(database.address, boundMs, { ...givenKeyRing("two", "one"), serving: true });
  assert.deepEqual(await other.keys(), ["two"]);
});

test("an empty database gets no tables beside the ring of another, nor from a command that only reads", async () => {
  await using database = await freshDatabase();
  await using other = somebody(database);
  const reads = { ...givenKeyRing("one"), begins: false };
  const own = { ...givenKeyRing("one"), own: true };
  for (const open of [ringOf, migrateBeside]) {
    await assert.rejects(open(database.address, boundMs, reads), LedgerMissing);
    await assert.rejects(open(database.address, boundMs, own), RingMismatch);
  }
  assert.equal(await other.tables(), 0);
  assert.deepEqual(
    await migrateBeside(database.address, boundMs, givenKeyRing("one")),
    schemaMigrations,
  );
  for (const offered of [reads, own]) await ringOf(database.address, boundMs, offered);
});

test("a connection that ends while the ring is checked: the failure says so, and nothing has changed", async () => {
  await using database = await migratedDatabase();
  await using other = somebody(database);
  await other.ask(`create function ends() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
  await other.ask("create trigger ends before insert on ring_key execute function ends()");
  await assert.rejects(ringOf(database.address, boundMs, givenKeyRing("one")), (error) => {
    assert.ok(error instanceof StoreFailure, String(error));
    assert.match(error.message, /: terminating connection/);
    return true;
  });
  assert.deepEqual(await other.keys(), []);
});
