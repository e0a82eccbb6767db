/** Every page of the console has the same frame: where its title stands, and how large its text is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { galleryInBrowser, htmlOf, statesIn } from "../support/gallery.ts";

const gallery = galleryInBrowser();

/** The pages that a signed-in user sees, as their measure is taken in one tab. */
async function measured<Found>(
  viewport: { readonly width: number; readonly height: number },
  measure: (page: Page) => Promise<Found>,
): Promise<ReadonlyMap<string, Found>> {
  const page = await gallery.browser.newPage({ viewport, javaScriptEnabled: false });
  const found = new Map<string, Found>();
  for (const state of statesIn("en")) {
    if (!htmlOf("en", state).includes('<body class="signed-in"')) continue;
    await page.goto(gallery.hrefOf("en", state));
    found.set(state, await measure(page));
  }
  await page.close();
  return found;
}

test("at 1440 px the title stands at 80 px, or under the way back to the pages above it, and never in a card", async () => {
  const tops = await measured({ width: 1440, height: 900 }, async (page) => {
    const [top, isInCard, hasCrumbs] = (await page.evaluate(`(() => {
      const title = document.querySelector("h1");
      return [
        title.getBoundingClientRect().top + scrollY,
        title.closest("article") !== null,
        document.querySelector(".crumbs") !== null,
      ];
    })()`)) as [number, boolean, boolean];
    return { top: Math.round(top), isInCard, hasCrumbs };
  });
  assert.ok(tops.size > 600, `${tops.size} pages`);
  for (const [state, { hasCrumbs, ...place }] of tops)
    assert.deepEqual(place, { top: hasCrumbs ? 108 : 80, isInCard: false }, state);
});

test("the console has five sizes of type", async () => {
  const sizes = await measured({ width: 1440, height: 900 }, (page) =>
    page.evaluate(`(() => {
      const sizes = new Set();
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        if (data.trim() !== "" && parentElement.checkVisibility())
          sizes.add(parseFloat(getComputedStyle(parentElement).fontSize));
      }
      return [...sizes];
    })()`),
  );
  const all = new Set([...sizes.values()].flat() as number[]);
  assert.deepEqual(
    [...all].sort((a, b) => a - b),
    [12, 13, 14, 16, 24],
  );
});

test("a card of a list has a head of 52 px, and its rows reach the card's edges", async () => {
  const page = await gallery.browser.newPage({ viewport: { width: 1440, height: 900 } });
  for (const state of [
    "account-overview",
    "admin-overview",
    "admin-application",
    "admin-api-keys",
    "admin-plans",
    "admin-api-limits",
    "admin-sunsets",
  ]) {
    await page.goto(gallery.hrefOf("en", state));
    const cards = (await page.evaluate(`
      [...document.querySelectorAll("article")].map((card) => {
        const inner = card.clientWidth;
        const rows = card.querySelector(":scope > .entries > li, :scope > .scroll tr, :scope > .events tr");
        const head = card.querySelector(":scope > :is(h2, .titled):first-child");
        return [
          head && head.getBoundingClientRect().height,
          rows && inner - rows.getBoundingClientRect().width,
        ];
      }).filter(([head, rows]) => head !== null && rows !== null)`)) as [number, number][];
    assert.ok(cards.length > 0, state);
    for (const [head, beside] of cards) {
      assert.equal(Math.round(head), 52, state);
      assert.ok(Math.abs(beside) <= 1, `${state}: ${beside} px`);
    }
  }
  await page.close();
});

test("at 390 px Try it stands beside the application's name", async () => {
  const page = await gallery.browser.newPage({ viewport: { width: 390, height: 844 } });
  for (const tag of ["en", "es", "ar"]) {
    await page.goto(gallery.hrefOf(tag, "portal-application"));
    const boxes = await Promise.all(
      ["h1", "main > header > a"].map((one) => page.locator(one).boundingBox()),
    );
    const [title, button] = boxes.map((box) => box ?? assert.fail(tag));
    assert.ok(title && button && button.y < title.y + title.height, tag);
  }
  await page.close();
});

test("at 390 px more filters are a sheet from below, which the keyboard opens and leaves", async () => {
  const viewport = { width: 390, height: 844 };
  const page = await gallery.browser.newPage({ viewport, javaScriptEnabled: false });
  for (const state of ["admin-audit-full", "admin-users"]) {
    await page.goto(gallery.hrefOf("en", state));
    const sheet = page.locator(".filters > details");
    const before = await page.locator("main").boundingBox();
    await sheet.locator("summary").press("Enter");
    const { x, y, width, height } = (await sheet.boundingBox()) ?? assert.fail(state);
    assert.deepEqual([x, width, y + height], [0, viewport.width, viewport.height], state);
    assert.ok(y > 120, `${state}: ${y}`);
    await sheet.getByRole("button").waitFor();
    await sheet.locator("summary").press("Enter");
    assert.equal(await sheet.getByRole("button").isVisible(), false, state);
    assert.deepEqual(await page.locator("main").boundingBox(), before, state);
  }
  await page.close();
});
