import assert from "node:assert/strict";
import crypto from "node:crypto";
import { suite, test } from "node:test";
import { withOther } from "../../../test/support/other-functions.ts";
import { randomBytes } from "./random-bytes.ts";

suite("random bytes", () => {
  test("are as many as were asked for, and never the same twice", () => {
    const seen = new Set<string>();
    for (let round = 0; round < 2000; round += 1) {
      const bytes = randomBytes(12 + (round % 40));
      assert.equal(bytes.length, 12 + (round % 40));
      seen.add(Buffer.from(bytes.subarray(0, 12)).toString("hex"));
    }
    assert.equal(seen.size, 2000);
  });

  test("stay as they were when more are drawn", () => {
    const first = randomBytes(32);
    const then = first.slice();
    for (let round = 0; round < 300; round += 1) randomBytes(32);
    assert.deepEqual(first, then);
    assert.notDeepEqual(first, new Uint8Array(32));
  });

  test("belong to one caller: writing to them changes no one else's", () => {
    const bytes = randomBytes(16);
    assert.equal(bytes.buffer.byteLength, 16);
  });

  test("are erased where they were drawn", () => {
    const { randomFillSync } = crypto;
    let drawn = new Uint8Array();
    using _ = withOther(crypto, {
      randomFillSync<Bytes extends NodeJS.ArrayBufferView>(bytes: Bytes) {
        drawn = bytes as unknown as typeof drawn;
        return randomFillSync(bytes);
      },
    });
    while (drawn.length === 0) randomBytes(1000);
    assert.equal(Buffer.from(drawn.buffer).indexOf(randomBytes(1000)), -1);
  });

  test("may be as many as are drawn at a time", () => {
    for (const count of [4095, 4096, 4097]) assert.equal(randomBytes(count).length, count);
  });

  test("may be more than are drawn at a time", () => {
    const many = randomBytes(10_000);
    assert.equal(many.length, 10_000);
    assert.notDeepEqual(many.subarray(5000, 5032), new Uint8Array(32));
  });
});
