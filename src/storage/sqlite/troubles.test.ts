import assert from "node:assert/strict";
import { test } from "node:test";
import { createTroubles } from "./troubles.ts";

test("a trouble is reported when it begins, listed while it lasts, and reported again when it comes back", () => {
  const began: string[] = [];
  const troubles = createTroubles((reason) => began.push(reason));
  troubles.note("commit", "one");
  troubles.note("commit", "two");
  troubles.note("checkpoint", "three");
  assert.deepEqual(troubles.list(), [
    { reason: "two", stopsWrites: true },
    { reason: "three", stopsWrites: false },
  ]);
  troubles.note("commit", undefined);
  troubles.note("checkpoint", undefined);
  assert.deepEqual(troubles.list(), []);
  troubles.note("commit", "four");
  assert.deepEqual(began, ["one", "three", "four"]);
});

test("a failed read is a trouble for a minute", (t) => {
  let now = 1_000_000;
  t.mock.method(performance, "now", () => now);
  const began: string[] = [];
  const troubles = createTroubles((reason) => began.push(reason));
  troubles.note("read", "one");
  now += 59_000;
  assert.deepEqual(troubles.list(), [{ reason: "one", stopsWrites: false }]);
  now += 1_000;
  assert.deepEqual(troubles.list(), []);
  troubles.note("read", "two");
  assert.deepEqual(began, ["one", "two"]);
});
