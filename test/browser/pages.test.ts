import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { english } from "../../src/languages/english.ts";
import { languages as spoken } from "../../src/languages/languages.ts";
import type { Texts } from "../../src/languages/texts.ts";
import { exhibitFrame } from "../../src/views/exhibit.ts";
import { gallery, galleryIndex } from "../../src/views/gallery.ts";
import { scripts } from "../../src/views/scripts.ts";
import { stylesheet } from "../../src/views/stylesheet.ts";
import { launchChromium } from "../support/chromium.ts";

/** Every page in every state, as a browser shows it under the policy that the service sends. */

const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const languages: Record<string, Texts> = {
  english,
  ...Object.fromEntries(Object.entries(spoken).filter(([, texts]) => texts !== english)),
};

const pages = new Map(
  Object.entries(languages).flatMap(([language, texts]) => show(language, texts)),
);
const allPaths = [...pages.keys()];
const englishPaths = allPaths.filter((path) => path.startsWith("/english"));
/** Other words change no colour and no order: axe looks at one state of each page. */
const otherWords = oneOfEachTitle(allPaths.filter((path) => !path.startsWith("/english")));

/** Every state on a light phone and on a dark desk, where all colours and layouts come by; in the two other looks one state of each page. */
const looks = [
  { colorScheme: "light", width: 360, paths: [...englishPaths, ...otherWords] },
  { colorScheme: "dark", width: 1280, paths: englishPaths },
  { colorScheme: "dark", width: 360, paths: oneOfEachTitle(englishPaths) },
  { colorScheme: "light", width: 1280, paths: oneOfEachTitle(englishPaths) },
] as const;

const server = createServer((request, response) => {
  const page = pages.get(request.url ?? "");
  const withScript = page?.includes("<script") ? "; script-src 'self'" : "";
  response.setHeader("Content-Security-Policy", policy + withScript);
  const script = Object.values(scripts).find((one) => one.href === request.url);
  if (script !== undefined) {
    response.setHeader("Content-Type", "text/javascript; charset=utf-8").end(script.body);
    return;
  }
  if (request.url === stylesheet().href) {
    response.setHeader("Content-Type", "text/css; charset=utf-8").end(stylesheet().body);
  } else if (page !== undefined) {
    response.setHeader("Content-Type", "text/html; charset=utf-8").end(page);
  } else {
    response.writeHead(404).end();
  }
});

let browser: Browser;
let origin: string;

before(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchChromium();
});

after(async () => {
  await browser.close();
  server.close();
});

for (const look of looks) {
  test(`axe finds nothing, and the console stays empty: ${look.colorScheme}, ${look.width} px`, async () => {
    assert.deepEqual(await onEveryPage(look, violationsOn), []);
  });
}

