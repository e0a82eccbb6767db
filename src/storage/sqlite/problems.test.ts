import assert from "node:assert/strict";
import { test } from "node:test";
import { createProblems } from "./problems.ts";

test("a problem is reported when it begins, listed while it lasts, and reported again when it comes back", () => {
  const began: string[] = [];
  const problems = createProblems((reason) => began.push(reason));
  problems.note("commit", "one");
  problems.note("commit", "two");
  problems.note("checkpoint", "three");
  assert.deepEqual(problems.list(), [
    { reason: "two", stopsWrites: true },
    { reason: "three", stopsWrites: false },
  ]);
  problems.note("commit", undefined);
  problems.note("checkpoint", undefined);
  assert.deepEqual(problems.list(), []);
  problems.note("commit", "four");
  assert.deepEqual(began, ["one", "three", "four"]);
});

test("a failed read is a problem for a minute", (t) => {
  let now = 1_000_000;
  t.mock.method(performance, "now", () => now);
  const began: string[] = [];
  const problems = createProblems((reason) => began.push(reason));
  problems.note("read", "one");
  now += 59_000;
  assert.deepEqual(problems.list(), [{ reason: "one", stopsWrites: false }]);
  now += 1_000;
  assert.deepEqual(problems.list(), []);
  problems.note("read", "two");
  assert.deepEqual(began, ["one", "two"]);
});
