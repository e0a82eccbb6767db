import assert from "node:assert/strict";
import { test } from "node:test";
import { Secret } from "../../domain/credentials.ts";
import { StoreFailure } from "../../domain/refusals.ts";
import { packed, packedOutcome, unpacked, unpackedOutcome } from "./thread-messages.ts";

const acrossThreads = (value: unknown) => unpacked(structuredClone(packed(value)));

test("values cross as they are, a Secret as a Secret, however deep", () => {
  const value = {
    a: [1, "x", null, undefined],
    secret: new Secret("s"),
    deep: [{ secret: new Secret("t") }],
  };
  const back = acrossThreads(value) as typeof value;
  assert.deepEqual(back.a, value.a);
  assert.equal(back.secret.reveal(), "s");
  assert.equal(back.deep[0]?.secret.reveal(), "t");
  assert.equal(String(back.secret), "[secret]");
  assert.deepEqual(acrossThreads(new Uint8Array([1, 2])), new Uint8Array([1, 2]));
  for (const plain of [true, undefined, null, 7, "x"]) assert.equal(acrossThreads(plain), plain);
});

test("outcomes cross with what the main thread has to know: whether the store failed", () => {
  const cross = (outcome: Parameters<typeof packedOutcome>[0]) =>
    unpackedOutcome(structuredClone(packedOutcome(outcome)));
  const event = { name: "x", at: 1, actor: "service" };
  assert.deepEqual(cross({ ok: true, value: 5, events: [event] }), {
    ok: true,
    value: 5,
    events: [event],
  });
  for (const [error, isStore] of [
    [new StoreFailure("full"), true],
    [new Error("fault"), false],
    ["text", false],
  ] as const) {
    const back = cross({ ok: false, error });
    assert.ok(!back.ok && back.error instanceof Error);
    assert.equal(back.error instanceof StoreFailure, isStore);
    assert.match(back.error.message, /full|fault|text/);
  }
});
