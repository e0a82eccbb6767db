import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApiLimit } from "../../domain/api-limits.ts";
import { percentReached } from "../../domain/notification.ts";
import { openRateLimiter } from "../../storage/sqlite/rate-limiter.ts";
import { type ReachedLimits, watchedLimits } from "./limit-watch.ts";

const day = 86_400_000;
const now = 20_000 * day;

test("80 % and 100 % are each reached by one request of a window", () => {
  const reached = (limit: number) =>
    Array.from({ length: limit }, (_, at) => percentReached(limit, limit - at - 1));
  assert.deepEqual(reached(5), [undefined, undefined, undefined, 80, 100]);
  assert.deepEqual(reached(1), [100]);
  assert.deepEqual(reached(2), [undefined, 100]);
  assert.equal(reached(75).indexOf(80), 59);
  assert.equal(percentReached(0, 0), undefined);
  assert.equal(percentReached(5, 5), undefined);
});

test("what an application reaches is told once a day, and 100 % in the place of 80 %", () => {
  let seen = 0;
  const { meter, ...reachedLimits } = watchedLimits(openRateLimiter(), () => {
    seen += 1;
  });
  const take = () => notedOf(reachedLimits);
  const use = (times: number, at: number, key = "7") => {
    for (let one = 0; one < times; one += 1) meter.hit("oauth2/token", key, at);
  };
  use(47, now);
  assert.deepEqual([take(), seen], [[], 0]);
  use(1, now);
  const reached = {
    ...{ applicationId: "7", limit: "oauth2/token", allowed: 60, per: "application" },
    ...{ window: undefined, quietMs: day },
  };
  assert.deepEqual(take(), [{ ...reached, percent: 80, now }]);
  assert.deepEqual(take(), [], "taken once");
  use(30, now + 1);
  assert.deepEqual(
    take(),
    [{ ...reached, percent: 100, now: now + 1 }],
    "rejected ones reach nothing",
  );
  use(100, now + day / 2);
  assert.deepEqual(take(), [], "in another window of the same day");
  use(100, now + day + 1);
  assert.deepEqual(take(), [{ ...reached, percent: 100, now: now + day + 1 }]);
  // The clock was a year ahead and is right again.
  use(100, now + 365 * day);
  assert.equal(take().length, 1);
  use(1, now + 2 * day);
  use(100, now + 3 * day);
  assert.deepEqual(take(), [{ ...reached, percent: 100, now: now + 3 * day }]);
});

test("what no one has noted waits, and 100 % is not noted with the 80 % before it", () => {
  const { meter, waiting, noted } = watchedLimits(openRateLimiter(), () => {});
  const percents = () => waiting().map(({ percent }) => percent);
  for (let one = 0; one < 48; one += 1) meter.hit("oauth2/token", "7", now);
  const [before] = waiting();
  assert.ok(before);
  assert.deepEqual([percents(), percents()], [[80], [80]]);
  for (let one = 0; one < 12; one += 1) meter.hit("oauth2/token", "7", now);
  noted(before);
  assert.deepEqual(percents(), [100]);
  for (const one of waiting()) noted(one);
  assert.deepEqual(percents(), []);
});

test("limits that do not count an application are not watched, and one of its users names it", () => {
  const { meter, ...reachedLimits } = watchedLimits(openRateLimiter(), () => {});
  const take = () => notedOf(reachedLimits);
  for (let one = 0; one < 300; one += 1) meter.hit("sign-in", "203.0.113.1", now);
  assert.deepEqual(take(), []);
  const own = {
    name: "api/forecast",
    per: "user and application",
    windows: [{ limit: 2, length: 1000 }],
  } as const;
  meter.hit(own, "3 7", now);
  meter.hit(own, "3 7", now);
  meter.hit(own, "4 7", now, { allowed: 1 });
  assert.deepEqual(take(), [
    {
      applicationId: "7",
      limit: "api/forecast",
      percent: 100,
      allowed: 2,
      per: "user and application",
      window: undefined,
      quietMs: day,
      now,
    },
  ]);
});

test("a limit per user that an application reached without a user is the application's own", () => {
  const { meter, ...reachedLimits } = watchedLimits(openRateLimiter(), () => {});
  const per = "user and application";
  meter.hit({ name: "api/forecast", per, windows: [{ limit: 1, length: 1000 }] }, "7", now);
  const [reached] = notedOf(reachedLimits);
  assert.deepEqual([reached?.applicationId, reached?.per], ["7", "application"]);
});

test("a window of a month is reported once, apart from other windows of its limit, and with what it costs", () => {
  const { meter, ...reachedLimits } = watchedLimits(openRateLimiter(), () => {});
  const exports: ApiLimit = {
    ...{ name: "api/exports", per: "application" },
    windows: [
      { limit: 10, length: 1000 },
      { limit: 100, length: "month" },
    ],
  };
  const begin = Date.UTC(2026, 6);
  const use = (weight: number, at: number) => {
    meter.hit(exports, "7", at, { allowed: 100, length: "month", weight });
    return notedOf(reachedLimits).map(({ percent, window, quietMs }) => [percent, window, quietMs]);
  };
  assert.deepEqual(use(79, begin + 1), []);
  assert.deepEqual(use(15, begin + 10 * day), [[80, "month", 10 * day]], "from 79 to 94");
  assert.deepEqual(use(6, begin + 20 * day), [[100, "month", 20 * day]]);
  assert.deepEqual(use(1, begin + 25 * day), []);
  assert.deepEqual(use(80, Date.UTC(2026, 7) + 5), [[80, "month", 5]], "in the next month");
  meter.hit(exports, "7", begin + 1, { allowed: 1, length: 1000 });
  assert.deepEqual(
    notedOf(reachedLimits).map(({ percent, window }) => [percent, window]),
    [[100, 1000]],
  );
});

function notedOf({ waiting, noted }: ReachedLimits) {
  const reached = waiting();
  for (const one of reached) noted(one);
  return reached;
}
