import assert from "node:assert/strict";
import { randomFillSync } from "node:crypto";
import { test } from "node:test";
import { NonceSet } from "./nonce-set.ts";

function digests(count: number): Uint32Array {
  const words = randomFillSync(new Uint32Array(count * 4));
  return words.map((word, at) => (at % 4 === 0 ? word | 1 : word));
}

test("what is added one by one and all at once is the same, over every growth", () => {
  const some = digests(5000);
  const [single, bulk, both] = [new NonceSet(), new NonceSet(), new NonceSet()];
  for (let at = 0; at < some.length; at += 4) single.add(some.subarray(at, at + 4));
  bulk.load(some);
  both.load(some.subarray(0, 8000));
  for (let at = 8000; at < some.length; at += 4) both.add(some.subarray(at, at + 4));
  for (const set of [single, bulk, both]) {
    assert.equal(set.size, 5000);
    for (let at = 0; at < some.length; at += 4) {
      assert.ok(set.has(some.subarray(at, at + 4)));
      const other = Uint32Array.from(some.subarray(at, at + 4));
      other[3] = (other[3] ?? 0) ^ 1;
      assert.equal(set.has(other), false);
    }
    const again = new NonceSet();
    again.load(set.all());
    assert.equal(again.size, 5000);
    assert.ok(again.has(some.subarray(0, 4)));
  }
});

test("empty digests and repeated ones are passed over", () => {
  const set = new NonceSet();
  const one = digests(1);
  set.load(new Uint32Array([...one, 0, 0, 0, 0, ...one]));
  assert.equal(set.size, 1);
  assert.deepEqual(set.all(), one);
});

test("digests that differ in one word, in any of the four, are different", () => {
  const one = digests(1);
  const set = new NonceSet();
  set.add(one);
  assert.ok(set.has(one));
  for (const word of one.keys()) {
    const other = Uint32Array.from(one);
    // The highest bit does not choose the place, so the two are compared there.
    other[word] = (other[word] ?? 0) ^ 0x8000_0000;
    assert.equal(set.has(other), false, `word ${word}`);
  }
});

test("digests that want every second place, as many as a table takes, all find one", () => {
  const some = digests(768).map((word, at) => (at % 4 === 1 ? (word & ~1) >>> 0 : word));
  const set = new NonceSet();
  for (let at = 0; at < some.length; at += 4) set.add(some, at);
  for (let at = 0; at < some.length; at += 4) assert.ok(set.has(some.subarray(at, at + 4)));
});

test("digests that were loaded go into a table once, however often the set is asked", () => {
  const some = digests(1000);
  const set = new NonceSet();
  set.load(some);
  assert.equal(set.size, 1000);
  const before = process.memoryUsage().arrayBuffers;
  const asked = some.subarray(0, 4);
  for (let times = 0; times < 500; times += 1) assert.ok(set.has(asked));
  const grown = process.memoryUsage().arrayBuffers - before;
  assert.ok(grown < 1_000_000, `${grown} bytes`);
});
