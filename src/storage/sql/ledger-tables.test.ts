import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { migrateSqlite } from "../sqlite/migration.ts";
import { ledgerTables } from "./ledger-tables.ts";

test("the tables that are moved are all that there are, and each comes after those that its rows refer to", async () => {
  using database = new DatabaseSync(":memory:");
  migrateSqlite(database);
  const there = database
    .prepare("select name from sqlite_schema where type = 'table' and name <> 'migration'")
    .all()
    .map((row) => String(row["name"]))
    .filter((name) => !name.startsWith("sqlite_"));
  assert.deepEqual([...ledgerTables].sort(), there.sort());
  for (const [at, table] of ledgerTables.entries()) {
    const referred = database.prepare(`pragma foreign_key_list("${table}")`).all();
    for (const row of referred) {
      const before: readonly string[] = ledgerTables.slice(0, at);
      assert.ok(before.includes(String(row["table"])), `${table} refers to ${row["table"]}`);
    }
  }
});
