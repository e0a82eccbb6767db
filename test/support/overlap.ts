/** Requests that really overlap: each waits before its write until all have come that far. */
import type { Ledger } from "../../src/domain/ports/ledger.ts";

type Write = (...args: unknown[]) => Promise<unknown>;

/**
 * Holds the next `count` calls of these writes, then lets all of them continue in the same turn. So all
 * reads of the operations happen before the first write. Later calls are not changed.
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
