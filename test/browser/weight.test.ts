/** What a browser loads for a page, and whether anything moves while it comes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserContext } from "playwright-core";
import { launchChromium } from "../support/chromium.ts";
import { galleryInBrowser } from "../support/gallery.ts";
import { startWorld } from "../support/world.ts";

const gallery = galleryInBrowser();

/** The bytes of every response's body, as they were sent, and how many requests there were. */
async function loaded(context: BrowserContext, url: string) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  let requests = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  await page.goto(url, { waitUntil: "networkidle" });
  await page.close();
  return { bytes, requests };
}

test("a cold sign-in page takes at most 20 KB and 4 requests", async (t) => {
  await using world = await startWorld();
  const browser = await launchChromium();
  t.after(() => browser.close());
  const { bytes, requests } = await loaded(await browser.newContext(), `${world.baseUrl}/sign-in`);
  assert.ok(requests <= 4, `${requests} requests`);
  assert.ok(bytes <= 20_000, `${bytes} bytes`);
});

test("nothing moves while a page comes, of those that a user, a developer, or an administrator opens first", async () => {
  const page = await gallery.browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(`
    globalThis.moved = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.moved += value;
    }).observe({ type: "layout-shift", buffered: true });`);
  for (const state of [
    ...["sign-in", "consent-read", "account-overview", "account-applications", "account-sessions"],
    ...["portal-applications", "portal-application-new", "admin-overview", "admin-users"],
    ...["admin-application", "admin-audit-full", "admin-settings"],
  ]) {
    await page.goto(gallery.hrefOf("en", state), { waitUntil: "networkidle" });
    // A time is written again in the reader's zone, which moves what follows it in its line.
    const moved = (await page.evaluate("moved")) as number;
    assert.ok(moved < 0.01, `${state}: ${moved}`);
  }
  await page.close();
});
