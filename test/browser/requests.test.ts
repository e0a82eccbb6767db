/** The request log in Chromium, under the policy of the service: its filters, its sizes, and what is pasted into it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { requestIdHeader } from "../../src/domain/logged-request.ts";
import { languages } from "../../src/pages/languages/languages.ts";
import { launchChromium } from "../support/chromium.ts";
import { makeAccessToken, makeApplication } from "../support/service.ts";
import { startWorld, type World } from "../support/world.ts";
import { loadAxe, loadInspect } from "./in-page/load.ts";

const { requests: texts } = languages.en.portal;
const verify = "/1.1/account/verify_credentials.json";

/** Its owner is signed in, and there are a verified and a rejected request. */
async function withLog(
  context: BrowserContextOptions,
  run: (page: Page, world: World, path: string, rejected: string) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  await using world = await startWorld(settings, { name: "Weather Bot" });
  const { application, alice, ledger, service } = world;
  const token = await makeAccessToken(ledger, application, alice);
  await world.signed("GET", `${verify}?skip_status=1`, { token });
  const wrong = await world.signed("GET", verify, { token: { ...token, secret: "x" } });
  await service.dependencies.rejected.settled();
  const path = `/portal/applications/${application.id}/requests`;
  const browser = await launchChromium();
  try {
    const opened = await browser.newContext({ baseURL: world.baseUrl, ...context });
    const page = await opened.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(path);
    await page.locator("#username").fill(alice.screenName);
    await page.locator('[name="password"]').fill(alice.password);
    await page.keyboard.press("Enter");
    await page.locator(".request-list").waitFor();
    await run(page, world, path, wrong.headers.get(requestIdHeader) ?? "");
  } finally {
    await browser.close();
  }
}

for (const javaScriptEnabled of [true, false]) {
  const script = javaScriptEnabled ? "with" : "without";
  // interface §14.71
  test(`filters choose requests, and a pasted credential gets into no URL: ${script} script`, async () => {
    await withLog({ javaScriptEnabled }, async (page, { application }, path, rejected) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      const urls: string[] = [];
      page.on("request", (request) => urls.push(request.url()));
      const rows = page.locator(".request-row");
      assert.equal(await rows.count(), 2);
      const field = page.getByRole("searchbox", { name: texts.search });
      const show = page.locator(".filters button[type=submit]");
      await page.getByRole("link", { name: new RegExp(`^${texts.states.rejected}`) }).click();
      await page.waitForURL(`**${path}?show=rejected`);
      assert.equal(await rows.count(), 1);
      await page.getByRole("combobox", { name: texts.cause }).selectOption("32");
      await field.fill("VERIFY_");
      await show.click();
      await page.waitForURL(`**${path}?q=VERIFY_&cause=32&within=all&show=rejected`);
      await rows.getByRole("link").click();
      await page.waitForURL(`**${path}/${rejected}?*`);
      await page.getByRole("heading", { name: `GET ${verify}`, level: 3 }).waitFor();
      await field.fill(application.consumerSecret);
      await show.click();
      await page.getByRole("heading", { name: languages.en.search.title, level: 1 }).waitFor();
      assert.equal(new URL(page.url()).pathname, "/search");
      assert.doesNotMatch(await page.content(), new RegExp(application.consumerSecret));
      assert.ok(urls.some((one) => one.includes("q=VERIFY_")));
      assert.deepEqual(
        urls.filter((one) => one.includes(application.consumerSecret)),
        [],
      );
    });
  });
}

for (const [ending, end] of [
  ["the session is over", (page: Page) => page.context().clearCookies()],
  [
    "there is a newer application",
    async (_page: Page, { ledger, alice, clock }: World) => {
      clock.now += 1_000;
      await makeApplication(ledger, alice);
    },
  ],
] as const) {
  // interface §15.75
  test(`the line of the public quickstart stays, and says that it couldn't be refreshed, if ${ending}`, async () => {
    const follow = async (page: Page, world: World) => {
      await page.clock.install();
      await page.goto("/docs");
      const live = page.getByRole("button", { name: texts.live.on });
      assert.equal(await live.getAttribute("aria-pressed"), "true");
      const line = page.locator("#arrived [data-part]");
      const before = await line.innerText();
      await end(page, world);
      await page.clock.fastForward(5_000);
      await page.getByText(languages.en.portal.programs.arrived.live.failed).waitFor();
      assert.equal(await live.getAttribute("aria-pressed"), "false");
      assert.equal(await line.innerText(), before);
    };
    await withLog({}, follow, { PUBLIC_DOCS: "on" });
  });
}

