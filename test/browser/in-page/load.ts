import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Frame, Page } from "playwright-core";
import { scripts } from "../../../src/pages/views/scripts.ts";

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const inspect = readFileSync(new URL("./inspect.js", import.meta.url), "utf8");

/** Assigns them to `inspect.scripts`. They have no imports and exports, so each can become a function. */
const functions = Object.values(scripts).map(
  ({ href, body }) => `inspect.scripts["${href}"] = async () => { "use strict";\n${body}\n};`,
);

/** Loads `inspect` into the page, despite its policy. */
export async function loadInspect(page: Page | Frame): Promise<void> {
  await page.evaluate([inspect, ...functions].join("\n"));
}

/**
 * Loads axe into the page, for `inspect.violations`. After each rule axe waits for a timer of 0 ms, although every
 * check has its response at once. So such timers end without a turn of the event loop. Contrast, which takes longest,
 * is checked of what `inspect` marks as new.
 */
export async function loadAxe(page: Page): Promise<void> {
  await page.evaluate(`{
    const { setTimeout, queueMicrotask } = globalThis;
    globalThis.setTimeout = (work, wait, ...more) =>
      wait > 0 ? setTimeout(work, wait, ...more) : queueMicrotask(() => work(...more));
  }
${axe}
  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-new]" }] });`);
}
