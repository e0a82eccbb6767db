import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";

import type { Browser, Page } from "playwright-core";
import { exampleIcon } from "../../src/gallery/example-icon.ts";
import { gallery, galleryIndex } from "../../src/gallery/gallery.ts";
import { galleryFrame } from "../../src/gallery/gallery-state.ts";
import { english } from "../../src/languages/english.ts";
import { languages as spoken } from "../../src/languages/languages.ts";
import type { Texts } from "../../src/languages/texts.ts";
import { scripts } from "../../src/views/scripts.ts";
import { stylesheet } from "../../src/views/stylesheet.ts";
import { launchChromium } from "../support/chromium.ts";
import { everyElementOnce, oneOfEachStructure } from "./alike.ts";
import { loadAxe, loadInspect } from "./in-page/load.ts";

/** Every page in every state, as a browser shows it under the policy that the service sends. */

const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

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
const otherWords = Object.keys(languages).flatMap((language) =>
  language === "english"
    ? []
    : onePerPage(allPaths.filter((path) => path.startsWith(`/${language}`))),
);

/**
 * Axe looks at every structure on a light phone and at every element on a dark desk, where all colours and
 * layouts come by; in the two other looks, and with other words, at every element of one state of each page.
 */
const looks = [
  {
    colorScheme: "light",
    width: 360,
    paths: [...oneOfEachStructure(withMarkup(englishPaths)), ...otherWords],
  },
  { colorScheme: "dark", width: 1280, paths: everyElementOnce(withMarkup(englishPaths)) },
  { colorScheme: "dark", width: 360, paths: onePerPage(englishPaths) },
  { colorScheme: "light", width: 1280, paths: onePerPage(englishPaths) },
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
  const icon = exampleIcon(request.url);
  if (icon !== undefined) {
    response.setHeader("Content-Type", "image/svg+xml").end(icon);
  } else if (request.url === stylesheet().href) {
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
    assert.deepEqual(await lookAt(look, "violations"), []);
  });
}

// The looks put the states into a document that has passed its policy; here the browser applies it to each element.
test("the policy blocks nothing of any page, and the console stays empty", async () => {
  const paths = everyElementOnce(withMarkup(allPaths));
  assert.deepEqual(await onEveryPage({ width: 360, paths }, async () => []), []);
});

for (const width of [320, 360, 1280]) {
  test(`nothing reaches beyond the page, and no box cuts its text: ${width} px`, async () => {
    assert.deepEqual(await lookAt({ width, paths: allPaths }, "outOfBounds"), []);
  });
}

test("everything that acts is at least 44 by 44 px", async () => {
  assert.deepEqual(await lookAt({ width: 360, paths: englishPaths }, "smallTargets"), []);
});

