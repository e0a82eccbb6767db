/** Inviting several users and creating one's account, on a phone and a wide screen, in both directions of writing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { languages } from "../../src/pages/languages/languages.ts";
import { focusPlaced } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { makeAdmin, type TestUser } from "../support/service.ts";
import { startMailServer } from "../support/smtp.ts";
import { startWorld } from "../support/world.ts";
import { loadAxe, loadInspect } from "./in-page/load.ts";

// interface §16.17, §17.4
for (const tag of ["en", "ar"] as const) {
  for (const [width, javaScriptEnabled] of [
    [390, false],
    [390, true],
    [1440, true],
  ] as const) {
    test(`several addresses are invited, and one of them signs up: ${tag}, ${width} px, ${javaScriptEnabled ? "with" : "without"} script`, async (t) => {
      const texts = languages[tag];
      const { invitations } = texts.admin;
      await using mailbox = await startMailServer({
        onRcptTo: ({ address }, _session, done) =>
          done(address.startsWith("gone") ? new Error("no such user") : null),
      });
      const smtp = `smtp://127.0.0.1:${mailbox.port}`;
      await using world = await startWorld({ SMTP_URL: smtp, MAIL_FROM: "id@service.example" });
      const { baseUrl, ledger, clock } = world;
      const rosa = await makeAdmin(ledger, "rosa");
      const browser = await launchChromium();
      t.after(() => browser.close());
      const settings = {
        ...({ javaScriptEnabled, bypassCSP: true, reducedMotion: "reduce" } as const),
        ...{ locale: tag, extraHTTPHeaders: { "accept-language": tag } },
        viewport: { width, height: 844 },
      } as const;
      const page = await (await browser.newContext(settings)).newPage();
      page.setDefaultTimeout(20_000);
      await page.goto(`${baseUrl}/admin/invitations`);
      await signIn(page, rosa);
      const seesText = (text: string) => page.getByText(text).first().waitFor();
      const field = (label: string) => page.getByLabel(label, { exact: true });
      const create = () => page.getByRole("button", { name: invitations.make }).click();
      const emails = page.locator('textarea[name="emails"]');
      const message = page.locator('textarea[name="message"]');

      const typed = "bob@users.example\ngone@users.example, dora";
      await page.locator('a[href="#new"]').click();
      await emails.fill(typed);
      await message.fill("Welcome!\nhttps://maps.example");
      await field(invitations.role).selectOption("admin");
      await field(invitations.page).selectOption("portal");
      await create();
      await seesText(invitations.problems.email);
      await page
        .locator("bdi")
        .filter({ hasText: /^dora$/ })
        .waitFor();
      assert.equal(await emails.getAttribute("aria-invalid"), "true");
      assert.equal(await emails.inputValue(), typed);
      assert.equal(await field(invitations.role).inputValue(), "admin");
      assert.equal(await field(invitations.page).inputValue(), "portal");
      await look(page, javaScriptEnabled);
      assert.deepEqual(mailbox.received, [], "nothing was sent");

      await emails.fill("bob@users.example\ngone@users.example, BOB@users.example");
      await create();
      await seesText(invitations.someSent(2));
      const outcomes = page.locator("article > ul").first().locator("li");
      assert.deepEqual(await outcomes.allInnerTexts(), [
        `bob@users.example: ${invitations.outcomes.created}`,
        `gone@users.example: ${invitations.outcomes.created}`,
        `BOB@users.example: ${invitations.outcomes.duplicate}`,
      ]);
      await look(page, javaScriptEnabled);

      const [mail] = await mailbox.has(1);
      const link = /http\S+\/sign-up\?invitation=\w{43}/.exec(mail?.text ?? "")?.[0] ?? "";
      while (!(await isSettled())) await new Promise((resolve) => setTimeout(resolve, 10));
      await page.goto(`${baseUrl}/admin/invitations`);
      const failed = page.locator("ul.items > li").filter({ hasText: "gone@users.example" });
      await failed.getByText(invitations.notSent).waitFor();
      await failed.getByRole("button", { name: invitations.sendAgain }).waitFor();
      assert.equal(await page.getByText(invitations.notSent).count(), 1);
      await look(page, javaScriptEnabled);

      const guest = await (await browser.newContext(settings)).newPage();
      guest.setDefaultTimeout(20_000);
      await guest.goto(link);
      assert.equal(await guest.locator('[name="email"]').inputValue(), "bob@users.example");
      assert.match(await guest.locator("blockquote").innerText(), /^Welcome!\nhttps:\/\/maps\.ex/);
      await look(guest, javaScriptEnabled);
      await guest.locator('[name="screen_name"]').fill("bob");
      await guest.locator('[name="new_password"]').fill("another long password");
      await guest.locator('[name="new_password"]').press("Enter");
      await guest.waitForURL(`${baseUrl}/portal`);
      const bob = (await ledger.userByScreenName("bob")) ?? assert.fail();
      assert.deepEqual([bob.emailVerified, bob.isAdmin], [true, true]);

      async function isSettled(): Promise<boolean> {
        const some = await ledger.links("invitation", clock.now, { after: undefined, size: 9 });
        return some.length === 2 && some.every(({ emailOutcome }) => emailOutcome !== undefined);
      }
    });
  }
}

async function signIn(page: Page, { screenName, password }: TestUser): Promise<void> {
  await focusPlaced(page);
  await page.locator("#username").fill(screenName);
  await page.locator('[name="password"]').fill(password);
  await page.locator('[name="password"]').press("Enter");
  await page.waitForURL("**/admin/invitations");
}

async function look(page: Page, script: boolean): Promise<void> {
  if (!script) return;
  await loadInspect(page);
  await loadAxe(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await page.evaluate("inspect.violations()"), [], colorScheme);
  }
}
