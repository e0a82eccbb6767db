/**
 * Runs the test files that are named as arguments, one after another in one process: what they import is loaded and compiled
 * once. Each is a test of its own name, so that its hooks hold for its tests alone. What several of them import is evaluated for
 * the first one only, so it sets nothing up by being imported.
 */
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { sharedBrowsers } from "./shared-browsers.ts";
// The databases that these files share are dropped after the last of them.
import "./test-engine.ts";

sharedBrowsers.wanted = true;
after(() => sharedBrowsers.close());

for (const file of process.argv.slice(2)) {
  test(file, async () => {
    await import(pathToFileURL(file).href);
  });
}