test("the Tab key reaches everything in its order, and the focus shows", async () => {
  // A mail that brings a document looks as its reader's program shows it.
  const ours = englishPaths.filter((path) => !/\/mail-.*-html$/.test(path));
  const offered = await lookAt({ width: 360, paths: ours }, "tabStops");
  const paths = everyStepOnce(offered);
  const found = await onEveryPage({ width: 360, paths }, async (page) => {
    await loadInspect(page);
    // A page that puts the focus somewhere does so when it is first painted, and complains where Tab was quicker.
    await page.evaluate(nextFrames);
    while (!(await page.evaluate<boolean>(focusIsPlaced))) await page.evaluate(nextFrames);
    const expected = await page.evaluate<string[]>("inspect.tabMarkup()");
    await page.evaluate("inspect.watchFocus()");
    const focused = () => page.evaluate<Focused[]>("inspect.focused");
    let seen: readonly Focused[] = [];
    // The parts of a date are stops of their own, so that some pages need more steps than they have elements.
    for (let step = 0; seen.length < expected.length && step < expected.length + 8; ) {
      const steps = Math.max(1, expected.length - seen.length);
      for (let one = 0; one < steps; one += 1) await page.keyboard.press("Tab");
      step += steps;
      seen = await focused();
    }
    const reached = seen.slice(0, expected.length).map(({ markup }) => markup);
    const invisible = seen
      .filter(({ shows }) => !shows)
      .map(({ markup }) => `no focus to be seen: ${markup}`);
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

interface Focused {
  readonly markup: string;
  readonly shows: boolean;
}

function withMarkup(paths: readonly string[]): (readonly [string, string])[] {
  return paths.map((path) => [path, pages.get(path) ?? ""] as const);
}

function onePerPage(paths: readonly string[]): readonly string[] {
  return everyElementOnce(withMarkup(oneOfEachTitle(paths)));
}

/** The first of those that share a title: states of one page. */
function oneOfEachTitle(paths: readonly string[]): readonly string[] {
  const title = (path: string) => pages.get(path)?.match(/<title>.*<\/title>/)?.[0] ?? path;
  return [...new Map(paths.toReversed().map((path) => [title(path), path])).values()];
}

function show(language: string, texts: Texts): [string, string][] {
  const frame = galleryFrame(texts);
  const states = gallery(frame).map(({ name, page }) => [`/${language}/${name}`, page] as const);
  const index = galleryIndex(
    frame,
    states.map(([path]) => path),
    (path) => path,
  );
  return [...states, [`/${language}`, index] as const].map(([path, page]) => [path, String(page)]);
}

type Look = {
  readonly width: number;
  readonly colorScheme?: "light" | "dark";
  readonly paths: readonly string[];
};

/** One of the looks in in-page/inspect.js, at every state, side by side in documents that stay. */
async function lookAt(look: Look, by: string): Promise<string[]> {
  const { paths } = look;
  const chunks = Array.from({ length: Math.ceil(paths.length / inOneGo) }, (_, at) =>
    paths.slice(at * inOneGo, (at + 1) * inOneGo),
  ).values();
  const found: string[] = [];
  await withPages(
    look,
    async (page) => {
      await page.goto(`${origin}/english`);
      await loadInspect(page);
      if (by === "violations") await loadAxe(page);
      for (const chunk of chunks) {
        const states = chunk.map((path) => ({ name: path, html: pages.get(path) }));
        found.push(
          ...(await page.evaluate<string[]>(`inspect.all(${JSON.stringify(states)}, "${by}")`)),
        );
      }
    },
    found,
  );
  return found;
}

const inOneGo = 20;

const focusIsPlaced =
  "document.querySelector('[autofocus]') === null || document.activeElement !== document.body";

const nextFrames =
  "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";

/** What `inspect` finds on each page, with the address before it; what the console says counts as found. */
async function onEveryPage(
  look: Look,
  inspect: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = [];
  const left = look.paths.values();
  await withPages(
    look,
    async (page) => {
      for (const path of left) {
        await page.goto(`${origin}${path}`);
        found.push(...(await inspect(page)).map((what) => `${path}: ${what}`));
      }
    },
    found,
  );
  return found;
}

/** Pages side by side, which share the work; what their consoles say goes to `found`. */
async function withPages(
  { width, colorScheme = "light" }: Look,
  work: (page: Page) => Promise<void>,
  found: string[],
): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height: 740 }, colorScheme });
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      const page = await context.newPage();
      page.on("console", (message) => found.push(`${page.url()}: ${message.text()}`));
      page.on("pageerror", (problem) => found.push(`${page.url()}: ${problem.message}`));
      await work(page);
    }),
  );
  await context.close();
}

/**
 * The pages that together have every step from one stop of Tab to the next. `offered`: a page's address, a colon and the
 * kinds of its stops. A page whose steps have all been met is left out.
 */
function everyStepOnce(offered: readonly string[]): readonly string[] {
  const met = new Set<string>();
  return offered
    .map((line) => line.split(/: | /))
    .filter(([, ...stops]) => {
      const before = met.size;
      for (const [at, stop] of stops.entries()) met.add(`${stops[at - 1]} ${stop}`);
      return met.size > before;
    })
    .map(([path = ""]) => path);
}

/** Tab goes around; a field with autofocus makes it start in the middle. */
function sameRound(reached: readonly string[], expected: readonly string[]): boolean {
  const start = expected.indexOf(reached[0] ?? "");
  const round = [...expected.slice(start), ...expected.slice(0, start)];
  return reached.length === round.length && reached.every((one, at) => one === round[at]);
}
