/** The HTML of emails in a browser, as mail programs show it that follow its styles. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { languages } from "../../src/pages/languages/languages.ts";
import { galleryInBrowser, statesIn } from "../support/gallery.ts";
import { loadAxe } from "./in-page/load.ts";

const gallery = galleryInBrowser();

for (const [width, colorScheme] of [
  [390, "light"],
  [390, "dark"],
  [1280, "light"],
  [1280, "dark"],
] as const) {
  test(`an email is a column of at most 600 px that axe finds nothing in: ${width} px, ${colorScheme}`, async () => {
    const context = await gallery.browser.newContext({
      colorScheme,
      viewport: { width, height: 800 },
    });
    const page = await context.newPage();
    for (const tag of Object.keys(languages)) {
      const names = statesIn(tag, "emails");
      assert.ok(names.length > 40);
      for (const name of tag === "en" ? names : names.slice(0, 4)) {
        await page.goto(gallery.hrefOf(tag, name));
        const box = await page.locator("main > table").boundingBox();
        assert.ok(box !== null && box.width <= 600 && box.width >= Math.min(width - 24, 600), name);
        const left = width - box.x - box.width;
        assert.ok(Math.abs(left - box.x) <= 1, "in the middle");
        const scrolls = await page.evaluate(
          "document.documentElement.scrollWidth > document.documentElement.clientWidth",
        );
        assert.equal(scrolls, false, name);
        if (
          !/hostile|reset|secret-made-html|verification|suspended|branded|password-changed/.test(
            name,
          )
        )
          continue;
        await loadAxe(page);
        const { violations } = (await page.evaluate("axe.run()")) as {
          violations: readonly { id: string }[];
        };
        assert.deepEqual(
          violations.map(({ id }) => id),
          [],
          name,
        );
      }
    }
    await context.close();
  });
}
