import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { defaultRateLimits, limitWindowMs } from "../../domain/limits.ts";
import { rateLimiterSuite } from "../contract/rate-limiter-suite.ts";
import { openRateLimiter } from "./rate-limiter.ts";

rateLimiterSuite("a rate limiter in memory", (limits) => openRateLimiter(limits));

test("a clock that is set back grants nothing until the window ends by the new clock", async () => {
  const name = "oauth/request_token";
  const meter = openRateLimiter({ ...defaultRateLimits(), [name]: 2 });
  const start = 1000 * limitWindowMs;
  for (const at of [start, start + 1]) await meter.hit(name, "k", at);
  assert.equal((await meter.hit(name, "k", start - 120_000)).admitted, false);
  assert.equal((await meter.hit(name, "k", start)).admitted, true);
});

test("a request that began before the window did gives no one a new budget, whether it counts or forgives", async () => {
  for (const name of ["sign-in/account", "sign-in/code-day"] as const) {
    const meter = openRateLimiter({ ...defaultRateLimits(), [name]: 2 });
    const start = 96_000 * limitWindowMs;
    await meter.hit(name, "slow", start - 5);
    for (const at of [start, start + 1]) await meter.hit(name, "k", at);
    await meter.forgive(name, "k", start - 5);
    await meter.forgive(name, "slow", start - 5);
    assert.equal((await meter.hit(name, "k", start + 2)).admitted, false, "forgiven");
    await meter.hit(name, "slow", start - 4);
    assert.equal((await meter.hit(name, "k", start + 3)).admitted, false, "counted");
  }
});

test("T25 — addresses without end take bounded memory, and change no limit that someone has proved", async () => {
  const limits = { ...defaultRateLimits(), "failed-credentials": 600, "oauth2/token": 2 };
  const meter = openRateLimiter(limits);
  const now = 1000 * limitWindowMs;
  await meter.hit("oauth2/token", "application", now);
  for (let count = 0; count < 600; count += 1) {
    assert.equal((await meter.hit("failed-credentials", "first", now)).admitted, true);
  }
  const before = heapUsed();
  for (let number = 0; number < 200_000; number += 1) {
    await meter.hit("failed-credentials", `2001:db8:${number.toString(16)}:1::/64`, now);
  }
  const grown = heapUsed() - before;
  assert.ok(grown < 15e6, `${grown} bytes`);

  assert.equal((await meter.hit("oauth2/token", "application", now)).admitted, true);
  assert.equal((await meter.hit("oauth2/token", "application", now)).admitted, false);
  for (let number = 0; number < 2000; number += 1) {
    assert.equal((await meter.hit("oauth2/token", `application ${number}`, now)).remaining, 1);
  }
  assert.equal((await meter.hit("failed-credentials", "first", now)).admitted, false);
  let admitted = 0;
  while ((await meter.hit("failed-credentials", "late", now)).admitted) admitted += 1;
  assert.ok(admitted <= 600 && admitted > 580, `${admitted} admitted`);
  await meter.forgive("failed-credentials", "late", now);
  await meter.forgive("failed-credentials", "late", now);
  assert.equal((await meter.hit("failed-credentials", "late", now)).admitted, true);
  const later = now + limitWindowMs;
  assert.equal((await meter.hit("failed-credentials", "late", later)).remaining, 599);
});

function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
