import type { Secret } from "../../domain/credentials.ts";
import type { KeyRing } from "../../keys/key-ring.ts";

/** `key`: of the row that the ciphertext was read from; `sealed` in hex. Throws what `KeyRing.open` throws. */
export type OpenSecret<Key> = (key: Key, sealed: string) => Secret;

/**
 * Opens sealed secrets, and keeps what it opened beside the ciphertext. It does not cache the ledger: the
 * ciphertext comes from there for each request, and one that has changed is opened again.
 *
 * Keeps between half of `most` and `most` secrets. Those used lately are in one map, those used before
 * in another; when the first is full it takes the place of the second.
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
    const opened = older?.sealed === sealed ? older : openedNow(key, sealed);
    lately.set(key, opened);
    if (lately.size >= most / 2) {
      before = lately;
      lately = new Map();
    }
    return opened.secret;
  };

  function openedNow(key: Key, sealed: string): Opened {
    return { sealed, secret: keys.open(Buffer.from(sealed, "hex"), identity(key)) };
  }
}

interface Opened {
  readonly sealed: string;
  readonly secret: Secret;
}
