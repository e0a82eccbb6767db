import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { kyselyOver } from "../sqlite/kysely-over.ts";
import { migrateSqlite } from "../sqlite/migration.ts";
import { compiledOnce } from "./compiled-once.ts";

async function migrated() {
  const database = new DatabaseSync(":memory:");
  migrateSqlite(database);
  return kyselyOver(database);
}

test("a query is built once for each database, and asked with the values of each call", async () => {
  let built = 0;
  const keep = compiledOnce((db, row: { name: string; value: string }) => {
    built += 1;
    return db.insertInto("setting").values(row);
  });
  const find = compiledOnce((db, { name }: { name: string }) =>
    db.selectFrom("setting").select("value").where("name", "=", name),
  );
  const [one, other] = [await migrated(), await migrated()];
  await keep(one, { name: "first", value: "1" });
  await keep(one, { value: "2", name: "second" });
  await keep(other, { name: "first", value: "3" });
  assert.equal(built, 2);
  const namesOf = async (db: typeof one, name: string) =>
    (await find(db, { name })).map(({ value }) => value);
  assert.deepEqual(await namesOf(one, "second"), ["2"]);
  assert.deepEqual(await namesOf(one, "first"), ["1"]);
  assert.deepEqual(await namesOf(other, "first"), ["3"]);
  assert.deepEqual(await namesOf(other, "second"), []);
});

test("what is computed from a value while the query is built is rejected", async () => {
  const find = compiledOnce((db, { id }: { id: string }) =>
    db.selectFrom("user").select("id").where("id", "=", Number(id)),
  );
  await assert.rejects(find(await migrated(), { id: "1" }), /the value of id is not known/);
  const written = compiledOnce((db, { name }: { name: string }) =>
    db.selectFrom("setting").select("value").where("name", "=", JSON.stringify(name)),
  );
  await assert.rejects(written(await migrated(), { name: "a" }), /the value of name is not known/);
});
