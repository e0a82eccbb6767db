import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { Browser, Frame, Page } from "playwright-core";
import { focusPlaced } from "../support/browser-consent.ts";
import { launchChromium } from "../support/chromium.ts";
import { everyElementOnce, everyTextOnce, fewThatHaveAll, oneOfEachStructure } from "./alike.ts";
import { languages, pages, places, showPages } from "./every-page.ts";
import { loadAxe, loadInspect } from "./in-page/load.ts";

/** Every page in every state, as a browser shows it under the policy that the service sends. */

const allPaths = [...pages.keys()];
const englishPaths = allPaths.filter((path) => path.startsWith("/english"));
/** Other words change no color and no order, so axe checks one state of each page. */
const otherWords = Object.keys(languages).flatMap((language) =>
  language === "english"
    ? []
    : onePerPage(allPaths.filter((path) => path.startsWith(`/${language}`))),
);

/** A box cuts off a text in the same place, whatever else is on the page. */
const everyText = Object.keys(languages).flatMap((language) =>
  everyTextOnce(withMarkup(allPaths.filter((path) => path.startsWith(`/${language}`)))),
);

const elements = everyElementOnce(withMarkup(englishPaths));
const structures = oneOfEachStructure(withMarkup([...elements, ...englishPaths]));
const onePerEnglishPage = onePerPage(englishPaths);

/**
 * On a light phone axe checks every rule on every element. There the rules that do not depend on colors and sizes also
 * run on every structure, and in other languages on one state of each page. The rules that do depend on them also run
 * on every element on a dark desktop, where all colors and layouts occur, and in the two other looks on one state of
 * each page in English.
 */
const looks: readonly {
  readonly colorScheme: "light" | "dark";
  readonly width: number;
  readonly rules: Partial<Record<Rules, readonly string[]>>;
}[] = [
  {
    colorScheme: "light",
    width: 360,
    rules: {
      all: elements,
      rest: [...structures.filter((path) => !elements.includes(path)), ...otherWords],
    },
  },
  {
    colorScheme: "dark",
    width: 1280,
    rules: {
      all: elements.filter((path) => onePerEnglishPage.includes(path)),
      look: elements.filter((path) => !onePerEnglishPage.includes(path)),
      rest: onePerEnglishPage.filter((path) => !elements.includes(path)),
    },
  },
  { colorScheme: "dark", width: 360, rules: { look: onePerEnglishPage } },
  { colorScheme: "light", width: 1280, rules: { look: onePerEnglishPage } },
];

const height = 740;

let browser: Browser;
let gallery: Awaited<ReturnType<typeof showPages>>;
let origin: string;

before(async () => {
  [browser, gallery] = await Promise.all([launchChromium(), showPages()]);
  ({ origin } = gallery);
});

after(async () => {
  await browser.close();
  await gallery[Symbol.asyncDispose]();
});

for (const look of looks) {
  test(`axe finds nothing, and the console stays empty: ${look.colorScheme}, ${look.width} px`, async () => {
    foundNothing(await violations(look));
  });
}

// The other checks load states into a document that has already passed its policy; here the browser applies the policy
// to every element.
test("the policy blocks nothing of any page, and the console stays empty", async () => {
  const paths = everyElementOnce(withMarkup(allPaths));
  foundNothing(await blocked(paths.map((path) => pages.get(path) ?? "")));
  const [problem] = await blocked(['<p style="color: red">']);
  assert.match(String(problem), /inline style violates .*Content Security Policy/);
});

for (const width of [320, 360, 1024, 1280]) {
  test(`nothing reaches beyond the page, and no box cuts its text: ${width} px`, async () => {
    foundNothing(await layouts("outOfBounds", width));
  });
}

test("everything that acts is at least 44 by 44 px", async () => {
  foundNothing(await layouts("smallTargets", 360));
});

