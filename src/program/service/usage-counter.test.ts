import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { rejected, verified } from "../../../test/support/decided-request.ts";
import type { AccessToken, ApplicationId, ConsumerKey } from "../../domain/credentials.ts";
import { StoreFailure } from "../../domain/errors.ts";
import type { UsageCounts } from "../../domain/ports/usage.ts";
import { openSqliteLedger } from "../../storage/sqlite/ledger.ts";
import { KeyRing } from "../../tools/keys/key-ring.ts";
import { keySource } from "../../tools/keys/key-sources.ts";
import { maxNamed, openUsageCounter } from "./usage-counter.ts";

const one = "1" as ApplicationId;
const two = "2" as ApplicationId;
const weather = "weather" as ConsumerKey;
const minute = 60_000;
const hour = 60 * minute;
const operation = "account/verify_credentials";
const start = 500_000 * hour;

const keysFrom = { given: `test:${randomBytes(32).toString("base64")}` };
const openLedger = () =>
  openSqliteLedger({
    path: ":memory:",
    keys: new KeyRing(keySource(keysFrom)),
    keysFrom,
    committed: () => {},
  });

/** `fail` makes the writes to the database fail. */
function watched(ledger: UsageCounts) {
  const writes: [string, number][] = [];
  const state = { fail: false };
  const watch = (name: string, rows: number, write: () => Promise<void>) => {
    writes.push([name, rows]);
    return state.fail ? Promise.reject(new StoreFailure("the disk is full")) : write();
  };
  const store: UsageCounts = {
    usageOf: ledger.usageOf,
    hoursOf: ledger.hoursOf,
    requestsOf: ledger.requestsOf,
    applicationIds: ledger.applicationIds,
    addUsage: (rows) => watch("addUsage", rows.length, () => ledger.addUsage(rows)),
    touchAccessTokens: (tokens, day) =>
      watch("touchAccessTokens", tokens.length, () => ledger.touchAccessTokens(tokens, day)),
  };
  return { ...store, writes, state };
}

test("counted per application and for the service, in the time in which it happened", async () => {
  await using ledger = await openLedger();
  const usage = openUsageCounter(ledger);
  usage.add(verified(one, start));
  usage.add(verified(one, start + 59_999));
  usage.add({ ...verified(one, start + minute), issued: true });
  usage.add(rejected(two, "rateLimited", start + 6 * minute));
  usage.add(rejected(undefined, "couldNotAuthenticate", start + 6 * minute));
  usage.count("signed-in", start + hour);

  const everything = async () => ({
    one: await usage.usageOf(one, 300, { since: 0 }),
    oneByTheHour: await usage.usageOf(one, 3600, { since: 0 }),
    two: await usage.usageOf(two, 300, { since: 0 }),
    service: await usage.usageOf("service", 60, { since: 0 }),
    serviceLately: await usage.usageOf("service", 60, { since: start + hour }),
    hours: [...(await usage.hoursOf([one, two], start))].map(([id, { length }]) => [id, length]),
    requests: Object.fromEntries(await usage.requestsOf([one, two], 300, start)),
    requestsOfOne: Object.fromEntries(await usage.requestsOf([one], 300, start)),
    requestsLater: Object.fromEntries(await usage.requestsOf([one, two], 300, start + minute)),
  });
  const expected = {
    one: [
      { at: start, operation, kind: "issued", count: 1 },
      { at: start, operation, kind: "verified", count: 3 },
    ],
    oneByTheHour: [
      { at: start, operation, kind: "issued", count: 1 },
      { at: start, operation, kind: "verified", count: 3 },
    ],
    two: [{ at: start + 5 * minute, operation, kind: "rejected 88", count: 1 }],
    service: [
      { at: start, operation, kind: "verified", count: 2 },
      { at: start + minute, operation, kind: "issued", count: 1 },
      { at: start + minute, operation, kind: "verified", count: 1 },
      { at: start + 6 * minute, operation, kind: "rejected 32", count: 1 },
      { at: start + 6 * minute, operation, kind: "rejected 88", count: 1 },
      { at: start + hour, operation: "", kind: "signed-in", count: 1 },
    ],
    serviceLately: [{ at: start + hour, operation: "", kind: "signed-in", count: 1 }],
    hours: [
      [one, 2],
      [two, 1],
    ],
    requests: { [one]: 3, [two]: 1 },
    requestsOfOne: { [one]: 3 },
    requestsLater: { [two]: 1 },
  };
  assert.deepEqual(await everything(), expected, "before it is written");
  await usage.write();
  assert.deepEqual(await everything(), expected, "afterwards");
  assert.deepEqual(
    await openUsageCounter(ledger).usageOf(one, 300, { since: 0 }),
    expected.one,
    "after a restart",
  );

  usage.add(verified(one, start + 1));
  assert.equal((await usage.usageOf(one, 3600, { since: 0 })).at(-1)?.count, 4);
});

