import assert from "node:assert/strict";
import { test } from "node:test";
import { usageResolutions } from "./usage.ts";
import {
  beginBefore,
  beginOf,
  isUsagePeriod,
  lastMinutes,
  reasonsIn,
  seriesOf,
  totalsOf,
  type UsagePeriod,
  usagePeriods,
} from "./usage-periods.ts";

const minute = 60_000;
const now = Date.UTC(2026, 4, 3, 10, 22, 30);

test("counts fall into the steps up to now; what lies outside is left out", () => {
  const begin = Date.UTC(2026, 4, 3, 9, 25);
  const series = seriesOf(
    usagePeriods.hour,
    [
      { at: begin - 5 * minute, kind: "verified", count: 100 },
      { at: begin, kind: "verified", count: 1 },
      { at: begin + 55 * minute, kind: "verified", count: 2 },
      { at: begin + 60 * minute, kind: "verified", count: 100 },
      { at: begin + 5 * minute, kind: "rejected 89", count: 3 },
      { at: begin + 5 * minute, kind: "rejected 32", count: 4 },
      { at: begin + 5 * minute, kind: "unauthenticated 32", count: 5 },
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
    return { at: at + hours * 60 * minute, kind: "issued", count: 1 } as const;
  });
  const { times, counts } = seriesOf(usagePeriods.week, uses, now);
  assert.equal(times.at(-1), at);
  assert.equal(counts.get("issued")?.at(-1), 5);
});

test("every period is counted for whom it is shown to", () => {
  const countedFor = (seconds: number) =>
    usageResolutions.find((one) => one.seconds === seconds)?.of as readonly string[] | undefined;
  for (const { resolution } of Object.values<UsagePeriod>(usagePeriods)) {
    assert.ok(countedFor(resolution)?.includes("application"), `${resolution}`);
  }
  assert.deepEqual(countedFor(lastMinutes.resolution), ["service"]);
  assert.deepEqual(countedFor(usagePeriods.day.resolution), ["service", "application"]);
});

test("every period lies within what is kept", () => {
  for (const period of [...Object.values<UsagePeriod>(usagePeriods), lastMinutes]) {
    const kept = usageResolutions.find(({ seconds }) => seconds === period.resolution);
    assert.ok(kept !== undefined && now - beginOf(period, now) < kept.keptMs);
    assert.equal(period.stepMs % (period.resolution * 1000), 0);
  }
});

test("totals of a period beside the one before it; a token that was issued is a verified request", () => {
  const begin = beginOf(usagePeriods.hour, now);
  const before = beginBefore(usagePeriods.hour, now);
  assert.equal(begin - before, 60 * minute);
  const uses = [
    { at: before, kind: "verified", count: 1 },
    { at: begin - 1, kind: "issued", count: 2 },
    { at: begin - 1, kind: "rejected 89", count: 4 },
    { at: begin, kind: "verified", count: 8 },
    { at: begin, kind: "issued", count: 16 },
    { at: begin, kind: "unauthenticated 32", count: 32 },
    { at: begin + 1, kind: "rejected 89", count: 64 },
    { at: begin + 1, kind: "signed-in", count: 128 },
  ] as const;
  assert.deepEqual(totalsOf(usagePeriods.hour, uses, now), {
    requests: { count: 104, before: 5 },
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
