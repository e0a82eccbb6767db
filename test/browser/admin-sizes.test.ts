/** How much of the audit log, of a list and of a user an administrator sees at once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import { languages } from "../../src/pages/languages/languages.ts";
import { galleryInBrowser } from "../support/gallery.ts";

const shown = galleryInBrowser();

for (const tag of Object.keys(languages)) {
  test(`${tag}: at least 12 events at 1280 × 800, each in one line`, async () => {
    const page = await shown.browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(shown.hrefOf(tag, "admin-audit-full"));
    const heights = (await page.evaluate(`
      [...document.querySelectorAll(".events tbody tr")]
        .map((row) => row.getBoundingClientRect())
        .filter(({ bottom }) => bottom <= innerHeight)
        .map(({ height }) => height)`)) as number[];
    assert.ok(heights.length >= 12, `${heights.length} rows`);
    assert.ok(Math.max(...heights) <= 40, `${Math.max(...heights)} px`);
    await page.close();
  });
}

for (const tag of Object.keys(languages)) {
  test(`${tag}: at 1280 × 800, the results of a search are rows of 40 px under a filter bar of one line`, async () => {
    const page = await shown.browser.newPage({ viewport: { width: 1280, height: 800 } });
    for (const name of ["admin-users", "admin-applications"]) {
      await page.goto(shown.hrefOf(tag, name));
      const heights = (await page.evaluate(`
        [...document.querySelectorAll(".found tbody tr")]
          .map((row) => row.getBoundingClientRect().height)`)) as number[];
      assert.ok(heights.length > 0 && Math.max(...heights) <= 40, `${name}: ${heights} px`);
      const places = (await page.evaluate(`
        [...document.querySelectorAll(".filters :is(input[type=search], label.choice, select, button)")]
          .map((one) => one.getBoundingClientRect())
          .map(({ top, height }) => top + height / 2)`)) as number[];
      const apart = Math.max(...places) - Math.min(...places);
      assert.ok(places.length > 2 && apart <= 4, `${name}: ${apart} px apart`);
    }
    await page.close();
  });
}

test("what does not fit in its line is whole in print", async () => {
  const page = await shown.browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(shown.hrefOf("en", "admin-audit-full"));
  await page.emulateMedia({ media: "print" });
  const cut = await page.evaluate(`
    [...document.querySelectorAll(".events :is(th, td)")]
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => cell.textContent)`);
  assert.deepEqual(cut, []);
  await page.close();
});

test("a user's page is at most 1,000 px tall at 1280 × 800, with the suspension in its head", async () => {
  const page = await shown.browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(shown.hrefOf("en", "admin-user"));
  const height = (await page.evaluate("document.documentElement.scrollHeight")) as number;
  assert.ok(height <= 1000, `${height} px`);
  const { suspend, title } = english.admin.suspension;
  await page.getByText(title, { exact: true }).click();
  const button = page.getByRole("button", { name: suspend, exact: true });
  const box = await button.boundingBox();
  assert.ok(box !== null && box.y < 500, "the form opens in the first card");
  await page.close();
});
