/** The documentation: where its contents are, how its lines break, and what works without script. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { docsParts } from "../../src/pages/views/portal/docs/id.ts";
import { firstSteps } from "../../src/pages/views/portal/docs.ts";
import { galleryInBrowser } from "../support/gallery.ts";

const gallery = galleryInBrowser();
const states = ["docs", ...Object.keys(docsParts).map((id) => `docs-${id}`)];

async function withPage(
  options: Parameters<typeof gallery.browser.newPage>[0],
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await gallery.browser.newPage({ javaScriptEnabled: false, ...options });
  await look(page);
  await page.close();
}

test("the contents are a fold on a phone, and from 75rem on a list that stays beside the text", async () => {
  for (const width of [390, 1199, 1200, 1920]) {
    await withPage({ viewport: { width, height: 664 } }, async (page) => {
      await page.goto(gallery.hrefOf("en", "docs-errors"));
      const fold = page.locator(".docs > details");
      const list = page.locator(".docs > nav");
      assert.equal(await fold.isVisible(), width < 1200, `${width} px`);
      assert.equal(await list.isVisible(), width >= 1200, `${width} px`);
      if (width < 1200) await page.getByText("Contents", { exact: true }).click();
      const link = page.getByRole("link", { name: "All errors" }).first();
      await link.click();
      assert.match(page.url(), /#errors$/);
      if (width < 1200) return;
      const { x = 0, y = 0 } = (await list.boundingBox()) ?? {};
      const text = await page.locator(".docs > article").boundingBox();
      assert.ok(text !== null && x >= text.x + text.width, `${x}`);
      assert.ok(y >= 0 && y < 120, `${y} px below the top, far down the page`);
    });
  }
});

test("every page is named in the contents, with the sections of the one that is open", async () => {
  await withPage({ viewport: { width: 1280, height: 800 } }, async (page) => {
    for (const [at, part] of [firstSteps, ...Object.values(docsParts)].entries()) {
      await page.goto(gallery.hrefOf("en", states[at] ?? ""));
      const contents = page.locator(".docs > nav");
      assert.equal(await contents.locator("[aria-current]").innerText(), part.title);
      for (const { id, title } of part.sections) {
        await contents.getByRole("link", { name: title, exact: true }).click();
        const heading = page.locator(`#${id} h2`);
        assert.equal(await heading.innerText(), title);
        assert.ok(await heading.isVisible());
      }
    }
  });
});

test("an error of the table is marked by its address, and its code is the row's heading", async () => {
  await withPage({ viewport: { width: 1280, height: 800 } }, async (page) => {
    await page.goto(`${gallery.hrefOf("en", "docs-errors")}#error-88`);
    const row = page.locator("tr", { has: page.locator(":target") });
    assert.equal(await row.getByRole("rowheader").innerText(), "88");
    const { y = -1 } = (await row.boundingBox()) ?? {};
    assert.ok(y >= 56 && y < 800, `${y}`);
    const grounds = await page.evaluate<string[]>(
      `["tr:has(:target) td", "tr:not(:has(:target)) td"].map((one) => getComputedStyle(document.querySelector(one)).backgroundColor)`,
    );
    assert.equal(new Set(grounds).size, 2);
  });
});

test("without script the example is in one language at a time", async () => {
  await withPage({ viewport: { width: 1280, height: 800 } }, async (page) => {
    await page.goto(gallery.hrefOf("en", "docs-signing"));
    const visible = async () => {
      const all = await page.locator(".switch code").all();
      const seen = await Promise.all(all.map((one) => one.isVisible()));
      const languages = await Promise.all(all.map((one) => one.getAttribute("data-language")));
      return languages.filter((_, at) => seen[at]);
    };
    assert.deepEqual(await visible(), ["python"]);
    for (const [label, language] of [
      ["Go", "go"],
      ["PHP", "php"],
      ["Node.js (oauth-1.0a)", "js"],
    ] as const) {
      await page.getByRole("radio", { name: label, exact: true }).check();
      assert.deepEqual(await visible(), [language]);
    }
  });
});

/** Evaluated in the browser: paragraphs with uneven lines, and parts of URLs that break. */
const unevenLines = `[...document.querySelectorAll(".docs p, .docs li")]
  .filter((one) => one.checkVisibility() && one.closest("nav, .codes") === null && !one.querySelector(".action"))
  .filter((one) => {
    const { height } = one.getBoundingClientRect();
    const lines = height / Number.parseFloat(getComputedStyle(one).lineHeight);
    return Math.abs(lines - Math.round(lines)) > 0.05;
  })
  .map((one) => one.outerHTML)`;
const brokenUrls = `[...document.querySelectorAll(".docs code:has(wbr)")].flatMap((code) => {
  const parts = [...code.childNodes].filter((one) => one.nodeType === 3);
  return parts.filter((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
  }).map((one) => one.data);
})`;

for (const width of [320, 390, 1280]) {
  test(`lines with code are as high as others, and URLs break between their parts: ${width} px`, async () => {
    await withPage({ javaScriptEnabled: true, viewport: { width, height: 800 } }, async (page) => {
      for (const state of states) {
        await page.goto(gallery.hrefOf("en", state));
        assert.deepEqual(await page.evaluate(unevenLines), [], state);
        assert.deepEqual(await page.evaluate(brokenUrls), [], state);
      }
    });
  });
}

test("each URL of an endpoint can be copied, without what lets it wrap", async () => {
  const options = { javaScriptEnabled: true, permissions: ["clipboard-read", "clipboard-write"] };
  await withPage({ ...options, viewport: { width: 390, height: 664 } }, async (page) => {
    await page.goto(gallery.hrefOf("en", "docs-endpoints"));
    const rows = page.locator("tbody tr");
    await rows.first().getByRole("button", { name: "Copy" }).click();
    assert.equal(await rows.getByRole("button").count(), await rows.count());
    const copied = await page.evaluate("navigator.clipboard.readText()");
    assert.equal(copied, "https://countersign.example/oauth/request_token");
  });
});
