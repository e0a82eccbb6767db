import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleCauses } from "../../doctor/cause.ts";
import * as arabic from "../languages/arabic.ts";
import * as english from "../languages/english.ts";
import { languages } from "../languages/languages.ts";
import { pseudo } from "../languages/pseudo.ts";
import type { Texts } from "../languages/texts.ts";
import { type Html, type ScriptName, scriptNames } from "../views/html.ts";
import { gallery, galleryIndex } from "./gallery.ts";
import { galleryFrame } from "./gallery-state.ts";

const states = gallery(galleryFrame(english));

const all = Object.values(languages).flatMap((texts) =>
  gallery(galleryFrame(texts)).map(({ name, ...state }) => {
    return { name: texts === english ? name : `${texts.language.tag} ${name}`, ...state };
  }),
);

/** Scripts are files of the service and never part of a page. */
const ownScript = /<script type="module" src="\/assets\/[a-z.0-9-]+"><\/script>/g;

/** The elements that a script works on. */
const worksOn: Readonly<Record<ScriptName, RegExp>> = {
  dates: / data-shown=/,
  passkey: / data-passkey=/,
  chart: / data-chart[ >]/,
  copy: / data-copy=/,
  countdown: / data-countdown=/,
  "show-password": / data-shows=/,
  "password-meter": / data-strength=/,
  busy: /<form[^>]* method="post"/,
  search: /<dialog class="search"/,
  live: /data-live=/,
  preview: / data-preview=/,
};

test("every state has a name of its own that fits an address", () => {
  const names = states.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const name of names) assert.match(name, /^[a-z0-9-]+$/);
});

test("only what others wrote loses characters, not the words of a language", () => {
  const lost = (texts: Texts) =>
    gallery(galleryFrame(texts)).map(({ name, page }) => [
      name,
      String(page).split("\u{FFFD}").length - 1,
    ]);
  const inEnglish = lost(english);
  for (const texts of Object.values(languages)) assert.deepEqual(lost(texts), inEnglish);
});

