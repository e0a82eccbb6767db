/** How much of their account a user sees at once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { languages } from "../../src/pages/languages/languages.ts";
import { galleryInBrowser } from "../support/gallery.ts";

const gallery = galleryInBrowser();

for (const tag of Object.keys(languages)) {
  test(`${tag}: sessions, applications and ways to sign in are rows of 40 to 72 px at 1280 × 800`, async () => {
    const page = await gallery.browser.newPage({ viewport: { width: 1280, height: 800 } });
    for (const name of ["account-sessions", "account-applications", "account-sign-in"]) {
      await page.goto(gallery.hrefOf(tag, name));
      const heights = (await page.evaluate(`
        [...document.querySelectorAll(".entries > li:nth-child(-n + 3)")]
          .map((row) => row.getBoundingClientRect().height)`)) as number[];
      // The first three have usual names.
      assert.equal(heights.length, 3, name);
      assert.ok(Math.min(...heights) >= 40 && Math.max(...heights) <= 72, `${name}: ${heights} px`);
    }
    await page.close();
  });
}

test("the overview of an account is one screen and a half at 1280 × 800", async () => {
  const page = await gallery.browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(gallery.hrefOf("en", "account-overview"));
  const height = (await page.evaluate("document.documentElement.scrollHeight")) as number;
  assert.ok(height <= 1200, `${height} px`);
  await page.close();
});

test("buttons of the console are 36 px for a mouse, and 44 px for a finger and on calm pages", async () => {
  const heightOf = async (name: string, hasTouch: boolean) => {
    const context = await gallery.browser.newContext({
      viewport: { width: 1280, height: 800 },
      hasTouch,
      isMobile: hasTouch,
    });
    const page = await context.newPage();
    await page.goto(gallery.hrefOf("en", name));
    const press = name === "sign-in" ? "main .actions button" : "main .entries summary";
    const box = await page.locator(press).first().boundingBox();
    await context.close();
    return box?.height;
  };
  assert.equal(await heightOf("account-sessions", false), 36);
  assert.equal(await heightOf("account-sessions", true), 44);
  assert.equal(await heightOf("sign-in", false), 44);
});
