/** The preview of the consent page in Chromium, under the policy of the service. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { languages } from "../../src/pages/languages/languages.ts";
import { signIn } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";
import { startWorld, type World } from "../support/world.ts";
import { loadAxe } from "./in-page/load.ts";

const { consent, portal } = languages.en;

async function withPage(
  options: BrowserContextOptions,
  run: (page: Page, world: World, said: string[]) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  await using world = await startWorld(settings);
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ baseURL: world.baseUrl, ...options });
    const said = consoleOf(context);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto("/portal/create");
    await signIn(page, world.alice);
    await run(page, world, said);
  } finally {
    await browser.close();
  }
}

const card = (page: Page) => page.locator(".asked .consent");
const status = (page: Page) => page.getByRole("status").filter({ hasText: portal.preview.warned });

test("what is typed is shown: the name, a lookalike's warning, write access, and where users return to", async () => {
  await withPage({ viewport: { width: 1280, height: 900 } }, async (page, _world, said) => {
    await card(page).getByText(portal.preview.unnamed).first().waitFor();
    const name = page.getByLabel(portal.draft.name, { exact: true });
    await name.fill("Tide Table");
    await card(page).getByText("Tide Table").first().waitFor();
    assert.equal(await status(page).getByText(consent.mixedAlphabets.what).count(), 0);
    // The second letter is Cyrillic.
    await name.fill("Tіde Table");
    await card(page).getByText(consent.mixedAlphabets.what).waitFor();
    await status(page).filter({ hasText: consent.mixedAlphabets.what }).waitFor();
    await page.getByLabel(portal.draft.write).check();
    await card(page).locator(".allowed").getByText(consent.permissions["change-account"]).waitFor();
    await page.getByLabel(portal.draft.callbacks).fill("https://tides.example/callback");
    await card(page).locator(".destination").getByText("tides.example").waitFor();
    assert.deepEqual(said, []);
  });
});

test("it takes one request for several keys, sends no password, and ends at the limit", async () => {
  const limited = { RATE_LIMITS: "portal/preview=1" };
  await withPage(
    { viewport: { width: 1280, height: 900 } },
    async (page) => {
      const bodies: string[] = [];
      page.on("request", (request) => {
        if (request.url().endsWith("/portal/preview")) bodies.push(request.postData() ?? "");
      });
      const name = page.getByLabel(portal.draft.name, { exact: true });
      await name.pressSequentially("Tide Table");
      await card(page).getByText("Tide Table").first().waitFor();
      assert.equal(bodies.length, 1);
      assert.doesNotMatch(bodies[0] ?? "", /current_|own_token/);
      const rejected = page.waitForResponse((response) => response.status() === 429);
      await name.fill("Other");
      await rejected;
      assert.ok(await card(page).getByText("Tide Table").first().isVisible());
      await name.fill("Another");
      await page.getByRole("button", { name: portal.creation.submit }).click();
      await page.getByRole("heading", { name: "Another" }).waitFor();
      assert.equal(bodies.length, 2);
    },
    limited,
  );
});

for (const [width, isBeside] of [
  [390, false],
  [1199, false],
  [1280, true],
  [1440, true],
] as const) {
  test(`${isBeside ? "480 px beside the form, and it stays in sight" : "folded under the form"}: ${width} px, without script`, async () => {
    const viewport = { width, height: 560 };
    await withPage({ viewport, javaScriptEnabled: false }, async (page, { application }) => {
      for (const path of ["/portal/create", `/portal/applications/${application.id}/settings`]) {
        await page.goto(path);
        const boxOf = async (selector: string) =>
          (await page.locator(selector).first().boundingBox()) ?? assert.fail(selector);
        const form = await boxOf(".drafted > article");
        const preview = await boxOf(".drafted > .asked");
        assert.equal(await card(page).isVisible(), isBeside);
        if (isBeside) {
          assert.equal(preview.width, 480);
          assert.equal(Math.round(preview.y), Math.round(form.y));
          assert.equal(await page.evaluate("scrollTo(0, 200), scrollY"), 200);
          assert.ok((await boxOf(".asked .consent h2")).y > 56);
        } else {
          assert.ok(preview.y >= form.y + form.height);
          await page.getByText(portal.preview.title, { exact: true }).click();
          await card(page).waitFor();
        }
        const sideways = "document.documentElement.scrollWidth - innerWidth";
        assert.ok(Number(await page.evaluate(sideways)) <= 0);
      }
    });
  });
}

test("without script it shows what was last sent, and no key or press gets into it", async () => {
  const viewport = { width: 1280, height: 900 };
  await withPage({ viewport, javaScriptEnabled: false }, async (page) => {
    await page.getByLabel(portal.draft.name, { exact: true }).fill("Tіde Table");
    await page.getByLabel(portal.draft.callbacks).fill("http://tides.example/");
    await page.getByRole("button", { name: portal.creation.submit }).click();
    await page.getByText(portal.creation.notCreated).first().waitFor();
    await card(page).getByText(consent.mixedAlphabets.what).waitFor();
    await page.getByLabel(portal.draft.name, { exact: true }).focus();
    for (let stop = 0; stop < 40; stop += 1) {
      await page.keyboard.press("Tab");
      assert.equal(await page.locator(".asked [inert] :focus").count(), 0);
    }
    const { x, y } = (await card(page).locator("button").first().boundingBox()) ?? assert.fail();
    const before = page.url();
    await page.mouse.click(x + 5, y + 5);
    assert.equal(page.url(), before);
  });
});

test("axe finds nothing while a warning is shown", async () => {
  await withPage({ viewport: { width: 1280, height: 900 }, bypassCSP: true }, async (page) => {
    await page.getByLabel(portal.draft.name, { exact: true }).fill("Tіde Table");
    await card(page).getByText(consent.mixedAlphabets.what).waitFor();
    await loadAxe(page);
    const { violations } = (await page.evaluate("axe.run()")) as { violations: { id: string }[] };
    assert.deepEqual(
      violations.map(({ id }) => id),
      [],
    );
  });
});
