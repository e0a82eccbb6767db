import { randomFillSync } from "node:crypto";

const drawn = new Uint8Array(4096);
let at = drawn.length;

/**
 * Bytes are drawn from the system's generator 4,096 at a time, because each draw costs more than a microsecond, even
 * for a few bytes, and a request token needs three. Bytes that were returned are erased here, so no two callers get
 * the same.
 */
export function randomBytes(count: number): Uint8Array {
  if (count > drawn.length) return randomFillSync(new Uint8Array(count));
  if (count > drawn.length - at) {
    randomFillSync(drawn);
    at = 0;
  }
  const bytes = drawn.slice(at, at + count);
  drawn.fill(0, at, at + count);
  at += count;
  return bytes;
}
