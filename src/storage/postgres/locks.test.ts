import assert from "node:assert/strict";
import { test } from "node:test";
import { advisoryLocks } from "./locks.ts";

test("nodes of different versions take the same locks, and each lock has its own number", () => {
  assert.deepEqual(advisoryLocks, {
    migration: 7_026_001,
    sweep: 7_026_002,
    rotation: 7_026_003,
    nonces: 7_026_004,
    limits: 7_026_005,
  });
});
