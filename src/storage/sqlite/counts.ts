import { hash, randomBytes } from "node:crypto";

export interface Counts {
  count(key: string): number;
  /** Returns the new count. */
  add(key: string, change: number): number;
}

/** Counts for the keys of authenticated callers. */
export function exactCounts(): Counts {
  const counts = new Map<string, number>();
  return {
    count: (key) => counts.get(key) ?? 0,
    add(key, change) {
      const count = Math.max((counts.get(key) ?? 0) + change, 0);
      counts.set(key, count);
      return count;
    },
  };
}

const maxExactKeys = 65_536;
const sharedCounts = 262_144;

/**
 * For keys of which anonymous callers can bring any number. The first 65,536 each have a count of their own and keep
 * it; later ones share 262,144 counts, by a hash that no one outside can compute. A shared count is never lower
 * than the true one, so no limit admits more than it allows; it may admit less.
 */
export function boundedCounts(): Counts {
  const exact = new Map<string, number>();
  const seed = randomBytes(16).toString("hex");
  let shared: Uint32Array | undefined;
  return {
    count: (key) => exact.get(key) ?? shared?.[placeOf(key)] ?? 0,
    add(key, change) {
      const own = exact.get(key) ?? (exact.size < maxExactKeys ? 0 : undefined);
      if (own !== undefined) {
        const count = Math.max(own + change, 0);
        exact.set(key, count);
        return count;
      }
      shared ??= new Uint32Array(sharedCounts);
      const place = placeOf(key);
      const count = Math.max((shared[place] ?? 0) + change, 0);
      shared[place] = count;
      return count;
    },
  };

  function placeOf(key: string): number {
    return hash("sha256", seed + key, "buffer").readUInt32LE(0) % sharedCounts;
  }
}
