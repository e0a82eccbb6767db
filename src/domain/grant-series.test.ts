import assert from "node:assert/strict";
import { test } from "node:test";
import { beginOfGrants, grantSeries } from "./grant-series.ts";

const now = Date.UTC(2026, 4, 7, 23, 59);
const today = Math.floor(now / 86_400_000);

test("grants at the end of days a week apart: what was before, and what each day changed", () => {
  const { days, held, weeksChange } = grantSeries(
    {
      before: { read: 10, write: 2 },
      changes: [
        { day: today - 91, access: "read", change: 1 },
        { day: today - 90, access: "read", change: 1 },
        { day: today - 7, access: "write", change: -1 },
        { day: today - 6, access: "write", change: 4 },
        { day: today, access: "read", change: -2 },
      ],
    },
    now,
  );
  assert.equal(days.length, 14);
  assert.deepEqual([days[0], days.at(-2), days.at(-1)], [today - 91, today - 7, today]);
  assert.deepEqual(held.read, [11, ...Array(12).fill(12), 10]);
  assert.deepEqual(held.write, [...Array(12).fill(2), 1, 5]);
  assert.equal(weeksChange, 2);
});

test("it begins with the first of these days, in UTC", () => {
  assert.equal(beginOfGrants(now), (today - 91) * 86_400_000);
  assert.equal(beginOfGrants(now + 60_000), (today - 90) * 86_400_000);
});
