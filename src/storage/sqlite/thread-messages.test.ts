import assert from "node:assert/strict";
import { test } from "node:test";
import { Secret } from "../../domain/credentials.ts";
import { OutcomeUnknown, StoreFailure } from "../../domain/errors.ts";
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

test("bytes cross alone, without the memory that they are a part of", () => {
  const pooled = Buffer.from("pooled");
  assert.ok(pooled.buffer.byteLength > pooled.byteLength, "a part of the pool");
  const part = new Uint8Array([0, 1, 2, 3]).subarray(1, 3);
  for (const bytes of [pooled, part, Buffer.alloc(3), new Uint8Array(0)]) {
    const back = acrossThreads({ deep: [bytes] }) as { deep: [Uint8Array] };
    const [arrived] = back.deep;
    assert.equal(Object.getPrototypeOf(arrived), Uint8Array.prototype);
    assert.deepEqual([...arrived], [...bytes]);
    assert.equal(arrived.buffer.byteLength, bytes.byteLength);
  }
});

test("what would not arrive as it left is rejected, however deep, and not sent as something else", () => {
  const cycle: Record<string, unknown> = {};
  cycle["self"] = { deep: [cycle] };
  const list: unknown[] = [];
  list.push(list);
  const rejected: readonly (readonly [unknown, RegExp])[] = [
    [() => 1, /function/],
    [Symbol("x"), /symbol/],
    [{ [Symbol("key")]: 1 }, /symbol/],
    [Object.defineProperty({}, "hidden", { value: 1 }), /not enumerable/],
    [Object.defineProperty({ [Symbol("key")]: 1 }, "hidden", { value: 1 }), /symbol/],
    [Object.assign([1], { also: 2 }), /array with holes or properties/],
    [Object.assign([1], { [Symbol("key")]: 2 }), /array with holes or properties/],
    [new Array(3), /array with holes or properties/],
    [new (class Rows extends Array {})(), /instance of Rows/],
    [new (class Bytes extends Uint8Array {})(1), /instance of Bytes/],
    [new Date(0), /instance of Date/],
    [new Map([["a", 1]]), /instance of Map/],
    [new Set([1]), /instance of Set/],
    [new Error("x"), /instance of Error/],
    [new (class Account {})(), /instance of Account/],
    [Promise.resolve(), /instance of Promise/],
    [cycle, /cycle/],
    [list, /cycle/],
    [{ "\0secret": "made by hand" }, /looks like a secret/],
    [JSON.parse('{ "__proto__": 1 }'), /__proto__/],
  ];
  for (const [value, why] of rejected) {
    assert.throws(() => packed(value), { name: "TypeError", message: why });
    assert.throws(() => packed({ deep: [{ value }] }), { name: "TypeError", message: why });
  }
  const twice = { a: 1 };
  assert.deepEqual(acrossThreads([twice, twice, { twice }]), [twice, twice, { twice }]);
  assert.deepEqual(acrossThreads(Object.assign(Object.create(null), { a: 1 })), { a: 1 });
});

test("outcomes cross with what the main thread has to know: whether the store failed, and whether it is known how", () => {
  const cross = (outcome: Parameters<typeof packedOutcome>[0]) =>
    unpackedOutcome<"sweep">(structuredClone(packedOutcome(outcome)));
  const event = { name: "admin.link-created", at: 1, actor: "service" } as const;
  assert.deepEqual(cross({ ok: true, value: 5, events: [event] }), {
    ok: true,
    value: 5,
    events: [event],
  });
  for (const [error, kind] of [
    [new StoreFailure("full"), StoreFailure],
    [new OutcomeUnknown("perhaps, with a full disk"), OutcomeUnknown],
    [new Error("fault"), Error],
    ["text", Error],
  ] as const) {
    const back = cross({ ok: false, error });
    assert.ok(!back.ok && back.error instanceof Error);
    assert.equal(back.error.constructor, kind);
    assert.match(back.error.message, /full|fault|text/);
    if (error instanceof Error) assert.equal(back.error.stack, error.stack);
  }
});