test("nothing reaches beyond the page, and no box cuts its text: 320, 360 and 1280 px", async () => {
  const found = await onEveryPage({ width: 320 }, async (page) => {
    await unfold(page);
    const beyond: string[] = [];
    for (const width of [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await chartsFit(page);
      beyond.push(...(await outOfBounds(page)).map((what) => `${width} px: ${what}`));
    }
    return beyond;
  });
  assert.deepEqual(found, []);
});

test("whatever acts is at least 44 by 44 px", async () => {
  const found = await onEveryPage({ width: 360, paths: englishPaths }, async (page) => {
    await unfold(page);
    return page
      .locator(
        "button, summary, a.button, a.action, nav a, textarea, label:has(input[type=radio], input[type=checkbox]), input:not([type=hidden], [type=radio], [type=checkbox])",
      )
      .evaluateAll((targets) =>
        targets
          .filter((target) => {
            const { width, height } = target.getBoundingClientRect();
            return target.checkVisibility() && (width < 44 || height < 44);
          })
          .map((target) => target.outerHTML),
      );
  });
  assert.deepEqual(found, []);
});

test("the Tab key reaches everything in its order, and the focus shows", async () => {
  const walked = new Set<string>();
  const found = await onEveryPage({ width: 360, paths: englishPaths }, async (page) => {
    const targets = await tabStops(page);
    // States that offer the same are walked once.
    const offered = targets.map((one) => one.kind).join(" ");
    if (walked.has(offered)) return [];
    walked.add(offered);
    const expected = targets.map((one) => one.markup);
    const reached: string[] = [];
    const invisible: string[] = [];
    for (let step = 0; reached.length < expected.length && step < expected.length + 8; step++) {
      await page.keyboard.press("Tab");
      const [focused] = await page.locator(":focus").evaluateAll((all) =>
        all.map((one) => {
          const look = one.ownerDocument.defaultView.getComputedStyle(one);
          const shows = look.outlineStyle === "solid" && Number.parseFloat(look.outlineWidth) >= 2;
          return { markup: one.outerHTML, shows };
        }),
      );
      if (focused === undefined) continue;
      if (!focused.shows) invisible.push(`no focus to be seen: ${focused.markup}`);
      // Day, month and year of a date are stops of their own.
      const isSameDate =
        focused.markup.includes('type="date"') && focused.markup === reached.at(-1);
      if (!isSameDate) reached.push(focused.markup);
    }
    return sameRound(reached, expected)
      ? invisible
      : [`${expected.join("\n")}\nbut got\n${reached.join("\n")}`];
  });
  assert.deepEqual(found, []);
});

test("the code looks grouped but is copied without a gap", async () => {
  const page = await browser.newPage();
  await page.goto(`${origin}/english/pin`);
  const pin = page.locator("output#pin");
  assert.equal(await pin.textContent(), "1234567");
  await pin.click();
  const selected = await pin.evaluate((one) => String(one.ownerDocument.getSelection()));
  assert.equal(selected, "1234567");
  await page.close();
});

test("on a phone both answers are on the first screen of a usual request", async () => {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  await page.goto(`${origin}/english/consent-write`);
  for (const name of ["Authorize app", "Cancel"]) {
    const box = await page.getByRole("button", { name, exact: true }).boundingBox();
    assert.ok(box !== null && box.y + box.height <= 740, name);
  }
  await page.close();
});

/** The first of those that share a title: states of one page. */
function oneOfEachTitle(paths: readonly string[]): readonly string[] {
  const title = (path: string) => pages.get(path)?.match(/<title>.*<\/title>/)?.[0] ?? path;
  return [...new Map(paths.toReversed().map((path) => [title(path), path])).values()];
}

function show(language: string, texts: Texts): [string, string][] {
  const frame = exhibitFrame(texts);
  const exhibits = gallery(frame).map(({ name, page }) => [`/${language}/${name}`, page] as const);
  const index = galleryIndex(
    frame,
    exhibits.map(([path]) => path),
    (path) => path,
  );
  return [...exhibits, [`/${language}`, index] as const].map(([path, page]) => [
    path,
    String(page),
  ]);
}

/** Opens whatever opens, so that nothing escapes because it is folded away. */
async function unfold(page: Page): Promise<void> {
  await page.locator("details").evaluateAll((all) => {
    for (const one of all) one.setAttribute("open", "");
  });
}

async function outOfBounds(page: Page): Promise<string[]> {
  return page
    .locator(":root, body :not(bdi, span, a, strong, code, input, .scroll *)")
    .evaluateAll((all) =>
      all
        .filter((one) => {
          const { left, right } = one.getBoundingClientRect();
          const { clientWidth } = one.ownerDocument.documentElement;
          const cuts = one.scrollWidth > one.offsetWidth;
          return left < 0 || right > clientWidth || (cuts && one.className !== "scroll");
        })
        .map((one) => (one.localName === "html" ? "the page" : one.outerHTML)),
    );
}

/** A chart follows its page's width in the next frame. */
async function chartsFit(page: Page): Promise<void> {
  await page.locator("[data-chart]").evaluateAll(async (charts) => {
    const { requestAnimationFrame } = globalThis as unknown as Frames;
    if (charts.length === 0) return;
    await new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
}

type Frames = { requestAnimationFrame(then: () => void): void };

async function violationsOn(page: Page): Promise<string[]> {
  await unfold(page);
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: standards, resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  return violations.map(({ id, nodes }) => `${id} ${nodes.map((n) => n.html).join(" ")}`);
}

type Look = {
  readonly width: number;
  readonly colorScheme?: "light" | "dark";
  readonly paths?: readonly string[];
};

/** What `inspect` finds, with the address before it; whatever the console says counts as found. */
async function onEveryPage(
  { width, colorScheme = "light", paths = allPaths }: Look,
  inspect: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const context = await browser.newContext({ viewport: { width, height: 740 }, colorScheme });
  const found: string[] = [];
  const left = paths.values();
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      const page = await context.newPage();
      page.on("console", (message) => found.push(`${page.url()}: ${message.text()}`));
      page.on("pageerror", (problem) => found.push(`${page.url()}: ${problem.message}`));
      for (const path of left) {
        await page.goto(`${origin}${path}`);
        found.push(...(await inspect(page)).map((what) => `${path}: ${what}`));
      }
    }),
  );
  await context.close();
  return found;
}

/** What Tab stops at, in the order of the page; of radio buttons it is the chosen one, or the first. */
async function tabStops(page: Page): Promise<readonly { markup: string; kind: string }[]> {
  return page
    .locator("a[href], button, summary, textarea, select, .scroll, input:not([type=hidden])")
    .evaluateAll((all) => {
      const radios = all.filter((one) => one.getAttribute("type") === "radio");
      const stops = (one: (typeof all)[number]) => {
        const group = radios.filter(
          (other) =>
            other.getAttribute("name") === one.getAttribute("name") &&
            other.closest("form") === one.closest("form"),
        );
        return one === (group.find((other) => other.hasAttribute("checked")) ?? group[0]);
      };
      return all
        .filter((one) => one.checkVisibility() && (!radios.includes(one) || stops(one)))
        .map((one) => ({
          markup: one.outerHTML,
          kind: `${one.localName}.${one.className}#${one.id}`,
        }));
    });
}

/** Tab goes around; a field with autofocus makes it start in the middle. */
function sameRound(reached: readonly string[], expected: readonly string[]): boolean {
  const start = expected.indexOf(reached[0] ?? "");
  const round = [...expected.slice(start), ...expected.slice(0, start)];
  return reached.length === round.length && reached.every((one, at) => one === round[at]);
}
