import assert from "node:assert/strict";
import { test } from "node:test";
import { arabic } from "../languages/arabic.ts";
import { english } from "../languages/english.ts";
import { pseudo } from "../languages/pseudo.ts";
import { exhibitFrame } from "./exhibit.ts";
import { gallery, galleryIndex } from "./gallery.ts";

const exhibits = gallery(exhibitFrame(english));

/** Script comes as a file of ours, never in the page. */
const ownScript = /<script type="module" src="\/assets\/[a-z.0-9]+"><\/script>/g;

test("every exhibit has a name of its own that fits an address", () => {
  const names = exhibits.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const name of names) assert.match(name, /^[a-z0-9-]+$/);
});

for (const { name, page } of exhibits) {
  test(`${name}: no name, hostile or not, becomes markup`, () => {
    const markup = String(page)
      .replace(ownScript, "")
      .replace(/<img class="logo" src="[^"<>]*" alt="">/, "");
    assert.doesNotMatch(markup, /<script|<img|<style|\son\w+="|\sstyle=|href="javascript:/i);
    assert.equal(quotesInTags(markup) % 2, 0);
  });

  test(`${name}: nothing hides in it or turns the direction of the page`, () => {
    assert.doesNotMatch(
      String(page),
      /(?!\n)\p{Cc}|[\u{202A}-\u{202E}\u{2066}\u{2067}\u{200B}\u{AD}]/u,
    );
  });

  test(`${name}: one h1, and no level of heading is skipped`, () => {
    const levels = [...String(page).matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    assert.equal(levels.filter((level) => level === 1).length, 1);
    assert.ok(levels.every((level, at) => level <= (levels[at - 1] ?? 0) + 1));
  });
}

test("every text of the catalogue is on some page", () => {
  const { language: _, ...said } = english;
  const unused = new Set(paths(said));
  for (const { page } of gallery(exhibitFrame(watched(english, unused)))) String(page);
  assert.deepEqual([...unused], []);
});

/** What a stranger wrote or a machine made: isolated names, codes, and what says its own direction or language. */
const notOurs = /<(bdi|code|textarea|button)(?: [^>]*)?>.*?<\/\1>|<title>.*?<\/title>/gs;
const canned =
  /<(\w+)(?: [^>]*)? dir="auto"[^>]*>.*?<\/\1>|<p class="service">.*?<\/p>|\bWeather Bot\b|\b[A-Z]+(?:_[A-Z]+)+\b/gs;

for (const { name, page } of gallery(exhibitFrame(pseudo))) {
  // The samples of the shell are written for the gallery; what is theirs is seen on real pages.
  if (name.startsWith("shell-")) continue;
  test(`${name}: every word comes from the catalogue`, () => {
    const markup = String(page);
    const buttons = [...markup.matchAll(/<button(?! [^>]*\blang=)[^>]*>(.*?)<\/button>/gs)];
    const attributes = [...markup.matchAll(/ (?:aria-label|alt|placeholder|title)="([^"]*)"/g)];
    const title = /<title>(.*) · [^·]*<\/title>/s.exec(markup)?.[1] ?? "";
    const words = [
      markup
        .replace(canned, "")
        .replace(notOurs, "")
        .replace(/<[^>]*>/g, ""),
      title.replace(/⟦.*⟧/s, ""),
      ...[...buttons, ...attributes].map(([, text = ""]) => text),
    ].map((text) => text.replace(/⟦[^⟦⟧]*⟧/g, "").replace(/&#?\w+;/g, ""));
    assert.deepEqual(words.join(" ").match(/\p{L}+/gu) ?? [], []);
  });
}

test("a right-to-left language turns the whole document", () => {
  for (const { page } of gallery(exhibitFrame(arabic))) {
    assert.match(String(page), /<html lang="ar" dir="rtl">/);
  }
});

test("the index links to every exhibit", () => {
  const names = exhibits.map(({ name }) => name);
  const index = String(galleryIndex(exhibitFrame(english), names, (name) => `/gallery/${name}`));
  for (const name of names) assert.ok(index.includes(`href="/gallery/${name}"`));
});

function quotesInTags(markup: string): number {
  return (markup.match(/<[^>]*>/g) ?? []).join("").split('"').length - 1;
}

/** The address of every text in a catalogue, such as `signIn.problems.wrong.advice`. */
function paths(node: object, prefix = ""): string[] {
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === "object" ? paths(value, `${prefix}${key}.`) : [`${prefix}${key}`],
  );
}

/** The same catalogue; whatever is read from it is struck off the list. */
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
