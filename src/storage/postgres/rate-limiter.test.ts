import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { addressOf, freshDatabase } from "../../../test/support/postgres.ts";
import { ownPostgres } from "../../../test/support/postgres-server.ts";
import { storedOrder } from "../../../test/support/stored-order.ts";
import { type ApiLimit, apiLimitName } from "../../domain/api-limits.ts";
import { StoreFailure } from "../../domain/errors.ts";
import { defaultRateLimits, type LimitName, limitWindowMs } from "../../domain/limits.ts";
import { rateLimiterSuite } from "../contract/rate-limiter-suite.ts";
import { openConnections } from "./connections.ts";
import { advisoryLocks } from "./locks.ts";
import { openPostgresRateLimiter } from "./rate-limiter.ts";

const boundMs = 30_000;
const name: LimitName = "oauth/request_token";
const start = 1000 * limitWindowMs;
const forecast: ApiLimit = {
  name: apiLimitName("forecast"),
  per: "application",
  limit: 2,
  windowMs: 60_000,
};

/** The rate limiter of one node. */
async function openMeter(url: string, limits = { ...defaultRateLimits(), [name]: 100 }) {
  const connections = openConnections(addressOf(url), boundMs);
  const meter = await openPostgresRateLimiter(connections, boundMs, limits);
  return { ...meter, [Symbol.asyncDispose]: () => connections[Symbol.asyncDispose]() };
}

rateLimiterSuite("a rate limiter on PostgreSQL", async (limits) => {
  const opened = new AsyncDisposableStack();
  const { url } = opened.use(await freshDatabase());
  const meter = opened.use(await openMeter(url, { ...limits }));
  return { ...meter, [Symbol.asyncDispose]: () => opened.disposeAsync() };
});

test("a limit admits exactly its number over several nodes, in batches that cross each other", async () => {
  await using database = await freshDatabase();
  await using one = await openMeter(database.url);
  await using other = await openMeter(database.url);
  const keys = Array.from({ length: 20 }, (_, at) => `application ${at}`);
  const asked = [one, other, one, other].map(async (meter, way) => {
    let admitted = 0;
    for (let round = 0; round < 10; round += 1) {
      const order = way % 2 === 0 ? keys : keys.toReversed();
      const twice = [...order, ...order, ...order];
      const quotas = await Promise.all(twice.map(async (key) => meter.hit(name, key, start)));
      admitted += quotas.filter((quota) => quota.admitted).length;
    }
    return admitted;
  });
  const admitted = (await Promise.all(asked)).reduce((sum, each) => sum + each, 0);
  assert.equal(admitted, keys.length * 100);
  assert.equal((await one.quota(name, "application 0", start)).remaining, 0);
});

test("a batch counts its keys in sorted order, so that the batches of two nodes do not deadlock", async () => {
  await using database = await freshDatabase();
  await using meter = await openMeter(database.url);
  await Promise.all([forecast, name].map((limit) => meter.hit(limit, "first", start)));
  const tables = [60_000, limitWindowMs].map((length) => `rate_${length}_${start / length}`);
  await using order = await storedOrder(database.url, tables, "key");
  const asked = Array.from({ length: 20 }, (_, at) => [at % 2 ? forecast : name, `${at}`] as const);
  for (const each of [asked, asked.toReversed()]) {
    await Promise.all([...each, ...each].map(([limit, key]) => meter.hit(limit, key, start)));
    const counted = await order.taken();
    assert.equal(counted.length, asked.length);
    assert.deepEqual(counted, counted.toSorted());
  }
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
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    `select max(('x' || right(replace(key::text, '-', ''), 8))::bit(32)::bigint) as most from rate_${limitWindowMs}_1000`,
  );
  await client.end();
  assert.ok(Number(rows[0].most) < 4_194_304, "no more rows than that, no matter how many ask");
});

test("windows of different lengths count side by side, and go when they are past by both clocks", async () => {
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

  const present = Date.now();
  await meter.hit(name, "a", present);
  await meter.sweep(present + 86_400_000);
  assert.equal((await meter.quota(name, "a", present)).remaining, 99, "a clock that is ahead");
});

test("a crash of PostgreSQL forgives what was counted, and while it is away nothing is admitted", async () => {
  await using server = await ownPostgres();
  const connections = openConnections(addressOf(server.url), 1000);
  await using _ = connections;
  const meter = await openPostgresRateLimiter(connections, 1000);
  assert.equal((await meter.hit(name, "a", start)).remaining, 999);
  await server.stop("SIGQUIT");
  await assert.rejects(async () => meter.hit(name, "a", start), StoreFailure);
  await assert.rejects(async () => meter.quota(name, "a", start), StoreFailure);
  await assert.rejects(async () => meter.forgive(name, "a", start), StoreFailure);
  await server.start();
  const most = performance.now() + 20_000;
  for (;;) {
    const quota = await Promise.resolve(meter.hit(name, "a", start)).catch(() => undefined);
    if (quota !== undefined) {
      assert.equal(quota.remaining, 999);
      break;
    }
    assert.ok(performance.now() < most, "it did not recover");
  }
});

