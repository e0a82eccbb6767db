/** Charts: drawn by the server, legible without script, and read with pointer, finger and arrow keys. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { languages } from "../../src/pages/languages/languages.ts";
import { consoleOf } from "../support/console.ts";
import { galleryInBrowser, htmlOf, statesIn } from "../support/gallery.ts";
import { until } from "../support/until.ts";

const gallery = galleryInBrowser();

async function open(name: string, more: BrowserContextOptions = {}, tag = "en"): Promise<Page> {
  const context = await gallery.browser.newContext({
    viewport: { width: 1280, height: 900 },
    ...more,
  });
  const page = await context.newPage();
  await page.goto(gallery.hrefOf(tag, name));
  return page;
}

/** The texts of a row of the first chart's table, with the headings before the counts. */
async function rowOf(page: Page, fromNewest: number): Promise<string> {
  const headings = await page.locator(".counts thead th").allTextContents();
  const row = page.locator(".counts tbody tr").nth(fromNewest);
  const [time, ...counts] = await row.locator("> *").allTextContents();
  return [time, ...counts.map((count, at) => `${headings[at + 1]}: ${count}`)].join("\n");
}

/** The same, but until when the row's time lasts, as the bar says it. */
async function barOf(page: Page, fromNewest: number): Promise<string> {
  const [time, ...counts] = (await rowOf(page, fromNewest)).split("\n");
  const [end] = fromNewest === 0 ? ["…"] : (await rowOf(page, fromNewest - 1)).split("\n");
  return [`${time} – ${end}`, ...counts].join("\n");
}

/** Those of a column of the first chart's table, the oldest first. */
async function countsIn(page: Page, column: number | "last"): Promise<readonly number[]> {
  const cells = column === "last" ? "td:last-child" : `td:nth-child(${column})`;
  const texts = await page.locator(`.counts tbody tr ${cells}`).allTextContents();
  return texts.map((text) => Number(text.replaceAll(",", ""))).reverse();
}

const readingOf = async (page: Page) =>
  (await page.locator(".plot output > span").allTextContents()).map((one) => one.trim()).join("\n");

// interface §15.66
test("without script the bars have the heights of their counts, which are in the table", async () => {
  const page = await open("usage-week", { javaScriptEnabled: false });
  const counts = await countsIn(page, 2);
  const drawn = (await page.locator(".plot path.first").getAttribute("d")) ?? "";
  const heights = new Map(
    [...drawn.matchAll(/M(\d+)[\d.]* ([\d.]+)h[\d.]+V([\d.]+)/g)].map(([, row, bottom, top]) => [
      Number(row),
      Number(bottom) - Number(top),
    ]),
  );
  const scale = Math.max(...heights.values()) / Math.max(...counts);
  for (const [at, count] of counts.entries()) {
    const tall = heights.get(at) ?? 0;
    assert.ok(Math.abs(tall - count * scale) <= 2, `${at}: ${tall}`);
  }
  const box = await page.locator(".plot path.first").boundingBox();
  assert.ok(box && Math.abs(box.height - Math.max(...heights.values())) < 5, "with its edge");
  await page.context().close();
});

// interface §15.66
test("a bar that someone points at, taps, or reaches with the arrow keys says the numbers of its row", async () => {
  const page = await open("usage-week", { hasTouch: true });
  const said = consoleOf(page.context());
  const last = (await page.locator(".plot .steps rect").count()) - 1;
  const reading = page.locator(".plot output");
  assert.equal(await reading.isVisible(), false);
  await page.locator(".plot .steps rect").nth(3).hover();
  assert.equal(await readingOf(page), await barOf(page, last - 3));
  await page.mouse.move(0, 0);
  assert.equal(await reading.isVisible(), false);
  await page.locator(".plot .steps rect").nth(9).tap();
  assert.equal(await readingOf(page), await barOf(page, last - 9));
  await page.locator(".plot").press("End");
  assert.equal(await readingOf(page), await barOf(page, 0));
  await page.keyboard.press("ArrowLeft");
  assert.equal(await readingOf(page), await barOf(page, 1));
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await readingOf(page), await barOf(page, last));
  await page.keyboard.press("ArrowRight");
  assert.equal(await readingOf(page), await barOf(page, last - 1));
  await page.keyboard.press("Escape");
  assert.equal(await reading.isVisible(), false);
  assert.deepEqual(said, []);
  await page.context().close();
});

