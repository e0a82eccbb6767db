/** What an administrator sees first: what to do, the most urgent first, and then the figures. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { languages } from "../../src/pages/languages/languages.ts";
import { galleryInBrowser } from "../support/gallery.ts";

const gallery = galleryInBrowser();

for (const [tag, texts] of Object.entries(languages)) {
  test(`${tag}: what needs attention is one list in the order of severity, with one action each, above the figures`, async () => {
    const page = await gallery.browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(gallery.hrefOf(tag, "admin-overview-failing"));
    const items = page.locator(".items.attention > li");
    const { now, soon, information } = texts.admin.overview.attention.severities;
    assert.deepEqual(await items.locator(".tag").allTextContents(), [
      now,
      now,
      ...[soon, soon, soon, soon, soon],
      information,
    ]);
    for (const item of await items.all()) {
      assert.equal(await item.locator("a, button").count(), 1, await item.innerText());
    }
    const [list, figures] = await Promise.all(
      [".items.attention", ".figures"].map((one) => page.locator(one).boundingBox()),
    );
    assert.ok(list && figures && list.y + list.height <= figures.y);
    await page.close();
  });
}

test("each figure is a link in its whole card, and a card is no wider than a fifth of the page", async () => {
  const page = await gallery.browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(gallery.hrefOf("en", "admin-overview"));
  const cards = await page.locator(".figures > div").all();
  assert.equal(cards.length, 5);
  for (const card of cards) {
    const box = await card.boundingBox();
    assert.ok(box && box.width <= 256, `${box?.width} px`);
    const link = (await page.evaluate(
      `document.elementFromPoint(${box.x + box.width - 4}, ${box.y + box.height - 4})?.closest("a")?.getAttribute("href")`,
    )) as string | undefined;
    assert.match(link ?? "", /^(\/admin\/|#)/);
  }
  await page.goto(gallery.hrefOf("en", "admin-overview-new"));
  assert.equal(await page.locator(".figures").count(), 0, "the first user alone is no figure");
  await page.close();
});

test("the lines of a first step are copied as they stand", async () => {
  const page = await gallery.browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(gallery.hrefOf("en", "admin-overview-new"));
  await page.locator(".checklist .copy").nth(1).click();
  const copied = (await page.evaluate("navigator.clipboard.readText()")) as string;
  assert.match(copied, /^COUNTERSIGN_SMTP_URL=\S+\nCOUNTERSIGN_MAIL_FROM=\S+$/);
  await page.close();
});
