/**
 * Scripts may arrive late on a slow connection: space is reserved for what they add, so no button moves while someone
 * presses it.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { galleryInBrowser, htmlOf, statesIn } from "../support/gallery.ts";
import { everyElementOnce } from "./alike.ts";

const scripted = statesIn("en")
  .map((name) => [name, htmlOf("en", name)] as const)
  .filter(([, html]) => /class="[^"]*\blater"/.test(html));

const gallery = galleryInBrowser();

for (const width of [390, 1280]) {
  test(`what acts stays where it is when the scripts have come: ${width} px`, async () => {
    const moved: string[] = [];
    const context = await gallery.browser.newContext({ viewport: { width, height: 800 } });
    const page = await context.newPage();
    let come = Promise.withResolvers<void>();
    await page.route("**/*.js", async (route) => {
      await come.promise;
      await route.continue();
    });
    for (const name of everyElementOnce(scripted)) {
      come = Promise.withResolvers<void>();
      await page.goto(gallery.hrefOf("en", name), { waitUntil: "commit" });
      await page.evaluate(styled);
      await page.evaluate(lookEarly);
      come.resolve();
      await page.waitForLoadState("load");
      moved.push(...(await page.evaluate<string[]>(movedSince)).map((what) => `${name}: ${what}`));
    }
    await context.close();
    assert.deepEqual(moved, []);
  });
}

const styled = `new Promise((done) => {
  const links = () => [...document.querySelectorAll("link[rel=stylesheet]")];
  const isSo = () => document.readyState !== "loading" && links().every((one) => one.sheet !== null);
  const look = () => (isSo() ? done() : setTimeout(look, 10));
  look();
})`;

const lookEarly = `
globalThis.yOf = (one) => Math.round(one.getBoundingClientRect().top + scrollY);
globalThis.early = [...document.querySelectorAll("button, a.button, summary, input:not([type=hidden])")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => [one, yOf(one)]);`;

const movedSince = `early
  .filter(([one, y]) => Math.abs(yOf(one) - y) > 1)
  .map(([one, y]) => (one.id || one.innerText) + " from " + y + " to " + yOf(one))`;