test("a request that only names an application counts for it once its key is looked up; others fill no memory", async () => {
  const keys: number[] = [];
  const rows: string[] = [];
  const store: UsageCounts = {
    usageOf: () => [],
    hoursOf: () => new Map(),
    requestsOf: () => new Map(),
    addUsage: async (added) => void rows.push(...added.map(({ of, kind }) => `${of} ${kind}`)),
    touchAccessTokens: async () => {},
    applicationIds(consumerKeys) {
      keys.push(consumerKeys.length);
      return new Map(consumerKeys.includes(weather) ? [[weather, one]] : []);
    },
  };
  const usage = openUsageCounter(store);
  const name = (key: string) =>
    usage.add({
      ...rejected(undefined, "couldNotAuthenticate", start),
      authenticated: false,
      namedKey: key,
    });
  for (const key of ["no key", "", "x".repeat(101)]) name(key);
  assert.equal((await usage.usageOf(one, 300, { since: 0 })).length, 0);
  assert.deepEqual(keys, [], "nothing was named");
  name(weather);
  name(weather);
  const expected = [{ at: start, operation, kind: "unauthenticated 32", count: 2 }];
  assert.deepEqual(await usage.usageOf(one, 3600, { since: 0 }), expected);
  assert.equal((await usage.requestsOf([one], 300, 0)).get(one), 2);
  for (let number = 0; number < 3 * maxNamed; number += 1) name(`none-${number}`);
  name(weather);
  await usage.write();
  assert.deepEqual(
    keys,
    [1, maxNamed],
    "what has no room is dropped until the keys were looked up",
  );
  assert.deepEqual(
    new Set(rows),
    new Set([`${one} unauthenticated 32`, "service unauthenticated 32"]),
    "unknown keys get no row",
  );
  name(weather);
  assert.equal((await usage.usageOf(one, 3600, { since: 0 })).length, 1, "then there is room");
});

test("by operation, or by the limit of an API; of each the greatest share that was used", async () => {
  await using ledger = await openLedger();
  const usage = openUsageCounter(ledger);
  const quota = (remaining: number) => ({ limit: 75, remaining, resetAt: 0, admitted: true });
  const api = { operation: "", apiLimit: "api/timeline" };
  usage.add({ ...verified(one, start), quota: quota(50) });
  usage.add({ ...verified(one, start + 1), quota: quota(40) });
  usage.add({ ...verified(one, start + 2 * hour), quota: quota(60) });
  usage.add({ ...verified(one, start), ...api, quota: quota(0) });
  usage.add({ ...verified(one, start), operation: "oauth/authorize", quota: quota(1) });
  usage.add({ ...verified(one, start), operation: "" });
  const expected = [
    ["", "verified", 1],
    ["account/verify_credentials", "peak", 46],
    ["account/verify_credentials", "verified", 3],
    ["api/timeline", "peak", 100],
    ["api/timeline", "verified", 1],
    ["oauth/authorize", "verified", 1],
  ];
  const today = async () =>
    (await usage.usageOf(one, 86_400, { since: 0 })).map((row) => [
      row.operation,
      row.kind,
      row.count,
    ]);
  assert.deepEqual(await today(), expected, "before it is written");
  const written = usage.write();
  usage.add({ ...verified(one, start), quota: quota(20) });
  await written;
  expected[1] = ["account/verify_credentials", "peak", 73];
  expected[2] = ["account/verify_credentials", "verified", 4];
  assert.deepEqual(await today(), expected, "a peak that became higher meanwhile waits");
  await usage.write();
  const again = openUsageCounter(ledger);
  again.add({ ...verified(one, start), quota: quota(70) });
  await again.write();
  expected[2] = ["account/verify_credentials", "verified", 5];
  assert.deepEqual(await today(), expected, "another node's lower peak changes nothing");
  const kinds = (await usage.usageOf("service", 3600, { since: 0 })).map(({ kind }) => kind);
  assert.ok(!kinds.includes("peak"));
});

