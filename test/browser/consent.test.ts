/** Everything that a user needs for the decision is visible, and a desktop application's code is easy to copy. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import { languages } from "../../src/pages/languages/languages.ts";
import { galleryInBrowser, htmlOf, statesIn } from "../support/gallery.ts";
import { loadInspect } from "./in-page/load.ts";

const shown = galleryInBrowser();

// interface §3.25
test("on a phone both answers are in sight, with where they lead, under every notice and in every language", async () => {
  const viewport = { width: 390, height: 664 };
  const page = await shown.browser.newPage({ viewport, javaScriptEnabled: false });
  await page.goto(shown.hrefOf("en", "consent-write"));
  await loadInspect(page);
  const hidden: string[] = [];
  for (const [tag, { consent }] of Object.entries(languages)) {
    const names = statesIn(tag).filter((one) => one.startsWith("consent-"));
    assert.ok(names.includes("consent-every-notice"));
    for (const name of names) {
      await page.evaluate(`inspect.show(${JSON.stringify(htmlOf(tag, name))})`);
      for (const label of [consent.allow, consent.deny]) {
        const box = await page.getByRole("button", { name: label, exact: true }).boundingBox();
        if (!box || box.y < 0 || box.y + box.height > viewport.height) {
          hidden.push(`${tag} ${name}: ${label}`);
        }
      }
    }
  }
  assert.deepEqual(hidden, []);
  await page.goto(shown.hrefOf("en", "consent-every-notice"));
  const leads = await page.locator(".destination").boundingBox();
  const allow = await page.getByRole("button", { name: english.consent.allow }).boundingBox();
  assert.ok(leads && allow && leads.y + leads.height <= allow.y, "above the buttons");
  await page.close();
});

test("where there is hardly any room the answer scrolls with the page", async () => {
  const page = await shown.browser.newPage({ viewport: { width: 320, height: 256 } });
  await page.goto(shown.hrefOf("en", "consent-write"));
  const box = await page.getByRole("button", { name: english.consent.allow }).boundingBox();
  assert.ok(box !== null && box.y > 256);
  await page.close();
});

// interface §3.26
test("the code has a button to copy it, and counts down to the sentence that says it is over", async () => {
  const context = await shown.browser.newContext();
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: shown.origin });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(shown.hrefOf("en", "pin-last-minute"));
  await page.getByRole("button", { name: english.shell.script.copy, exact: true }).click();
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), "0000000");
  const timer = page.getByRole("timer");
  assert.match((await timer.textContent()) ?? "", /^Time left: \u{2066}0:4\d\u{2069}$/u);
  await page.clock.runFor(10_000);
  assert.match((await timer.textContent()) ?? "", /0:3\d/);
  await page.clock.runFor(40_000);
  await page.getByRole("alert").filter({ hasText: english.pin.expired }).waitFor();
  await context.close();
});

test("without script the code says how long it lives, and nothing that only script does is there", async () => {
  const page = await shown.browser.newPage({ javaScriptEnabled: false });
  await page.goto(shown.hrefOf("en", "pin"));
  assert.ok(await page.getByText(english.pin.lives(15)).isVisible());
  assert.equal(await page.getByRole("timer").count(), 0);
  assert.equal(await page.getByRole("button").count(), 0);
  await page.close();
});
