import assert from "node:assert/strict";
import { test } from "node:test";
import { nonceTurns } from "./nonce-turns.ts";

test("nonces of several minutes in one turn are kept apart, after memory was used again", async () => {
  const written: (readonly [number, readonly number[]])[] = [];
  const turns = nonceTurns((minute, { words }, count) => {
    written.push([minute, [...words.subarray(0, 4 * count)]]);
    return "first";
  });
  const nonce = (first: number) => Uint32Array.of(first, 2, 3, 4);
  assert.equal(await turns.add(1, nonce(1)), "first");
  const added = [turns.add(1, nonce(11)), turns.add(2, nonce(12)), turns.add(1, nonce(11))];
  assert.deepEqual([...turns.minutes()], [1, 2]);
  assert.deepEqual(await Promise.all(added), ["first", "first", "repeated"]);
  assert.deepEqual(written, [
    [1, [1, 2, 3, 4]],
    [1, [11, 2, 3, 4]],
    [2, [12, 2, 3, 4]],
  ]);
});

test("of many in one turn each is first once, wherever it stands among them", async () => {
  const turns = nonceTurns(() => "first");
  const nonces = Array.from({ length: 20 }, (_, at) => Uint32Array.of(at, 2, 3, 4));
  const added = [...nonces, ...nonces].map((nonce) => turns.add(1, nonce));
  assert.deepEqual(await Promise.all(added), [
    ...nonces.map(() => "first"),
    ...nonces.map(() => "repeated"),
  ]);
});
