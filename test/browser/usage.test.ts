/** The usage page in Chromium, under the policy of the service: its periods, days, figures, and file. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { languages } from "../../src/pages/languages/languages.ts";
import type { WrittenUsageCounter } from "../../src/program/service/usage-counter.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";
import { bearerFor } from "../support/flow.ts";
import { makeAccessToken, makeAdmin, type TestUser } from "../support/service.ts";
import { startWorld, type World } from "../support/world.ts";
import { loadAxe, loadInspect } from "./in-page/load.ts";

const hour = 3_600_000;
const day = 24 * hour;
const verify = "/1.1/account/verify_credentials.json";

/** Two days ago there were two verified requests and a rejected one; then limits changed. Today there is one. */
async function withUsage(
  context: BrowserContextOptions,
  run: (page: Page, world: World, path: string) => Promise<void>,
  as: (world: World) => Promise<TestUser> = ({ alice }) => Promise.resolve(alice),
): Promise<void> {
  await using world = await startWorld({ RATE_LIMITS: "oauth2/token=1" }, { name: "Weather Bot" });
  const { application, alice, ledger, clock, service } = world;
  clock.now = Math.floor(clock.now / day) * day + 12 * hour - 2 * day;
  const token = await makeAccessToken(ledger, application, alice);
  await bearerFor(world.baseUrl, application);
  await world.signed("GET", verify, { token });
  await world.signed("GET", verify, { token: { ...token, secret: "x" } });
  const counter = service.dependencies.usage as WrittenUsageCounter;
  await counter.write();
  clock.now += hour;
  const change = { applicationId: application.id, limits: { "oauth2/token": 9 } };
  await ledger.changeApplicationLimits(change, byCommandLine(clock.now));
  clock.now += 2 * day - hour;
  await world.signed("GET", verify, { token });
  const { screenName, password } = await as(world);
  const browser = await launchChromium();
  try {
    const opened = await browser.newContext({ baseURL: world.baseUrl, ...context });
    const page = await opened.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto("/account");
    await page.locator("#username").fill(screenName);
    await page.locator('[name="password"]').fill(password);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/account");
    await run(page, world, `/portal/applications/${application.id}/usage`);
  } finally {
    await browser.close();
  }
}

const dayAt = (at: number) => new Date(at).toISOString().slice(0, "2026-05-03".length);

for (const [tag, colorScheme, width, javaScriptEnabled] of [
  ["en", "light", 1440, true],
  ["en", "dark", 390, false],
  ["ar", "light", 390, true],
  ["ar", "dark", 1440, false],
] as const) {
  const { usage: texts } = languages[tag].portal;
  const script = javaScriptEnabled ? "with" : "without";
  const locale = { locale: tag, extraHTTPHeaders: { "accept-language": tag } };
  const look = { ...locale, colorScheme, viewport: { width, height: 900 } };

  // interface §15.49
  test(`periods, days, figures, and the file: ${tag}, ${colorScheme}, ${width} px, ${script} script`, async () => {
    await withUsage({ ...look, javaScriptEnabled }, async (page, { clock }, path) => {
      const said = consoleOf(page.context());
      const figure = (title: string) =>
        page
          .locator(".figures > div")
          .filter({ has: page.getByRole("link", { name: title, exact: true }) });
      const countOf = async (title: string) =>
        Number(await figure(title).locator("data").getAttribute("value"));
      const legend = () => page.locator(".legend b").first().textContent();
      const current = (name: string) => page.locator(`${name} [aria-current]`).textContent();
      await page.goto(path);
      assert.equal(await countOf(texts.requests), 1, "a day");
      await page.getByRole("link", { name: texts.periods.week, exact: true }).click();
      await page.waitForURL("**?use=week");
      assert.equal(await current(".periods"), texts.periods.week);
      assert.equal(await countOf(texts.requests), 4);
      assert.equal(await countOf(texts.closestLimit), 100);
      assert.equal(await page.locator(".plot .marker").count(), 1);
      await page.getByRole("link", { name: texts.allRejected, exact: true }).click();
      await page.waitForURL("**?use=week&figure=rejected");
      assert.equal(await current(".figures"), texts.allRejected);
      assert.equal(await legend(), texts.number(1));
      await page.getByRole("link", { name: texts.periods["30-days"], exact: true }).click();
      await page.getByRole("link", { name: texts.maxUsers, exact: true }).click();
      await page.waitForURL("**?use=30-days&figure=users");
      assert.equal(await legend(), texts.number(1));
      const first = dayAt(clock.now - 2 * day);
      await page.locator("details:has(.days) > summary").click();
      await page.getByLabel(texts.days.from, { exact: true }).fill(first);
      await page.getByLabel(texts.days.to, { exact: true }).fill(first);
      await page.getByRole("button", { name: texts.days.show }).click();
      await page.waitForURL(`**?use=days&figure=users&from=${first}&to=${first}`);
      assert.equal(await current(".figures"), texts.requests, "users have no hours");
      assert.equal(await countOf(texts.requests), 3);
      assert.equal(await page.locator(".periods [aria-current]").count(), 0);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: texts.csv }).click(),
      ]);
      assert.match(
        download.suggestedFilename(),
        new RegExp(`^usage-\\d+-${first}-${first}\\.csv$`),
      );
      const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
      assert.equal(lines[0], "from,operation,kind,count");
      const at = `${first}T12:00:00.000Z`;
      assert.ok(lines.includes(`${at},oauth2/token,issued,1`));
      assert.ok(lines.includes(`${at},account/verify_credentials,rejected 32 unauthenticated,1`));
      await page.locator("details:has(.days) > summary").click();
      await page.getByLabel(texts.days.to, { exact: true }).fill(dayAt(clock.now - 3 * day));
      await page.getByRole("button", { name: texts.days.show }).click();
      const wrong = page.getByLabel(texts.days.to, { exact: true });
      await page.getByText(texts.days.problems.order).waitFor();
      assert.equal(await wrong.getAttribute("aria-invalid"), "true");
      assert.ok(await wrong.isVisible(), "the form is open");
      await wrong.fill(dayAt(clock.now));
      await page.getByRole("button", { name: texts.days.show }).click();
      await page.locator(".figures").waitFor();
      assert.equal(await countOf(texts.requests), 4);
      // The browser itself reports the response to the wrong days.
      assert.deepEqual(
        said.filter((one) => !one.includes("422")),
        [],
      );
    });
  });

  test(`the page and its error fit, and axe finds nothing: ${tag}, ${colorScheme}, ${width} px`, async () => {
    await withUsage({ ...look, bypassCSP: true }, async (page, { clock }, path) => {
      const [first, last] = [dayAt(clock.now - 2 * day), dayAt(clock.now)];
      for (const query of [
        "?use=week&figure=peak",
        `?use=days&from=${first}&to=${last}`,
        `?use=days&from=${last}&to=${first}`,
      ]) {
        await page.goto(path + query);
        assert.equal(await page.locator("html").getAttribute("lang"), tag);
        if ((await page.locator(".plot").count()) > 0) await page.locator(".plot").press("End");
        const beyond = await page.evaluate<number>(
          "document.documentElement.scrollWidth - innerWidth",
        );
        assert.ok(beyond <= 0, `${beyond} px beyond the page`);
        // The header would cover what stands at the edge.
        await page.evaluate("scrollTo(0, 0)");
        await loadInspect(page);
        await loadAxe(page);
        assert.deepEqual(await page.evaluate<string[]>("inspect.violations()"), [], query);
      }
    });
  });
}

