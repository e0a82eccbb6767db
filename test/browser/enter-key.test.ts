/** The Enter key in forms with several buttons, where it presses the first one. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import { signIn } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { startFalseProvider } from "../support/false-provider.ts";
import { entryOf, linkTo, providersIn } from "../support/identities.ts";
import { makeAdmin } from "../support/service.ts";
import { setUpTwoStep } from "../support/two-step.ts";
import { signedIn } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

const older = 3_600_000;

// interface §15.2
test("201 — Enter after the password sends the form, where a provider could confirm instead", async (t) => {
  await using provider = await startFalseProvider();
  const file = providersIn([entryOf(provider)]);
  t.after(() => rmSync(dirname(file), { recursive: true }));
  await using world = await startWorld({ IDENTITY_PROVIDERS: file });
  const { baseUrl, alice, clock } = world;
  await linkTo(world, alice, { issuer: provider.issuer, subject: "alice-1" });
  const browser = await launchChromium();
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${baseUrl}/portal/create`);
  await signIn(page, alice);
  await page.getByRole("heading", { name: english.portal.creation.title }).waitFor();
  clock.now += older;
  await page.reload();
  await page.getByRole("button", { name: "Confirm with Staff" }).waitFor();
  await page.getByLabel(english.portal.draft.name).fill("Storm Bot");
  await page.locator('[name="access"][value="read"]').check();
  await page.getByLabel(english.shell.reauthentication.password).fill(alice.password);
  await page.getByLabel(english.shell.reauthentication.password).press("Enter");
  await page.getByRole("heading", { name: "Storm Bot was created" }).waitFor();
  await page.goto(`${baseUrl}/portal/create`);
  clock.now += older;
  await page.reload();
  const leaving = page.waitForRequest((request) => request.url().endsWith("/sign-in/with/staff"));
  await page.getByRole("button", { name: "Confirm with Staff" }).click();
  const sent = new URLSearchParams((await leaving).postData() ?? "");
  assert.deepEqual(
    [...sent.keys()].sort(),
    ["csrf", "reauthenticate_at"],
    "nothing that was typed",
  );
});

// interface §16.37
test("200 — Enter after the password makes the recovery link that was asked for, and removes no factor", async (t) => {
  await using world = await startWorld({ BASE_URL: "http://localhost:3000" });
  const { service, alice, clock, ledger } = world;
  const baseUrl = `http://localhost:${service.port}`;
  await setUpTwoStep(await signedIn(baseUrl, alice), clock.now);
  const carol = await makeAdmin(ledger, "carol");
  const browser = await launchChromium();
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${baseUrl}/admin/users/${alice.id}`);
  await signIn(page, carol);
  const { factors } = english.admin.user;
  const card = page.locator("details").filter({ has: page.locator("#factors") });
  await card.locator("summary").click();
  await card.getByLabel(factors.reason).fill("Lost the phone.");
  // More than one button could be meant, so Enter presses none.
  await card.getByLabel(factors.reason).press("Enter");
  clock.now += older;
  await card.getByRole("button", { name: factors.makeLink }).click();
  await page.getByText(english.shell.reauthentication.problems.missing).first().waitFor();
  await card.getByLabel(english.shell.reauthentication.password).fill(carol.password);
  await card.getByLabel(english.shell.reauthentication.password).press("Enter");
  await page.getByRole("heading", { name: factors.link }).waitFor();
  assert.ok((await ledger.factorsOf(alice.id)).totp, "it stays until the link is used");
});
