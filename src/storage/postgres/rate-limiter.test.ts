import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, freshDatabase, type TestDatabase } from "../../../test/support/postgres.ts";
import { type ApiLimit, apiLimitName } from "../../domain/api-limits.ts";
import { defaultRateLimits, type LimitName, limitWindowMs } from "../../domain/limits.ts";
import { rateLimiterSuite } from "../contract/rate-limiter-suite.ts";
import { openConnections } from "./connections.ts";
import { openPostgresRateLimiter } from "./rate-limiter.ts";

const boundMs = 30_000;
const name: LimitName = "oauth/request_token";
const start = 1000 * limitWindowMs;
const forecast: ApiLimit = {
  name: apiLimitName("forecast"),
  per: "application",
  windows: [{ limit: 2, length: 60_000 }],
};

/** The rate limiter of one node. */
async function openMeter(url: string, limits = { ...defaultRateLimits(), [name]: 100 }) {
  const connections = openConnections(addressOf(url), boundMs);
  const meter = await openPostgresRateLimiter(connections, boundMs, limits);
  return { ...meter, [Symbol.asyncDispose]: () => connections[Symbol.asyncDispose]() };
}

rateLimiterSuite("a rate limiter on PostgreSQL", async (limits) => {
  const resources = new AsyncDisposableStack();
  const { url } = resources.use(await freshDatabase());
  const meter = resources.use(await openMeter(url, { ...limits }));
  return { ...meter, [Symbol.asyncDispose]: () => resources.disposeAsync() };
});

test("a limit admits exactly its number over several nodes, in batches that cross each other", async () => {
  await using database = await freshDatabase();
  await using one = await openMeter(database.url);
  await using other = await openMeter(database.url);
  const keys = Array.from({ length: 20 }, (_, at) => `application ${at}`);
  const results = [one, other, one, other].map(async (meter, way) => {
    let admitted = 0;
    for (let round = 0; round < 10; round += 1) {
      const order = way % 2 === 0 ? keys : keys.toReversed();
      const twice = [...order, ...order, ...order];
      const quotas = await Promise.all(twice.map(async (key) => meter.hit(name, key, start)));
      admitted += quotas.filter((quota) => quota.admitted).length;
    }
    return admitted;
  });
  const admitted = (await Promise.all(results)).reduce((sum, each) => sum + each, 0);
  assert.equal(admitted, keys.length * 100);
  assert.equal((await one.quota(name, "application 0", start)).remaining, 0);
});

test("addresses without end share counts, which are never lower than the true ones; what is proven has its own", async () => {
  await using database = await freshDatabase();
  await using one = await openMeter(database.url);
  await using other = await openMeter(database.url);
  const address: LimitName = "failed-credentials";
  for (let batch = 0; batch < 10; batch += 1) {
    const quotas = Array.from({ length: 500 }, async (_, at) => {
      return one.hit(address, `2001:db8:${batch}:${at}::/64`, start);
    });
    assert.ok((await Promise.all(quotas)).every((quota) => quota.remaining < 600));
  }
  await one.hit(address, "192.0.2.1", start);
  const { remaining } = await other.hit(address, "192.0.2.1", start);
  assert.ok(remaining <= 598, `${remaining}: the nodes share their counts`);
  const places = (await keysIn(database)).map((key) =>
    Number.parseInt(key.replaceAll("-", ""), 16),
  );
  assert.ok(Math.max(...places) < 4_194_304, "no more rows than that, no matter how many ask");
});

test("windows of different lengths count side by side, and go when they are past", async () => {
  await using database = await freshDatabase();
  await using meter = await openMeter(database.url);
  const both = [
    meter.hit(forecast, "a", start),
    meter.hit(name, "a", start),
    meter.hit(forecast, "a", start),
  ];
  assert.deepEqual(
    (await Promise.all(both)).map(({ remaining }) => remaining),
    [1, 99, 0],
  );
  assert.equal((await meter.hit(forecast, "a", start)).admitted, false);
  assert.equal((await meter.hit(forecast, "a", start + 60_000)).admitted, true);
  await meter.sweep(start + 2 * 60_000);
  assert.equal((await meter.quota(forecast, "a", start + 60_000)).remaining, 1, "it may still run");
  await meter.sweep(start + 10 * limitWindowMs);
  assert.equal((await meter.quota(name, "a", start)).remaining, 100);
});

test("long windows are in logged tables, of which those go that are past, so that what is kept stays bounded", async () => {
  await using database = await freshDatabase();
  await using meter = await openMeter(database.url);
  const dayMs = 86_400_000;
  const exports: ApiLimit = {
    ...{ name: apiLimitName("exports"), per: "application" },
    windows: [
      { limit: 100, length: 2 * dayMs },
      { limit: 100, length: "month" },
    ],
  };
  const tables = async () => {
    const rows = await database.query(
      "select relname from pg_class where relname ~ '^limit(long|month)_[0-9_]+$' and relpersistence = 'p' and relkind = 'r'",
    );
    return rows.length;
  };
  const kept: number[] = [];
  for (let day = 0; day < 40; day += 1) {
    const now = day * dayMs + 12 * 3_600_000;
    for (const { length } of exports.windows) await meter.hit(exports, "a", now, { length });
    await meter.sweep(now);
    kept.push(await tables());
  }
  assert.deepEqual([Math.min(...kept), Math.max(...kept)], [2, 2], "one of each length");
  const [last, before] = [39, 37].map((day) => day * dayMs + 12 * 3_600_000);
  const of = async (now = 0, length: number | "month" = 2 * dayMs) =>
    (await meter.quota(exports, "a", now, { length })).remaining;
  assert.deepEqual([await of(last), await of(before)], [98, 100], "what is past is gone");
  assert.equal(await of(last, "month"), 100 - 9, "the month's are kept meanwhile");
});

/** The keys that are counted in the first window of these tests. */
async function keysIn(database: TestDatabase): Promise<readonly string[]> {
  const rows = await database.query(`select key from limit_${limitWindowMs}_1000 order by key`);
  return rows.map(({ key }) => String(key));
}

test("limits of one window count the same key apart", async () => {
  await using database = await freshDatabase();
  await using meter = await openMeter(database.url);
  const api = { ...forecast, windows: [{ limit: 2, length: limitWindowMs }] as const };
  for (let times = 0; times < 2; times += 1) await meter.hit(name, "a", start);
  assert.equal((await meter.hit("oauth/access_token", "a", start)).remaining, 999);
  assert.equal((await meter.hit(api, "a", start)).remaining, 1);
  assert.equal((await keysIn(database)).length, 3);
  await meter.forgive(name, "nobody", start);
  assert.equal((await meter.quota(name, "nobody", start)).remaining, 100);
});

test("what is proven has a count of its own, and where an anonymous caller's is no one outside can compute", async () => {
  const places = new Set<string>();
  for (let database = 0; database < 2; database += 1) {
    await using fresh = await freshDatabase();
    await using meter = await openMeter(fresh.url);
    await meter.hit("failed-credentials", "192.0.2.1", start);
    const [place] = await keysIn(fresh);
    places.add(place ?? "");
    await meter.hit(name, "a", start);
    const [, own] = await keysIn(fresh);
    assert.match(place ?? "", /^00000000-0000-0000-0000-/);
    assert.doesNotMatch(own ?? "", /^00000000/, "half of a SHA-256");
  }
  assert.equal(places.size, 2, "each database has a seed of its own");
});
