import assert from "node:assert/strict";
import { it } from "node:test";
import { differentValues, keepValue } from "./one-value.ts";

it("keeps the first value, and notices a second that differs", () => {
  const kept = new Map<string, string>();
  assert.equal(keepValue(kept, "a", "1"), "first");
  assert.equal(keepValue(kept, "a", "1"), "again");
  assert.equal(keepValue(kept, "a", "2"), "different");
  assert.equal(keepValue(kept, "b", ""), "first");
  assert.equal(keepValue(kept, "b", "1"), "different");
  assert.deepEqual(
    [...kept],
    [
      ["a", "1"],
      ["b", ""],
    ],
  );
});

it("names the parameter, unless its name cannot be printed", () => {
  assert.equal(differentValues("oauth_nonce"), "oauth_nonce has different values.");
  assert.equal(differentValues("oauth_<b>"), "An oauth_* parameter has different values.");
  for (const name of ["<b>", "", "x".repeat(65)]) {
    assert.equal(differentValues(name), "A parameter has different values.");
  }
});
