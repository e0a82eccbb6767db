/** The documentation: its frame, how its lines break, and what works without script. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { docsGroups, docsPages } from "../../src/pages/views/docs/contents.ts";
import { galleryInBrowser } from "../support/gallery.ts";

const gallery = galleryInBrowser();
const stateOf = (id: string | undefined) => (id === undefined ? "docs" : `docs-${id}`);

async function withPage(
  options: Parameters<typeof gallery.browser.newPage>[0],
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await gallery.browser.newPage({ javaScriptEnabled: false, ...options });
  await look(page);
  await page.close();
}

test("the contents are in the menu on a phone, and from 56rem on a list that stays beside the text", async () => {
  for (const width of [390, 895, 896, 1920]) {
    await withPage({ viewport: { width, height: 664 } }, async (page) => {
      await page.goto(gallery.hrefOf("en", "docs-signed-out"));
      const list = page.locator("body > .sections");
      assert.equal(await list.isVisible(), width >= 896, `${width} px`);
      if (width < 896) await page.getByRole("button", { name: "Menu" }).click();
      const contents = width < 896 ? page.locator("#places .sections") : list;
      const groups = await contents.locator("p").allInnerTexts();
      assert.deepEqual(
        groups,
        docsGroups.map(({ title }) => title),
      );
      const names = await contents.locator("p + ul > li > a").allInnerTexts();
      assert.deepEqual(
        names,
        docsPages.map(({ title, shortTitle = title }) => shortTitle),
      );
      assert.equal(await contents.locator("[aria-current=page]").innerText(), names[0]);
      for (const link of ["API reference", "Status"]) {
        assert.equal(
          await page.getByRole("link", { name: link }).filter({ visible: true }).count(),
          1,
        );
      }
    });
  }
});

test("the contents have the sections of the page that is open", async () => {
  await withPage({ viewport: { width: 1280, height: 800 } }, async (page) => {
    for (const { id, sections, isSteps } of docsPages) {
      if (isSteps || sections.length < 2) continue;
      await page.goto(gallery.hrefOf("en", stateOf(id)));
      for (const { id, title } of sections) {
        await page
          .locator("body > .sections ul ul")
          .getByRole("link", { name: title, exact: true })
          .click();
        const heading = page.locator(`#${id} h2`);
        assert.equal(await heading.innerText(), title);
        assert.ok(await heading.isVisible());
      }
    }
  });
});

test("the program is beside the text, where it stays, or below its section where there is no room", async () => {
  for (const width of [390, 1199, 1200, 1440]) {
    await withPage({ viewport: { width, height: 800 } }, async (page) => {
      await page.goto(gallery.hrefOf("en", "docs-sent"));
      const program = page.locator(".program");
      const text = page.locator("#call");
      const box = async () => (await program.boundingBox()) ?? assert.fail();
      const beside = (await text.boundingBox()) ?? assert.fail();
      if (width < 1200) {
        const next = (await page.locator("#arrived").boundingBox()) ?? assert.fail();
        assert.ok((await box()).y >= beside.y + beside.height && (await box()).y < next.y);
        return;
      }
      assert.ok((await box()).x >= beside.x + beside.width, `${width} px`);
      await page.mouse.wheel(0, 300);
      const code = program.locator("> div");
      await page.waitForFunction("scrollY > 100");
      const { y, height } = (await code.boundingBox()) ?? assert.fail();
      assert.ok(y >= 56 && y + height <= 800, `${y} and ${height} px`);
    });
  }
});

test("the steps that are done have a tick, and the one that waits is dashed", async () => {
  await withPage({ viewport: { width: 1280, height: 800 } }, async (page) => {
    const marks = async (state: string) => {
      await page.goto(gallery.hrefOf("en", state));
      return page.evaluate<string[]>(
        `[...document.querySelectorAll(".steps h2")].map((one) => { const { content, borderTopStyle } = getComputedStyle(one, "::before"); return (content.includes("✓") ? "done" : borderTopStyle); })`,
      );
    };
    assert.deepEqual(await marks("docs"), ["solid", "solid", "solid", "solid"]);
    assert.deepEqual(await marks("docs-waiting"), ["done", "solid", "solid", "dashed"]);
    assert.deepEqual(await marks("docs-rejected"), ["done", "solid", "solid", "dashed"]);
    assert.deepEqual(await marks("docs-arrived"), ["done", "done", "done", "done"]);
  });
});

test("an error of the table is marked by its address, and its code is the row's heading", async () => {
  await withPage({ viewport: { width: 1280, height: 800 } }, async (page) => {
    await page.goto(`${gallery.hrefOf("en", "docs-errors")}#error-88`);
    const row = page.locator("tr", { has: page.locator(":target") });
    assert.equal(await row.getByRole("rowheader").innerText(), "429 (code 88)");
    const { y = -1 } = (await row.boundingBox()) ?? {};
    assert.ok(y >= 56 && y < 800, `${y}`);
    const grounds = await page.evaluate<string[]>(
      `["tr:has(:target) td", "tr:not(:has(:target)) td"].map((one) => getComputedStyle(document.querySelector(one)).backgroundColor)`,
    );
    assert.equal(new Set(grounds).size, 2);
  });
});

/** Evaluated in the browser: paragraphs with uneven lines, and parts of URLs that break. */
const unevenLines = `[...document.querySelectorAll(".docs p, .docs li")]
  .filter((one) => one.checkVisibility() && one.closest("nav") === null && !one.querySelector(".action, .button, .tag") && !one.matches(".request-states *"))
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
      for (const { id } of docsPages) {
        await page.goto(gallery.hrefOf("en", stateOf(id)));
        assert.deepEqual(await page.evaluate(unevenLines), [], id);
        assert.deepEqual(await page.evaluate(brokenUrls), [], id);
      }
    });
  });
}

test("each URL of an endpoint can be copied, without what lets it wrap, and so can a program", async () => {
  const options = { javaScriptEnabled: true, permissions: ["clipboard-read", "clipboard-write"] };
  await withPage({ ...options, viewport: { width: 390, height: 664 } }, async (page) => {
    await page.goto(gallery.hrefOf("en", "docs-endpoints"));
    const copied = () => page.evaluate<string>("navigator.clipboard.readText()");
    await page.getByRole("button", { name: "Copy the URL" }).first().click();
    assert.equal(await copied(), "https://countersign.example/oauth/request_token");
    await page.goto(gallery.hrefOf("en", "docs"));
    const program = (await page.locator(".program code").first().textContent()) ?? "";
    await page.getByRole("button", { name: "Copy the program" }).click();
    assert.equal(await copied(), program.trimEnd());
  });
});
