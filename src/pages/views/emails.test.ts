import assert from "node:assert/strict";
import { test } from "node:test";
import { gallery } from "../gallery/gallery.ts";
import { galleryFrame } from "../gallery/gallery-state.ts";
import { hostile } from "../gallery/hostile.ts";
import { languages } from "../languages/languages.ts";
import { passwordResetEmail, verifyAddressEmail } from "./emails.ts";
import { visibleText } from "./visible-text.ts";

function decoded(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

/** The text of a document, with spaces where a new paragraph begins. */
function wordsIn(markup: string): string {
  const text = decoded(markup.replace(/<\/?bdi>/g, "").replace(/<[^>]*>/g, " "));
  return text
    .replace(/[\u{2068}\u{2069}]/gu, "")
    .replace(/^> ?/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}

for (const [tag, texts] of Object.entries(languages)) {
  const states = gallery(galleryFrame(texts));
  const emails = states.filter(({ isEmail }) => isEmail);

  // interface §14.67
  test(`${tag}: both parts of every email have the same words`, () => {
    assert.ok(emails.length > 40);
    for (const { name, page } of emails) {
      const asText = states.find((one) => `${one.name}-html` === name);
      const [, letter = ""] = /<div class="letter">(.*)<\/div>/s.exec(String(asText?.page)) ?? [];
      const [, main = ""] = /<h1 [^>]*>.*?<\/h1>(.*)<\/td>/s.exec(String(page)) ?? [];
      const hrefs = [...String(page).matchAll(/<a [^>]*href="([^"]*)"/g)].map(
        ([, one = ""]) => one,
      );
      const without = (all: string, around: (href: string) => string) =>
        hrefs.reduce((rest, href) => rest.split(around(href)).join(""), all);
      const text = without(letter, (href) => `:\n<code>${href}</code>`);
      const words = wordsIn(without(main, (href) => `<bdi dir="ltr">${href}</bdi>`));
      assert.notEqual(words, "");
      assert.equal(wordsIn(text), words, name);
    }
  });

  test(`${tag}: every email is one column with at most one button`, () => {
    for (const { name, page } of emails) {
      const markup = String(page);
      assert.match(markup, /<table role="presentation" width="600" [^>]*max-width:600px/);
      assert.equal(markup.match(/<table/g)?.length, 1);
      const buttons = markup.match(/class="button"/g)?.length ?? 0;
      // Accounts that share an address have a button each.
      assert.ok(buttons <= (name.includes("several") ? 2 : 1), name);
      const shown = [
        ...markup.matchAll(
          /class="button"[^>]* href="([^"]*)".*?<\/p>\s*<p [^>]*><bdi dir="ltr">([^<]*)</gs,
        ),
      ];
      assert.equal(shown.length, buttons, `${name}: an address below each button`);
      for (const [, href, address] of shown) assert.equal(address, href);
    }
  });
}

test("names in an email are escaped, in the document as in its links", () => {
  for (const text of Object.values(hostile)) {
    const frame = { ...galleryFrame(languages["en"] ?? assert.fail()), serviceName: text };
    const href = `https://id.example.com/?a="><script>`;
    const to = "alice@users.example";
    for (const { html = "", text: plain } of [
      passwordResetEmail(frame, { to, links: [{ screenName: text, href }], minutes: 60 }),
      verifyAddressEmail(frame, { to, screenName: text, href }),
    ]) {
      assert.doesNotMatch(html, /<script|<img|javascript:/i);
      const names = [...html.matchAll(/<bdi>(.*?)<\/bdi>/gs)].map(([, one = ""]) => decoded(one));
      assert.ok(names.includes(visibleText(text)) && names.includes(visibleText(`@${text}`)));
      const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, one = ""]) => decoded(one));
      assert.deepEqual(hrefs, [href]);
      assert.ok(plain.includes(href));
    }
  }
});

test("an email loads nothing", () => {
  for (const { page, isEmail } of gallery(galleryFrame(languages["ar"] ?? assert.fail()))) {
    if (isEmail) assert.doesNotMatch(String(page), /<(?:img|link|script|iframe)|url\(|@import/i);
  }
});
