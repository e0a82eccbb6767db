/** Limits with several windows, and requests that count as more than one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { bearerFor } from "../support/flow.ts";
import { makeAccessToken } from "../support/service.ts";
import { startWorld, type World } from "../support/world.ts";
import { api, ask, settings, signedVerification } from "./asking.ts";

const limits = "exports:application:10/1s 100/month,plain:application:5/15m";

async function startLimited() {
  const world = await startWorld({ ...settings, API_LIMITS: limits });
  world.clock.now = Date.UTC(2026, 10, 15, 12);
  const bearer = await bearerFor(world.baseUrl, world.application);
  const decide = async (cost?: number, more: object = {}) =>
    (
      await ask(world, "/verify", {
        ...{ method: "GET", origin: api, target: "/1/exports", authorization: `Bearer ${bearer}` },
        ...{ limit: "exports", cost, ...more },
      })
    ).json;
  return { world, decide };
}

async function monthOf({ service, application, clock }: World): Promise<number | undefined> {
  const limit = service.dependencies.config.apiLimits.get("exports");
  if (limit === undefined) return undefined;
  const window = { allowed: 100, length: "month" } as const;
  const { rateLimiter } = service.dependencies;
  return (await rateLimiter.quota(limit, application.id, clock.now, window))?.remaining;
}

// interface §13.13
test("200 — of several windows, a decision tells the one with the smallest share left", async () => {
  const { world, decide } = await startLimited();
  await using _ = world;
  const month = Date.UTC(2026, 11) / 1000;
  assert.deepEqual((await decide()).rate_limit, {
    limit: 10,
    remaining: 9,
    reset: world.clock.now / 1000 + 1,
  });
  for (let second = 1; second <= 5; second += 1) {
    world.clock.now += 1000;
    await decide(9);
  }
  world.clock.now += 1000;
  const { rate_limit: quota } = await decide();
  assert.deepEqual(quota, { limit: 100, remaining: 53, reset: month });
});

test("200 invalid (code 88) — each window has to admit a request, and what one rejects counts in none", async () => {
  const { world, decide } = await startLimited();
  await using _ = world;
  for (let times = 0; times < 10; times += 1) assert.equal((await decide()).valid, true);
  const rejected = await decide();
  assert.deepEqual([rejected.valid, rejected.code], [false, 88]);
  assert.equal(rejected.response.headers["x-rate-limit-limit"], "10");
  assert.equal(rejected.response.headers["retry-after"], "1");
  assert.equal(await monthOf(world), 90);

  for (let times = 0; times < 9; times += 1) {
    world.clock.now += 1000;
    assert.equal((await decide(10)).valid, true);
  }
  world.clock.now += 1000;
  const { valid, response } = await decide();
  assert.equal(valid, false);
  assert.equal(response.headers["x-rate-limit-limit"], "100");
  assert.ok(Number(response.headers["retry-after"]) > 14 * 86_400, "until the month ends");
  world.clock.now = Date.UTC(2026, 11);
  assert.equal((await decide()).valid, true);
});

test("200 invalid (code 88) — of limit + n at once exactly limit are admitted, and the others use up nothing of the month", async () => {
  const { world, decide } = await startLimited();
  await using _ = world;
  const all = await Promise.all(Array.from({ length: 16 }, () => decide()));
  assert.equal(all.filter(({ valid }) => valid).length, 10);
  assert.equal(await monthOf(world), 90);
});

// interface §11.31
test("T79 — 200 invalid (code 88) — a request that costs more than what is left is rejected and counts nothing", async () => {
  const { world, decide } = await startLimited();
  await using _ = world;
  assert.equal((await decide(8)).rate_limit.remaining, 2);
  const { valid, code } = await decide(3);
  assert.deepEqual([valid, code], [false, 88]);
  assert.equal((await decide(2)).rate_limit.remaining, 0);
  assert.equal(await monthOf(world), 90);
  const plain = { limit: "plain" };
  assert.equal((await decide(4, plain)).rate_limit.remaining, 1);
  const both = await Promise.all([decide(1, plain), decide(1, plain)]);
  assert.deepEqual(both.map((one) => one.valid).sort(), [false, true]);
});

test("200 — a repeated question counts once, by its cost, and another cost is another question", async () => {
  const { world, decide } = await startLimited();
  await using _ = world;
  const repeated = { request_id: "one request of a client" };
  repeated.request_id = repeated.request_id.replaceAll(" ", "-");
  for (let times = 0; times < 2; times += 1) {
    assert.equal((await decide(4, repeated)).rate_limit.remaining, 6);
  }
  assert.match((await decide(5, repeated)).error, /used for a different request/);
});

test("400 — a cost that is no whole number from 1 to 10,000, or has no limit", async () => {
  const { world, decide } = await startLimited();
  await using _ = world;
  for (const cost of [0, -1, 1.5, 10_001, "5"]) {
    assert.match((await decide(cost as number)).error, /whole number from 1 to 10000/);
  }
  assert.match((await decide(5, { limit: undefined })).error, /cost needs a limit/);
});

test("200 — a gateway's query has a cost, and a batch has one for each request", async () => {
  const { world, decide } = await startLimited();
  await using _ = world;
  const token = await makeAccessToken(world.ledger, world.application, world.alice);
  const { authorization } = signedVerification(world, "GET", "/1/exports", { token });
  const headers = {
    "x-countersign-secret": settings.INTERNAL_SECRET,
    ...{ authorization, "x-countersign-method": "GET", "x-countersign-origin": api },
    ...{ "x-countersign-target": "/1/exports", "x-countersign-address": "203.0.113.7" },
    "x-countersign-request-id": "0123456789abcdef",
  };
  const gateway = async (query: string) => {
    const url = `${world.service.internalUrl}/gateway/nginx?${query}`;
    const response = await fetch(url, { headers });
    return [response.status, response.headers.get("x-rate-limit-remaining")];
  };
  assert.deepEqual(await gateway("limit=exports&cost=6"), [200, "4"]);
  for (const query of ["cost=6", "limit=exports&cost=0", "limit=exports&cost="]) {
    assert.equal((await gateway(query))[0], 401, `${query}: nginx knows no other rejection`);
  }
  const request = { method: "GET", origin: api, target: "/1/exports", limit: "exports" };
  const two = { ...signedVerification(world, "GET", "/1/exports"), ...request, cost: 2 };
  const { json } = await ask(world, "/verify/batch", { requests: [two] });
  assert.equal(json.decisions[0].rate_limit.remaining, 2);
  assert.equal((await decide(3)).valid, false);
});
