import { createHash, randomBytes } from "node:crypto";
import type { Random } from "../../domain/credentials.ts";

/**
 * The random bytes of a test server have a stream for each purpose. With a seed, every run gets the same bytes
 * (SHA-256 over seed, purpose and a counter); without a seed, the bytes come from the operating system.
 */
export function seededRandom(seed: string | undefined): (purpose: string) => Random {
  if (seed === undefined) return () => randomBytes;
  return (purpose) => {
    let counter = 0;
    return (bytes) => {
      const drawn: Buffer[] = [];
      for (let have = 0; have < bytes; have += 32) {
        counter += 1;
        const block = JSON.stringify([seed, purpose, counter]);
        drawn.push(createHash("sha256").update(block).digest());
      }
      return Buffer.concat(drawn).subarray(0, bytes);
    };
  };
}
