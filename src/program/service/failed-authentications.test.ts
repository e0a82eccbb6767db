import assert from "node:assert/strict";
import { test } from "node:test";
import type { RecentFailedAuthentication } from "../../domain/failed-authentications.ts";
import { maxApplications, maxLatest, openFailedAuthentications } from "./failed-authentications.ts";

const key = (number: number) => String(number).padStart(25, "k");
const request = (at: number): RecentFailedAuthentication => ({
  at,
  cause: "signature",
  operation: "o",
});

test("the newest come first, and few are kept", () => {
  const failedAuthentications = openFailedAuthentications();
  assert.deepEqual(failedAuthentications.of(key(1)), []);
  for (let at = 1; at <= maxLatest + 5; at += 1) failedAuthentications.note(key(1), request(at));
  const latest = failedAuthentications.of(key(1));
  assert.equal(latest.length, maxLatest);
  assert.deepEqual([latest.at(0)?.at, latest.at(-1)?.at], [maxLatest + 5, 6]);
  assert.equal(failedAuthentications.of(key(2)).length, 0);
});

test("anonymous callers who name many applications fill no memory; the one named longest ago goes", () => {
  const failedAuthentications = openFailedAuthentications();
  for (let number = 0; number < maxApplications; number += 1)
    failedAuthentications.note(key(number), request(1));
  failedAuthentications.note(key(0), request(2));
  failedAuthentications.note(key(maxApplications), request(3));
  assert.deepEqual(
    [0, 1, 2, maxApplications].map((number) => failedAuthentications.of(key(number)).length),
    [2, 0, 1, 1],
  );
});

test("what is no consumer key is not kept", () => {
  const failedAuthentications = openFailedAuthentications();
  for (const text of [
    "",
    "x",
    "x".repeat(101),
    "x".repeat(65_536),
    `${"x".repeat(24)}\n`,
    "a key",
  ]) {
    failedAuthentications.note(text, request(1));
    assert.equal(failedAuthentications.of(text).length, 0);
  }
});

test("a key that an application brought from another system is kept", () => {
  const failedAuthentications = openFailedAuthentications();
  for (const text of ["acme", "acme-weather.v2~x", "K_".repeat(50)]) {
    failedAuthentications.note(text, request(1));
    assert.equal(failedAuthentications.of(text).length, 1);
  }
});
