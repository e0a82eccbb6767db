/** The secrets of the internal address: one, or two while it is rotated. A reload replaces them between two calls. */
import { hash, timingSafeEqual } from "node:crypto";
import type { Secret } from "../../domain/credentials.ts";

export interface InternalSecrets {
  /** Whether callers need none, which is only allowed on a loopback address. */
  readonly areNone: () => boolean;
  /** If there are none, none is the right one. */
  readonly has: (given: string | string[] | undefined) => boolean;
  readonly replace: (secrets: readonly Secret[]) => void;
}

/**
 * Comparing digests hides the length and the position of a difference in the time that it takes. Each call is compared
 * with both, so the time doesn't tell which one it had either.
 */
export function internalSecrets(secrets: readonly Secret[]): InternalSecrets {
  let expected = secrets.map(digestOf);
  return {
    areNone: () => expected.length === 0,
    has(given) {
      if (typeof given !== "string") return false;
      const digest = hash("sha256", given, "buffer");
      let isOne = false;
      for (const one of expected) isOne = timingSafeEqual(digest, one) || isOne;
      return isOne;
    },
    replace(others) {
      expected = others.map(digestOf);
    },
  };
}

function digestOf(secret: Secret): Buffer {
  return hash("sha256", secret.reveal(), "buffer");
}
