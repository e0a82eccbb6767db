import assert from "node:assert/strict";
import { test } from "node:test";
import { applicationLimitNames, countedBy, type LimitRow, limits, maxLimit } from "./limits.ts";
import { isSignUpWay, readReason } from "./operating.ts";
import { isApplicationOrder } from "./own-applications.ts";

test("a reason is given, in at most 200 characters and one line", () => {
  const missing = { ok: false, problem: "missing" };
  for (const blank of ["", undefined, "   ", "\n", "\u{3164}", "\u{2800} \u{202E}", "\u{34F}"]) {
    assert.deepEqual(readReason(blank), missing, blank);
  }
  assert.deepEqual(readReason(` ${"😀".repeat(200)}\n`), { ok: true, reason: "😀".repeat(200) });
  for (const bad of ["x".repeat(201), "a\nb", "a\u{7}"]) {
    assert.deepEqual(readReason(bad), { ok: false, problem: "too-long" }, bad);
  }
});

test("an application can have numbers of its own for what counts its requests, up to a million", () => {
  assert.deepEqual(applicationLimitNames, [
    "oauth/request_token",
    "oauth/access_token",
    "oauth/invalidate_token",
    "oauth2/token",
    "oauth2/invalidate_token",
    "account/verify_credentials",
    "application/rate_limit_status",
  ]);
  for (const name of applicationLimitNames) assert.ok(limits[name].limit < maxLimit);
  assert.equal(maxLimit, 1_000_000);
});

test("what is chosen from a list is one of the list", () => {
  for (const way of ["open", "invitation", "closed"]) assert.ok(isSignUpWay(way), way);
  for (const other of [undefined, "", "Open"]) assert.ok(!isSignUpWay(other), other);
  for (const order of ["name", "newest"]) assert.ok(isApplicationOrder(order), order);
  for (const other of [null, "", "oldest"]) assert.ok(!isApplicationOrder(other), `${other}`);
});

test("anonymous callers bring any number of addresses, accounts and recipients, and no applications", () => {
  const anonymous = Object.entries(countedBy).flatMap(([name, { keysOfAnonymous }]) =>
    keysOfAnonymous ? [name] : [],
  );
  assert.deepEqual(anonymous, [
    "client address",
    "account",
    "account and client address",
    "mail recipient",
  ]);
});

test("a limit is listed under the family that its name begins with; those of pages are not listed", () => {
  for (const [name, { family }] of Object.entries<LimitRow>(limits)) {
    const [beginning] = name.split("/");
    const listed = /^(oauth|oauth2|account|application)\//.test(name);
    assert.equal(family, listed ? beginning : undefined, name);
  }
});
