/** A pressed button shows that the service works on it, and its form is sent once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import * as english from "../../src/pages/languages/english.ts";
import { signIn } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";
import { until } from "../support/until.ts";
import { startWorld } from "../support/world.ts";

const { save } = english.notifications;

/** Counts the forms that arrive, and answers each only once the test says so. */
async function holdForms(page: Page, path: string) {
  const held: (() => void)[] = [];
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const { promise, resolve } = Promise.withResolvers<void>();
    held.push(resolve);
    await promise;
    await route.continue();
  });
  return held;
}

// interface §14.68
test("a form that is pressed twice is sent once, its button is busy meanwhile, and no text moves", async () => {
  await using world = await startWorld();
  await using browser = await launchChromium({ keepsPages: true });
  const page = await browser.newPage();
  const said = consoleOf(page.context());
  await page.goto(`${world.baseUrl}/account/notifications`);
  await signIn(page, world.alice);
  const button = page.getByRole("button", { name: save });
  await button.waitFor();
  const held = await holdForms(page, "/account/notifications");
  // In one go, because the browser is leaving the page.
  const [attributes, boxes] = await page.evaluate<[string[], string[]]>(`(() => {
    const button = document.querySelector('main form button[type="submit"]');
    const box = () => JSON.stringify(button.getBoundingClientRect());
    const before = box();
    button.click();
    button.click();
    button.form.requestSubmit();
    return [[button.ariaBusy, String(button.disabled)], [before, box()]];
  })()`);
  assert.deepEqual(attributes, ["true", "false"]);
  assert.equal(boxes[1], boxes[0]);
  await until(() => held.length > 0);
  held[0]?.();
  await page.getByText(english.notifications.saved).waitFor();
  assert.equal(await button.getAttribute("aria-busy"), null);
  await page.goBack();
  assert.equal(await button.getAttribute("aria-busy"), null);
  await button.dispatchEvent("click");
  await until(() => held.length > 1);
  held[1]?.();
  await page.getByText(english.notifications.saved).waitFor();
  assert.equal(held.length, 2);
  assert.deepEqual(said, []);
});

test("a page that comes back from the browser's memory can be used again", async () => {
  await using world = await startWorld();
  await using browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(`${world.baseUrl}/account/notifications`);
  await signIn(page, world.alice);
  const button = page.getByRole("button", { name: save });
  await button.waitFor();
  let sent = 0;
  await page.route("**/account/notifications", async (route) => {
    sent += 1;
    // The browser stays on the page.
    await route.fulfill({ status: 204 });
  });
  const busy = page.locator('button[aria-busy="true"]');
  await button.click();
  await busy.waitFor();
  await page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');
  await busy.waitFor({ state: "detached" });
  await button.click();
  await busy.waitFor();
  assert.equal(sent, 2);
});

test("a download leaves its button free, and without script a form is sent as ever", async () => {
  await using world = await startWorld();
  await using browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(`${world.baseUrl}/account/data`);
  await signIn(page, world.alice);
  for (let times = 0; times < 2; times += 1) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: english.account.data.submit }).click();
    await (await download).delete();
  }
  await page.close();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(`${world.baseUrl}/account/notifications`);
  await signIn(plain, world.alice);
  await plain.getByRole("button", { name: save }).click();
  await plain.getByText(english.notifications.saved).waitFor();
});
