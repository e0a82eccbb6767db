import assert from "node:assert/strict";
import { test } from "node:test";
import { usageCsv } from "./usage-csv.ts";

test("a line for each count; a cell is never a formula, and a separator ends no cell", () => {
  const row = { at: Date.UTC(2026, 4, 3), kind: "verified", count: 2 } as const;
  const operations = ["oauth2/token", "", "=1+1", "-1", "@a", "\ta", 'a,"b"\n'];
  const lines = operations.map((operation) => ({ ...row, operation }));
  const at = "2026-05-03T00:00:00.000Z";
  const cells = ["oauth2/token", "", "'=1+1", "'-1", "'@a", "'\ta", '"a,""b""\n"'];
  assert.equal(
    usageCsv(lines),
    ["from,operation,kind,count", ...cells.map((cell) => `${at},${cell},verified,2`), ""].join(
      "\r\n",
    ),
  );
  const kinds = ["rejected 88", "unauthenticated 32"] as const;
  assert.deepEqual(
    usageCsv(kinds.map((kind) => ({ ...row, kind, operation: "a" })))
      .split("\r\n")
      .slice(1, -1),
    [`${at},a,rejected 88,2`, `${at},a,rejected 32 unauthenticated,2`],
    "unauthenticated ones are rejected too",
  );
  assert.equal(usageCsv([]), "from,operation,kind,count\r\n");
});
