import assert from "node:assert/strict";
import { test } from "node:test";
import { sentence } from "./sentence.ts";

test("names stay apart from the words around them", () => {
  assert.deepEqual(sentence`to ${"Weather Bot"}, for ${"@alice"}`, [
    "to ",
    { name: "Weather Bot" },
    ", for ",
    { name: "@alice" },
  ]);
});
