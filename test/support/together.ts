/**
 * Runs the test files that are named as arguments, one after another in one process: what they import is loaded and compiled
 * once. Each is a test of its own name, so that its hooks hold for its tests alone. What several of them import is evaluated for
 * the first one only, so it sets nothing up by being imported.
 */
import { registerHooks } from "node:module";
import { after, beforeEach, type SuiteContext, type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { within } from "./file-tests.ts";
import { sharedBrowsers } from "./shared-browsers.ts";
// The databases that these files share are dropped after the last of them.
import "./test-engine.ts";

sharedBrowsers.wanted = true;
after(() => sharedBrowsers.close());

let running = "";
beforeEach(({ fullName }: TestContext | SuiteContext) => {
  running = fullName;
});
const say = (error: unknown) => console.error(`Nobody caught this while "${running}" ran:`, error);
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
