import assert from "node:assert/strict";
import { test } from "node:test";
import { dayMs, hourMs } from "./day.ts";
import type { UsageCount } from "./usage.ts";
import { unusualRates } from "./usage-rates.ts";

const now = Date.UTC(2026, 4, 10, 12, 30);
const today = Math.floor(now / dayMs) * dayMs;

const used = (at: number, kind: UsageCount["kind"], count: number): UsageCount => ({
  ...{ at, kind, count },
  operation: "",
});

function of(good: number, bad: number, at: number): readonly UsageCount[] {
  return [used(at, "verified", good), used(at, "rejected 32", bad)];
}

const lastHour = now - hourMs;
const aWeek = (good: number, bad: number) =>
  Array.from({ length: 7 }, (_, day) => of(good, bad, today - (day + 2) * dayMs)).flat();

test("a share of rejected requests is unusual from a tenth on, and from twice what the week before had", () => {
  for (const [bad, before, expected] of [
    [10, aWeek(98, 2), [{ name: "rejected", share: 0.1, usual: 0.02 }]],
    [9, aWeek(98, 2), []],
    [16, aWeek(90, 10), []],
    [20, aWeek(90, 10), [{ name: "rejected", share: 0.2, usual: 0.1 }]],
    [20, [], [{ name: "rejected", share: 0.2, usual: undefined }]],
    [20, aWeek(1, 1), [{ name: "rejected", share: 0.2, usual: undefined }]],
  ] as const) {
    assert.deepEqual(unusualRates(of(100 - bad, bad, lastHour), before, now), expected);
  }
});

test("unauthenticated requests are rejected ones, and issued tokens are verified ones already", () => {
  const uses = [
    ...of(60, 0, lastHour),
    used(lastHour, "issued", 60),
    used(lastHour, "unauthenticated 89", 20),
  ];
  assert.deepEqual(unusualRates(uses, [], now), [
    { name: "rejected", share: 0.25, usual: undefined },
  ]);
});

test("sign-ins have a share of their own", () => {
  const uses = [used(lastHour, "signed-in", 14), used(lastHour, "failed-sign-in", 11)];
  assert.deepEqual(unusualRates(uses, [], now), [
    { name: "failed-sign-in", share: 0.44, usual: undefined },
  ]);
});

test("too few say nothing, and neither does what is older than a day", () => {
  assert.deepEqual(unusualRates(of(9, 10, lastHour), [], now), []);
  assert.deepEqual(unusualRates(of(10, 90, now - dayMs), [], now), []);
});

test("what is usual doesn't come from the same day, or from weeks ago", () => {
  const uses = of(80, 20, lastHour);
  for (const at of [today, today - dayMs, today - 10 * dayMs]) {
    assert.equal(
      unusualRates(uses, of(0, 100, at), now)[0]?.usual,
      undefined,
      new Date(at).toISOString(),
    );
  }
});
