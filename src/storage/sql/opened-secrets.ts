import type { Secret } from "../../domain/credentials.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";

/** `key`: the key of the row with the ciphertext; `sealed` is in hex. Throws what `KeyRing.open` throws. */
export type OpenSecret<Key> = (key: Key, sealed: string) => Secret;

/**
 * Decrypts secrets, and keeps the result with its ciphertext. It is not a cache of the database: each request
 * reads the ciphertext from there, and a changed one is decrypted again.
 *
 * Keeps between half of `most` and `most` secrets: recently used ones in one map, older ones in another. When
 * the first is full it replaces the second.
 */
export function secretOpener<Key extends string | number>(
  keys: Pick<KeyRing, "open">,
  identity: (key: Key) => string,
  most: number,
): OpenSecret<Key> {
  let lately = new Map<Key, Opened>();
  let before = new Map<Key, Opened>();

  return (key, sealed) => {
    const recent = lately.get(key);
    if (recent?.sealed === sealed) return recent.secret;
    const older = before.get(key);
    const entry = older?.sealed === sealed ? older : openedNow(key, sealed);
    lately.set(key, entry);
    if (lately.size >= most / 2) {
      before = lately;
      lately = new Map();
    }
    return entry.secret;
  };

  function openedNow(key: Key, sealed: string): Opened {
    return { sealed, secret: keys.open(Buffer.from(sealed, "hex"), identity(key)) };
  }
}

interface Opened {
  readonly sealed: string;
  readonly secret: Secret;
}
