/** The menus of the bar are popovers: the browser opens and closes them, with script and without. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import * as english from "../../src/pages/languages/english.ts";
import { signIn } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";
import { startWorld } from "../support/world.ts";

const { shell } = english;
const shots = process.env["MENU_SHOTS"];

const started = { browser: await launchChromium(), world: await startWorld() };
after(async () => {
  await started.browser.close();
  await started.world[Symbol.asyncDispose]();
});

async function openAccount(
  options: Parameters<typeof started.browser.newContext>[0],
  language = "en",
) {
  const context = await started.browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(`${started.world.baseUrl}/account`);
  await signIn(page, started.world.alice);
  await page.locator("main h1").waitFor();
  await context.addCookies([{ name: "language", value: language, url: started.world.baseUrl }]);
  await page.reload();
  return page;
}

const openMenus = (page: Page) => page.locator(".menu > :popover-open").count();

for (const [locale, width, javaScriptEnabled] of [
  ["en", 390, false],
  ["ar", 390, true],
  ["en", 1280, true],
  ["ar", 1440, false],
] as const) {
  const script = javaScriptEnabled ? "with" : "without";
  test(`Esc and a press outside close a menu, and Esc returns to its button: ${locale}, ${width} px, ${script} script`, async () => {
    const viewport = { width, height: 800 };
    const page = await openAccount({ viewport, javaScriptEnabled }, locale);
    const said = consoleOf(page.context());
    for (const name of width < 900 ? ["places", "me"] : ["me"]) {
      const button = page.locator(`.menu.${name} > button`);
      await button.click();
      assert.equal(await openMenus(page), 1);
      const menu = page.locator(`#${name}`);
      const [bar, box, end] = await Promise.all(
        [page.locator("body > header"), menu, button].map((one) => one.boundingBox()),
      );
      assert.ok(bar && box && end);
      assert.ok(Math.abs(box.y - bar.height) <= 1, "below the bar");
      assert.ok(box.x >= 0 && box.x + box.width <= width, "on the screen");
      const edges = locale === "ar" ? [box.x, end.x] : [box.x + box.width, end.x + end.width];
      if (width > 900) assert.ok(Math.abs((edges[0] ?? 0) - (edges[1] ?? 0)) <= 1, "at its button");
      if (shots) await page.screenshot({ path: `${shots}/${locale}-${width}-${name}.png` });
      await page.keyboard.press("Escape");
      assert.equal(await openMenus(page), 0, "after Esc");
      assert.equal(await button.evaluate((one) => one.matches(":focus")), true);
      await button.click();
      await page.locator("main h1").click({ force: true, position: { x: 2, y: 2 } });
      if (width < 900) await page.mouse.click(width / 2, 790);
      assert.equal(await openMenus(page), 0, "after a press outside");
    }
    assert.deepEqual(said, []);
    await page.context().close();
  });
}

test("of two menus one is open", async () => {
  const page = await openAccount({ viewport: { width: 390, height: 800 } });
  await page.locator(".places > button").click();
  await page.locator(".me > button").click();
  assert.deepEqual([await openMenus(page), await page.locator("#me:popover-open").count()], [1, 1]);
  await page.context().close();
});

test("a theme is chosen in the menu without script, comes before the system's, and stays", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await openAccount({ colorScheme, javaScriptEnabled: false });
    const ground = () =>
      page.locator("html").evaluate((root) => {
        const view = root.ownerDocument.defaultView;
        return view?.getComputedStyle(root).backgroundColor;
      });
    const grounds = { light: "rgb(243, 245, 248)", dark: "rgb(16, 19, 26)" };
    assert.equal(await ground(), grounds[colorScheme]);
    for (const theme of ["dark", "light", "system"] as const) {
      await page.locator(".me > button").click();
      await page.getByRole("button", { name: shell.theme.names[theme], exact: true }).click();
      await page.waitForURL(`${started.world.baseUrl}/account`);
      const shown = theme === "system" ? colorScheme : theme;
      assert.equal(await ground(), grounds[shown], `${theme} on ${colorScheme}`);
      await page.goto(`${started.world.baseUrl}/account/sessions`);
      assert.equal(await ground(), grounds[shown], `${theme} on another page`);
      if (shots) {
        await page.locator(".me > button").click();
        await page.screenshot({ path: `${shots}/theme-${colorScheme}-${theme}.png` });
      }
      await page.goto(`${started.world.baseUrl}/account`);
    }
    await page.context().close();
  }
});
