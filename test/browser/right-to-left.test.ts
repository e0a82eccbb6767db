/** Latin names, codes and addresses on Arabic pages: where Chromium really places their letters. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator } from "playwright-core";
import { gallery } from "../../src/pages/gallery/gallery.ts";
import { galleryFrame } from "../../src/pages/gallery/gallery-state.ts";
import * as arabic from "../../src/pages/languages/arabic.ts";
import { stylesheet } from "../../src/pages/views/stylesheet.ts";
import { focusPlaced } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { requestTokenFor } from "../support/flow.ts";
import { makeApplication } from "../support/service.ts";
import { startWorld } from "../support/world.ts";

test("T35 — a Latin name keeps its order in an Arabic sentence, and the sentence keeps its own", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, alice } = world;
  await using browser = await launchChromium();
  const context = await browser.newContext({ locale: "ar" });
  const page = await context.newPage();
  await page.goto(`${baseUrl}/account`);
  assert.equal(await page.locator("html").getAttribute("dir"), "rtl");
  await focusPlaced(page);
  await page.locator("#username").fill(alice.screenName);
  await page.locator('[name="password"]').fill(alice.password);
  await page.getByRole("button", { name: arabic.signIn.submit, exact: true }).click();
  await page.waitForURL(`${baseUrl}/account`);

  for (const [name, display] of [
    ["Weather (beta)!", "Weather (beta)!"],
    ["C++", "C++"],
    ["(1) Weather -", "(1) Weather -"],
    ["Weather \u{202E}toB\u{202C} (1)", "Weather \u{FFFD}toB\u{FFFD} (1)"],
  ] as const) {
    const application = await makeApplication(ledger, alice, { name });
    const { token } = await requestTokenFor(baseUrl, application);
    await page.goto(`${baseUrl}/oauth/authorize?oauth_token=${token}`);
    const sentence = page.locator("h1");
    // On a single line, so that positions can be compared.
    await page.evaluate("document.querySelector('h1').style.fontSize = '8px'");
    const text = (await sentence.textContent()) ?? "";
    const emails = await emailsOf(sentence);
    const start = text.indexOf(display);
    const end = start + display.length;
    assert.ok(start > 0, text);
    const ofName = emails.slice(start, end);
    assert.ok(runToTheRight(ofName), text);
    assert.ok(Math.min(...lefts(emails.slice(0, start))) >= Math.max(...lefts(ofName)), text);
    assert.ok(Math.max(...lefts(emails.slice(end))) <= Math.min(...lefts(ofName)), text);
    assert.equal(await page.title(), `السماح للتطبيق \u{2068}${display}\u{2069} · Countersign`);
  }
});

test("codes, addresses and days run from left to right on Arabic pages", async () => {
  await using browser = await launchChromium();
  const page = await browser.newPage({ viewport: { width: 1280, height: 740 } });
  const states = new Map(gallery(galleryFrame(arabic)).map((one) => [one.name, one.page]));
  const open = async (name: string) => {
    await page.setContent(String(states.get(name)));
    await page.addStyleTag({ content: stylesheet().body.toString() });
  };
  const inOrder = async (element: Locator) => {
    const text = await element.textContent();
    assert.ok(runToTheRight(await emailsOf(element)), text ?? "");
  };
  await open("pin");
  await inOrder(page.locator("#pin"));
  await open("consent-to-app");
  await inOrder(page.locator(".destination bdi"));
  await open("admin-audit-unknown");
  const hint = page.locator("small", { hasText: "2026-05-03" }).first();
  const day = ((await hint.textContent()) ?? "").indexOf("2026-05-03");
  assert.ok(runToTheRight((await emailsOf(hint)).slice(day, day + 10)));
  for (const name of [
    "portal-settings-rejected",
    "portal-created",
    "walk-done",
    "admin-application",
  ]) {
    await open(name);
    const codes = await page.locator("pre, code").all();
    assert.ok(codes.length > 0, name);
    for (const code of codes) {
      await inOrder(code);
      assert.equal(await directionOf(code), "ltr");
    }
  }
});

type Place = { readonly left: number; readonly top: number };

/** The position of each letter of an element, in reading order. */
async function emailsOf(element: Locator): Promise<readonly Place[]> {
  return element.evaluate((one) => {
    const page = one.ownerDocument;
    const walker = page.createTreeWalker(one, 4);
    const places = [];
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      for (let at = 0; at < text.length; at++) {
        const email = page.createRange();
        email.setStart(text, at);
        email.setEnd(text, at + 1);
        const { left, top } = email.getBoundingClientRect();
        places.push({ left, top });
      }
    }
    return places;
  });
}

async function directionOf(element: Locator): Promise<string> {
  return element.evaluate((one) => {
    return one.ownerDocument.defaultView.getComputedStyle(one).direction;
  });
}

/** Whether letters on the same line run from left to right. */
function runToTheRight(places: readonly Place[]): boolean {
  return places.every(({ left, top }, at) => {
    const before = places[at - 1];
    return before === undefined || top > before.top || left >= before.left;
  });
}

function lefts(places: readonly Place[]): readonly number[] {
  return places.map(({ left }) => left);
}
