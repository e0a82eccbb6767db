/** The search in Chromium, under the policy of the service: from the keyboard, on a phone, and without script. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { languages } from "../../src/pages/languages/languages.ts";
import { signIn } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";
import { makeAdmin, makeApplication, makeUser, type TestUser } from "../support/service.ts";
import { startWorld, type World } from "../support/world.ts";
import { loadAxe, loadInspect } from "./in-page/load.ts";

const { search: texts, admin } = languages.en;

async function withPage(
  context: BrowserContextOptions,
  run: (page: Page, world: World, carol: TestUser, said: string[]) => Promise<void>,
): Promise<void> {
  await using world = await startWorld({}, { name: "Weather Bot" });
  const bob = await makeUser(world.ledger, "wea.friend");
  await makeApplication(world.ledger, bob, { name: "Weather Widget" });
  const carol = await makeAdmin(world.ledger, "carol");
  const browser = await launchChromium();
  try {
    const opened = await browser.newContext({ baseURL: world.baseUrl, ...context });
    const said = consoleOf(opened);
    const page = await opened.newPage();
    page.setDefaultTimeout(20_000);
    await run(page, world, carol, said);
  } finally {
    await browser.close();
  }
}

test("by the keyboard alone: Ctrl-K, a name, arrows, Enter, and Esc; a field keeps its slashes", async () => {
  await withPage({}, async (page, { application }, carol, said) => {
    await page.goto("/admin/users");
    await signIn(page, carol);
    const dialog = page.getByRole("dialog", { name: texts.title });
    const field = dialog.getByRole("combobox", { name: texts.field });
    await page.getByRole("link", { name: texts.field }).waitFor();
    await page.getByRole("searchbox", { name: admin.users.label }).focus();
    await page.keyboard.type("/");
    assert.equal(await dialog.isVisible(), false);
    await page.keyboard.press("Control+k");
    await field.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("/");
    await field.waitFor();
    assert.equal(await field.inputValue(), "");
    await page.keyboard.type("wea");
    const options = dialog.getByRole("option");
    await options.first().waitFor();
    const chosen = () => dialog.locator('[aria-selected="true"]');
    const active = async () =>
      assert.equal(
        await field.getAttribute("aria-activedescendant"),
        await chosen().getAttribute("id"),
      );
    assert.match((await chosen().textContent()) ?? "", /^Weather Bot/);
    await active();
    await page.keyboard.press("ArrowUp");
    assert.equal(await chosen().getAttribute("id"), await options.last().getAttribute("id"));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    assert.match((await chosen().textContent()) ?? "", /^Weather Widget/);
    await active();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/admin/applications/${application.id}`);
    assert.deepEqual(said, []);
  });
});

test("nothing found, and a service that cannot be reached, are said; Enter then opens the page", async () => {
  await withPage({}, async (page, _world, carol) => {
    await page.goto("/admin");
    await signIn(page, carol);
    const dialog = page.getByRole("dialog");
    await page.getByRole("link", { name: texts.field }).click();
    await page.keyboard.type("zzzz");
    await dialog.getByText(texts.none).waitFor();
    await page.context().setOffline(true);
    await page.keyboard.type("z");
    await dialog.getByRole("status").getByText(texts.failed).waitFor();
    await page.context().setOffline(false);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/search?q=zzzzz");
    await page.getByText(texts.none).waitFor();
  });
});

test("429 — too many credentials: the dialog says so, keeps no result, and finds names as before", async () => {
  await using world = await startWorld({ RATE_LIMITS: "" }, { name: "Weather Bot" });
  const carol = await makeAdmin(world.ledger, "carol");
  const { rateLimiter } = world.service.dependencies;
  for (let times = 0; times < 60; times += 1) {
    await rateLimiter.hit("credential-search", carol.id, Date.now());
  }
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(`${world.baseUrl}/admin`);
    await signIn(page, carol);
    const dialog = page.getByRole("dialog");
    await page.getByRole("link", { name: texts.field }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.insertText("weather");
    await dialog.getByRole("option").first().waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(world.application.consumerSecret);
    await dialog.getByRole("status").getByText(texts.tooMany).waitFor();
    assert.equal(await dialog.getByRole("option").count(), 0);
    assert.equal(await dialog.locator(".credential").count(), 0);
    const masked = await dialog.locator("[name=q]").inputValue();
    assert.ok(masked.includes("•"), "the secret is not in the field");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("weather");
    await dialog.getByRole("option").first().waitFor();
    assert.equal(await dialog.locator("[role=status]").textContent(), "");
    assert.equal(new URL(page.url()).pathname, "/admin");
  } finally {
    await browser.close();
  }
});

test("what was pasted stays in no page that the browser keeps, in no field, and in no storage", async () => {
  await withPage({}, async (page, { application }, carol) => {
    const secret = application.consumerSecret;
    await page.goto("/admin");
    await signIn(page, carol);
    const dialog = page.getByRole("dialog");
    const paste = async () => {
      await page.getByRole("link", { name: texts.field }).waitFor();
      await page.keyboard.press("Control+k");
      await page.keyboard.insertText(secret);
      await dialog.locator(".credential").waitFor();
    };
    await paste();
    assert.doesNotMatch(await page.content(), new RegExp(secret));
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
    await dialog.waitFor({ state: "hidden" });
    await page.locator("dialog [name=q]:placeholder-shown").waitFor({ state: "attached" });
    assert.equal(await page.locator("dialog .credential").count(), 0);
    await paste();
    await dialog.getByRole("link", { name: /Suspend/ }).click();
    await page.waitForURL("**/admin/applications/*");
    await page.goBack();
    await page.getByRole("link", { name: texts.field }).waitFor();
    assert.equal(await page.locator("dialog [name=q]").inputValue(), "");
    await page.goto("/search");
    await page.locator('main input[name="q"]').fill(secret);
    await page.locator("main search .filters > button[type=submit]").click();
    await page.locator(".credential").waitFor();
    await page.goBack();
    assert.equal(await page.locator('main input[name="q"]').inputValue(), "");
    const kept = await page.evaluate<string>(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.referrer, history.state])",
    );
    assert.equal(kept, '[{},{},"",null]');
  });
});

for (const javaScriptEnabled of [true, false]) {
  test(`credential pasted into a search, in the URL: no; ${javaScriptEnabled ? "with" : "without"} script`, async () => {
    await withPage({ javaScriptEnabled }, async (page, { application }, carol) => {
      const secret = application.consumerSecret;
      const urls: string[] = [];
      page.on("request", (request) => urls.push(request.url()));
      await page.goto("/admin/users");
      await signIn(page, carol);
      for (const list of ["/admin/users", "/admin/applications", "/admin/audit", "/search"]) {
        await page.goto(list);
        await page.locator('main input[name="q"]').fill(secret);
        await page.locator("main search form > button[type=submit]").click();
        await page.waitForURL("**/search");
        await page.getByRole("heading", { name: texts.title, level: 1 }).waitFor();
        assert.doesNotMatch(await page.content(), new RegExp(secret));
      }
      if (javaScriptEnabled) {
        await page.keyboard.press("Control+k");
        await page.keyboard.insertText(secret);
        const response = await page.waitForResponse("**/search");
        assert.equal(response.status(), 200);
        const card = page.locator("dialog .credential");
        await card.getByRole("heading", { name: "Consumer secret of Weather Bot" }).waitFor();
        const masked = `${secret.slice(0, 10)}${"•".repeat(16)}${secret.slice(-3)}`;
        assert.equal(await page.locator("dialog [name=q]").inputValue(), masked);
        await page.keyboard.press("Tab");
        const suspend = await page.evaluate<string>("document.activeElement.href");
        assert.match(suspend, /\/admin\/applications\/\d+#contain$/);
        await page.keyboard.press("Escape");
        // The event that empties the field comes after the dialog is hidden.
        await page.locator("dialog [name=q]:placeholder-shown").waitFor({ state: "attached" });
      } else {
        await page.getByRole("link", { name: texts.field }).click();
        await page.waitForURL("**/search");
      }
      assert.deepEqual(
        urls.filter((one) => one.includes(secret)),
        [],
      );
      assert.ok(urls.length > 8);
    });
  });
}

