/**
 * Runs the test files in its arguments one after another in one process, so that their imports are loaded and compiled
 * only once. Each file becomes a test with the file's name, so that its hooks apply only to its own tests. A module
 * that several files import is evaluated only for the first of them, so importing it must not set up anything.
 */
import { registerHooks } from "node:module";
import { after, beforeEach, type SuiteContext, type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { within } from "./file-tests.ts";
import { sharedBrowsers } from "./shared-browsers.ts";
// After the last file, it drops the databases that the files share.
import "./test-engine.ts";

sharedBrowsers.wanted = true;
after(() => sharedBrowsers.close());

let running = "";
beforeEach(({ fullName }: TestContext | SuiteContext) => {
  running = fullName;
});
const say = (error: unknown) => console.error(`No one caught this while "${running}" ran:`, error);
process.on("uncaughtExceptionMonitor", say);
process.on("unhandledRejection", say);

const ofFiles = import.meta.resolve("./file-tests.ts");
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "node:test" ? { url: ofFiles, shortCircuit: true } : next(specifier, context),
});

for (const file of process.argv.slice(2)) {
  test(file, (context) => within(context, () => import(pathToFileURL(file).href)));
}