// interface §15.66
test("what a bar says stands beside it where there is room, with the look of what it counts", async () => {
  const page = await open("usage-week");
  for (const at of [2, 25]) {
    await page.locator(".plot .steps rect").nth(at).hover();
    const bar = await page.locator(".plot .steps rect").nth(at).boundingBox();
    const reading = await page.locator(".plot output").boundingBox();
    assert.ok(bar && reading);
    const isBeside = reading.x >= bar.x + bar.width || reading.x + reading.width <= bar.x;
    assert.ok(isBeside, `${at}: ${reading.x} ${bar.x}`);
  }
  assert.equal(await page.locator(".plot output .swatch").count(), 3);
  const edges = await page
    .locator(".plot output b")
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)));
  assert.equal(new Set(edges).size, 1, "the numbers stand below each other");
  await page.context().close();
});

// interface §15.66
test("the period before is a dashed line through its counts, without script too", async () => {
  const page = await open("usage-week", { javaScriptEnabled: false });
  const { line, top } = await page.evaluate<{ line: [number, number][]; top: number }>(`({
    line: [...document.querySelector(".plot .line").points].map(({ x, y }) => [x, y]),
    top: Number(document.querySelector(".levels li").textContent.replace(",", "")),
  })`);
  const counts = await countsIn(page, "last");
  assert.ok(Math.max(...counts) > 0);
  const middle = line.slice(1, -1);
  assert.equal(middle.length, counts.length);
  for (const [at, [x, y]] of middle.entries()) {
    assert.equal(x, at + 0.5);
    assert.ok(Math.abs(180 - y - ((counts[at] ?? 0) / top) * 180) < 0.1, `${at}: ${y}`);
  }
  const style = `getComputedStyle(document.querySelector(".plot .line"))`;
  assert.notEqual(await page.evaluate(`${style}.strokeDasharray`), "none");
  const box = await page.locator(".plot .line").boundingBox();
  const plot = await page.locator(".plot > svg").boundingBox();
  assert.ok(box && plot);
  assert.ok(Math.abs(box.width - plot.width) < 8, `${box.width} of ${plot.width}`);
  await page.context().close();
});

// interface §15.66
test("a drag over bars, or Shift with an arrow key and Enter, opens their time; a click, a finger and minutes do not", async () => {
  const page = await open("usage-week", { hasTouch: true });
  const asked: string[] = [];
  await page.route("**/*use=days*", async (route) => {
    asked.push(new URL(route.request().url()).search);
    await route.fulfill({ status: 204 });
  });
  const timeOf = async (at: number) => {
    const row = page
      .locator(".counts tbody tr")
      .nth(27 - at)
      .locator("time");
    return Date.parse((await row.getAttribute("datetime")) ?? "");
  };
  const query = async (first: number, last: number) => {
    const hours = [await timeOf(first), (await timeOf(last)) + 5 * 3_600_000];
    const [from, to] = hours.map((hour) => new Date(hour).toISOString().slice(0, 13));
    return `?use=days&from=${from}&to=${to}`;
  };
  const drag = async (from: number, to: number) => {
    const [one, other] = await Promise.all(
      [from, to].map((at) => page.locator(".plot .steps rect").nth(at).boundingBox()),
    );
    assert.ok(one && other);
    await page.mouse.move(one.x + one.width / 2, one.y + 90);
    await page.mouse.down();
    await page.mouse.move(other.x + other.width / 2, other.y + 90, { steps: 3 });
  };
  await drag(4, 9);
  assert.equal(await page.locator(".plot .current").count(), 6);
  assert.equal(await page.locator(".plot output > span").count(), 1, "when, without numbers");
  await page.mouse.up();
  await until(() => Promise.resolve(asked.length === 1));
  await drag(27, 20);
  await page.mouse.up();
  await until(() => Promise.resolve(asked.length === 2));
  await page.locator(".plot .steps rect").nth(3).click();
  await page.locator(".plot .steps rect").nth(9).tap();
  await page.locator(".plot").press("Home");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  assert.equal(await page.locator(".plot .current").count(), 3);
  await page.keyboard.press("Enter");
  await until(() => Promise.resolve(asked.length === 3));
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await until(() => Promise.resolve(asked.length === 4));
  assert.deepEqual(asked, [
    await query(4, 9),
    await query(20, 27),
    await query(0, 2),
    await query(27, 27),
  ]);
  await page.goto(page.url().replace("usage-week", "usage-hour"));
  await drag(2, 7);
  await page.mouse.up();
  await page.locator(".plot").press("Enter");
  assert.equal(await page.locator(".plot .current").count(), 1);
  assert.equal(asked.length, 4);
  await page.context().close();
});

