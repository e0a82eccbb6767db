/** The developer portal as users use it: in Chromium, on a phone and on a desktop computer, without script. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import { signIn } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";
import { requestTokenFor } from "../support/flow.ts";
import { makeAccessToken } from "../support/service.ts";
import { startWorld } from "../support/world.ts";

for (const width of [360, 1280]) {
  test(`create, with callbacks rejected at first, change what touches users, delete: ${width} px, no script`, async (t) => {
    await using world = await startWorld();
    const { baseUrl, ledger, alice } = world;
    await ledger.deleteApplication(world.application.id, { at: 0, actor: "service" });
    const browser = await launchChromium();
    t.after(() => browser.close());
    const page = await browser.newPage({
      javaScriptEnabled: false,
      viewport: { width, height: 800 },
    });
    const said = consoleOf(page.context());
    const press = (name: string) => page.getByRole("button", { name }).click();
    const seesText = (text: string | RegExp) => page.getByText(text).first().waitFor();
    const codes = () => page.locator(".secret code").allInnerTexts();

    await page.goto(`${baseUrl}/portal`);
    await signIn(page, alice);
    assert.equal(page.url(), `${baseUrl}/portal`);
    await seesText(english.portal.applications.none);
    await page.getByRole("link", { name: "Create an application" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Weather Bot");
    await page.getByLabel("Read and write").check();
    const callbacks = page.getByLabel("Callback URLs");
    await callbacks.fill("https://weather.example/callback\njavascript://weather.example");
    await press("Create application");
    await seesText(english.portal.creation.notCreated);
    await seesText("is reserved for");
    assert.ok(await page.getByLabel("Read and write").isChecked());
    assert.equal(await callbacks.getAttribute("aria-invalid"), "true");
    await callbacks.fill("https://weather.example/callback\nweather://");
    await press("Create application");
    await seesText(english.portal.creation.shownOnce.what);
    const [consumerKey = "", consumerSecret = ""] = await codes();
    await page.reload();
    await seesText(english.portal.application.notes["created-before"]);
    assert.ok(!(await page.content()).includes(consumerSecret));

    const { id } = (await ledger.applicationByConsumerKey(consumerKey as never)) ?? {};
    assert.ok(id !== undefined);
    const application = { id, consumerKey, consumerSecret };
    await requestTokenFor(baseUrl, application, "https://weather.example/callback");
    await makeAccessToken(ledger, application, alice, "write");
    const { tabs } = english.portal.application;
    const openTab = (name: string) => page.getByRole("link", { name, exact: true }).click();
    await openTab(tabs.settings);
    await page.getByLabel("Read", { exact: false }).first().check();
    await callbacks.fill("weather://");
    await press("Save settings");
    await seesText("1 user gave write access");
    await seesText("https://weather.example/callback");
    await page.getByRole("link", { name: english.portal.settings.confirm.cancel }).click();
    assert.ok(await page.getByLabel("Read and write").isChecked());
    await page.getByLabel("Read", { exact: false }).first().check();
    await press("Save settings");
    await press("Save anyway");
    await seesText(english.portal.application.notes.saved);
    assert.equal((await ledger.applicationById(id))?.access, "read");

    await openTab(tabs.settings);
    await openTab(tabs.delete);
    await page.getByLabel("To confirm, type the name").fill("Weather");
    await press("Delete application");
    await seesText(english.portal.deletion.problems["other-name"]);
    await page.getByLabel("To confirm, type the name").fill("Weather Bot");
    await press("Delete application");
    await seesText(english.portal.applications.deleted);
    assert.equal(await ledger.applicationById(id), undefined);
    // The browser reports every error status; these two are expected.
    const unmeant = said.filter((text) => !text.includes("status of 422"));
    assert.deepEqual(unmeant, []);
  });
}
