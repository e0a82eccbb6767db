import assert from "node:assert/strict";
import { test } from "node:test";
import { pace } from "./pace.ts";

test("so many go at once, then one in every so often; time that was not used is not saved beyond that", () => {
  const two = pace({ atOnce: 2, everyMs: 1000 });
  assert.deepEqual([two.take(0), two.take(0), two.take(0)], [true, true, false]);
  assert.equal(two.wait(0), 1000);
  assert.equal(two.wait(400), 600);
  assert.deepEqual([two.take(999), two.take(1000), two.take(1000)], [false, true, false]);
  assert.deepEqual(
    [1, 2, 3].map(() => two.take(9_000_000)),
    [true, true, false],
  );
});

test("a clock that was set back lets no one in, and keeps no one out for longer than usual", () => {
  const one = pace({ atOnce: 1, everyMs: 1000 });
  assert.equal(one.take(50_000), true);
  assert.equal(one.take(10_000), false);
  assert.equal(one.wait(10_000), 1000);
  assert.equal(one.take(11_000), true);
});
