/** Charts that a script draws from a table, under the policy of pages with scripts. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { setPageHeaders } from "../../src/http/server/security-headers.ts";
import { gallery } from "../../src/pages/gallery/gallery.ts";
import { galleryFrame } from "../../src/pages/gallery/gallery-state.ts";
import { pseudo } from "../../src/pages/languages/pseudo.ts";
import { scripts } from "../../src/pages/views/scripts.ts";
import { stylesheet } from "../../src/pages/views/stylesheet.ts";
import { launchChromium } from "../support/chromium.ts";
import { consoleOf } from "../support/console.ts";

const nextFrame = "new Promise((done) => requestAnimationFrame(done))";

test("a chart is drawn from its table, in both themes and any width, and nothing is rejected", async (t) => {
  const state = gallery(galleryFrame(pseudo)).find((one) => one.name === "usage-week");
  const server = createServer((request, response) => {
    const script = Object.values(scripts).find(({ href }) => href === request.url);
    if (script !== undefined) {
      response.setHeader("content-type", "text/javascript").end(script.body);
    } else if (request.url === stylesheet().href) {
      response.setHeader("content-type", "text/css").end(stylesheet().body);
    } else {
      setPageHeaders(request, response, { script: true });
      response.setHeader("content-type", "text/html; charset=utf-8").end(String(state?.page));
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const browser = await launchChromium();
  t.after(async () => {
    await browser.close();
    server.close();
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const said = consoleOf(page.context());
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  const legend = page.locator(".u-legend .u-series");
  const headings = await page.locator(".counts thead th").allTextContents();
  assert.ok(headings.length > 8);
  assert.deepEqual(
    (await legend.locator(".u-label").allTextContents()).slice(1),
    headings.slice(1),
  );
  assert.equal(await legend.locator(".u-label").first().textContent(), "", "the value says it all");
  const sums = await page.locator(".counts tfoot > tr > *").allTextContents();
  assert.deepEqual(await legend.locator(".u-value").allTextContents(), sums, "until one points");
  assert.equal(await page.locator("figure > [aria-hidden=true] canvas").count(), 1);

  const drawing = page.locator(".u-over");
  const width = (await drawing.boundingBox())?.width ?? 0;
  await drawing.hover({ position: { x: width - 1, y: 20 } });
  const last = await page.locator(".counts tbody tr:first-child > *").allTextContents();
  assert.deepEqual(await legend.locator(".u-value").allTextContents(), last);

  const color = () =>
    page.evaluate("getComputedStyle(document.querySelectorAll('.u-marker')[1]).borderTopColor");
  const inLight = await color();
  await page.emulateMedia({ colorScheme: "dark" });
  // Checked repeatedly from outside, because the page's policy forbids waiting conditions inside it.
  while ((await color()) === inLight) await page.evaluate(nextFrame);

  await page.setViewportSize({ width: 360, height: 800 });
  const isNarrow = "document.querySelector('.uplot').getBoundingClientRect().width < 330";
  while (!(await page.evaluate<boolean>(isNarrow))) await page.evaluate(nextFrame);
  assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 360);
  assert.deepEqual(said, []);
});