test("the Tab key reaches everything in its order, and the focus shows", async () => {
  const left = everyStepOnce(await stopsOfTab()).values();
  const problems: string[] = [];
  await withPages({ width: 360 }, problems, async (page) => {
    for (const path of left) {
      await page.goto(origin + path);
      problems.push(...(await tabAround(page)).map((what) => `${path}: ${what}`));
    }
  });
  foundNothing(problems);
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

test("on a phone both responses are on the first screen of a usual request", async () => {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  await page.goto(`${origin}/english/consent-write`);
  for (const name of ["Authorize as @alice", "Cancel"]) {
    const box = await page.getByRole("button", { name, exact: true }).boundingBox();
    assert.ok(box !== null && box.y + box.height <= 740, name);
  }
  await page.close();
});

/** A single rule of a stylesheet can cause thousands of findings, of which the first are enough. */
function foundNothing(problems: readonly string[]): void {
  const first = problems.slice(0, 20).map((one) => one.slice(0, 300));
  assert.ok(
    problems.length === 0,
    `${problems.length} found, the first of them:\n${first.join("\n")}`,
  );
}

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

/** The first page of those with the same title, which are states of one page. */
function oneOfEachTitle(paths: readonly string[]): readonly string[] {
  const title = (path: string) => pages.get(path)?.match(/<title>.*<\/title>/)?.[0] ?? path;
  return [...new Map(paths.toReversed().map((path) => [title(path), path])).values()];
}

interface Appearance {
  readonly width: number;
  /** Pages at once. */
  readonly count?: number;
}

/** Sets of axe's rules, as in in-page/inspect.js. */
type Rules = "all" | "look" | "rest";

async function violations({
  width,
  colorScheme,
  rules,
}: (typeof looks)[number]): Promise<string[]> {
  axePage ??= openAxePage();
  const { page, said } = await axePage;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
  const problems: string[] = [];
  for (const [some, paths] of Object.entries(rules)) {
    for (const states of chunks(paths)) {
      const asked = `inspect.violationsOfEach(${statesAt(states)}, "${some}")`;
      problems.push(...(await page.evaluate<string[]>(asked)));
    }
  }
  return [...problems, ...said.splice(0)];
}

/** All looks share one page, where the browser has already compiled what axe runs often. */
let axePage: ReturnType<typeof openAxePage> | undefined;

async function openAxePage(): Promise<{ readonly page: Page; readonly said: string[] }> {
  const said: string[] = [];
  const page = await browser.newPage();
  listen(page, said);
  await page.goto(`${origin}/english/docs`);
  await loadInspect(page);
  await loadAxe(page);
  return { page, said };
}

/** The findings of a look of in-page/inspect.js at a width. A state is loaded once for all looks. */
async function layouts(by: string, width: number): Promise<string[]> {
  laidOut ??= layOut();
  return (await laidOut)
    .filter(({ look }) => [`${by} ${width}`, "show", "console"].includes(look))
    .map(({ what }) => what);
}

let laidOut: Promise<readonly LaidOut[]> | undefined;

interface LaidOut {
  readonly look: string;
  readonly what: string;
}

async function layOut(): Promise<readonly LaidOut[]> {
  // Narrow and wide states have a page each: at every change of width, the browser would evaluate the stylesheet again.
  const narrow = [
    { width: 360, by: "smallTargets" },
    { width: 360, by: "outOfBounds" },
    { width: 320, by: "outOfBounds" },
  ];
  const wide = [{ width: 1280, by: "outOfBounds" }];
  const found: LaidOut[] = [];
  const said: string[] = [];
  const left = [narrow, wide].values();
  await withPages({ width: 1280, count: 2 }, said, async (page) => {
    const frame = await unseenFrame(page);
    const looks = JSON.stringify(left.next().value);
    for (const some of chunks(everyText)) {
      const asked = `inspect.layouts(${statesAt(some)}, ${looks})`;
      found.push(...(await frame.evaluate<LaidOut[]>(asked)));
    }
  });
  return [...found, ...said.map((what) => ({ look: "console", what }))];
}

/** The address of each structure in English, a colon, and the kinds of its stops of Tab. */
async function stopsOfTab(): Promise<string[]> {
  const problems: string[] = [];
  const said: string[] = [];
  await withPages({ width: 1280, count: 1 }, said, async (page) => {
    const frame = await unseenFrame(page);
    for (const some of chunks(structures)) {
      problems.push(...(await frame.evaluate<string[]>(`inspect.tabStops(${statesAt(some)})`)));
    }
  });
  foundNothing(said);
  return problems;
}

async function unseenFrame(page: Page): Promise<Frame> {
  await page.goto(origin + places.around);
  const frame = page.frames()[1] ?? assert.fail("there is no frame");
  await loadInspect(frame);
  return frame;
}

/** The console output while each document is loaded under the policy, which allows scripts if there are any. */
async function blocked(documents: readonly string[]): Promise<string[]> {
  const said: string[] = [];
  const hasScript = (html: string) => html.includes("<script");
  const left = [
    ...chunks(documents.filter(hasScript)).map((some) => [places.policyWithScript, some] as const),
    ...chunks(documents.filter((html) => !hasScript(html))).map(
      (some) => [places.policy, some] as const,
    ),
  ].values();
  await withPages({ width: 360 }, said, async (page) => {
    for (const [place, some] of left) {
      await page.goto(origin + place);
      await loadInspect(page);
      await page.evaluate(`inspect.underPolicy(${JSON.stringify(some)})`);
    }
  });
  return said;
}

/** An expression for the browser. */
function statesAt(paths: readonly string[]): string {
  return JSON.stringify(paths.map((path) => ({ name: path, html: pages.get(path) })));
}

function chunks<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / inOneGo) }, (_, at) =>
    all.slice(at * inOneGo, (at + 1) * inOneGo),
  );
}

