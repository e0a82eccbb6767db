import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { Kysely } from "kysely";
import { kyselyOver } from "../sqlite/kysely-over.ts";
import { migrate } from "./migrate.ts";

const first = { up: (db: Kysely<unknown>) => create(db, "first") };
const second = { up: (db: Kysely<unknown>) => create(db, "second") };

function create(db: Kysely<unknown>, table: string): Promise<void> {
  return db.schema.createTable(table).addColumn("id", "integer").execute();
}

test("migrations that have not run do so in order, and each once", async () => {
  using database = new DatabaseSync(":memory:");
  const db = kyselyOver<unknown>(database);
  assert.deepEqual(await migrate(db, [], { "0001-first": first }), ["0001-first"]);
  const both = { "0001-first": first, "0002-second": second };
  assert.deepEqual(await migrate(db, ["0001-first"], both), ["0002-second"]);
  assert.deepEqual(await migrate(db, ["0001-first", "0002-second"], both), []);
  const applied = database.prepare("select name from kysely_migration order by name").all();
  assert.deepEqual(
    applied.map((row) => row["name"]),
    Object.keys(both),
  );
});

test("the error of a migration that fails is thrown, and those after it do not run", async () => {
  using database = new DatabaseSync(":memory:");
  const failing = {
    up() {
      throw new Error("no space");
    },
  };
  const table = { "0001-first": first, "0002-failing": failing, "0003-second": second };
  await assert.rejects(migrate(kyselyOver(database), [], table), /^Error: no space$/);
  const tables = database.prepare("select name from sqlite_schema where name = 'second'").all();
  assert.deepEqual(tables, []);
});

test("a database with a migration of a later version is rejected before anything runs", async () => {
  using database = new DatabaseSync(":memory:");
  await assert.rejects(
    migrate(kyselyOver(database), ["0002-second"], { "0001-first": first }),
    /the migration 0002-second, and this version's last is 0001-first\)/,
  );
  assert.deepEqual(database.prepare("select name from sqlite_schema").all(), []);
});