for (const [tag, colorScheme, width] of [
  ["en", "light", 1440],
  ["en", "dark", 390],
  ["ar", "light", 390],
  ["ar", "dark", 1440],
] as const) {
  test(`the dialog has the sizes of its design, and axe finds nothing: ${tag}, ${colorScheme}, ${width} px`, async () => {
    const locale = { locale: tag, extraHTTPHeaders: { "accept-language": tag } };
    const viewport = { width, height: 900 };
    await withPage(
      { ...locale, colorScheme, viewport, bypassCSP: true },
      async (page, { application }, carol) => {
        await page.goto("/admin");
        await page.locator("#username").fill(carol.screenName);
        await page.locator('[name="password"]').fill(carol.password);
        await page.keyboard.press("Enter");
        const link = page.locator("header a.search");
        const box = async (of: ReturnType<Page["locator"]>) =>
          (await of.boundingBox()) ?? { width: 0, height: 0, y: 0 };
        const { width: wide, height: high } = await box(link);
        assert.deepEqual([wide, high], width === 390 ? [44, 44] : [320, 36]);
        await link.click();
        await page.keyboard.type("wea");
        await page.locator("dialog [role=option]").first().waitFor();
        const dialog = await box(page.locator("dialog"));
        assert.deepEqual([dialog.width, dialog.y], width === 390 ? [366, 12] : [640, 112]);
        assert.equal((await box(page.locator("dialog [name=q]"))).height, 52);
        for (const option of await page.locator("dialog [role=option]").all()) {
          assert.ok((await box(option)).height >= 44);
        }
        const beyond = await page.evaluate<number>(
          "document.documentElement.scrollWidth - innerWidth",
        );
        assert.ok(beyond <= 0, `${beyond} px beyond the page`);
        await loadInspect(page);
        await loadAxe(page);
        assert.deepEqual(await page.evaluate<string[]>("inspect.violations()"), []);
        await page.locator("dialog [name=q]").fill(application.consumerSecret);
        await page.locator("dialog .credential").waitFor();
        const shots = process.env["SCREENSHOTS"];
        if (shots) await page.screenshot({ path: `${shots}/${tag}-${colorScheme}-${width}.png` });
        assert.ok(
          (await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth")) <= 0,
        );
        assert.deepEqual(await page.evaluate<string[]>("inspect.violations()"), []);
      },
    );
  });
}
