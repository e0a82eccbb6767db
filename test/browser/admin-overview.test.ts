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
  await page.locator(".checklist summary").nth(1).click();
  await page.locator(".checklist .copy").nth(1).click();
  const copied = (await page.evaluate("navigator.clipboard.readText()")) as string;
  assert.match(copied, /^COUNTERSIGN_SMTP_URL=\S+\nCOUNTERSIGN_MAIL_FROM=\S+$/);
  await page.close();
});

test("a fresh overview is at most 1,400 px tall, says what to do first, and has one step unfolded", async () => {
  const page = await gallery.browser.newPage({ viewport: { width: 1440, height: 900 } });
  for (const [tag, { admin }] of Object.entries(languages)) {
    await page.goto(gallery.hrefOf(tag, "admin-overview-new"));
    const height = (await page.evaluate("document.documentElement.scrollHeight")) as number;
    assert.ok(height <= 1400, `${tag}: ${height} px`);
    assert.ok(await page.getByText(admin.overview.noRequests).isVisible());
    assert.equal(await page.locator("figure").count(), 0, "no chart of nothing");
    assert.equal(await page.locator(".checklist > li").count(), 8);
    assert.equal(await page.locator(".checklist > li > details[open]").count(), 1);
  }
  await page.goto(gallery.hrefOf("en", "admin-overview-half-done"));
  assert.equal(await page.locator(".checklist > li > details").count(), 2);
  const { steps } = languages.en.admin.checklist;
  const finished = page.getByRole("heading", { name: steps.invite.title });
  assert.equal(await finished.count(), 0, "it is folded");
  await page.getByText(languages.en.admin.checklist.finished).click();
  assert.equal(await finished.count(), 1);
  await page.close();
});

test("a step has one action, and its copy button is as large as any", async () => {
  const page = await gallery.browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(gallery.hrefOf("en", "admin-overview-new"));
  await page.evaluate(
    "for (const one of document.querySelectorAll('.checklist details')) one.open = true;",
  );
  for (const step of await page.locator(".checklist > li").all()) {
    const actions = await step.locator(".actions > *, .copy").count();
    assert.equal(actions, 1, await step.innerText());
    for (const copy of await step.locator(".copy").all()) {
      const [box, icon] = [
        await copy.boundingBox(),
        await copy.locator("svg").first().boundingBox(),
      ];
      assert.ok(
        box && icon && box.height >= 24 && icon.height >= 16,
        `${box?.height} ${icon?.height}`,
      );
    }
  }
  await page.close();
});

test("requests and rejections have a bar for each hour, and what is unauthenticated a line of its own", async () => {
  for (const width of [390, 1024, 1440]) {
    const page = await gallery.browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(gallery.hrefOf("en", "admin-overview"));
    const drawings = await page.locator(".figures .spark").all();
    assert.equal(drawings.length, 2);
    const boxes = await Promise.all(drawings.map((one) => one.boundingBox()));
    for (const box of boxes) assert.deepEqual([box?.width, box?.height], [96, 24]);
    if (width > 390) assert.equal(boxes[0]?.y, boxes[1]?.y, `${width} px`);
    const last = page.locator(".figures small").last();
    const below = await last.boundingBox();
    assert.match((await last.textContent()) ?? "", /^789 /);
    assert.ok(boxes[1] && below && below.y >= boxes[1].y + boxes[1].height, `${width} px`);
    await page.close();
  }
});

test("the five figures stand in one row at 1024 px, and at 200 % zoom", async () => {
  for (const width of [1024, 720, 1440]) {
    const page = await gallery.browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(gallery.hrefOf("en", "admin-overview"));
    const figures = await page.locator("dl.figures > div").all();
    const tops = await Promise.all(figures.map(async (one) => (await one.boundingBox())?.y));
    assert.equal(figures.length, 5);
    assert.equal(new Set(tops).size, 1, `${width} px`);
    await page.close();
  }
});
