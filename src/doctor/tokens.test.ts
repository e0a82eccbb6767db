import assert from "node:assert/strict";
import { test } from "node:test";
import type { Known } from "./known.ts";
import { tokenCauses } from "./tokens.ts";

test("what a token was that is gone is known by its form", () => {
  const known = { token: { kind: "gone", revoked: undefined } } as Known;
  for (const [sent, kind] of [
    [`1000000000000001-${"a".repeat(40)}`, "access"],
    [`42-${"a".repeat(40)}`, "access"],
    ["a".repeat(27), "request"],
    ["a token of another system", "unknown"],
    [undefined, "unknown"],
  ] as const) {
    assert.deepEqual(tokenCauses(known, undefined, sent), [{ id: "token-gone", kind }], sent);
  }
});
