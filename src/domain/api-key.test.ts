import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { neverRotated, neverUsed, newApiKey, rotatedApiKey, works } from "./api-key.ts";
import type { Overlap } from "./application.ts";
import { dayMs } from "./day.ts";

const now = Date.UTC(2026, 4, 3);
const hourMs = 3_600_000;

function keyWith(expiresAt: number | undefined) {
  const wanted = { name: "deploy", role: "manager", expiresAt } as const;
  const { key } = newApiKey(wanted, randomBytes, now - 80 * dayMs);
  return { ...key, ...neverRotated, ...neverUsed, createdBy: "command-line" };
}

test("a rotated key: the previous one works until the overlap ends, and not beyond its own expiry", () => {
  const cases: readonly [number | undefined, Overlap, number][] = [
    [undefined, "0", now],
    [undefined, "7d", now + 7 * dayMs],
    [now + 10 * dayMs, "24h", now + dayMs],
    [now + hourMs, "7d", now + hourMs],
    [now - dayMs, "7d", now - dayMs],
  ];
  for (const [before, overlap, previousUntil] of cases) {
    const expiresAt = now + 90 * dayMs;
    const { rotation } = rotatedApiKey(keyWith(before), { overlap, expiresAt }, randomBytes, now);
    assert.deepEqual([rotation.previousUntil, rotation.expiresAt], [previousUntil, expiresAt]);
  }
});

test("a previous key works until its overlap ends, whenever the present one expires", () => {
  const key = { ...keyWith(now + 9), previousUntil: now + 5 };
  const at = (time: number) =>
    [false, true].map((isPrevious) => works({ ...key, isPrevious }, time));
  assert.deepEqual(
    [at(now + 4), at(now + 5), at(now + 9)],
    [
      [true, true],
      [true, false],
      [false, false],
    ],
  );
});