test("what a bar says stays inside the chart, on a phone too, in every language", async () => {
  for (const tag of Object.keys(languages)) {
    const page = await open("usage-week", { viewport: { width: 320, height: 700 } }, tag);
    for (const key of ["Home", "End"]) {
      await page.locator(".plot").press(key);
      const plot = await page.locator(".plot").boundingBox();
      const reading = await page.locator(".plot output").boundingBox();
      assert.ok(plot && reading && reading.x >= plot.x - 1, tag);
      assert.ok(reading.x + reading.width <= plot.x + plot.width + 1, `${tag} ${key}`);
    }
    assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 320);
    await page.context().close();
  }
});

test("the bars are in the print, and apart from each other in forced colors", async () => {
  const page = await open("usage-week");
  await page.emulateMedia({ media: "print" });
  const drawn = page.locator(".plot path.first");
  assert.ok((await drawn.boundingBox())?.height);
  await page.emulateMedia({ media: "screen", forcedColors: "active" });
  const colorOf = (bar: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector("${bar}")).fill`);
  assert.notEqual(await colorOf("path.first"), await colorOf("path.bad"));
  await page.context().close();
});

const charts = statesIn("en").filter((name) => htmlOf("en", name).includes("data-chart"));

for (const width of [390, 1280]) {
  test(`nothing of a page with a chart moves up or down when its scripts have come: ${width} px`, async () => {
    assert.ok(charts.length > 6);
    const context = await gallery.browser.newContext({ viewport: { width, height: 800 } });
    const page = await context.newPage();
    let come = Promise.withResolvers<void>();
    await page.route("**/*.js", async (route) => {
      await come.promise;
      await route.continue();
    });
    await page.addInitScript(`globalThis.moved = [];
// A time in the zone of its reader is shorter, so what follows on its line moves along.
const isElsewhere = ({ previousRect, currentRect }) => Math.abs(previousRect.y - currentRect.y) > 1;
new PerformanceObserver((list) => moved.push(
  ...list.getEntries().flatMap(({ sources }) => sources.filter(isElsewhere))
    .map(({ node }) => node?.parentElement?.outerHTML ?? "gone"),
))
  .observe({ type: "layout-shift", buffered: true });`);
    for (const tag of Object.keys(languages)) {
      for (const name of tag === "en" ? charts : ["usage-week"]) {
        come = Promise.withResolvers<void>();
        await page.goto(gallery.hrefOf(tag, name), { waitUntil: "commit" });
        await until(() => page.evaluate<boolean>("document.readyState === 'interactive'"));
        await page.evaluate(painted);
        come.resolve();
        await page.waitForLoadState("load");
        await until(() =>
          page.evaluate<boolean>("document.querySelector('.plot')?.tabIndex === 0"),
        );
        await page.evaluate(painted);
        assert.deepEqual(await page.evaluate("moved"), [], `${tag} ${name}`);
      }
    }
    await context.close();
  });
}

const painted =
  "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))";
