import assert from "node:assert/strict";
import { test } from "node:test";
import { sealedColumns } from "./sealed.ts";

test("a secret is bound to its table and its row: moved to another, it opens nowhere", () => {
  // A further access token is named like any other: both tables share the names of tokens.
  const tableOf = (name: string) => name.replace(/^further_/, "");
  const tables = new Set(sealedColumns.map((one) => tableOf(one.table)));
  const identities = sealedColumns.flatMap(({ identity }) => [identity("1"), identity("2")]);
  assert.equal(new Set(identities).size, 2 * tables.size, `${identities}`);
  for (const { table, identity } of sealedColumns)
    assert.ok(identity("1").startsWith(`${tableOf(table)}.`));
});
