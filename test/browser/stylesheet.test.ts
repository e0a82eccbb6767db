/** Every rule of the stylesheet is for something that a page has. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { galleryInBrowser, htmlOf, statesIn } from "../support/gallery.ts";
import { loadInspect } from "./in-page/load.ts";

const gallery = galleryInBrowser();

/**
 * What scripts put around the results of a search, and beside a bar, is in no state; test/browser/search.test.ts and
 * test/browser/chart.test.ts have it.
 */
const ofScripts = /^(?:dialog \.results|\.plot b$)/;

test("each selector matches an element of some state, in English or Arabic", async () => {
  const page = await gallery.browser.newPage();
  await page.goto(gallery.hrefOf("en", "docs"));
  await loadInspect(page);
  let left = (await page.evaluate("inspect.selectors()")) as readonly string[];
  assert.ok(left.length > 200, `${left.length} selectors`);
  for (const tag of ["en", "ar"]) {
    for (const name of statesIn(tag)) {
      const html = JSON.stringify(htmlOf(tag, name));
      await page.evaluate(`inspect.show(${html})`);
      const still = await page.evaluate(`inspect.unmatched(${JSON.stringify(left)}, ${html})`);
      left = still as string[];
      if (left.length === 0) break;
    }
  }
  assert.deepEqual(
    left.filter((selector) => !ofScripts.test(selector)),
    [],
  );
  await page.close();
});
