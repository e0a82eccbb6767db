/**
 * "Try it" in Chromium: one row of names and the program of the chosen one, without script; a call from the page; and
 * the line about the latest call.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { languages } from "../../src/pages/languages/languages.ts";
import { galleryInBrowser } from "../support/gallery.ts";
import { makeAccessToken } from "../support/service.ts";
import { startWorld } from "../support/world.ts";

const gallery = galleryInBrowser();
const shots = process.env["TRY_SHOTS"];

for (const [tag, width, colorScheme] of [
  ["en", 1440, "light"],
  ["ar", 1440, "dark"],
  ["es", 390, "light"],
] as const) {
  test(`a program is chosen in one row, without script, and the page stays short: ${tag}, ${width} px, ${colorScheme}`, async () => {
    const page = await gallery.browser.newPage({
      javaScriptEnabled: false,
      colorScheme,
      viewport: { width, height: 900 },
    });
    await page.goto(gallery.hrefOf(tag, "try-it"));
    const choices = page.locator(".switch > .choice");
    assert.equal(await choices.count(), 8);
    for (const choice of await choices.all()) {
      await choice.locator("input").check();
      const shown = page.locator(".switch > div:visible");
      assert.equal(await shown.count(), 1);
      assert.equal(await shown.locator("pre:visible").count(), 2, "the program, and how to run it");
      const bare = shown.locator("details:not([open])");
      const hasBare = /^(Python|PHP|Go)$/.test((await choice.innerText()).trim());
      assert.equal(await bare.count(), hasBare ? 1 : 0, "without a library it is folded");
      const height = (await page.locator("body").boundingBox())?.height ?? 0;
      if (width === 1440) assert.ok(height <= 1200, `${await choice.innerText()}: ${height} px`);
    }
    const tops = await Promise.all((await choices.all()).map((one) => one.boundingBox()));
    if (width === 1440) assert.equal(new Set(tops.map((box) => box?.y)).size, 1, "one row");
    await choices.first().locator("input").check();
    if (shots) await page.screenshot({ path: `${shots}/try-${tag}-${width}.png`, fullPage: true });
    await page.close();
  });
}

const { programs, requests } = languages.en.portal;

for (const javaScriptEnabled of [true, false]) {
  const script = javaScriptEnabled ? "with" : "without";
  // interface §15.73
  test(`a call is sent from the page, and the line about the latest call follows the service: ${script} script`, async () => {
    await using world = await startWorld();
    const { application, alice, ledger, baseUrl, service } = world;
    const context = { baseURL: baseUrl, javaScriptEnabled };
    const page = await (await gallery.browser.newContext(context)).newPage();
    page.setDefaultTimeout(20_000);
    const urls: string[] = [];
    page.on("request", (request) => urls.push(request.url()));
    if (javaScriptEnabled) await page.clock.install();
    const path = `/portal/applications/${application.id}/programs`;
    await page.goto(path);
    await page.locator("#username").fill(alice.screenName);
    await page.locator('[name="password"]').fill(alice.password);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${path}`);
    await page.getByRole("link", { name: programs.send.createToken }).waitFor();
    const token = await makeAccessToken(ledger, application, alice);
    await page.reload();

    const line = page.locator('[data-part="arrived"]');
    const follow = async (text: string | RegExp) => {
      if (javaScriptEnabled) await page.clock.fastForward(20_000);
      else await page.reload();
      await line.getByText(text).waitFor();
    };
    await line.getByText(programs.arrived.waiting).waitFor();
    const verify = "/1.1/account/verify_credentials.json";
    const rejected = await world.signed("GET", verify, { token: { ...token, secret: "x" } });
    assert.equal(rejected.status, 401);
    await service.dependencies.rejected.settled();
    await follow(/401 \S 32/);
    world.clock.now += 2_000;
    await world.signed("GET", verify, { token });
    await follow(requests.verified);
    assert.match(await line.innerText(), /Your call arrived: .*\d\d:\d\d:\d\d/);

    world.clock.now += 2_000;
    const before = await line.getByRole("link").getAttribute("href");
    await page.getByRole("button", { name: programs.send.submit }).click();
    const response = page.getByText(`${programs.send.response} 200`);
    await response.waitFor();
    assert.ok(await page.locator(".banner:focus").getByText(programs.send.response).isVisible());
    await page.getByText('"screen_name": "alice"').waitFor();
    const link = page.locator(".banner").getByRole("link", { name: programs.arrived.open });
    const href = await link.getAttribute("href");
    assert.notEqual(href, before);
    assert.equal(await line.getByRole("link").getAttribute("href"), href);
    await link.click();
    await page
      .getByRole("heading", { name: `GET ${verify}`, level: 3 })
      .first()
      .waitFor();
    for (const secret of [application.consumerSecret, token.token, token.secret]) {
      assert.ok(urls.every((url) => !url.includes(secret)));
      assert.ok(!(await page.content()).includes(secret));
    }
    await page.context().close();
  });
}