test("all rejected requests since the start, by kind", () => {
  const usage = openUsageCounter({} as never);
  usage.add(rejected(one, "rateLimited", start));
  usage.add(verified(one, start));
  for (const at of [start, start + minute]) {
    usage.add({ ...rejected(undefined, "couldNotAuthenticate", at), authenticated: false });
  }
  const expected = { "rejected 88": 1, "unauthenticated 32": 2 };
  for (let times = 0; times < 2; times += 1) {
    assert.deepEqual(Object.fromEntries(usage.rejections()), expected);
  }
});

test("nothing is written where nothing was counted", async () => {
  await using ledger = await openLedger();
  const store = watched(ledger);
  const usage = openUsageCounter(store);
  await usage.write();
  assert.deepEqual(store.writes, []);
  usage.add(verified(one, start));
  usage.used("1-a" as AccessToken, 5);
  await usage.write();
  assert.deepEqual(store.writes, [
    ["addUsage", 4],
    ["touchAccessTokens", 1],
  ]);
  await usage.write();
  assert.equal(store.writes.length, 2);
});

test("what could not be written waits, and is written once", async () => {
  await using ledger = await openLedger();
  const store = watched(ledger);
  const usage = openUsageCounter(store);
  usage.add(verified(one, start));
  usage.used("1-a" as AccessToken, 5);
  store.state.fail = true;
  await assert.rejects(usage.write(), StoreFailure);
  assert.equal((await usage.usageOf(one, 300, { since: 0 }))[0]?.count, 1);
  usage.add(verified(one, start));
  store.state.fail = false;
  await usage.write();
  await usage.write();
  assert.equal((await ledger.usageOf(one, 300, { since: 0 }))[0]?.count, 2);
  assert.equal((await usage.usageOf(one, 300, { since: 0 }))[0]?.count, 2);
  assert.equal(store.writes.filter(([name]) => name === "touchAccessTokens").length, 1);
});

test("what is counted while a write is on its way is neither lost nor written twice", async () => {
  await using ledger = await openLedger();
  const usage = openUsageCounter(ledger);
  for (let round = 0; round < 10; round += 1) {
    usage.add(verified(one, start));
    const written = usage.write();
    usage.add(verified(one, start));
    const read = usage.usageOf(one, 3600, { since: 0 });
    await written;
    assert.equal((await read)[0]?.count, 2 * round + 2);
  }
  await usage.write();
  assert.equal((await ledger.usageOf(one, 3600, { since: 0 }))[0]?.count, 20);
});

test("many rows go in small steps; what a dead database makes wait is bounded", async () => {
  await using ledger = await openLedger();
  const store = watched(ledger);
  const usage = openUsageCounter(store);
  for (let id = 1; id <= 300; id += 1) usage.add(verified(String(id) as ApplicationId, start));
  await usage.write();
  assert.equal(
    store.writes.reduce((sum, [, rows]) => sum + rows, 0),
    602,
  );
  assert.ok(store.writes.every(([, rows]) => rows <= 200));

  for (let id = 1; id <= 60_000; id += 1) {
    usage.add(verified(String(id) as ApplicationId, start + hour));
  }
  usage.add(verified(one, start + 2 * hour));
  assert.deepEqual(
    await usage.usageOf(two, 300, { since: start + hour }),
    [],
    "the oldest is gone",
  );
  assert.equal((await usage.usageOf(one, 300, { since: start + 2 * hour })).length, 1);
  assert.equal(
    (await usage.usageOf("60000" as ApplicationId, 300, { since: start + hour })).length,
    1,
  );
});
