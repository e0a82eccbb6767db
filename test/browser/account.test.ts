/** The account pages as users use them: in Chromium, on a phone, without script, under the service's own policy. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import { focusPlaced, signIn, signOut } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";
import { makeAccessToken } from "../support/service.ts";
import { startWorld } from "../support/world.ts";

test("sign in, reduce, revoke, change profile and password, read the log, sign out", async (t) => {
  await using world = await startWorld({}, { access: "write" });
  const { baseUrl, ledger, application, alice } = world;
  await makeAccessToken(ledger, application, alice, "write");
  const browser = await launchChromium();
  t.after(() => browser.close());
  const page = await browser.newPage({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  });
  const said = consoleOf(page.context());
  const press = (name: string) => page.getByRole("button", { name }).click();
  /** On a phone the sections are in a menu. */
  const follow = async (name: string) => {
    await page.locator(".places > button").click();
    await page.getByRole("link", { name, exact: true }).click();
  };
  const seesText = async (text: string) => {
    await page.getByText(text).first().waitFor();
    await focusPlaced(page);
  };

  await page.goto(`${baseUrl}/account`);
  await signIn(page, alice);
  await page.waitForURL(`${baseUrl}/account`);
  await seesText("Weather Bot");
  await follow("Applications");
  await press(english.account.applications.reduce);
  await seesText(english.account.applications.access.read);
  await seesText("Weather Bot can now only read.");
  await press("Revoke");
  await seesText("Weather Bot no longer has access to your account.");
  await seesText("No application can use your account.");

  await follow("Profile");
  await page.getByLabel("Name", { exact: true }).fill("Alice Example");
  await press("Save profile");
  await seesText(english.account.profile.saved);
  await follow(english.shell.sections.account.signIn);
  await page.getByRole("link", { name: english.account.signIn.change, exact: true }).click();
  await page.getByLabel("Current password").fill(alice.password);
  await page.getByLabel("New password").fill("another long password");
  await press("Change password");
  await seesText(english.account.password.changed);
  await follow("Sessions");
  await seesText("Chrome on Linux");
  await follow("Events");
  await seesText("Access of Weather Bot was revoked.");
  await signOut(page);
  assert.equal(page.url(), `${baseUrl}/sign-in?signed-out`);
  await seesText(english.signIn.signedOut);
  await page.goto(`${baseUrl}/account`);
  await seesText(english.signIn.username);
  assert.deepEqual(said, []);
});

test("signing out: the way back shows nothing of the account, also in a browser that keeps pages as they were left", async () => {
  await using world = await startWorld();
  const { baseUrl, alice } = world;
  await using browser = await launchChromium({ keepsPages: true });
  const page = await browser.newPage();
  await page.goto(`${baseUrl}/account/profile`);
  await signIn(page, alice);
  assert.ok((await page.content()).includes(alice.screenName));
  await signOut(page);
  await page.getByText(english.signIn.signedOut).waitFor();
  assert.ok(!(await page.content()).includes(alice.screenName));
  await page.goBack();
  assert.match(page.url(), /\/sign-in\?continue=/);
  assert.ok(!(await page.content()).includes(alice.screenName));
});
