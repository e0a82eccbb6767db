import assert from "node:assert/strict";
import { test } from "node:test";
import type { UnprovenRequest } from "../domain/unproven.ts";
import { mostApplications, mostLatest, openUnprovenRequests } from "./unproven-requests.ts";

const key = (number: number) => String(number).padStart(25, "k");
const request = (at: number): UnprovenRequest => ({ at, cause: "signature", operation: "o" });

test("the newest come first, all are counted, and few are kept", () => {
  const unproven = openUnprovenRequests();
  assert.deepEqual(unproven.of(key(1)), { count: 0, since: undefined, latest: [] });
  for (let at = 1; at <= mostLatest + 5; at += 1) unproven.note(key(1), request(at));
  const { count, since, latest } = unproven.of(key(1));
  assert.deepEqual([count, since, latest.length], [mostLatest + 5, 1, mostLatest]);
  assert.deepEqual([latest.at(0)?.at, latest.at(-1)?.at], [mostLatest + 5, 6]);
  assert.equal(unproven.of(key(2)).count, 0);
});

test("strangers who name many applications fill no memory; the one named longest ago goes", () => {
  const unproven = openUnprovenRequests();
  for (let number = 0; number < mostApplications; number += 1)
    unproven.note(key(number), request(1));
  unproven.note(key(0), request(2));
  unproven.note(key(mostApplications), request(3));
  assert.deepEqual(
    [0, 1, 2, mostApplications].map((number) => unproven.of(key(number)).count),
    [2, 0, 1, 1],
  );
});

test("what is no consumer key is not kept", () => {
  const unproven = openUnprovenRequests();
  for (const text of [
    "",
    "x",
    "x".repeat(101),
    "x".repeat(65_536),
    `${"x".repeat(24)}\n`,
    "a key",
  ]) {
    unproven.note(text, request(1));
    assert.equal(unproven.of(text).count, 0);
  }
});

test("a key that an application brought from another system is kept", () => {
  const unproven = openUnprovenRequests();
  for (const text of ["acme", "acme-weather.v2~x", "K_".repeat(50)]) {
    unproven.note(text, request(1));
    assert.equal(unproven.of(text).count, 1);
  }
});
