/** The programs of "Try it": one row of names and the program of the chosen one, without script. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { galleryInBrowser } from "../support/gallery.ts";

const gallery = galleryInBrowser();
const shots = process.env["TRY_SHOTS"];

for (const [tag, width, colorScheme] of [
  ["en", 1440, "light"],
  ["ar", 1440, "dark"],
  ["es", 390, "light"],
] as const) {
  test(`a program is chosen in one row, without script, and the page stays short: ${tag}, ${width} px, ${colorScheme}`, async () => {
    const page = await gallery.browser.newPage({
      javaScriptEnabled: false,
      colorScheme,
      viewport: { width, height: 900 },
    });
    await page.goto(gallery.hrefOf(tag, "try-it"));
    const choices = page.locator(".switch > .choice");
    assert.equal(await choices.count(), 8);
    for (const choice of await choices.all()) {
      await choice.locator("input").check();
      const shown = page.locator(".switch > div:visible");
      assert.equal(await shown.count(), 1);
      const height = (await page.locator("body").boundingBox())?.height ?? 0;
      if (width === 1440) assert.ok(height <= 1200, `${await choice.innerText()}: ${height} px`);
    }
    const tops = await Promise.all((await choices.all()).map((one) => one.boundingBox()));
    if (width === 1440) assert.equal(new Set(tops.map((box) => box?.y)).size, 1, "one row");
    await choices.first().locator("input").check();
    if (shots) await page.screenshot({ path: `${shots}/try-${tag}-${width}.png`, fullPage: true });
    await page.close();
  });
}
