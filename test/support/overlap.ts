/** Requests that truly overlap: each waits at its write until all have come that far, and none is done before the last has begun. */
import type { Ledger } from "../../src/domain/ports/ledger.ts";

type Write = (...args: unknown[]) => Promise<unknown>;

/**
 * Holds the next `count` calls of these writes back, then lets them all go in one turn. Whatever the
 * operations read, they have read before the first write; later calls are as always.
 */
export function holdUntilAllHaveCome(
  ledger: Ledger,
  names: readonly (keyof Ledger)[],
  count: number,
): { readonly come: () => number } {
  const all = Promise.withResolvers<void>();
  const writes = Object.fromEntries(names.map((name) => [name, ledger[name]]));
  let come = 0;
  for (const name of names) {
    const write = ledger[name] as Write;
    const held = async (...args: unknown[]) => {
      come += 1;
      if (come === count) {
        Object.assign(ledger, writes);
        all.resolve();
      }
      await all.promise;
      return write(...args);
    };
    Object.assign(ledger, { [name]: held });
  }
  return { come: () => come };
}