for (const { name, page, isEmail } of all) {
  test(`${name}: no name, hostile or not, becomes markup`, () => {
    const markup = (isEmail ? withoutStyles(page) : String(page))
      .replace(ownScript, "")
      .replace(
        /<img class="(?:logo|icon|on-light|on-dark)" src="[^"<>]*"(?: width="\d+" height="\d+")? alt="[^"<>]*">/g,
        "",
      );
    assert.doesNotMatch(markup, /<script|<img|<style|\son\w+="|\sstyle=|href="javascript:/i);
    assert.equal(quotesInTags(markup) % 2, 0);
  });

  test(`${name}: the focus begins in one place at most`, () => {
    const places = String(page).match(/<[^>]* autofocus[^>]*>/g) ?? [];
    assert.ok(places.length <= 1, places.join("\n"));
  });

  test(`${name}: nothing hides in it or turns the direction of the page`, () => {
    // Go programs are indented with tabs, so code is left out.
    const markup = String(page).replace(/<code [^>]*data-language="go"[^>]*>[^<]*</gs, "");
    assert.doesNotMatch(markup, /(?!\n)\p{Cc}|[\u{202A}-\u{202E}\u{2066}\u{2067}\u{200B}\u{AD}]/u);
  });

  test(`${name}: one h1, and no level of heading is skipped`, () => {
    const levels = [...String(page).matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    assert.equal(levels.filter((level) => level === 1).length, 1);
    assert.ok(levels.every((level, at) => level <= (levels[at - 1] ?? 0) + 1));
  });

  if (isEmail) continue;
  test(`${name}: it loads the scripts of what it has, and no others`, () => {
    const markup = String(page);
    const [main = ""] = /<main.*<\/main>/s.exec(markup) ?? [];
    // The dialog of the search belongs to the header.
    const expected = scriptNames.filter((one) =>
      worksOn[one].test(one === "search" ? markup : main),
    );
    const allowsNone = expected.join() === "busy" && !markup.includes('<body class="signed-in"');
    const loaded = [...markup.matchAll(/src="\/assets\/([a-z-]+)\.[^"]*\.js"/g)];
    assert.deepEqual(
      loaded.map(([, script]) => script),
      allowsNone ? [] : expected,
    );
    assert.equal(page.needs.has("script-policy"), loaded.length > 0);
  });

  test(`${name}: no id has two elements, and tables, figures and meters have names`, () => {
    const markup = String(page);
    const ids = [...markup.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    assert.deepEqual(
      ids.filter((id, at) => ids.indexOf(id) !== at),
      [],
    );
    assert.doesNotMatch(markup, /<h\d[^>]*>(?:(?!<\/h\d>).)*class="tag/s);
    assert.doesNotMatch(markup, /<table(?![^>]* aria-label)[^>]*>\s*(?!<caption)</);
    assert.doesNotMatch(markup, /<figure(?![^>]* aria-label)/);
    const meters = [...markup.matchAll(/<meter[^>]*>/g)].map(
      ([meter]) => / aria-label(?:ledby)?="[^"]+"/.exec(meter)?.[0],
    );
    assert.ok(!meters.includes(undefined) && new Set(meters).size === meters.length);
  });
}

test("a link that opens a new tab announces it", () => {
  const links = states.flatMap(({ page }) => [
    ...String(page).matchAll(/<a [^>]*target="_blank"[^>]*>.*?<\/a>/gs),
  ]);
  assert.ok(links.length > 0);
  for (const [link] of links) assert.match(link, /new tab/);
});

for (const [tag, texts] of Object.entries(languages)) {
  test(`${tag}: every text of the catalogue is on some page`, () => {
    const unused = new Set(paths(withoutItself(texts)));
    for (const { page } of gallery(galleryFrame(watched(texts, unused)))) String(page);
    assert.deepEqual([...unused], []);
  });

  test(`${tag}: every page says its language and direction`, () => {
    assert.equal(texts.language.tag, tag);
    for (const { page } of gallery(galleryFrame(texts))) {
      const { direction } = texts.language;
      assert.ok(String(page).includes(`<html lang="${tag}" dir="${direction}">`));
    }
  });
}

/** These texts are the same in English: the same word, or one from programming. */
const sameAsEnglish: Readonly<Record<string, readonly string[]>> = {
  ar: [
    "00:00 UTC",
    "Access token",
    "Access token secret",
    "Consumer key",
    "Consumer secret",
    "UTC",
  ],
  es: [
    "00:00 UTC",
    "Bearer token",
    "Consumer key",
    "Consumer secret",
    "Editor",
    "Error 3",
    "Error: 3",
    "ID",
    "No",
    "PIN",
    "Plan",
    "Total",
    "UTC",
  ],
};

for (const [tag, texts] of Object.entries(languages)) {
  if (texts === english) continue;
  test(`${tag}: nothing is left in English`, () => {
    const originals = said(withoutItself(english));
    const same = [...said(withoutItself(texts))].filter(
      ([path, own]) => own === originals.get(path),
    );
    const left = new Set(same.map(([, own]) => own).filter((own) => /\p{L}/u.test(own)));
    assert.deepEqual([...left].sort(), sameAsEnglish[tag] ?? []);
  });
}

/**
 * Anonymous callers or machines wrote these parts: isolated names, codes, and elements with their own direction or
 * language.
 */
const notOurs = /<(bdi|code|kbd|textarea|button)(?: [^>]*)?>.*?<\/\1>|<title>.*?<\/title>/gs;
const canned =
  /<(\w+)(?: [^>]*)? dir="auto"[^>]*>.*?<\/\1>|<p class="service">.*?<\/p>|\bWeather Bot\b|\b[A-Z]+(?:_[A-Z]+)+\b/gs;

for (const { name, page, isEmail } of gallery(galleryFrame(pseudo))) {
  // The shell's samples are written for the gallery alone; real pages show the catalogue's. The
  // documentation is English in every language.
  if (name.startsWith("shell-") || name.startsWith("docs")) continue;
  test(`${name}: every word comes from the catalogue`, () => {
    const markup = isEmail ? withoutStyles(page) : String(page);
    const buttons = [...markup.matchAll(/<button(?! [^>]*\blang=)[^>]*>(.*?)<\/button>/gs)];
    const attributes = [
      ...markup
        .replace(/<bdi [^>]*>/g, "")
        .replace(/<img class="(?:logo|on-light|on-dark)"[^>]*>/g, "")
        .matchAll(/ (?:aria-label|alt|placeholder|title)="([^"]*)"/g),
    ];
    const title = /<title>([^<]*) · [^·<]*<\/title>/.exec(markup)?.[1] ?? "";
    const words = [
      markup
        .replace(canned, "")
        .replace(notOurs, "")
        .replace(/<[^>]*>/g, ""),
      title.replace(/⟦.*⟧/s, ""),
      ...buttons.map(([, text = ""]) => text.replace(/<bdi.*?<\/bdi>|<[^>]*>/gs, "")),
      ...attributes.map(([, text = ""]) => text),
    ].map((text) => withoutMarked(text).replace(/&#?\w+;/g, ""));
    assert.deepEqual(words.join(" ").match(/\p{L}+/gu) ?? [], []);
  });
}

/** A text of the catalogue can be part of another. */
function withoutMarked(text: string): string {
  const rest = text.replace(/⟦[^⟦⟧]*⟧/g, "");
  return rest === text ? text : withoutMarked(rest);
}

test("a red button confirms: its form has a field, was unfolded, or is on a page opened for it", () => {
  const red = states.flatMap(({ name, page }) => {
    const markup = String(page);
    return [...markup.matchAll(/<form [^>]*>(?:(?!<\/form>).)*class="danger".*?<\/form>/gs)].map(
      ({ 0: form, index }) => ({ name, form, before: markup.slice(0, index) }),
    );
  });
  assert.ok(red.length > 20, `${red.length} red buttons`);
  const steps = (before: string) =>
    /<nav class="crumbs"[^>]*>(.*?)<\/nav>/s.exec(before)?.[1]?.split("<li>").length ?? 1;
  const early = red.filter(
    ({ form, before }) =>
      !/<(?:textarea|select|input(?! type="hidden")) /.test(form) &&
      before.split("<details").length === before.split("</details>").length &&
      steps(before) - 1 < 2,
  );
  assert.deepEqual([...new Set(early.map(({ name }) => name))], []);
  for (const { name, page } of states) {
    assert.doesNotMatch(
      String(page),
      /<a [^>]*class="[^"]*danger/,
      `${name}: a link confirms nothing`,
    );
  }
});

test("every field says what may be filled in, and that phones capitalize nothing by themselves", () => {
  for (const { name, page } of states) {
    const inputs = String(page).match(/<(?:input|textarea) [^>]*>/g) ?? [];
    const typed = inputs.filter((one) => !/ type="(?:hidden|checkbox|radio|file)"/.test(one));
    for (const input of typed) {
      assert.match(
        input,
        / autocapitalize="(?:none|words|sentences|characters)"/,
        `${name} ${input}`,
      );
      if (input.startsWith("<input"))
        assert.match(input, / autocomplete="[a-z -]+"/, `${name} ${input}`);
    }
  }
});

test("a right-to-left language turns the whole document", () => {
  for (const { page } of gallery(galleryFrame(arabic))) {
    assert.match(String(page), /<html lang="ar" dir="rtl">/);
  }
});

test("the index links to every state", () => {
  const names = states.map(({ name }) => name);
  const index = String(galleryIndex(galleryFrame(english), names, (name) => `/gallery/${name}`));
  for (const name of names) assert.ok(index.includes(`href="/gallery/${name}"`));
});

/** An email has its styles in it, none of which is made of data. */
function withoutStyles(page: Html): string {
  return String(page)
    .replace(/<style>[^<]*<\/style>/, "")
    .replace(/ style="[^"<>]*"/g, "");
}

function quotesInTags(markup: string): number {
  return (markup.match(/<[^>]*>/g) ?? []).join("").split('"').length - 1;
}

function withoutItself({ language: _, ...texts }: Texts): object {
  return texts;
}

function paths(node: object, prefix = ""): string[] {
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === "object" ? paths(value, `${prefix}${key}.`) : [`${prefix}${key}`],
  );
}

/** A function is called with 3, or once for each example of the cause that it is about. */
function said(node: unknown, prefix = ""): Map<string, string> {
  if (typeof node === "string") return new Map([[prefix, node]]);
  const [, id] = /\.check\.causes\.([^.]+)\./.exec(prefix) ?? [];
  if (typeof node === "function" && id !== undefined) {
    const examples = exampleCauses().filter((cause) => cause.id === id);
    assert.ok(examples.length > 0, id);
    return new Map([[prefix, examples.map((cause) => node(cause)).join("\n")]]);
  }
  if (typeof node === "function") return said(node(3, 3), prefix);
  return new Map(
    Object.entries(node as object).flatMap(([k, v]) => [...said(v, `${prefix}.${k}`)]),
  );
}

/** Reading a text removes its path from `unused`. */
function watched<Node extends object>(node: Node, unused: Set<string>, prefix = ""): Node {
  return new Proxy(node, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      const path = `${prefix}${String(key)}`;
      unused.delete(path);
      return typeof value === "object" && value !== null
        ? watched(value, unused, `${path}.`)
        : value;
    },
  });
}