// interface §15.66
test("a drag over a chart opens the hours of its bars, again and again, and a period leads back", async () => {
  await withUsage({ viewport: { width: 1440, height: 1200 } }, async (page, { clock }, path) => {
    const drag = async (from: number, to: number) => {
      const bars = page.locator(".plot .steps rect");
      const [one, other] = [await bars.nth(from).boundingBox(), await bars.nth(to).boundingBox()];
      assert.ok(one && other);
      await page.mouse.move(one.x + one.width / 2, one.y + 40);
      await page.mouse.down();
      await page.mouse.move(other.x + other.width / 2, other.y + 40, { steps: 3 });
      await page.mouse.up();
    };
    await page.goto(`${path}?use=30-days&figure=issued`);
    const first = dayAt(clock.now - 2 * day);
    await drag(27, 28);
    await page.waitForURL(
      `**?use=days&figure=issued&from=${first}T00&to=${dayAt(clock.now - day)}T23`,
    );
    assert.equal(await page.locator(".plot .steps rect").count(), 48, "two days by the hour");
    assert.equal(await page.locator(".figures [aria-current]").textContent(), "Tokens issued");
    await drag(12, 11);
    await page.waitForURL(`**?use=days&figure=issued&from=${first}T11&to=${first}T12`);
    assert.equal(await page.locator(".plot .steps rect").count(), 2);
    assert.equal(await page.locator(".legend b").first().textContent(), "1");
    await page.locator(".periods a").first().click();
    await page.waitForURL("**?use=hour&figure=issued");
  });
});

// interface §16.16
test("administrators choose the same periods and days on the overview, and stay at the chart", async () => {
  const asAdmin = (world: World) => makeAdmin(world.ledger, "root");
  const look = { viewport: { width: 390, height: 900 } };
  const { usage: texts } = languages.en.portal;
  await withUsage(
    look,
    async (page, { clock }) => {
      await page.goto("/admin");
      assert.equal(await page.locator(".periods [aria-current]").textContent(), texts.periods.day);
      const verified = () => page.locator(".legend b").first().textContent();
      assert.equal(await verified(), "1");
      await page.getByRole("link", { name: texts.periods.week, exact: true }).click();
      await page.waitForURL("**/admin?use=week#usage");
      assert.equal(await verified(), "3");
      const first = dayAt(clock.now - 2 * day);
      await page.locator("details:has(.days) > summary").click();
      await page.getByLabel(texts.days.from, { exact: true }).fill(first);
      await page.getByLabel(texts.days.to, { exact: true }).fill("2020-01-01");
      await page.getByRole("button", { name: texts.days.show }).click();
      await page.getByText(texts.days.problems.order).waitFor();
      await page.getByLabel(texts.days.to, { exact: true }).fill(first);
      await page.getByRole("button", { name: texts.days.show }).click();
      await page.waitForURL(`**/admin?use=days&from=${first}&to=${first}#usage`);
      assert.equal(await verified(), "2");
      const beyond = await page.evaluate<number>(
        "document.documentElement.scrollWidth - innerWidth",
      );
      assert.ok(beyond <= 0, `${beyond} px beyond the page`);
    },
    asAdmin,
  );
});
