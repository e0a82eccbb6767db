/** Times as readers see them: in their own zone with script; without it in UTC, and the text says so. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import type { TimeZone } from "../../src/domain/time-zone.ts";
import * as english from "../../src/pages/languages/english.ts";
import { languages } from "../../src/pages/languages/languages.ts";
import type { Texts } from "../../src/pages/languages/texts.ts";
import { textsIn } from "../../src/pages/languages/zoned.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";
import { showGallery } from "../support/gallery.ts";
import { makeUser, startTestService, type TestService } from "../support/service.ts";

let browser: Browser;
before(async () => {
  browser = await launchChromium();
});
after(() => browser.close());

/** Late in the evening in UTC, which is the next day in Tokyo. */
const now = Date.UTC(2026, 4, 3, 22, 20, 30);

async function events(service: TestService, texts: Texts, javaScriptEnabled: boolean) {
  const context = await browser.newContext({
    timezoneId: "Asia/Tokyo",
    locale: texts.language.tag,
    javaScriptEnabled,
  });
  const page = await context.newPage();
  const said = consoleOf(page.context());
  await page.goto(`${service.baseUrl}/sign-in?continue=%2Faccount%2Fevents`);
  await page.locator("[name=username]").fill("alice");
  await page.locator("[name=password]").fill("a long enough password");
  await page.locator("main button[type=submit]").click();
  const times = page.locator("main time");
  await times.first().waitFor();
  // Its script runs before the page has finished loading, and after the times have been parsed.
  await page.waitForLoadState();
  const element = {
    text: await times.first().textContent(),
    title: await times.first().getAttribute("title"),
    datetime: await times.first().getAttribute("datetime"),
  };
  await context.close();
  assert.deepEqual(said, []);
  return element;
}

// interface §14.36
test("without script a moment is in UTC and says so; with it, in the reader's zone", async () => {
  await using service = await startTestService({}, () => now);
  await makeUser(service.dependencies.ledger, "alice", now);
  assert.deepEqual(await events(service, english, false), {
    text: english.dates.moment(now),
    title: english.dates.full(now),
    datetime: "2026-05-03T22:20:30.000Z",
  });
  assert.match(english.dates.moment(now), /UTC$/);
  const there = await events(service, english, true);
  assert.equal(there.text, "May 4, 2026, 07:20");
  assert.match(there.title ?? "", /^Monday, May 4, 2026 at 7:20:30.AM GMT\+9$/);
  assert.equal(there.datetime, "2026-05-03T22:20:30.000Z");
});

test("what script writes has the words and digits of the page's language", async () => {
  await using service = await startTestService({}, () => now);
  await makeUser(service.dependencies.ledger, "alice", now);
  for (const texts of Object.values(languages)) {
    const { text } = await events(service, texts, true);
    const sameDay = Date.UTC(2026, 4, 4, 7, 20, 30);
    // The catalogue's text for the same local time, except for the name of the zone.
    const [written = ""] = texts.dates.moment(sameDay).split(/\s*UTC/u);
    assert.equal(plain(text), plain(written));
  }
});

// interface §14.73
test("a chosen zone writes what the script would write there, in every form and language", async () => {
  await using gallery = await showGallery();
  const page = await browser.newPage({ timezoneId: "Asia/Tokyo" });
  const tokyo = "Asia/Tokyo" as TimeZone;
  for (const [tag, texts] of Object.entries(languages)) {
    const { zoned } = textsIn(texts, tokyo).dates;
    await page.goto(gallery.hrefOf(tag, "account-events"));
    for (const [form, format] of Object.entries(zoned?.shapes ?? {})) {
      if (form === "year") continue;
      const shown = await page.evaluate(`(() => {
        const time = document.querySelector("main time");
        time.dateTime = "${new Date(now).toISOString()}";
        time.dataset.shown = "${form}";
        document.dispatchEvent(new Event("refreshed"));
        return time.textContent;
      })()`);
      assert.equal(shown, format(now), `${tag} ${form}`);
    }
  }
  await page.close();
});

/** Without marks of direction, and with plain spaces. */
function plain(text: string | null): string {
  return (text ?? "")
    .replace(/[\u{200E}\u{200F}\u{61C}]/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}
