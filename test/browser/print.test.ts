/** Printing what is shown once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { gallery } from "../../src/pages/gallery/gallery.ts";
import { galleryFrame } from "../../src/pages/gallery/gallery-state.ts";
import * as english from "../../src/pages/languages/english.ts";
import { stylesheet } from "../../src/pages/views/stylesheet.ts";
import { launchChromium } from "../support/chromium.ts";

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
    [...document.querySelectorAll(".secret code")].map((code) => {
      const { color, backgroundColor } = getComputedStyle(code);
      return { shown: code.checkVisibility(), color, backgroundColor };
    })`);
  const blackOnWhite = {
    shown: true,
    color: "rgb(0, 0, 0)",
    backgroundColor: "rgb(255, 255, 255)",
  };
  assert.deepEqual(printed, [blackOnWhite, blackOnWhite]);
});
