/** From the home page to the first signed call: every click is counted, and the printed program runs. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import type { Locator } from "playwright-core";
import * as english from "../../src/pages/languages/english.ts";
import { focusPlaced } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { makeAccessToken } from "../support/service.ts";
import { startWorld } from "../support/world.ts";

const maxClicks = 9;

// interface §15.67, §15.68
test("a developer gets from the home page to the first signed call with nine clicks at most", async (t) => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger } = world;
  await ledger.deleteApplication(world.application.id, { at: 0, actor: "service" });
  await using browser = await launchChromium();
  const folder = await mkdtemp(join(tmpdir(), "countersign-first-call-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const page = await browser.newPage();
  let clicks = 0;
  const click = async (place: Locator) => {
    clicks += 1;
    await place.click();
  };
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  const { creation, applications, application, programs } = english.portal;

  await page.goto(baseUrl);
  await click(link(english.home.portal));
  await focusPlaced(page);
  await page.locator("#username").fill(alice.screenName);
  await page.locator('[name="password"]').fill(alice.password);
  await click(page.getByRole("button", { name: "Sign in", exact: true }));
  await click(link(applications.create));
  await page.getByLabel("Name", { exact: true }).fill("Tide Table");
  assert.ok(await page.getByLabel(english.portal.draft.read, { exact: false }).first().isChecked());
  await click(page.getByRole("button", { name: creation.submit }));

  const download = page.waitForEvent("download");
  await click(page.getByRole("button", { name: english.shell.script.download }));
  const saved = await download;
  assert.equal(saved.suggestedFilename(), "tide-table.env");
  await saved.saveAs(join(folder, saved.suggestedFilename()));
  await click(link(application.tabs.programs));
  assert.ok(await page.locator("#try-it-python").isVisible(), "the first program is open");
  // The machine may lack its library.
  await click(page.locator(".switch > :has(:checked) + div summary"));
  const code = page.locator("#try-it-python-alone");
  // The third click of this page would be the copy button; what it copies is the text of the code.
  clicks += 1;
  await writeFile(join(folder, "quickstart.py"), (await code.textContent()) ?? "");
  const run = page.locator(".switch > :has(:checked) + div details pre code").nth(1);
  clicks += 1;
  const command = (await run.textContent()) ?? "";
  assert.ok(command.includes("tide-table.env"));
  assert.ok(await page.getByText(programs.saveAs("quickstart.py")).last().isVisible());

  const { stdout } = await promisify(execFile)("sh", ["-c", command], { cwd: folder });
  assert.equal(JSON.parse(stdout).screen_name, alice.screenName);
  assert.ok(clicks <= maxClicks, `${clicks} clicks`);

  await link(application.tabs.overview).click();
  const { firstCall } = application;
  await page.getByText(firstCall.count(3, 3)).waitFor();
  await page.getByText(firstCall.arrived).waitFor();
});

// interface §15.57
test("the file of a regenerated secret replaces the first one only if it has all that the first one had", async () => {
  await using world = await startWorld({}, { name: "Tide Table" });
  const { baseUrl, alice, application, ledger } = world;
  await using browser = await launchChromium();
  const page = await browser.newPage();
  const path = `${baseUrl}/portal/applications/${application.id}/consumer-secret`;
  await page.goto(path);
  await page.locator("#username").fill(alice.screenName);
  await page.locator('[name="password"]').fill(alice.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(path);
  const saved = async () => {
    await page.goto(path);
    await page.locator('[name="overlap"]').first().check();
    await page.getByRole("button", { name: english.portal.keys.regenerateSecret.submit }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: english.shell.script.download }).click();
    const file = await download;
    return { name: file.suggestedFilename(), lines: await readFile(await file.path(), "utf8") };
  };
  const first = await saved();
  assert.equal(first.name, "tide-table.env");
  assert.match(first.lines, /^BASE_URL=.*\nCONSUMER_KEY=.*\nCONSUMER_SECRET=/);
  await makeAccessToken(ledger, application, alice);
  assert.equal((await saved()).name, "tide-table-consumer.env");
});

// interface §15.68
test("a new application without a token leads to one, and then to the programs", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application } = world;
  await using browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(`${baseUrl}/portal/applications/${application.id}`);
  await page.locator("#username").fill(alice.screenName);
  await page.locator('[name="password"]').fill(alice.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const { firstCall } = english.portal.application;
  await page.getByText(firstCall.count(1, 3)).waitFor();
  await page.getByRole("link", { name: firstCall.call.action }).waitFor();
  await page.getByRole("link", { name: firstCall.token.action }).click();
  await page.getByRole("button", { name: english.portal.keys.makeAccess.create }).click();
  await page.goto(`${baseUrl}/portal/applications/${application.id}`);
  await page.getByText(firstCall.count(2, 3)).waitFor();
  assert.equal(await page.getByText(firstCall.arrived).count(), 0);
});
