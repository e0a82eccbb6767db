/**
 * The drill of docs/guide/incidents.md for a leaked consumer secret, on a phone, and its number of taps. The forms
 * have all that they need, so nothing is typed.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Locator } from "playwright-core";
import * as english from "../../src/pages/languages/english.ts";
import { languages } from "../../src/pages/languages/languages.ts";
import { signIn } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";
import { galleryInBrowser } from "../support/gallery.ts";
import { makeAccessToken, makeAdmin, makeUser } from "../support/service.ts";
import { startWorld } from "../support/world.ts";

const { admin } = english;
const { contain, done } = admin.application;
const gallery = galleryInBrowser();

// interface §16.56
for (const javaScriptEnabled of [false, true]) {
  test(`a leaked consumer secret on a phone: 4 taps to suspend, 11 for the drill, ${javaScriptEnabled ? "with" : "without"} script`, async (t) => {
    await using world = await startWorld();
    const { baseUrl, ledger, application } = world;
    await makeAccessToken(ledger, application, await makeUser(ledger, "bob"));
    const carol = await makeAdmin(ledger, "carol");
    const browser = await launchChromium();
    t.after(() => browser.close());
    const page = await browser.newPage({
      javaScriptEnabled,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    page.setDefaultTimeout(20_000);
    const said = consoleOf(page.context());
    let taps = 0;
    const tap = async (what: Locator) => {
      await what.tap();
      taps += 1;
    };
    const seesText = (text: string) => page.getByText(text).first().waitFor();
    const step = (id: string) => page.locator(`#${id} > details > summary`);
    const submit = (name: string) =>
      page.locator("article.contain").getByRole("button", { name, exact: true });
    await page.goto(`${baseUrl}/admin`);
    await signIn(page, carol);

    await tap(page.locator(".places > button"));
    const menu = page.locator(".places nav.sections");
    await tap(menu.getByRole("link", { name: admin.applications.title }));
    await tap(page.getByRole("link", { name: "Weather Bot" }));
    const bar = page.locator(".contain-bar");
    for (const one of await bar.locator("button, a").all()) {
      const box = (await one.boundingBox()) ?? assert.fail();
      assert.ok(box.height >= 48, "as high as a finger needs");
      assert.ok(box.y + box.height <= 844, "on the screen");
    }
    await tap(bar.getByRole("button", { name: admin.suspension.suspend }));
    await seesText("Application suspended.");
    assert.equal(taps, 4);
    const suspended = await ledger.applicationById(application.id);
    assert.equal(suspended?.suspendedBecause, contain.suspend.reason);

    await tap(step("end-secret"));
    await tap(submit(contain.endSecret.submit));
    await seesText("Consumer secret ended.");
    assert.ok((await ledger.applicationById(application.id))?.secretRevokedAt);
    await tap(step("revoke"));
    await tap(submit(contain.revoke.all.submit));
    await seesText("Access revoked.");
    assert.equal(await ledger.countGrants(application.id, 9), 0);
    await tap(step("tell"));
    await tap(submit(contain.tell.submit));
    await seesText(done["owner-notified"]);
    const told = await ledger.applicationById(application.id);
    assert.equal(told?.ownerNotice?.text, contain.tell.usual);
    await tap(bar.getByRole("button", { name: admin.suspension.restore }));
    await seesText("Everything works as before.");
    assert.equal((await ledger.applicationById(application.id))?.suspendedBecause, undefined);
    assert.equal(taps, 11);
    const guide = readFileSync("docs/guide/incidents.md", "utf8");
    assert.match(guide, /4 taps to suspend it, and 11 for/);
    assert.deepEqual(said, []);
  });
}

for (const tag of Object.keys(languages)) {
  test(`${tag}: the buttons of the steps stand at the card's end at 1440 px; on a phone the bar alone suspends`, async () => {
    const page = await gallery.browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(gallery.hrefOf(tag, "admin-application-bearer"));
    const ends = (await page.evaluate(`
      [...document.querySelectorAll(".contain li:first-child button, .contain .choose")]
        .map((one) => one.getBoundingClientRect())
        .map(({ left, right }) => Math.round(document.dir === "rtl" ? left : right))`)) as number[];
    assert.equal(ends.length, 5);
    assert.equal(new Set(ends).size, 1, `${ends}`);
    const lines = await page.evaluate(
      `[...document.querySelectorAll(".contain details")].map((one) => getComputedStyle(one).borderBlockEndWidth)`,
    );
    assert.deepEqual(new Set(lines as string[]), new Set(["0px"]), "one line under each step");
    for (const width of [390, 895]) {
      await page.setViewportSize({ width, height: 844 });
      const overflows = "document.documentElement.scrollWidth > innerWidth";
      assert.equal(await page.evaluate(overflows), false, `${width} px`);
      const shown = page.locator('button[value="suspend"]:visible');
      assert.equal(await shown.count(), 1);
      assert.equal(await shown.and(page.locator(".contain-bar *")).count(), 1);
    }
    await page.close();
  });
}

test("links of the head unfold what they lead to, without script", async (t) => {
  await using world = await startWorld();
  const browser = await launchChromium();
  t.after(() => browser.close());
  const viewport = { width: 1440, height: 900 };
  const page = await browser.newPage({ javaScriptEnabled: false, viewport });
  page.setDefaultTimeout(20_000);
  await page.goto(`${world.baseUrl}/admin/applications/${world.application.id}`);
  await signIn(page, await makeAdmin(world.ledger, "carol"));
  const head = page.locator("main > header");
  for (const [link, field] of [
    [contain.tell.title, "message"],
    [admin.application.move.submit, "screen_name"],
  ] as const) {
    assert.equal(await page.locator(`[name=${field}]:visible`).count(), 0);
    await head.getByRole("link", { name: link, exact: true }).click();
    await page.locator(`[name=${field}]:visible`).waitFor();
  }
});
