import assert from "node:assert/strict";
import { test } from "node:test";
import { auditEvents, webhookEvents } from "./audit.ts";
import {
  deliveryLifeMs,
  fileReceiverId,
  maxBetweenFailuresMs,
  maxBetweenTriesMs,
  receiverLifeMs,
  retryAfterMs,
} from "./delivery.ts";

test("a receiver that accepts nothing waits 15 seconds, then twice as long each time, up to its most", () => {
  const seconds = (most?: number) =>
    [1, 2, 3, 6, 7, 8, 99].map((n) => retryAfterMs(n, most) / 1000);
  assert.deepEqual(seconds(), [15, 30, 60, 480, 900, 900, 900]);
  assert.deepEqual(seconds(maxBetweenTriesMs), [15, 30, 60, 480, 960, 1920, 3600]);
  assert.equal(maxBetweenFailuresMs, 15 * 60_000);
});

test("what waits is kept for three days, and for a receiver that no one names for one", () => {
  assert.deepEqual([deliveryLifeMs, receiverLifeMs], [3 * 86_400_000, 86_400_000]);
  assert.equal(fileReceiverId, "file", "as databases have it");
});

test("webhooks get by default who may do what, and each way to take data out or in", () => {
  const family = (prefix: string) => auditEvents.filter((name) => name.startsWith(`${prefix}.`));
  for (const name of [
    ...["admin", "collaborator", "ownership", "bearer-token", "access-token"].flatMap(family),
    ...[
      "database.exported",
      "database.imported",
      "database.restored",
      "database.moved",
      "audit.exported",
    ],
    ...["identity.removed", "second-factor.removed", "second-factor.turned-off", "passkey.removed"],
    ...["user.password-changed", "user.recovered", "user.suspended", "application.suspended"],
  ]) {
    assert.ok(
      webhookEvents.some((one) => one === name),
      name,
    );
  }
});

test("webhooks do not get by default what anonymous callers can cause in any number", () => {
  for (const name of [
    "user.created",
    "user.sign-in-failed",
    "user.password-reset-requested",
  ] as const) {
    assert.ok(!webhookEvents.includes(name), name);
  }
});
