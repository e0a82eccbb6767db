import assert from "node:assert/strict";
import { test } from "node:test";
import { boundedCounts } from "./counts.ts";

test("each of the first 65,536 keys has a count of its own; those after share, and none is too low", () => {
  const counts = boundedCounts();
  assert.equal(counts.count("own 0"), 0);
  for (let key = 0; key < 65_536; key += 1) assert.equal(counts.add(`own ${key}`, 1), 1);
  for (let key = 0; key < 5000; key += 1) assert.ok(counts.add(`shared ${key}`, 1) >= 1);
  assert.equal(counts.add("own 7", 1), 2);
  assert.equal(counts.count("own 8"), 1);
  assert.ok(counts.count("shared 7") >= 1);
  assert.equal(counts.add("own 8", -1), 0);
  assert.equal(counts.add("own 8", -1), 0, "never below nothing");
  const before = counts.count("shared 5001");
  counts.add("shared 5001", 1);
  assert.equal(counts.add("shared 5001", -1), before);
  for (let times = before; times >= 0; times -= 1) counts.add("shared 5001", -1);
  assert.equal(counts.count("shared 5001"), 0, "nor is a shared one");
});
