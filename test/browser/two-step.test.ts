/**
 * Two-step verification in Chromium, under the service's own policy: scanning the QR code, and continuing to the
 * application.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Secret, type TOTP, URI } from "otpauth";
import decodeQR from "qr/decode.js";
import * as english from "../../src/pages/languages/english.ts";
import {
  authorizeApp,
  focusPlaced,
  openLanding,
  signIn,
  signOut,
} from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";
import { requestTokenFor } from "../support/flow.ts";
import { startWorld } from "../support/world.ts";

const texts = english.twoStep;

for (const javaScriptEnabled of [true, false]) {
  test(`${javaScriptEnabled ? "with" : "without"} script: set up by the QR code, used on the way to an application`, async (t) => {
    await using landing = await openLanding();
    await using world = await startWorld({}, { callbacks: [landing.callback] });
    const { baseUrl, alice, application, clock } = world;
    const browser = await launchChromium();
    t.after(() => browser.close());
    const viewport = { width: 390, height: 800 };
    const context = await browser.newContext({ javaScriptEnabled, viewport });
    const page = await context.newPage();
    const said = consoleOf(context);
    const press = (name: string) => page.getByRole("button", { name }).click();

    await page.goto(`${baseUrl}/account/two-step`);
    await signIn(page, alice);
    await page.getByRole("link", { name: texts.setUp, exact: true }).click();
    const picture = page.getByRole("img", { name: texts.add.picture });
    const scanned = await scan(await picture.screenshot());
    const app = URI.parse(scanned) as TOTP;
    assert.deepEqual([app.issuer, app.label], ["Countersign", "alice"]);
    const opens = page.getByRole("link", { name: texts.add.openApp, exact: true });
    assert.equal(await opens.getAttribute("href"), scanned);
    const typed = (await page.locator("main code").first().textContent()) ?? "";
    assert.equal(app.secret.base32, Secret.fromBase32(typed.replaceAll(" ", "")).base32);
    await page.getByLabel(texts.add.code).fill(app.generate({ timestamp: clock.now }));
    await press(texts.add.submit);
    const shown = (await page.locator("#recovery-codes").textContent()) ?? "";
    assert.equal(shown.trim().split("\n").length, 10);
    const save = page.getByRole("button", { name: english.shell.script.download });
    // The script adds the button after the page has loaded.
    if (javaScriptEnabled) await save.waitFor();
    else assert.equal(await save.count(), 0);
    await page.getByRole("link", { name: texts.codes.goOn, exact: true }).click();
    await page.getByText(texts.on).waitFor();
    await signOut(page);

    clock.now += 30_000;
    const { token } = await requestTokenFor(baseUrl, application, landing.callback);
    await page.goto(`${baseUrl}/oauth/authorize?oauth_token=${token}`);
    await signIn(page, alice);
    const code = page.getByLabel(texts.code.label, { exact: true });
    await code.waitFor();
    await focusPlaced(page);
    await code.fill("000 000");
    await press(texts.code.submit);
    await page.getByText(texts.code.problems.wrong.what).waitFor();
    await focusPlaced(page);
    assert.equal(
      await code.evaluate("document.activeElement.name"),
      "code",
      "the focus is in the field",
    );
    await code.fill(app.generate({ timestamp: clock.now }));
    await press(texts.code.submit);
    await authorizeApp(page);
    assert.equal((await landing.arrival(page)).get("oauth_token"), token);
    assert.deepEqual(
      said.filter((text) => !text.includes("422")),
      [],
      "nothing that the policy rejects",
    );
  });
}

/** The text that a camera reads from a picture of the screen. */
async function scan(png: Buffer): Promise<string> {
  const { default: sharp } = await import("sharp");
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) });
}
