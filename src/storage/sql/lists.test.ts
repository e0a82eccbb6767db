import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { memoryTables } from "../../../test/support/memory-tables.ts";
import { foundAnyWay } from "./lists.ts";

test("a row that matches in several ways is found once", async () => {
  using tables = await memoryTables();
  const texts = { folded_screen_name: "a", screen_name: "b", name: "c" };
  tables.add("user", { id: 1, ...texts });
  const [first, second, third] = Object.entries(texts).map(
    ([column, text]) => sql<boolean>`${sql.ref(column)} = ${text}`,
  );
  const never = sql<boolean>`1 = 0`;
  assert.ok(first && second && third);
  for (const ways of [
    [first, second, third],
    [first, never, third],
    [never, second, third],
    [never, never, third],
  ] as const) {
    const found = foundAnyWay(ways, (way) => tables.db.selectFrom("user").select("id").where(way));
    assert.deepEqual(
      (await found.execute()).map(({ id }) => id),
      [1],
    );
  }
});
