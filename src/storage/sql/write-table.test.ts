import assert from "node:assert/strict";
import { test } from "node:test";
import { type WriteRow, writeTable } from "./write-table.ts";
import { writeNames } from "./writes.ts";

const rows = Object.entries<WriteRow>(writeTable);

test("each row is of one of the four kinds of ADR 15, and is a write of the database", () => {
  const kinds = /^(transaction|compare-and-set|one statement|harmless: )/;
  for (const [name, { how }] of rows) assert.match(how, kinds, name);
  assert.deepEqual(rows.map(([name]) => name).toSorted(), writeNames.toSorted());
});

test("a write that decides in a transaction says what it holds until it commits, and no other does", () => {
  const deciding = rows.filter(([, { how }]) => /\btransaction\b/.test(how));
  const holding = rows.filter(([, { holds }]) => holds !== undefined);
  assert.deepEqual(
    holding.map(([name]) => name),
    deciding.map(([name]) => name),
  );
});
