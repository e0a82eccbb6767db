/** Lets functions of the operating system fail as on a broken disk. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Replaces the function in the whole process until the end of the block. */
export function replaced<N extends "writeSync" | "fdatasync">(
  name: N,
  by: (
    original: (typeof fs)[N],
    ...args: N extends "writeSync"
      ? [number, Uint8Array, number, number, number]
      : [number, (error: Error | null) => void]
  ) => unknown,
): Disposable {
  const original = fs[name];
  Object.assign(fs, { [name]: by.bind(undefined, original) });
  syncBuiltinESMExports();
  return {
    [Symbol.dispose]() {
      Object.assign(fs, { [name]: original });
      syncBuiltinESMExports();
    },
  };
}