const inOneGo = 20;

/** The elements of a page that Tab skips, reaches in the wrong order, or reaches while they are invisible. */
async function tabAround(page: Page): Promise<string[]> {
  await loadInspect(page);
  // A page that sets the focus does so when it is first painted, and complains if Tab was quicker.
  await page.evaluate(nextFrames);
  await focusPlaced(page);
  const expected = await page.evaluate<string[]>("inspect.watchFocus()");
  let seen: readonly Focused[] = [];
  // The three parts of a date and its calendar are separate stops, so some pages need more steps than elements.
  const dates = expected.filter((markup) => markup.includes('type="date"')).length;
  const most = expected.length + 4 * dates + 8;
  for (let step = 0; seen.length < expected.length && step < most; ) {
    const steps = Math.max(1, expected.length - seen.length);
    // While Tab is held down, it moves from stop to stop.
    await Promise.all(Array.from({ length: steps }, () => page.keyboard.down("Tab")));
    step += steps;
    seen = await page.evaluate<Focused[]>("inspect.focused");
  }
  await page.keyboard.up("Tab");
  const reached = seen.slice(0, expected.length).map(({ markup }) => markup);
  const invisible = seen
    .filter(({ shows }) => !shows)
    .map(({ markup }) => `no focus to be seen: ${markup}`);
  return sameRound(reached, expected)
    ? invisible
    : [`${expected.join("\n")}\nbut got\n${reached.join("\n")}`];
}

const nextFrames =
  "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";

/** Several pages at once, which share the work; their console output goes to `said`. */
async function withPages(
  { width, count = 3 }: Appearance,
  said: string[],
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: "light" });
  await Promise.all(
    Array.from({ length: count }, async () => {
      const page = await context.newPage();
      listen(page, said);
      await work(page);
    }),
  );
  await context.close();
}

/** What it writes to the console from now on, and errors that no one catches, go to `said`. */
function listen(page: Page, said: string[]): void {
  page.on("console", (message) => said.push(`${page.url()}: ${message.text()}`));
  page.on("pageerror", (problem) => said.push(`${page.url()}: ${problem.message}`));
}

/**
 * Pages that together have every step from one stop of Tab to the next. `offered`: a page's address, a colon, and the
 * kinds of its stops.
 */
function everyStepOnce(offered: readonly string[]): readonly string[] {
  return fewThatHaveAll(
    offered
      .map((line) => line.split(/: | /))
      .map(([path = "", ...stops]) => [
        path,
        new Set(stops.map((stop, at) => `${stops[at - 1]} ${stop}`)),
      ]),
  );
}

/** Tab moves in a circle; with autofocus it starts in the middle. */
function sameRound(reached: readonly string[], expected: readonly string[]): boolean {
  const start = expected.indexOf(reached[0] ?? "");
  const round = [...expected.slice(start), ...expected.slice(0, start)];
  return reached.length === round.length && reached.every((one, at) => one === round[at]);
}
