import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Frame, Page } from "playwright-core";
import { scripts } from "../../../src/views/scripts.ts";

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const inspect = readFileSync(new URL("./inspect.js", import.meta.url), "utf8");

/** In their place in `inspect.scripts`. They import nothing and export nothing, so that a function can hold each. */
const functions = Object.values(scripts).map(
  ({ href, body }) => `inspect.scripts["${href}"] = async () => { "use strict";\n${body}\n};`,
);

/** Puts `inspect` into the page, past its policy. */
export async function loadInspect(page: Page | Frame): Promise<void> {
  await page.evaluate([inspect, ...functions].join("\n"));
}

/** Puts axe into the page, which `inspect.violations` needs. */
export async function loadAxe(page: Page): Promise<void> {
  await page.evaluate(axe);
}
