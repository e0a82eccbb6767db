/** Lets parts of Node answer as on another machine. */
import { syncBuiltinESMExports } from "node:module";

/** Replaces functions in the whole process until the end of the block: `withOther(fs, { fchownSync() { … } })`. */
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
