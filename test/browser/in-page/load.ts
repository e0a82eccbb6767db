import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const inspect = readFileSync(new URL("./inspect.js", import.meta.url), "utf8");

/** Puts `inspect` into the page, past its policy. */
export async function loadInspect(page: Page): Promise<void> {
  await page.evaluate(inspect);
}

/** Puts axe into the page, which `inspect.violations` needs. */
export async function loadAxe(page: Page): Promise<void> {
  await page.evaluate(axe);
}
