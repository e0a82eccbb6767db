import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { missingMigrations } from "./migrate.ts";

const table = {
  "0001-first": "create table first (id);",
  "0002-second": "create table second (id);",
};

test("migrations that have not run do so in order, and each once", () => {
  using database = new DatabaseSync(":memory:");
  const applied: string[] = [];
  for (const [known, names] of [
    [{ "0001-first": table["0001-first"] }, ["0001-first"]],
    [table, ["0002-second"]],
    [table, []],
  ] as const) {
    const missing = missingMigrations(applied, known);
    assert.deepEqual(missing.names, names);
    database.exec(missing.statements);
    applied.push(...missing.names);
  }
  const rows = database.prepare("select name from migration order by name").all();
  assert.deepEqual(
    rows.map((row) => row["name"]),
    Object.keys(table),
  );
});

test("a database with a migration of a later version is rejected before anything runs", () => {
  assert.throws(
    () => missingMigrations(["0002-second"], { "0001-first": table["0001-first"] }),
    /the migration 0002-second, and this version's last is 0001-first\)/,
  );
});
