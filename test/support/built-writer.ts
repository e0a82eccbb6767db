/**
 * Preloaded by bin/run-tests.ts into its processes: the thread that writes a ledger runs the program that the command
 * runs, as in the package. From the checkout it would load a hundred modules, and take twice the CPU time.
 */
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { isMainThread } from "node:worker_threads";

const command = process.env["COUNTERSIGN_TEST_COMMAND"];

if (!isMainThread && command !== undefined) {
  const built = new URL("../dist/program/writer-thread.js", pathToFileURL(command)).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier.endsWith("/sqlite/writer-thread.ts") ? built : specifier, context),
  });
}
