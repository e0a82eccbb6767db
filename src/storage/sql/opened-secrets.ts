import type { Secret } from "../../domain/credentials.ts";
import type { KeyRing } from "../../keys/key-ring.ts";

/** `key`: of the row that the ciphertext was read from. Throws what `KeyRing.open` throws. */
export type OpenSecret<Key> = (key: Key, sealed: Uint8Array) => Secret;

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
    if (recent !== undefined && isOf(recent, sealed)) return recent.secret;
    const older = before.get(key);
    const opened =
      older !== undefined && isOf(older, sealed)
        ? older
        : { sealed, secret: keys.open(sealed, identity(key)) };
    lately.set(key, opened);
    if (lately.size >= most / 2) {
      before = lately;
      lately = new Map();
    }
    return opened.secret;
  };
}

interface Opened {
  readonly sealed: Uint8Array;
  readonly secret: Secret;
}

function isOf({ sealed }: Opened, other: Uint8Array): boolean {
  return Buffer.compare(sealed, other) === 0;
}
