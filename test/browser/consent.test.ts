/** Everything that a user needs for the decision is visible, and a desktop application's code is easy to copy. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import { languages } from "../../src/pages/languages/languages.ts";
import { plainPhrase } from "../../src/pages/views/phrase.ts";
import { galleryInBrowser, htmlOf, statesIn } from "../support/gallery.ts";
import { loadInspect } from "./in-page/load.ts";

const gallery = galleryInBrowser();
const allowing = plainPhrase(english.consent.allow("@alice"));

// interface §3.25
for (const [width, height] of [
  [360, 640],
  [390, 664],
  [1280, 720],
] as const) {
  test(`at ${width} × ${height} no button is in sight before every permission is, in every state and language`, async () => {
    const viewport = { width, height };
    const page = await gallery.browser.newPage({ viewport, javaScriptEnabled: false });
    await page.goto(gallery.hrefOf("en", "consent-write"));
    await loadInspect(page);
    const wrong: string[] = [];
    for (const tag of Object.keys(languages)) {
      const names = statesIn(tag).filter((one) => one.startsWith("consent-"));
      assert.ok(names.includes("consent-every-banner"));
      for (const name of names) {
        await page.evaluate(`inspect.show(${JSON.stringify(htmlOf(tag, name))})`);
        const problems = (await page.evaluate("inspect.consent()")) as string[];
        wrong.push(...problems.map((problem) => `${tag} ${name}: ${problem}`));
      }
    }
    assert.deepEqual(wrong, []);
    await page.close();
  });
}

test("a warned user finds two buttons of one weight, and where they lead above them", async () => {
  const page = await gallery.browser.newPage({ viewport: { width: 390, height: 664 } });
  await page.goto(gallery.hrefOf("en", "consent-every-banner"));
  const [allow, deny] = [allowing, english.consent.deny].map((name) =>
    page.getByRole("button", { name, exact: true }),
  );
  const leads = await page.locator(".destination").boundingBox();
  const boxes = [await allow?.boundingBox(), await deny?.boundingBox()];
  const [first, second] = boxes;
  assert.ok(leads && first && second && leads.y + leads.height <= first.y, "above the buttons");
  assert.ok(Math.abs(first.width - second.width) < 1, "as wide");
  const looks = await page.evaluate(`
    [...document.querySelectorAll(".answer button")].map((button) => {
      const { backgroundColor, color, borderColor } = getComputedStyle(button);
      return [backgroundColor, color, borderColor];
    })`);
  assert.deepEqual((looks as unknown[])[0], (looks as unknown[])[1], "of one weight");
  const note = page.getByRole("note", { name: english.consent.before });
  assert.equal(await note.locator("p").count(), 3, "one banner with all three warnings");
  await page.close();
});

test("where there is hardly any room the response scrolls with the page", async () => {
  const page = await gallery.browser.newPage({ viewport: { width: 320, height: 256 } });
  await page.goto(gallery.hrefOf("en", "consent-write"));
  const box = await page.getByRole("button", { name: allowing }).boundingBox();
  assert.ok(box !== null && box.y > 256);
  await page.close();
});

// interface §3.26
test("the code has a button to copy it, and counts down to the sentence that says it is over", async () => {
  const context = await gallery.browser.newContext();
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: gallery.origin });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(gallery.hrefOf("en", "pin-last-minute"));
  await page.getByRole("button", { name: english.shell.script.copies.pin, exact: true }).click();
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), "0000000");
  const timer = page.getByRole("timer");
  assert.match(
    (await timer.textContent()) ?? "",
    /^It works once. Time left: \u{2066}0:4\d\u{2069}$/u,
  );
  await page.clock.runFor(10_000);
  assert.match((await timer.textContent()) ?? "", /0:3\d/);
  await page.clock.runFor(40_000);
  await page.getByRole("alert").filter({ hasText: english.pin.expired }).waitFor();
  await context.close();
});

test("without script the code says how long it lives, and nothing that only script does is there", async () => {
  const page = await gallery.browser.newPage({ javaScriptEnabled: false });
  await page.goto(gallery.hrefOf("en", "pin"));
  assert.ok(await page.getByText(english.pin.lives(15)).isVisible());
  assert.equal(await page.getByRole("timer").count(), 0);
  assert.equal(await page.getByRole("button").count(), 0);
  await page.close();
});
