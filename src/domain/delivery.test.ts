import assert from "node:assert/strict";
import { test } from "node:test";
import {
  deliveryLifeMs,
  fileReceiverId,
  mostBetweenFailuresMs,
  mostBetweenTriesMs,
  receiverLifeMs,
  retryAfterMs,
} from "./delivery.ts";

test("a receiver that accepts nothing waits 15 seconds, then twice as long each time, up to its most", () => {
  const seconds = (most?: number) =>
    [1, 2, 3, 6, 7, 8, 99].map((n) => retryAfterMs(n, most) / 1000);
  assert.deepEqual(seconds(), [15, 30, 60, 480, 900, 900, 900]);
  assert.deepEqual(seconds(mostBetweenTriesMs), [15, 30, 60, 480, 960, 1920, 3600]);
  assert.equal(mostBetweenFailuresMs, 15 * 60_000);
});

test("what waits is kept for three days, and for a receiver that nobody names for one", () => {
  assert.deepEqual([deliveryLifeMs, receiverLifeMs], [3 * 86_400_000, 86_400_000]);
  assert.equal(fileReceiverId, "file", "as ledgers have it");
});
