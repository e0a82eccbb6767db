/** Printing what is shown once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { gallery } from "../../src/pages/gallery/gallery.ts";
import { galleryFrame } from "../../src/pages/gallery/gallery-state.ts";
import * as english from "../../src/pages/languages/english.ts";
import { stylesheet } from "../../src/pages/views/stylesheet.ts";
import { launchChromium } from "../support/chromium.ts";
import { galleryInBrowser, htmlOf, statesIn } from "../support/gallery.ts";
import { loadInspect } from "./in-page/load.ts";

const shown = galleryInBrowser();

test("printed, each row of each table has all of its text, and each list all of its items", async () => {
  const page = await shown.browser.newPage({ viewport: { width: 700, height: 990 } });
  await page.goto(shown.hrefOf("en", "admin-audit"));
  await page.emulateMedia({ media: "print" });
  await loadInspect(page);
  const missing: string[] = [];
  let rows = 0;
  for (const name of statesIn("en")) {
    const html = htmlOf("en", name);
    if (!/<tr|<li|<dd/.test(html)) continue;
    await page.evaluate(`inspect.show(${JSON.stringify(html)})`);
    const printed = (await page.evaluate("inspect.unprinted()")) as {
      readonly rows: number;
      readonly missing: readonly string[];
    };
    rows += printed.rows;
    missing.push(...printed.missing.map((text) => `${name}: ${text}`));
  }
  assert.ok(rows > 500, `${rows} rows`);
  assert.deepEqual(missing, []);
  await page.close();
});

test("printed from a dark screen, a page of keys is black on white, with nothing to press", async (t) => {
  const states = gallery(galleryFrame(english));
  const state = states.find((one) => one.name === "keys-access-token-made");
  const browser = await launchChromium();
  t.after(() => browser.close());
  const page = await browser.newPage({ colorScheme: "dark" });
  await page.setContent(String(state?.page).replace(/<link rel="stylesheet"[^>]*>/, ""));
  await page.addStyleTag({ content: String(stylesheet().body) });
  // The brand is printed, but as text.
  const pressable = page.locator("a:not(.service a), button").filter({ visible: true });
  assert.notEqual(await pressable.count(), 0, "on the screen there is");
  await page.emulateMedia({ media: "print" });
  assert.equal(await pressable.count(), 0);
  const printed = await page.evaluate(`
    [...document.querySelectorAll(".secret code[data-copy]")].map((code) => {
      const { color, backgroundColor } = getComputedStyle(code);
      return { shown: code.checkVisibility(), color, backgroundColor };
    })`);
  const blackOnWhite = {
    shown: true,
    color: "rgb(0, 0, 0)",
    backgroundColor: "rgb(255, 255, 255)",
  };
  assert.deepEqual(printed, [blackOnWhite, blackOnWhite, blackOnWhite]);
});
