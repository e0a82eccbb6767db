/** What was shown once, on paper. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { english } from "../../src/languages/english.ts";
import { exhibitFrame } from "../../src/views/exhibit.ts";
import { gallery } from "../../src/views/gallery.ts";
import { stylesheet } from "../../src/views/stylesheet.ts";
import { launchChromium } from "../support/chromium.ts";

test("printed from a dark screen, a page of keys is black on white, with nothing to press", async (t) => {
  const exhibits = gallery(exhibitFrame(english));
  const exhibit = exhibits.find((one) => one.name === "keys-access-token-made");
  const browser = await launchChromium();
  t.after(() => browser.close());
  const page = await browser.newPage({ colorScheme: "dark" });
  await page.setContent(String(exhibit?.page).replace(/<link rel="stylesheet"[^>]*>/, ""));
  await page.addStyleTag({ content: String(stylesheet().body) });
  const pressable = page.locator("a, button").filter({ visible: true });
  assert.notEqual(await pressable.count(), 0, "on the screen there is");
  await page.emulateMedia({ media: "print" });
  assert.equal(await pressable.count(), 0);
  const values = page.locator(".secret code").filter({ visible: true });
  assert.equal(await values.count(), 2);
  for (const value of await values.all()) {
    const colours = await value.evaluate(
      "(code) => [getComputedStyle(code).color, getComputedStyle(code).backgroundColor]",
    );
    assert.deepEqual(colours, ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
  }
});
