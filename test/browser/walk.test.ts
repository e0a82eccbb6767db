/** The walk as a developer does it: in Chromium, without script, under the service's own policy. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import { authorizeApp, pinOn, signIn } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";
import { startWorld } from "../support/world.ts";

for (const callbacks of [["https://weather.example/callback"], []]) {
  test(`by ${callbacks.length === 0 ? "a PIN" : "the callback"}: one's own token at the end`, async (t) => {
    await using world = await startWorld({}, { callbacks });
    const { baseUrl, ledger, application, alice } = world;
    const browser = await launchChromium();
    t.after(() => browser.close());
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    });
    const page = await context.newPage();
    const said = consoleOf(context);
    const press = (name: string) => page.getByRole("button", { name }).click();

    await page.goto(`${baseUrl}/account`);
    await signIn(page, alice);
    await page.goto(`${baseUrl}/portal/applications/${application.id}/try`);
    await press(english.portal.walk.start);
    if (callbacks.length === 0) {
      const opened = context.waitForEvent("page");
      await page.getByRole("link", { name: "Open the consent page" }).click();
      const consent = await opened;
      await authorizeApp(consent);
      await page.getByLabel("PIN").fill(await pinOn(consent));
    } else {
      await authorizeApp(page);
    }
    await press("Exchange for an access token");
    const result = page.getByText('"screen_name": "alice"');
    await result.waitFor();
    const { y = -1, height = 0 } = (await result.boundingBox()) ?? {};
    assert.ok(y > 56 && y + height < 740, `the result is in sight: ${y}, ${height}`);
    assert.equal((await ledger.grants(application.id, alice.id)).length, 1);
    assert.deepEqual(said, []);
  });
}
