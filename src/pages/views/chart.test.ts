import assert from "node:assert/strict";
import { test } from "node:test";
import { labeled, ticks } from "./chart.ts";

for (const [most, expected] of [
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [3060, [0, 1000, 2000, 3000, 4000]],
  [4001, [0, 2000, 4000, 6000]],
] as const) {
  test(`the levels up to ${most} are ${expected.join(", ")}`, () => {
    assert.deepEqual(ticks(most), expected);
  });
}

test("levels are round, few, and reach the most", () => {
  for (let most = 1; most < 1e12; most = Math.ceil(most * 1.37)) {
    const levels = ticks(most);
    assert.ok(levels.length >= 2 && levels.length <= 5, String(most));
    assert.ok((levels.at(-1) ?? 0) >= most && (levels.at(-2) ?? 0) < most, String(most));
    assert.match(String(levels[1]), /^[125]0*$/);
  }
});

test("labels are equally far from each other, at most four, and in the middle of all bars", () => {
  assert.deepEqual(labeled(28), [3, 10, 17, 24]);
  assert.deepEqual(labeled(14), [1, 5, 9, 13]);
  assert.deepEqual(labeled(12), [1, 4, 7, 10]);
  assert.deepEqual(labeled(2), [0, 1]);
  assert.deepEqual(labeled(1), [0]);
});