test("a deadlock, and a table that is gone, are tried again, three times; any other failure is not", async () => {
  for (const [code, failures, tries] of [
    ["40P01", 3, 4],
    ["40P01", 4, 4],
    ["42P01", 3, 4],
    ["42P01", 4, 4],
    ["P0001", 1, 1],
  ] as const) {
    await using database = await freshDatabase();
    await using meter = await openMeter(database.url);
    assert.equal((await meter.hit(name, "a", start)).remaining, 99);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(`create sequence counted;
      create function counted() returns trigger language plpgsql as
        $$ begin
          if nextval('counted') <= ${failures} then
            raise exception using errcode = '${code}', message = 'in the way';
          end if;
          return new;
        end $$;
      create trigger counted before insert on rate_${limitWindowMs}_1000
        for each row execute function counted()`);
    if (failures < tries) assert.equal((await meter.hit(name, "a", start)).remaining, 98);
    else await assert.rejects(async () => meter.hit(name, "a", start), /in the way/);
    const { rows } = await client.query("select nextval('counted')::integer");
    await client.end();
    assert.equal(rows[0].nextval, tries + 1);
  }
});

test("a time that has no window is a fault of ours, and a sweep without a time drops nothing", async () => {
  await using database = await freshDatabase();
  await using meter = await openMeter(database.url);
  assert.equal((await meter.hit(name, "a", 0)).remaining, 99);
  for (const time of [-1, Number.NaN, 2 ** 90]) {
    await assert.rejects(async () => meter.hit(name, "a", time), RangeError);
  }
  const odd: ApiLimit = { name: apiLimitName("odd"), per: "application", limit: 2, windowMs: 0.5 };
  await assert.rejects(async () => meter.hit(odd, "a", start), RangeError);
  for (const time of [Number.NaN, Number.POSITIVE_INFINITY, 0.5]) await meter.sweep(time);
  assert.equal((await meter.quota(name, "a", 0)).remaining, 99);
});

/** The keys that are counted in the first window of these tests. */
async function keysIn(url: string): Promise<readonly string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`select key from rate_${limitWindowMs}_1000 order by key`);
  await client.end();
  return rows.map(({ key }) => key);
}

test("limits of one window count the same key apart", async () => {
  await using database = await freshDatabase();
  await using meter = await openMeter(database.url);
  const api: ApiLimit = {
    name: apiLimitName("forecast"),
    per: "application",
    limit: 2,
    windowMs: limitWindowMs,
  };
  for (let times = 0; times < 2; times += 1) await meter.hit(name, "a", start);
  assert.equal((await meter.hit("oauth/access_token", "a", start)).remaining, 999);
  assert.equal((await meter.hit(api, "a", start)).remaining, 1);
  assert.equal((await keysIn(database.url)).length, 3);
  await meter.forgive(name, "nobody", start);
  assert.equal((await meter.quota(name, "nobody", start)).remaining, 100);
});

test("what is proven has a count of its own, and where an anonymous caller's is no one outside can compute", async () => {
  const places = new Set<string>();
  for (let database = 0; database < 2; database += 1) {
    await using fresh = await freshDatabase();
    await using meter = await openMeter(fresh.url);
    await meter.hit("failed-credentials", "192.0.2.1", start);
    const [place] = await keysIn(fresh.url);
    places.add(place ?? "");
    await meter.hit(name, "a", start);
    const [, own] = await keysIn(fresh.url);
    assert.match(place ?? "", /^00000000-0000-0000-0000-/);
    assert.doesNotMatch(own ?? "", /^00000000/, "half of a SHA-256");
  }
  assert.equal(places.size, 2, "each database has a seed of its own");
});

test("a lock that no one lets go ends in a rejection within the bound, and holds up nothing else", async () => {
  for (const [lock, at] of [
    [`lock table rate_${limitWindowMs}_1000`, start],
    [`select pg_advisory_xact_lock(${advisoryLocks.rates})`, start + limitWindowMs],
  ] as const) {
    await using database = await freshDatabase();
    const connections = openConnections(addressOf(database.url), boundMs);
    await using _ = connections;
    // Long enough for opening the meter on a busy machine.
    const meter = await openPostgresRateLimiter(connections, 3000);
    for (const window of [start, start + 9 * limitWindowMs]) await meter.hit(name, "a", window);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(`begin; ${lock}`);
    // As many batches as can run at a time.
    const rejected = [];
    for (const key of ["b", "c"]) {
      rejected.push(assert.rejects(async () => meter.hit(name, key, at), StoreFailure));
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    }
    await Promise.all(rejected);
    assert.equal((await meter.hit(name, "a", start + 9 * limitWindowMs)).remaining, 998);
    await client.end();
  }
});

test("a session that ends while it counts: the failure names the meter", async () => {
  await using database = await freshDatabase();
  await using meter = await openMeter(database.url);
  await meter.hit(name, "a", start);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`create function ends() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
    create trigger ends before insert on rate_${limitWindowMs}_1000
      for each row execute function ends()`);
  await client.end();
  await assert.rejects(async () => meter.hit(name, "a", start), {
    name: "StoreFailure",
    message: /^the rate limiter: terminating connection/,
  });
});
