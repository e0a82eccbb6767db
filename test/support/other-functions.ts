/** Parts of Node that answer as another machine's would. */
import { syncBuiltinESMExports } from "node:module";

/** Until the end of the block, everywhere in this process: `withOther(fs, { fchownSync() { … } })`. */
export function withOther<Module extends object>(
  module: Module,
  functions: Partial<Module>,
): Disposable {
  const originals = { ...module };
  Object.assign(module, functions);
  syncBuiltinESMExports();
  return {
    [Symbol.dispose]() {
      for (const name of Object.keys(functions)) {
        Object.assign(module, { [name]: originals[name as keyof Module] });
      }
      syncBuiltinESMExports();
    },
  };
}
