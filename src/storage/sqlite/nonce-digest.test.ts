import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { digestInto, newDigests } from "./nonce-digest.ts";

test("a digest is the first half of the SHA-256 of the text, with its first bit set", () => {
  const digests = newDigests(1);
  for (const text of ["a", "b", "key token 1700000000 nonce"]) {
    digestInto(digests, text);
    const half = createHash("sha256").update(text).digest().subarray(0, 16);
    half[0] = (half[0] ?? 0) | 1;
    assert.deepEqual(digests.bytes, half);
  }
  assert.deepEqual(Buffer.from(digests.words.buffer, digests.words.byteOffset, 16), digests.bytes);
});
