import assert from "node:assert/strict";
import { test } from "node:test";
import { beginningOf, dayMs, dayOf } from "./day.ts";
import { daysKept, type UsageKind } from "./usage.ts";
import {
  beginBefore,
  beginOf,
  closestLimit,
  isUsagePeriod,
  keptSince,
  lastMinutes,
  operationsIn,
  reasonsIn,
  seriesOf,
  totalsOf,
  type UsagePeriod,
  usagePeriods,
  usageRangeProblem,
  windowBetween,
} from "./usage-periods.ts";

const minute = 60_000;
const now = Date.UTC(2026, 4, 3, 10, 22, 30);

test("counts fall into the steps up to now; what lies outside is left out", () => {
  const begin = Date.UTC(2026, 4, 3, 9, 25);
  const series = seriesOf(
    usagePeriods.hour,
    [
      { at: begin - 5 * minute, operation: "", kind: "verified", count: 100 },
      { at: begin, operation: "", kind: "verified", count: 1 },
      { at: begin + 55 * minute, operation: "", kind: "verified", count: 2 },
      { at: begin + 60 * minute, operation: "", kind: "verified", count: 100 },
      { at: begin + 5 * minute, operation: "", kind: "rejected 89", count: 3 },
      { at: begin + 5 * minute, operation: "", kind: "rejected 32", count: 4 },
      { at: begin + 5 * minute, operation: "", kind: "unauthenticated 32", count: 5 },
    ],
    now,
  );
  assert.equal(series.times[0], begin);
  assert.equal(series.times.at(-1), Date.UTC(2026, 4, 3, 10, 20));
  assert.deepEqual(series.counts.get("verified"), [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
  assert.equal(series.counts.get("rejected 32")?.[1], 4);
  assert.deepEqual(reasonsIn(series), [
    { code: 32, authenticated: false, count: 5 },
    { code: 32, authenticated: true, count: 4 },
    { code: 89, authenticated: true, count: 3 },
  ]);
});

test("a step of several rows is their sum", () => {
  const at = Date.UTC(2026, 4, 3, 6);
  const uses = [0, 1, 2, 3, 4].map((hours) => {
    return { at: at + hours * 60 * minute, operation: "", kind: "issued", count: 1 } as const;
  });
  const { times, counts } = seriesOf(usagePeriods.week, uses, now);
  assert.equal(times.at(-1), at);
  assert.equal(counts.get("issued")?.at(-1), 5);
});

test("every period lies within what is kept, and all but the longest with the period before", () => {
  const periods: Readonly<Record<string, UsagePeriod>> = { ...usagePeriods, lastMinutes };
  for (const [name, period] of Object.entries(periods)) {
    const kept = keptSince(period.resolution, now);
    assert.ok(beginOf(period, now) >= kept, name);
    assert.equal(beginBefore(period, now) >= kept, name !== "13-months", name);
    assert.equal(period.stepMs % (period.resolution * 1000), 0);
  }
});

test("days: hours for two, six hours for fourteen, days for 92, then weeks, all in UTC and within what is kept", () => {
  const today = dayOf(now);
  const shown = (first: number, last: number) => {
    const window = windowBetween(beginningOf(today - first), beginningOf(today - last + 1), now);
    if (typeof window === "string") return window;
    const { period, now: end } = window;
    assert.equal(end, beginningOf(today - last + 1) - 1);
    const days = today - beginOf(period, end) / dayMs;
    assert.ok(
      days >= first && days < first + 7,
      "it begins with the first day, or a week that has it",
    );
    if (period.stepMs <= dayMs) assert.equal(days, first);
    assert.ok(beginOf(period, end) >= keptSince(period.resolution, now) || period.stepMs > dayMs);
    return [period.stepMs / 3_600_000, period.steps];
  };
  assert.deepEqual(shown(0, 0), [1, 24]);
  assert.deepEqual(shown(2, 1), [1, 48]);
  assert.deepEqual(shown(2, 0), [6, 12]);
  assert.deepEqual(shown(14, 1), [6, 56]);
  assert.deepEqual(shown(14, 0), [24, 15]);
  assert.deepEqual(shown(91, 91), [24, 1], "its hours are no longer kept");
  assert.deepEqual(shown(91, 0), [24, 92]);
  assert.deepEqual(shown(92, 0), [7 * 24, 14]);
  assert.deepEqual(shown(daysKept - 1, 0), [7 * 24, 58]);
  assert.equal(shown(0, 1), "order");
  assert.equal(shown(0, -1), "future");
  assert.equal(shown(daysKept, 0), "not-kept");
});

test("hours: as many as were chosen, or the whole steps that have them", () => {
  const shown = (from: string, to: string) => {
    const window = windowBetween(Date.parse(`${from}:00Z`), Date.parse(`${to}:00Z`), now);
    if (typeof window === "string") return window;
    const begin = new Date(beginOf(window.period, window.now)).toISOString();
    return [begin.slice(0, 13), window.period.stepMs / 3_600_000, window.period.steps];
  };
  assert.deepEqual(shown("2026-05-03T09", "2026-05-03T10"), ["2026-05-03T09", 1, 1]);
  assert.deepEqual(shown("2026-05-01T03", "2026-05-03T11"), ["2026-05-01T03", 1, 56]);
  assert.deepEqual(shown("2026-05-01T02", "2026-05-03T11"), ["2026-05-01T00", 6, 10]);
  assert.deepEqual(shown("2025-12-01T05", "2025-12-01T06"), ["2025-12-01T00", 24, 1]);
  assert.equal(shown("2026-05-03T09", "2026-05-03T09"), "order");
  assert.deepEqual(shown("2026-05-03T23", "2026-05-04T00"), ["2026-05-03T23", 1, 1]);
  assert.equal(shown("2026-05-03T23", "2026-05-04T01"), "future");
});

test("a range is wrong in one way: its order, its end, or what is kept in its resolution", () => {
  const [today, kept] = [beginningOf(dayOf(now)), keptSince(3600, now)];
  assert.equal(usageRangeProblem(kept, today + dayMs, 3600, now), undefined);
  assert.equal(usageRangeProblem(kept - 1, today, 3600, now), "not-kept");
  assert.equal(usageRangeProblem(kept - 1, today, 86_400, now), undefined);
  assert.equal(usageRangeProblem(today, today, 3600, now), "order");
  assert.equal(usageRangeProblem(today, today + dayMs + 1, 3600, now), "future");
});

test("operations: requests, rejected, and the greatest share of a limit, the most frequent first", () => {
  const begin = beginOf(usagePeriods.day, now);
  const row = (operation: string, kind: UsageKind, count: number, at = begin) => ({
    ...{ at, operation, kind, count },
  });
  const uses = [
    row("a", "verified", 1),
    row("a", "issued", 1),
    row("a", "unauthenticated 32", 2),
    row("a", "peak", 92, begin + 1),
    row("a", "peak", 41),
    row("b", "verified", 5),
    row("b", "peak", 92, begin + 2),
    row("b", "peak", 100, begin - 1),
    row("", "verified", 4),
    row("", "users", 9),
  ];
  const operations = operationsIn(usagePeriods.day, uses, now);
  assert.deepEqual(operations, [
    {
      operation: "b",
      requests: 5,
      rejected: 0,
      peak: { operation: "b", percent: 92, at: begin + 2 },
    },
    { operation: "", requests: 4, rejected: 0, peak: undefined },
    {
      operation: "a",
      requests: 3,
      rejected: 2,
      peak: { operation: "a", percent: 92, at: begin + 1 },
    },
  ]);
  assert.deepEqual(closestLimit(operations), { operation: "a", percent: 92, at: begin + 1 });
  assert.equal(closestLimit([]), undefined);
});

test("users and peaks of several days are not added up", () => {
  const period = usagePeriods["13-months"];
  const uses = [1, 5, 3].flatMap((count, ago) =>
    (["users", "peak", "verified"] as const).map((kind) => ({
      ...{ at: beginningOf(dayOf(now) - ago), operation: "", kind, count },
    })),
  );
  const { counts } = seriesOf(period, uses, now);
  const last = (kind: UsageKind) => counts.get(kind)?.at(-1);
  assert.deepEqual([last("users"), last("peak"), last("verified")], [5, 5, 9]);
});

test("totals of a period beside the one before it; a token that was issued is a verified request", () => {
  const begin = beginOf(usagePeriods.hour, now);
  const before = beginBefore(usagePeriods.hour, now);
  assert.equal(begin - before, 60 * minute);
  const uses = [
    { at: before, operation: "", kind: "verified", count: 1 },
    { at: begin - 1, operation: "", kind: "issued", count: 2 },
    { at: begin - 1, operation: "", kind: "rejected 89", count: 4 },
    { at: begin, operation: "", kind: "verified", count: 8 },
    { at: begin, operation: "", kind: "issued", count: 16 },
    { at: begin, operation: "", kind: "unauthenticated 32", count: 32 },
    { at: begin + 1, operation: "", kind: "rejected 89", count: 64 },
    { at: begin + 1, operation: "", kind: "signed-in", count: 128 },
  ] as const;
  assert.deepEqual(totalsOf(usagePeriods.hour, uses, now), {
    requests: { count: 104, before: 5 },
    verified: { count: 8, before: 1 },
    issued: { count: 16, before: 2 },
    rejected: { count: 96, before: 4 },
    unauthenticated: { count: 32, before: 0 },
  });
});

test("the periods are an hour, a day and a week, in steps that end with the one that continues", () => {
  for (const [name, steps, minutes] of [
    ["hour", 12, 5],
    ["day", 24, 60],
    ["week", 28, 360],
  ] as const) {
    assert.ok(isUsagePeriod(name));
    const period: UsagePeriod = usagePeriods[name];
    assert.deepEqual([period.steps, period.stepMs], [steps, minutes * minute]);
    const last = beginOf(period, now) + (steps - 1) * period.stepMs;
    assert.ok(last <= now && now < last + period.stepMs, name);
  }
  assert.equal(lastMinutes.steps * lastMinutes.stepMs, 60 * minute);
  for (const name of ["", "month", "toString"]) assert.ok(!isUsagePeriod(name), name);
});