// interface §15.61
test("the list follows the service with its filter and the focus, and stops by itself", async () => {
  await withLog({}, async (page, world, path) => {
    const { application, alice, ledger } = world;
    const token = await makeAccessToken(ledger, application, alice);
    const call = () => {
      world.clock.now += 1_000;
      return world.signed("GET", verify, { token });
    };
    let loads = 0;
    let isClosed = false;
    await page.route(`**${path}*`, (route) => {
      loads += 1;
      return isClosed ? route.abort() : route.continue();
    });
    await page.clock.install();
    await page.goto(`${path}?show=verified`);
    const rows = page.locator(".request-row");
    const live = page.getByRole("button", { name: texts.live.on });
    const pressed = () => live.getAttribute("aria-pressed");
    const loadedAfter = async (ms: number) => {
      const before = loads;
      await page.clock.fastForward(ms);
      while (loads === before) await page.waitForTimeout(20);
    };
    assert.equal(await pressed(), "true");
    const first = rows.getByRole("link").first();
    const href = await first.getAttribute("href");
    await first.focus();
    await call();
    await loadedAfter(5_000);
    await rows.nth(1).waitFor();
    const focused = "document.activeElement.getAttribute('href')";
    assert.equal(await page.evaluate(focused), href);
    assert.equal(await rows.nth(1).getByRole("link").getAttribute("href"), href);
    assert.match(page.url(), /\?show=verified$/);
    assert.equal(
      await page.getByText(/^[0-9:]{8}\.[0-9]{3}$/).count(),
      2,
      "times are of the browser",
    );

    const show = (state: string) =>
      page.evaluate(
        `Object.defineProperty(document, "visibilityState", { value: "${state}", configurable: true });
        document.dispatchEvent(new Event("visibilitychange"))`,
      );
    await show("hidden");
    const hidden = loads;
    await page.clock.fastForward(120_000);
    await page.waitForTimeout(100);
    assert.equal(loads, hidden, "a hidden page loads nothing");
    await show("visible");
    await call();
    await loadedAfter(20_000);
    await rows.nth(2).waitFor();

    isClosed = true;
    for (let count = 0; count < 3; count += 1) await loadedAfter(20_000);
    await page.getByText(texts.live.failed).waitFor();
    assert.equal(await pressed(), "false");
    const failed = loads;
    await page.clock.fastForward(120_000);
    await page.waitForTimeout(100);
    assert.equal(loads, failed, "it does not go on by itself");

    isClosed = false;
    await live.click();
    await loadedAfter(5_000);
    assert.equal(await page.getByText(texts.live.failed).count(), 0);
    const before = loads;
    await page.clock.fastForward(600_000);
    await page.getByText(texts.live.ended).waitFor();
    assert.deepEqual([await pressed(), loads], ["false", before]);

    await live.click();
    await page.context().clearCookies();
    await loadedAfter(5_000);
    await page.getByText(texts.live.failed).waitFor();
    assert.equal(await pressed(), "false", "it stops when the session is over");
  });
});

for (const [tag, colorScheme, width] of [
  ["en", "light", 1280],
  ["en", "dark", 390],
  ["ar", "light", 390],
  ["ar", "dark", 1280],
] as const) {
  test(`the list and a request fit the page, and axe finds nothing: ${tag}, ${colorScheme}, ${width} px`, async () => {
    const locale = { locale: tag, extraHTTPHeaders: { "accept-language": tag } };
    const viewport = { width, height: 900 };
    const context = { ...locale, colorScheme, viewport, bypassCSP: true };
    await withLog(context, async (page, _world, path, rejected) => {
      const list = page.locator(".requests");
      const detail = page.locator("#request");
      for (const url of [path, `${path}/${rejected}`]) {
        await page.goto(url);
        assert.equal(await page.locator("html").getAttribute("lang"), tag);
        const beyond = await page.evaluate<number>(
          "document.documentElement.scrollWidth - innerWidth",
        );
        assert.ok(beyond <= 0, `${beyond} px beyond the page`);
        await loadInspect(page);
        await loadAxe(page);
        assert.deepEqual(await page.evaluate<string[]>("inspect.violations()"), []);
      }
      assert.equal(await list.isVisible(), width === 1280, "a narrow page has the request alone");
      assert.ok(await detail.isVisible());
      if (width === 390) {
        const back = page.locator("#request .to-list a");
        assert.ok(((await back.boundingBox())?.height ?? 0) >= 44);
        await back.click();
        await page.waitForURL(`**${path}`);
      }
    });
  });
}
