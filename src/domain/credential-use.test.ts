import assert from "node:assert/strict";
import { test } from "node:test";
import { usesOf } from "./credential-use.ts";
import { dayMs } from "./day.ts";
import { otherSources, type Source, type SourceCredential } from "./source.ts";

const now = 1_800_000_000_000;
const hour = 3_600_000;

function seen(credential: SourceCredential, network: string, ago: number): Source {
  const [firstSeen, lastSeen] = [now - 9 * dayMs, now - ago];
  const counts = { requests: 1, rejected: 0, isNew: false };
  return { credential, network, program: "curl/8.5", firstSeen, lastSeen, ...counts };
}

const uses = (sources: readonly Source[], bearerSince?: number, previousBearerSince?: number) =>
  usesOf(sources, { bearerSince, previousBearerSince, now });

test("the last use and the networks of each credential", () => {
  const { of } = uses(
    [
      seen("consumer secret", "a", hour),
      seen("consumer secret", "a", 2 * hour),
      { ...seen("consumer secret", "b", 3 * hour), program: "" },
      seen("consumer secret", otherSources, 4 * hour),
      seen("bearer token", "a", 3 * hour),
      seen("bearer token", "b", hour),
      seen("earlier", "c", 0),
      seen("unauthenticated", "d", 0),
    ],
    now - 2 * hour,
  );
  const none = { lastUsed: undefined, networks: 0, hasMore: false };
  assert.deepEqual(of, {
    "consumer secret": { lastUsed: now - hour, networks: 2, hasMore: true },
    "previous consumer secret": none,
    "bearer token": { lastUsed: now - hour, networks: 1, hasMore: false },
    "previous bearer token": none,
  });
});

test("the previous secret is safe to end an hour after its last use, if every network has moved", () => {
  const moved = seen("consumer secret", "a", 0);
  const at = (ago: number) => seen("previous consumer secret", "a", ago);
  const cases = [
    [[], { isQuiet: false, notMoved: 0, isSafeToEnd: false }],
    [[moved, at(hour - 1)], { isQuiet: false, notMoved: 0, isSafeToEnd: false }],
    [[moved, at(hour)], { isQuiet: true, notMoved: 0, isSafeToEnd: true }],
    [[at(hour)], { isQuiet: true, notMoved: 1, isSafeToEnd: false }],
    [[seen("bearer token", "a", 0), at(hour)], { isQuiet: true, notMoved: 0, isSafeToEnd: true }],
    [
      [moved, at(hour), seen("previous bearer token", "b", hour)],
      { isQuiet: true, notMoved: 1, isSafeToEnd: false },
    ],
    [
      [moved, at(hour), seen("previous bearer token", "a", 0)],
      { isQuiet: false, notMoved: 0, isSafeToEnd: false },
    ],
    [
      [moved, at(hour), seen("previous consumer secret", "b", 7 * dayMs)],
      { isQuiet: true, notMoved: 0, isSafeToEnd: true },
    ],
    [
      [moved, seen("previous bearer token", otherSources, hour)],
      { isQuiet: true, notMoved: 0, isSafeToEnd: false },
    ],
    [
      [seen("unauthenticated", "a", 0), at(hour)],
      { isQuiet: true, notMoved: 1, isSafeToEnd: false },
    ],
  ] as const;
  for (const [sources, expected] of cases) assert.deepEqual(uses(sources).previous, expected);
});
