/**
 * Working on an application together, its icon, emails about it and the documentation, as users use them in Chromium:
 * with script and without.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import * as english from "../../src/pages/languages/english.ts";
import { applicationTabs } from "../../src/pages/views/portal/application-page.ts";
import { signIn } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { makeUser, type TestUser } from "../support/service.ts";
import { startWorld, type World } from "../support/world.ts";
import { loadAxe, loadInspect } from "./in-page/load.ts";

const { collaborators, invitations, transfer, settings, application } = english.portal;

for (const script of [true, false]) {
  const how = script ? "with script" : "without script";

  test(`two users work on an application, and it changes hands: ${how}`, async (t) => {
    const { world, bob, openPage } = await started(t, script);
    const path = `${world.baseUrl}/portal/applications/${world.application.id}`;
    const owner = await openPage(world.alice, `${path}/collaborators`);
    await owner.getByText(collaborators.invite.title, { exact: true }).click();
    await look(owner, script);
    await owner.getByLabel(collaborators.invite.screenName).fill("nobody_here");
    await owner.getByLabel(collaborators.roles.editor).check();
    await press(owner, collaborators.invite.submit);
    await owner.getByText(collaborators.invite.problems.unknown).first().waitFor();
    await owner.getByLabel(collaborators.invite.screenName).fill("bob");
    await press(owner, collaborators.invite.submit);
    await owner.getByText(application.notes.invited).waitFor();
    await owner
      .getByRole("listitem")
      .filter({ hasText: "@bob" })
      .getByText(collaborators.invited)
      .waitFor();

    const other = await openPage(bob, `${world.baseUrl}/portal`);
    await other.getByRole("link", { name: invitations.title }).first().click();
    await other.getByText(invitations.means.editor).waitFor();
    await look(other, script);
    await press(other, invitations.accept.editor);
    await other.getByText(application.notes.joined).waitFor();
    const tabs = other.getByRole("navigation", { name: application.tabsLabel });
    assert.deepEqual(
      await tabs.getByRole("link").allInnerTexts(),
      applicationTabs.map((one) => application.tabs[one]),
    );

    await owner.goto(`${path}/delete`);
    await look(owner, script);
    await owner.getByLabel(transfer.screenName).fill("bob");
    await press(owner, transfer.submit);
    await owner.getByText(application.notes.offered).waitFor();
    await owner.getByRole("button", { name: transfer.withdraw }).waitFor();
    await other.goto(`${world.baseUrl}/portal/invitations`);
    await press(other, invitations.accept.owner);
    await other.getByText(application.notes.owned).waitFor();
    const gone = await owner.goto(path);
    assert.equal(gone?.status(), 404, "the owner before has no role any more");
    await other.goto(`${path}/collaborators`);
    await other.getByText(collaborators.none).waitFor();
  });

  test(`an icon is chosen, shown and taken away: ${how}`, async (t) => {
    const { world, openPage } = await started(t, script);
    const path = `${world.baseUrl}/portal/applications/${world.application.id}`;
    const page = await openPage(world.alice, `${path}/settings`);
    assert.equal(await page.locator("img.icon").count(), 0);
    const file = (buffer: Buffer) => ({ name: "icon.png", mimeType: "image/png", buffer });
    const choose = page.getByLabel(settings.icon.choose);
    await choose.setInputFiles(file(Buffer.from("no picture")));
    await press(page, settings.icon.upload);
    await page.getByText(settings.icon.notSaved).waitFor();
    await look(page, script);
    const square = { width: 64, height: 64, channels: 3, background: "#336699" } as const;
    await choose.setInputFiles(file(await sharp({ create: square }).png().toBuffer()));
    await press(page, settings.icon.upload);
    await page.getByText(application.notes.saved).waitFor();
    const icon = page.locator("main > header img.icon");
    await icon.waitFor();
    // Its space is reserved before it has loaded.
    await icon.evaluate((one) => Reflect.get(one, "decode").call(one));
    assert.equal(await icon.evaluate((one) => Reflect.get(one, "naturalWidth")), 256);
    await look(page, script);
    await press(page, settings.icon.remove);
    await page.getByText(application.notes.saved).waitFor();
    assert.equal(await page.locator("img.icon").count(), 0);
  });

  test(`emails are turned off and stay off: ${how}`, async (t) => {
    const { world, openPage } = await started(t, script);
    const { kinds, save, saved } = english.notifications;
    const page = await openPage(world.alice, `${world.baseUrl}/account/notifications`);
    await look(page, script);
    const limits = page.getByLabel(kinds.limits.label);
    assert.ok(await limits.isChecked());
    await limits.uncheck();
    await press(page, save);
    await page.getByText(saved).waitFor();
    await page.goto(`${world.baseUrl}/account/notifications`);
    assert.ok(!(await limits.isChecked()));
    assert.ok(await page.getByLabel(kinds.secrets.label).isChecked());
    assert.deepEqual(await world.ledger.notificationsOff(world.alice.id), ["limits"]);
  });

  test(`a page of the documentation can be read and copied from, and each code has its place: ${how}`, async (t) => {
    const { world, openPage } = await started(t, script);
    const page = await openPage(world.alice, `${world.baseUrl}/docs/signing`);
    assert.ok(await page.getByRole("heading", { name: "Sign a request" }).isVisible());
    const copy = page.getByRole("button", { name: "Copy the text of this step", exact: true });
    // The script adds the buttons after the page has loaded.
    if (script) await copy.first().waitFor();
    else assert.equal(await copy.count(), 0);
    await look(page, script);
    await page.goto(`${world.baseUrl}/docs/errors#error-89`);
    const row = page.locator("tr", { has: page.locator("#error-89") });
    assert.match(await row.innerText(), /Invalid or expired token/);
  });
}

async function started(t: { after(end: () => Promise<void>): void }, javaScriptEnabled: boolean) {
  const world: World = await startWorld();
  const browser: Browser = await launchChromium();
  t.after(async () => {
    await browser.close();
    await world[Symbol.asyncDispose]();
  });
  return {
    world,
    bob: await makeUser(world.ledger, "bob"),
    /** A separate browser, which signs in on its way to a page. */
    async openPage(user: TestUser, address: string): Promise<Page> {
      const context = await browser.newContext({
        javaScriptEnabled,
        // So that colors change at once with the theme.
        reducedMotion: "reduce",
        viewport: { width: 390, height: 800 },
      });
      const page = await context.newPage();
      await page.goto(address);
      await signIn(page, user);
      assert.equal(page.url(), address);
      return page;
    },
  };
}

function press(page: Page, name: string): Promise<void> {
  return page.getByRole("button", { name, exact: true }).click();
}

/** Runs axe in both themes. */
async function look(page: Page, script: boolean): Promise<void> {
  if (!script) return;
  await loadInspect(page);
  await loadAxe(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await page.evaluate("inspect.violations()"), [], colorScheme);
  }
}
