/** Runs something between a read of an operation and the step that follows the read. */
import type { Ledger } from "../../src/domain/ports/ledger.ts";

type Reads = {
  [Name in keyof Ledger as Ledger[Name] extends (...args: never[]) => unknown
    ? Name
    : never]: Ledger[Name];
};

/** After the next call of this read, and before its caller continues; later calls are not changed. */
export function afterRead<Name extends keyof Reads>(
  ledger: Ledger,
  name: Name,
  happens: () => Promise<unknown>,
): { readonly times: number } {
  const read = ledger[name] as (...args: unknown[]) => unknown;
  const seen = { times: 0 };
  const interleaved = async (...args: unknown[]) => {
    Object.assign(ledger, { [name]: read });
    seen.times += 1;
    const found = await read(...args);
    await happens();
    return found;
  };
  Object.assign(ledger, { [name]: interleaved });
  return seen;
}
