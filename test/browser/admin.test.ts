/**
 * The administrators' pages as an administrator uses them in Chromium, on a phone, without script and with it, under
 * the service's own policy.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import * as english from "../../src/pages/languages/english.ts";
import { plainPhrase } from "../../src/pages/views/phrase.ts";
import { signIn } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";
import { makeAccessToken, makeAdmin, makeUser } from "../support/service.ts";
import { startWorld } from "../support/world.ts";

const { admin, audit } = english;

for (const javaScriptEnabled of [false, true]) {
  test(`first steps, a search, a user and an application, ${javaScriptEnabled ? "with" : "without"} script`, async (t) => {
    await using world = await startWorld();
    const { baseUrl, ledger, application, clock } = world;
    const bob = await makeUser(ledger, "bob");
    const dora = await makeUser(ledger, "dora");
    const email = "bob@elsewhere.example";
    await ledger.changeProfile(
      { userId: bob.id, screenName: "bob", name: "", email },
      byCommandLine(clock.now),
    );
    await makeAccessToken(ledger, application, bob);
    const carol = await makeAdmin(ledger, "carol");
    const browser = await launchChromium();
    t.after(() => browser.close());
    const page = await browser.newPage({
      javaScriptEnabled,
      viewport: { width: 390, height: 844 },
    });
    page.setDefaultTimeout(20_000);
    const said = consoleOf(page.context());
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const seesText = (text: string) => page.getByText(text).first().waitFor();
    /** The rows of the page's table. */
    const rows = () => page.locator("table.rows tbody tr");

    await page.goto(`${baseUrl}/admin`);
    await signIn(page, carol);
    const { steps, markDone, finished, done, hide, title } = admin.checklist;
    const backup = page.getByRole("listitem").filter({ hasText: steps.backup.title });
    await backup.getByRole("heading").click();
    await backup.getByRole("button", { name: markDone }).click();
    await page.getByText(finished).click();
    await backup.getByText(done, { exact: true }).waitFor();
    await seesText(admin.overview.backupsSaid);
    await press(hide);
    await page.getByRole("heading", { name: admin.overview.title, level: 1 }).waitFor();
    assert.equal(await page.getByRole("heading", { name: title }).count(), 0);

    await page.goto(`${baseUrl}/admin/audit`);
    await page.getByLabel(audit.text, { exact: true }).fill("bob WEATHER");
    await press(admin.search.submit);
    await rows().first().waitFor();
    assert.equal(await rows().count(), 1);
    await rows().getByText(audit.happened["access-token.issued"]).waitFor();
    await page.getByLabel(audit.text, { exact: true }).fill("no such words");
    await page.getByLabel(audit.text, { exact: true }).press("Enter");
    await seesText(audit.none);
    await page.getByLabel(audit.name, { exact: true }).selectOption("setting.changed");
    await page.getByLabel(audit.text, { exact: true }).fill("");
    await press(admin.search.submit);
    await rows().first().waitFor();
    assert.equal(await rows().count(), 2);
    await rows().getByText(audit.values.hidden).waitFor();

    await page.goto(`${baseUrl}/admin/users?q=bob`);
    await page.getByRole("link", { name: "@bob" }).click();
    await press(admin.user.verifyEmail.submit);
    await seesText(admin.user.done["email-verified"]);
    assert.equal((await ledger.userById(bob.id))?.emailVerified, true);
    await press(admin.user.grants.revoke);
    await seesText(admin.user.done["access-revoked"]);
    await seesText(admin.user.grants.none);
    const { deletion } = admin.user;
    await page.locator("summary").filter({ hasText: deletion.title }).click();
    await page.getByLabel(plainPhrase(deletion.typeScreenName("bob"))).fill("alice");
    await press(deletion.submit);
    await seesText(deletion.otherName);
    assert.ok(await ledger.userById(bob.id));
    // An hour later the password is asked for again.
    clock.now += 3_600_000;
    await page.getByLabel(plainPhrase(deletion.typeScreenName("bob"))).fill("bob");
    await press(deletion.submit);
    await seesText(english.shell.reauthentication.problems.missing);
    await page.getByLabel(plainPhrase(deletion.typeScreenName("bob"))).fill("bob");
    const form = page.locator("form").filter({ hasText: deletion.submit });
    await form.getByLabel(english.shell.reauthentication.password).fill(carol.password);
    await press(deletion.submit);
    await seesText(admin.users.deleted);
    assert.equal(await ledger.userById(bob.id), undefined);

    await page.goto(`${baseUrl}/admin/applications?q=weather`);
    await page.getByRole("link", { name: "Weather Bot" }).click();
    const { move, done: applicationDone } = admin.application;
    // A user who has just proved their presence is not asked again.
    const moving = page.locator("form").filter({ hasText: move.submit });
    const moveTo = async (screenName: string) => {
      await moving.getByLabel(move.screenName).fill(screenName);
      await press(move.submit);
    };
    await page.locator("summary").filter({ hasText: move.submit }).click();
    await moveTo("nobody");
    await seesText(move.problems.unknown);
    await moveTo("@dora");
    await seesText(applicationDone.transferred);
    assert.equal((await ledger.applicationById(application.id))?.ownerId, dora.id);
    await page.getByRole("link", { name: "@dora" }).click();
    await page.getByRole("heading", { name: "@dora" }).waitFor();
    const rejected = /responded with a status of 422/;
    assert.deepEqual(
      said.filter((one) => !rejected.test(one)),
      [],
    );
    assert.equal(said.length, 3, "forms that were rejected, each once");
  });
}
