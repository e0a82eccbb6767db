import assert from "node:assert/strict";
import { test } from "node:test";
import { tokenCsvHead, tokenCsvOf, tokenJsonLineOf } from "./token-csv.ts";

const listed = {
  token: "8-the-token",
  access: "write",
  application: { id: "7", name: '=HYPERLINK("x")', consumer_key: "the-key" },
  user: { id: "8", screen_name: "bob" },
  ...{ since: "2026-05-03T00:00:00.000Z", last_used_on: null },
} as const;

test("a line has no token, and a cell is never a formula; a token that was never used has no day", () => {
  assert.equal(
    tokenCsvHead,
    "application_id,application,user_id,user,access,issued_at,last_used_on",
  );
  assert.equal(tokenCsvOf(listed), `7,"'=HYPERLINK(""x"")",8,bob,write,2026-05-03T00:00:00.000Z,`);
  assert.equal(
    tokenCsvOf({ ...listed, last_used_on: "2026-05-04" })
      .split(",")
      .at(-1),
    "2026-05-04",
  );
  assert.deepEqual(JSON.parse(tokenJsonLineOf(listed)), {
    application_id: "7",
    application: '=HYPERLINK("x")',
    user_id: "8",
    user: "bob",
    access: "write",
    issued_at: "2026-05-03T00:00:00.000Z",
    last_used_on: null,
  });
});
