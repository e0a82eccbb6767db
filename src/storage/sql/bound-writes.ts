/** The database's methods that write, made from the list of writes. */
import type { Write, WriteName, WriteResult } from "./write.ts";
import { writeNames } from "./writes.ts";

export type LedgerWrites<Name extends WriteName = WriteName> = {
  [One in Name]: (...args: Write<One>["args"]) => Promise<WriteResult<One>>;
};

export type Performed = <Name extends WriteName>(write: Write<Name>) => Promise<WriteResult<Name>>;

/** Each method hands its write to `performed`. */
export function boundWrites(performed: Performed): LedgerWrites {
  return bound(writeNames, performed);
}

/** Generic, so that the type of each method is checked against its name. */
function bound<Name extends WriteName>(
  names: readonly Name[],
  performed: Performed,
): LedgerWrites<Name> {
  const methods: Partial<LedgerWrites<Name>> = {};
  for (const name of names) {
    methods[name] = (...args): Promise<WriteResult<Name>> => performed<Name>({ name, args });
  }
  return methods as LedgerWrites<Name>;
}
