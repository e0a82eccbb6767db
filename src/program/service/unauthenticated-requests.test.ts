import assert from "node:assert/strict";
import { test } from "node:test";
import type { UnauthenticatedRequest } from "../../domain/unauthenticated.ts";
import {
  maxApplications,
  maxLatest,
  openUnauthenticatedRequests,
} from "./unauthenticated-requests.ts";

const key = (number: number) => String(number).padStart(25, "k");
const request = (at: number): UnauthenticatedRequest => ({
  at,
  cause: "signature",
  operation: "o",
});

test("the newest come first, all are counted, and few are kept", () => {
  const unauthenticated = openUnauthenticatedRequests();
  assert.deepEqual(unauthenticated.of(key(1)), { count: 0, since: undefined, latest: [] });
  for (let at = 1; at <= maxLatest + 5; at += 1) unauthenticated.note(key(1), request(at));
  const { count, since, latest } = unauthenticated.of(key(1));
  assert.deepEqual([count, since, latest.length], [maxLatest + 5, 1, maxLatest]);
  assert.deepEqual([latest.at(0)?.at, latest.at(-1)?.at], [maxLatest + 5, 6]);
  assert.equal(unauthenticated.of(key(2)).count, 0);
});

test("anonymous callers who name many applications fill no memory; the one named longest ago goes", () => {
  const unauthenticated = openUnauthenticatedRequests();
  for (let number = 0; number < maxApplications; number += 1)
    unauthenticated.note(key(number), request(1));
  unauthenticated.note(key(0), request(2));
  unauthenticated.note(key(maxApplications), request(3));
  assert.deepEqual(
    [0, 1, 2, maxApplications].map((number) => unauthenticated.of(key(number)).count),
    [2, 0, 1, 1],
  );
});

test("what is no consumer key is not kept", () => {
  const unauthenticated = openUnauthenticatedRequests();
  for (const text of [
    "",
    "x",
    "x".repeat(101),
    "x".repeat(65_536),
    `${"x".repeat(24)}\n`,
    "a key",
  ]) {
    unauthenticated.note(text, request(1));
    assert.equal(unauthenticated.of(text).count, 0);
  }
});

test("a key that an application brought from another system is kept", () => {
  const unauthenticated = openUnauthenticatedRequests();
  for (const text of ["acme", "acme-weather.v2~x", "K_".repeat(50)]) {
    unauthenticated.note(text, request(1));
    assert.equal(unauthenticated.of(text).count, 1);
  }
});
