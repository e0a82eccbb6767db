/** A service with an administrator's brand, in Chromium. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { makeBrand } from "../support/brand.ts";
import { signIn } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";
import { startWorld } from "../support/world.ts";
import { loadAxe, loadInspect } from "./in-page/load.ts";

for (const [colorScheme, link] of [
  ["light", "rgb(122, 31, 162)"],
  ["dark", undefined],
] as const) {
  test(`axe finds nothing on a branded service, and the console stays empty: ${colorScheme}`, async () => {
    using brand = makeBrand();
    await using world = await startWorld(brand.settings);
    await using browser = await launchChromium();
    const context = await browser.newContext({
      colorScheme,
      viewport: { width: 320, height: 740 },
    });
    const page = await context.newPage();
    const said = consoleOf(page.context());
    const check = async () => {
      await loadInspect(page);
      await loadAxe(page);
      assert.deepEqual(await page.evaluate("inspect.violations()"), []);
      const [logo] = await page
        .locator("img.logo")
        .evaluateAll((all) => all.map((one) => [one.naturalWidth > 0, one.clientHeight]));
      assert.deepEqual(logo, [true, 32]);
      const { scrollWidth, clientWidth } = await page
        .locator(":root")
        .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
      assert.equal(scrollWidth, clientWidth);
    };
    await page.goto(`${world.baseUrl}/account`);
    await check();
    const terms = page.getByRole("link", { name: "Terms" });
    const look = await terms.evaluate((one) => {
      const { color } = one.ownerDocument.defaultView.getComputedStyle(one);
      const { width, height } = one.getBoundingClientRect();
      return { color, target: Math.min(width, height) };
    });
    if (link !== undefined) assert.equal(look.color, link);
    assert.ok(look.target >= 44);
    await signIn(page, world.alice);
    await page.waitForURL(`${world.baseUrl}/account`);
    await check();
    assert.deepEqual(said, []);
  });
}

test("dark: the other logo is shown, unless the reader chose the light theme, and charts have the accent", async () => {
  using brand = makeBrand();
  const LOGO_DARK = join(brand.directory, "logo-dark.svg");
  await using world = await startWorld({ ...brand.settings, LOGO_DARK });
  await using browser = await launchChromium();
  const context = await browser.newContext({ colorScheme: "dark", javaScriptEnabled: false });
  const page = await context.newPage();
  const shown = () =>
    page.locator("img.logo").evaluate((one) => ({
      file: /logo(?:-dark)?/.exec((one as unknown as { currentSrc: string }).currentSrc)?.[0],
      isLoaded: one.naturalWidth > 0,
      height: one.clientHeight,
    }));
  const colorOf = (property: string) =>
    page.evaluate(`(() => {
      const one = document.createElement("i");
      one.style.color = "var(${property})";
      document.body.append(one);
      return getComputedStyle(one).color;
    })()`);
  const seen: unknown[] = [];
  await page.goto(`${world.baseUrl}/account`);
  assert.deepEqual(await shown(), { file: "logo-dark", isLoaded: true, height: 32 });
  seen.push(await colorOf("--chart-1"));
  assert.equal(seen[0], await colorOf("--accent"));
  await signIn(page, world.alice);
  for (const [theme, file] of [
    ["light", "logo"],
    ["dark", "logo-dark"],
  ] as const) {
    await page.locator(".menu.me > button").click();
    await page.locator(`form.theme button[value=${theme}]`).click();
    assert.deepEqual(await shown(), { file, isLoaded: true, height: 32 }, theme);
    assert.equal(await page.locator("picture").count(), 0);
    seen.push(await colorOf("--chart-1"));
  }
  assert.deepEqual(seen.slice(1), ["rgb(122, 31, 162)", seen[0]]);
});

test("the name beside a logo that contains it is hidden, and still the name of its link", async () => {
  using brand = makeBrand();
  await using world = await startWorld({ ...brand.settings, LOGO_NAME: "hide" });
  await using browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(`${world.baseUrl}/sign-in`);
  assert.equal((await page.locator(".service").innerText()).trim(), "");
  assert.ok(await page.getByRole("link", { name: "Example ID", exact: true }).isVisible());
});

// interface §3.23
test("a script in an SVG logo does not run, even where the logo is opened by its address", async () => {
  using brand = makeBrand();
  await using world = await startWorld(brand.settings);
  await using browser = await launchChromium();
  const page = await browser.newPage();
  const said = consoleOf(page.context());
  await page.goto(`${world.baseUrl}/sign-in`);
  const address = await page.locator("img.logo").getAttribute("src");
  assert.equal(await page.locator("[data-ran]").count(), 0);
  assert.deepEqual(said, []);
  await page.goto(`${world.baseUrl}${address}`);
  assert.equal(await page.locator("svg > rect").count(), 1, "it is shown as a document");
  assert.equal(await page.locator("[data-ran]").count(), 0);
  assert.match(said.join(), /Content Security Policy/);
});

test("the frame of the browser has the color of the page, light and dark", async () => {
  await using world = await startWorld();
  await using browser = await launchChromium();
  const context = await browser.newContext();
  const page = await context.newPage();
  const met = new Set<string>();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(world.baseUrl);
    const { theme, ground } = (await page.evaluate(`(() => {
      const metas = [...document.querySelectorAll('meta[name="theme-color"]')];
      const meta = metas.find((one) => matchMedia(one.media).matches);
      const shown = document.createElement("i");
      shown.style.color = meta.content;
      document.body.append(shown);
      const colors = [document.body, document.documentElement].map((one) => getComputedStyle(one).backgroundColor);
      return {
        theme: getComputedStyle(shown).color,
        ground: colors.find((one) => one !== "rgba(0, 0, 0, 0)"),
      };
    })()`)) as { theme: string; ground: string };
    assert.equal(theme, ground);
    met.add(theme);
  }
  assert.equal(met.size, 2);
});
