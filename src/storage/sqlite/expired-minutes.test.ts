import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  includesMinute,
  type Minutes,
  maxRanges,
  parseMinutes,
  printMinutes,
  withMinute,
} from "./expired-minutes.ts";

function of(minutes: readonly number[]): Minutes {
  return minutes.reduce<Minutes>(withMinute, []);
}

test("minutes that follow one another are one range, in whatever order they come", () => {
  assert.deepEqual(of([5, 6, 7]), [[5, 7]]);
  assert.deepEqual(of([7, 5, 6, 6]), [[5, 7]]);
  assert.deepEqual(of([9, 5, 7]), [
    [5, 5],
    [7, 7],
    [9, 9],
  ]);
});

test("of minutes there are exactly those that came, while the ranges are few", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(60), { maxLength: maxRanges }), (minutes) => {
      const forgotten = of(minutes);
      for (let minute = 0; minute <= 61; minute += 1) {
        assert.equal(includesMinute(forgotten, minute), minutes.includes(minute));
      }
      assert.deepEqual(parseMinutes(printMinutes(forgotten)), forgotten);
    }),
  );
});

test("beyond the most ranges the earliest are joined, and nothing that came is lost", () => {
  const minutes = Array.from({ length: maxRanges + 20 }, (_, index) => index * 3);
  const forgotten = of(minutes);
  assert.equal(forgotten.length, maxRanges);
  assert.deepEqual(forgotten[0], [0, 60]);
  assert.equal(of(minutes.slice(1)).length, maxRanges);
  for (const minute of minutes) assert.ok(includesMinute(forgotten, minute));
  assert.equal(includesMinute(forgotten, 61), false);
});

test("a list that is cut anywhere is no list", () => {
  const whole = printMinutes(of([5, 7, 1000]));
  for (let length = 0; length < whole.length; length += 1) {
    assert.equal(parseMinutes(whole.slice(0, length)), undefined, `${length}`);
  }
  for (const other of ["5\nend\n", "a b\nend\n", "5 6 7\nend\n", "-1 6\nend\n"]) {
    assert.equal(parseMinutes(other), undefined, other);
  }
});
