/**
 * What every page has: a link past the navigation, a brand that links to the home page, and a focus that starts where
 * the news is.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Browser, Page } from "playwright-core";
import * as english from "../../src/pages/languages/english.ts";
import { languages } from "../../src/pages/languages/languages.ts";
import { galleryInBrowser, htmlOf, statesIn } from "../support/gallery.ts";

const shown = galleryInBrowser();

const opening = new Map<string, Promise<Page>>();

/** Loads a state into the page with these options, which is kept: a new page costs more than loading a state. */
async function opened(
  name: string,
  options: Parameters<Browser["newPage"]>[0] = {},
  tag = "en",
): Promise<Page> {
  const key = JSON.stringify(options);
  const page = opening.get(key) ?? shown.browser.newPage({ javaScriptEnabled: false, ...options });
  opening.set(key, page);
  await (await page).goto(shown.hrefOf(tag, name));
  return page;
}

const focused = (page: Page) => page.locator(":focus");

// interface §14.31
test("the first Tab reaches a link past the navigation, which shows then and leads to the content", async () => {
  const page = await opened("admin-users");
  const link = page.getByRole("link", { name: english.shell.skip });
  assert.ok(((await link.boundingBox())?.width ?? 0) <= 1, "not in sight before");
  await page.keyboard.press("Tab");
  assert.equal(await focused(page).textContent(), english.shell.skip);
  assert.ok(((await link.boundingBox())?.height ?? 0) >= 44);
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate("document.activeElement?.id"), "main");
  await page.keyboard.press("Tab");
  assert.equal(await focused(page).getAttribute("name"), "q");
});

// interface §14.31
test("the brand leads home from every page", async () => {
  for (const name of ["sign-in", "consent-write", "account-applications", "admin-users"]) {
    const page = await opened(name);
    assert.equal(await page.locator(".service a").getAttribute("href"), "/", name);
  }
});

test("the focus begins at what was rejected or done, and at the password of a failed sign-in", async () => {
  for (const [name, selector] of [
    ["account-profile-taken-problem", "#problem"],
    ["account-profile-saved", ".done"],
    ["admin-user-suspended", ".done"],
    ["admin-application-limits-wrong", "#limits-problem"],
    ["sign-in-wrong", "#password"],
    ["sign-in", "#username"],
    ["sign-in-signed-out", ".done"],
  ] as const) {
    const page = await opened(name, { viewport: { width: 390, height: 664 } });
    // Without script, the browser sets the focus when it first paints the page.
    await page.locator(`${selector}:focus`).waitFor();
    const box = await focused(page).boundingBox();
    assert.ok(box !== null && box.y >= 0 && box.y < 664, `${name}: it is in sight`);
  }
});

test("on a phone the tabs of an application take one line, and the one that is open is in sight", async () => {
  const phone = { viewport: { width: 360, height: 740 }, javaScriptEnabled: true };
  for (const tag of Object.keys(languages)) {
    for (const name of [
      "portal-application",
      "portal-application-users",
      "portal-application-delete",
    ]) {
      const page = await opened(name, phone, tag);
      const line = await page.locator(".tabs ul").boundingBox();
      assert.ok(line !== null && line.height < 60, `${tag} ${name}: ${line?.height}`);
      const { x = -1, width = 0 } =
        (await page.locator(".tabs [aria-current]").boundingBox()) ?? {};
      assert.ok(x >= 0 && x + width <= 360, `${tag} ${name}: from ${x}, ${width} wide`);
      assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 360);
    }
  }
});

// interface §14.31
test("every state with a problem says so first in its title, and no other does", () => {
  const begins = `<title>${english.shell.problem("")}`;
  const rejected = statesIn("en").filter((name) => {
    const html = htmlOf("en", name);
    const isRejected = html.includes('role="alert"');
    assert.equal(html.includes(begins), isRejected, name);
    assert.ok(html.split(' role="alert"').length <= 2, `${name}: a problem is said once`);
    return isRejected;
  });
  assert.ok(rejected.includes("sign-in-wrong") && !rejected.includes("sign-in"));
});

test("in colors of the reader's own the current item is told apart without ours", async () => {
  const page = await opened("admin-users", { forcedColors: "active" });
  const current = page.locator("nav a[aria-current]").last();
  const other = page.locator("nav a:not([aria-current])").last();
  const look = (one: typeof current) =>
    one.evaluate((link) => {
      const { textDecorationLine, borderInlineStartStyle, outlineStyle } =
        link.ownerDocument.defaultView?.getComputedStyle(link) ?? {};
      return [textDecorationLine, borderInlineStartStyle, outlineStyle].join(" ");
    });
  assert.notEqual(await look(current), await look(other));
});

test("header and content share one width, from where the screen has room for both", async () => {
  for (const name of ["account-applications", "admin-users", "portal-applications"]) {
    for (const width of [800, 1280]) {
      const page = await opened(name, { viewport: { width, height: 800 } });
      const box = async (selector: string) => {
        const { x = 0, width = 0 } = (await page.locator(selector).first().boundingBox()) ?? {};
        return { left: Math.round(x), right: Math.round(x + width) };
      };
      const isWide = name !== "account-applications";
      const content = await box(isWide ? ".sections a" : "main > article");
      const { right } = await box("main > article");
      const brand = await box(".service a");
      const areas = await box("header nav li:last-child a");
      assert.deepEqual([brand.left, areas.right], [content.left, right], `${name} at ${width}`);
    }
  }
});

test("a name in a button stands a space apart from the words before it", async () => {
  const page = await opened("sign-in-providers");
  const said = await page.locator("form[action^='/sign-in/with/'] button").first().innerText();
  assert.equal(said, "Sign in with Example Staff");
});

test("the tabs of an application stand in one line from 1040 px on, in every language", async () => {
  const desk = { viewport: { width: 1040, height: 800 }, javaScriptEnabled: true };
  for (const tag of Object.keys(languages)) {
    const page = await opened("portal-application-delete", desk, tag);
    const tabs = await page.locator(".tabs a").all();
    const tops = await Promise.all(tabs.map(async (one) => (await one.boundingBox())?.y));
    assert.equal(tops.length, 9);
    assert.equal(new Set(tops).size, 1, tag);
  }
});
