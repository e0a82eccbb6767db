import assert from "node:assert/strict";
import { test } from "node:test";
import { overlapLasts } from "./application.ts";
import { beginningsOf, endsOf, isWithin } from "./lasting.ts";

const now = 1_700_000_000_000;

test("what lasts ends later than now, and not more than twice its length later", () => {
  const lasts = (end: number) => isWithin(endsOf(now, 100), now + end);
  assert.deepEqual([0, 1, 100, 200, 201].map(lasts), [false, true, true, true, false]);
  for (const end of [1, now, now + 201]) assert.ok(isWithin(endsOf("ever", 100), end));
});

test("what lasts began within its length, before now or ahead of it", () => {
  const lasts = (at: number) => isWithin(beginningsOf(now, 100), now + at);
  assert.deepEqual([-100, -99, 0, 100, 101].map(lasts), [false, true, true, true, false]);
});

test("a previous secret overlaps until its end, for as long as it was given", () => {
  const year = 365 * 86_400_000;
  const lasts = (setAt: number, until: number | null) => overlapLasts({ until, setAt }, now);
  assert.ok(lasts(now - 1, now + 1) && !lasts(now - 1, now) && !lasts(now, null));
  assert.ok(lasts(now - year, now + year), "imported");
  assert.ok(lasts(now + 100, now + 200), "a clock that is set back");
  assert.ok(!lasts(now + 101, now + 201), "a clock that was ahead");
});
