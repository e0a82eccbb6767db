import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { startTestService } from "../../test/support/service.ts";
import { mintSessionId, mintUserId } from "../domain/credentials.ts";
import { openNonceStore } from "../storage/sqlite/nonce-store.ts";
import { judgeChallenge, newChallenge, spendChallenge } from "./passkey-challenge.ts";

const binding = {
  sessionId: mintSessionId(randomBytes),
  purpose: "again",
  userId: mintUserId(randomBytes),
} as const;

test("a challenge is right for what it was made for, and for nothing else", async () => {
  await using service = await startTestService();
  const { dependencies } = service;
  const challenge = newChallenge(binding, dependencies);
  assert.notEqual(challenge, newChallenge(binding, dependencies));
  assert.equal(judgeChallenge(challenge, binding, dependencies), "right");
  for (const other of [
    { ...binding, sessionId: mintSessionId(randomBytes) },
    { ...binding, purpose: "second-step" as const },
    { ...binding, userId: mintUserId(randomBytes) },
    { ...binding, userId: undefined },
  ]) {
    assert.equal(judgeChallenge(challenge, other, dependencies), "wrong");
  }
  for (const other of ["", "AAAA", `${challenge}AAAA`, challenge.slice(0, -4), "A".repeat(5000)]) {
    assert.equal(judgeChallenge(other, binding, dependencies), "wrong", other);
  }
  const later = Buffer.from(challenge, "base64url").toString().replace(/^\d+/, "1800000000000");
  assert.equal(
    judgeChallenge(Buffer.from(later).toString("base64url"), binding, dependencies),
    "wrong",
  );
});

test("a challenge may be answered for ten minutes, once, and is known as used for as long", async () => {
  let now = 1_700_000_000_000;
  await using service = await startTestService({}, () => now);
  await using nonceStore = openNonceStore(undefined);
  const dependencies = { ...service.dependencies, nonceStore };
  const [one, another] = [newChallenge(binding, dependencies), newChallenge(binding, dependencies)];
  const judged = () => judgeChallenge(one, binding, dependencies);
  assert.equal(await spendChallenge(one, dependencies), true);
  now += 600_000 - 1;
  assert.equal(judged(), "right");
  await nonceStore.sweep(now);
  assert.equal(await spendChallenge(one, dependencies), false);
  assert.equal(await spendChallenge(another, dependencies), true);
  now += 1;
  assert.equal(judged(), "late");
  now -= 600_001;
  assert.equal(judged(), "late", "made by a clock that was ahead");
});
