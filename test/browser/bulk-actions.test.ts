/** Access tokens that fit a filter are counted and revoked, on a phone with script and a wide screen without. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import { signIn } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { ledgerDatabase } from "../support/ledger-database.ts";
import { makeAccessToken, makeAdmin, makeUser } from "../support/service.ts";
import { startWorld } from "../support/world.ts";
import { loadAxe, loadInspect } from "./in-page/load.ts";

const { bulk, search } = english.admin;
const { requests } = english.portal;

// interface §16.72
for (const [width, javaScriptEnabled] of [
  [390, true],
  [1280, false],
] as const) {
  test(`an application's tokens are counted by a filter, and revoked: ${width} px, ${javaScriptEnabled ? "with" : "without"} script`, async (t) => {
    await using world = await startWorld();
    const { baseUrl, ledger, application, clock } = world;
    for (const name of ["bob", "dave"]) {
      await makeAccessToken(ledger, application, await makeUser(ledger, name));
    }
    const carol = await makeAdmin(ledger, "carol");
    clock.now = Date.now() + 1000;
    const browser = await launchChromium();
    t.after(() => browser.close());
    const page = await browser.newPage({
      ...{ javaScriptEnabled, bypassCSP: true, reducedMotion: "reduce" },
      viewport: { width, height: 844 },
    });
    page.setDefaultTimeout(20_000);
    const seesText = (text: string) => page.getByText(text).first().waitFor();
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const look = async () => {
      const scrolls = "document.documentElement.scrollWidth > innerWidth";
      if (!javaScriptEnabled) return;
      assert.equal(await page.evaluate(scrolls), false);
      await loadInspect(page);
      await loadAxe(page);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await page.evaluate("inspect.violations()"), [], colorScheme);
      }
    };
    await page.goto(`${baseUrl}/admin/applications/${application.id}`);
    await signIn(page, carol);
    const link = page.getByRole("link", { name: bulk.revokeByFilter });
    if (!(await link.isVisible())) await page.locator("#revoke > details > summary").click();
    await link.click();
    await page.getByLabel(search.filters.never_used, { exact: true }).check();
    await look();
    await press(bulk.count);
    await seesText(bulk.tokens(2, 2));
    await seesText(search.filters.never_used);
    assert.equal(await ledger.countGrants(application.id, 9), 2, "nothing is done yet");
    await look();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: english.admin.sunsets.csv }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^access-tokens-\d+\.csv$/);
    await using database = await ledgerDatabase(world.service);
    // Another process has taken it, and is then killed.
    const [{ id } = assert.fail()] = await ledger.bulkActions({ after: undefined, size: 1 });
    const lease = (until: number) =>
      database.rows(
        `update bulk_action set lease = 'other', leased_until = ${until} where id = ${id}`,
      );
    await lease(clock.now + 10_000);
    await press(bulk.begin);
    await seesText(bulk.done.begun);
    await seesText(bulk.progress(0, 2));
    const bar = page.locator("progress");
    assert.equal(await bar.getAttribute("value"), "0");
    await page.getByRole("button", { name: bulk.stop }).waitFor();
    await look();
    await lease(0);
    // With script, the page follows by itself.
    for (let tries = 0; !(await isOver()); tries += 1) {
      assert.ok(tries < 100, await page.locator("article").innerText());
      await page.waitForTimeout(200);
      if (!javaScriptEnabled) await page.getByRole("link", { name: requests.refresh }).click();
    }
    await seesText(bulk.progress(2, 2));
    assert.equal(await bar.getAttribute("value"), await bar.getAttribute("max"));
    assert.equal(await page.getByRole("button", { name: bulk.stop }).count(), 0);
    assert.equal(await ledger.countGrants(application.id, 9), 0);
    await look();

    async function isOver(): Promise<boolean> {
      return (await page.getByText(bulk.states.done, { exact: true }).count()) > 0;
    }
  });
}
