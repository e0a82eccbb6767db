/** The contract for every engine of the rate limiter. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApiLimit } from "../../domain/api-limits.ts";
import type { Awaitable } from "../../domain/awaitable.ts";
import { dayMs } from "../../domain/day.ts";
import { defaultRateLimits, type LimitName, limitWindowMs } from "../../domain/limits.ts";
import type { RateLimiter } from "../../domain/ports/rate-limiter.ts";

/** An empty meter with these limits. */
export type OpenRateLimiter = (
  limits: Readonly<Record<LimitName, number>>,
) => Awaitable<RateLimiter<never> & Partial<AsyncDisposable>>;

const start = 1000 * limitWindowMs;
const name = "oauth/request_token";

export function rateLimiterSuite(engine: string, open: OpenRateLimiter): void {
  const check = (title: string, run: (meter: RateLimiter<never>) => Promise<void>) =>
    test(`${engine} — ${title}`, async () => {
      const meter = await open({ ...defaultRateLimits(), [name]: 5 });
      try {
        await run(meter);
      } finally {
        await meter[Symbol.asyncDispose]?.();
      }
    });

  check("hit: of limit + n at once exactly limit are admitted", async (meter) => {
    const all = await Promise.all(
      Array.from({ length: 12 }, async () => meter.hit(name, "k", start)),
    );
    assert.equal(all.filter((one) => one.admitted).length, 5);
    assert.deepEqual(
      all.map((one) => one.remaining),
      [4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0],
    );
  });

  check("hit: one counts as many as its weight, beside others at once", async (meter) => {
    const all = await Promise.all([
      meter.hit(name, "k", start),
      meter.hit(name, "k", start, { weight: 3 }),
      meter.hit(name, "k2", start, { weight: 2 }),
      meter.hit(name, "k", start),
      meter.hit(name, "k", start, { weight: 4 }),
    ]);
    assert.deepEqual(
      all.map(({ remaining, admitted }) => [remaining, admitted]),
      [
        [4, true],
        [1, true],
        [3, true],
        [0, true],
        [0, false],
      ],
    );
    assert.equal((await meter.hit(name, "k", start)).admitted, false);
    assert.equal((await meter.quota(name, "k2", start)).remaining, 3);
  });

  check(
    "hit: limits of the administrator's APIs are counted apart, by their names",
    async (meter) => {
      const api = (which: string) => {
        const per = "application" as const;
        const windows = [{ limit: 2, length: limitWindowMs }] as const;
        return { name: `api/${which}`, per, windows } as const;
      };
      for (const expected of [true, true, false]) {
        assert.equal((await meter.hit(api("posts"), "k", start)).admitted, expected);
      }
      assert.equal((await meter.hit(api("likes"), "k", start)).admitted, true);
    },
  );

  check("hit: keys and limits are counted apart, and do not run into each other", async (meter) => {
    for (let times = 0; times < 5; times += 1) await meter.hit(name, "k", start);
    assert.equal((await meter.hit(name, "k2", start)).admitted, true);
    const { limit, remaining } = await meter.hit("oauth/access_token", "k", start);
    assert.equal(remaining, limit - 1);
    assert.equal((await meter.hit(name, "k", start)).admitted, false);
    assert.equal((await meter.hit(name, "", start)).remaining, 4);
  });

  check(
    "hit, standing: an allowance of one's own takes the place of the table's",
    async (meter) => {
      const admitted = [];
      for (let times = 0; times < 4; times += 1) {
        admitted.push((await meter.hit(name, "k", start, { allowed: 2 })).admitted);
      }
      assert.deepEqual(admitted, [true, true, false, false]);
      assert.deepEqual((await meter.quota(name, "k", start, { allowed: 9 })).remaining, 5);
      assert.deepEqual((await meter.quota(name, "k", start)).remaining, 1);
    },
  );

  check("a window ends at its reset, to the millisecond", async (meter) => {
    const { resetAt } = await meter.hit(name, "k", start + 1);
    assert.equal(resetAt * 1000, start + limitWindowMs);
    for (let times = 0; times < 6; times += 1) await meter.hit(name, "k", start + 2);
    assert.equal((await meter.hit(name, "k", resetAt * 1000 - 1)).admitted, false);
    assert.equal((await meter.hit(name, "k", resetAt * 1000)).remaining, 4);
  });

  check("forgive takes one count back; what was never counted is no credit", async (meter) => {
    await meter.forgive(name, "k", start);
    for (let times = 0; times < 5; times += 1) await meter.hit(name, "k", start);
    await meter.forgive(name, "k", start);
    assert.equal((await meter.hit(name, "k", start)).admitted, true);
    assert.equal((await meter.hit(name, "k", start)).admitted, false);
  });

  check("standing counts nothing", async (meter) => {
    assert.equal((await meter.quota(name, "k", start)).remaining, 5);
    await meter.hit(name, "k", start);
    for (let times = 0; times < 9; times += 1) await meter.quota(name, "k", start);
    assert.deepEqual(await meter.quota(name, "k", start), {
      limit: 5,
      remaining: 4,
      resetAt: (start + limitWindowMs) / 1000,
      admitted: true,
    });
  });

  check("a clock set back: the window ends when it is due by the new clock", async (meter) => {
    const year = 35_040 * limitWindowMs;
    for (let times = 0; times < 6; times += 1) await meter.hit(name, "k", start + year);
    const { resetAt } = await meter.hit(name, "k", start + 1);
    assert.equal(resetAt * 1000, start + limitWindowMs);
    assert.equal((await meter.hit(name, "k", start + limitWindowMs)).remaining, 4);
  });

  const exports: ApiLimit = {
    name: "api/exports",
    per: "application",
    windows: [
      { limit: 3, length: 1000 },
      { limit: 5, length: "month" },
    ],
  };
  const inMonth = { allowed: 5, length: "month" } as const;
  const admittedAt = async (meter: RateLimiter<never>, now: number, weight = 1) =>
    (await meter.hit(exports, "k", now, { ...inMonth, weight })).admitted;

  check("windows of one limit are counted apart", async (meter) => {
    const begin = Date.UTC(2026, 0, 15);
    for (const left of [2, 1, 0]) {
      assert.equal((await meter.hit(exports, "k", begin)).remaining, left);
      assert.equal((await meter.hit(exports, "k", begin, inMonth)).remaining, left + 2);
    }
    assert.equal((await meter.quota(exports, "k", begin + 1000)).remaining, 3);
    assert.equal((await meter.quota(exports, "k", begin + 1000, inMonth)).remaining, 2);
    const week = { allowed: 4, length: 7 * dayMs };
    assert.equal((await meter.hit(exports, "k", begin, week)).remaining, 3);
  });

  check(
    "a month ends with its last day in UTC, in February and at the year's end",
    async (meter) => {
      for (const [year, month] of [
        [2026, 1],
        [2026, 11],
        [2028, 1],
      ] as const) {
        const last = Date.UTC(year, month + 1) - 1;
        for (let times = 0; times < 5; times += 1) assert.ok(await admittedAt(meter, last));
        assert.equal(await admittedAt(meter, last), false);
        const { resetAt } = await meter.quota(exports, "k", last, inMonth);
        assert.equal(resetAt * 1000, last + 1);
        assert.ok(await admittedAt(meter, last + 1));
        assert.equal((await meter.quota(exports, "k", last + 1, inMonth)).remaining, 4);
      }
    },
  );

  check(
    "a month: of limit + n at once exactly limit are admitted, by their weights",
    async (meter) => {
      const begin = Date.UTC(2026, 0, 15);
      const all = await Promise.all(Array.from({ length: 9 }, () => admittedAt(meter, begin)));
      assert.equal(all.filter((admitted) => admitted).length, 5);
      const weighed = { allowed: 100, length: 30 * dayMs };
      const hits = Array.from({ length: 9 }, async () =>
        meter.hit(exports, "k", begin, { ...weighed, weight: 30 }),
      );
      assert.equal((await Promise.all(hits)).filter(({ admitted }) => admitted).length, 3);
    },
  );

  check("forgive takes a weight back in one window, and leaves the others", async (meter) => {
    const begin = Date.UTC(2026, 0, 15);
    await meter.hit(exports, "k", begin, { weight: 3 });
    await admittedAt(meter, begin, 4);
    await meter.forgive(exports, "k", begin, { length: "month", weight: 3 });
    assert.equal((await meter.quota(exports, "k", begin, inMonth)).remaining, 4);
    assert.equal((await meter.quota(exports, "k", begin)).remaining, 0);
    await meter.forgive(exports, "other", begin, { length: "month", weight: 3 });
    assert.equal((await meter.quota(exports, "other", begin, inMonth)).remaining, 5);
  });

  check("a clock set back by a month: the month ends by the new clock", async (meter) => {
    const later = Date.UTC(2026, 6, 15);
    const now = Date.UTC(2026, 1, 27);
    for (let times = 0; times < 5; times += 1) await admittedAt(meter, later);
    const { resetAt } = await meter.hit(exports, "k", now, inMonth);
    assert.equal(resetAt * 1000, Date.UTC(2026, 2));
    assert.equal((await meter.quota(exports, "k", Date.UTC(2026, 2), inMonth)).remaining, 5);
  });
}
