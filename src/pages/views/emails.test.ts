import assert from "node:assert/strict";
import { test } from "node:test";
import type { MailLogo } from "../../tools/mail/email-message.ts";
import { gallery } from "../gallery/gallery.ts";
import { exampleNotice, galleryFrame } from "../gallery/gallery-state.ts";
import { hostile } from "../gallery/hostile.ts";
import { languages } from "../languages/languages.ts";
import { accountEmail, passwordResetEmail, verifyAddressEmail } from "./emails.ts";
import { visibleText } from "./visible-text.ts";

function decoded(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

function shownHref(href: string): string {
  return href.replace(/^mailto:/, "");
}

/** The text of a document, with spaces where a new paragraph begins. */
function wordsIn(markup: string): string {
  const text = decoded(markup.replace(/<\/?bdi>/g, "").replace(/<[^>]*>/g, " "));
  return text
    .replace(/[\u{2068}\u{2069}]/gu, "")
    .replace(/^> ?/gm, "")
    .replace(/[:\s]+/g, " ")
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
      const text = without(letter, (href) =>
        href.startsWith("https:") ? `:\n<code>${href}</code>` : `:\n${shownHref(href)}`,
      );
      const words = wordsIn(without(main, (href) => `<bdi dir="ltr">${shownHref(href)}</bdi>`));
      assert.notEqual(words, "");
      assert.equal(wordsIn(text), words, name);
    }
  });

  test(`${tag}: every email is one column with at most one button`, () => {
    for (const { name, page } of emails) {
      const markup = String(page);
      assert.match(markup, /<table role="presentation" width="600" [^>]*max-width:600px/);
      const tables = [...markup.matchAll(/<table[^>]*>/g)].slice(1).map(([table]) => table);
      assert.ok(tables.length <= 1 && !tables.join().includes("role="), "one table of facts");
      const buttons = markup.match(/class="button"/g)?.length ?? 0;
      // Accounts that share an address have a button each.
      assert.ok(buttons <= (name.includes("several") ? 2 : 1), name);
      const shown = [
        ...markup.matchAll(
          /class="button"[^>]* href="([^"]*)".*?<\/p>\s*<p [^>]*><bdi dir="ltr">([^<]*)</gs,
        ),
      ];
      assert.equal(shown.length, buttons, `${name}: an address below each button`);
      for (const [, href = "", address] of shown) assert.equal(address, shownHref(href));
    }
  });

  test(`${tag}: an alert says when, in UTC, where and in which browser, and has exactly one action`, () => {
    const { when, where, browser } = texts.mail.facts;
    const alerts = emails.filter(({ name }) =>
      /^mail-(?:factors-|branded|password-changed|email-changed|screen-name-changed|account-deleted)/.test(
        name,
      ),
    );
    assert.ok(alerts.length > 20);
    for (const { name, page } of alerts) {
      const markup = String(page).replace(/<\/?bdi>/g, "");
      const rows = [...markup.matchAll(/<th [^>]*>([^<]*)<\/th><td [^>]*>([^<]*)</g)];
      assert.deepEqual(
        rows.map(([, term]) => term),
        [when, where, browser],
        name,
      );
      const [at = "", address, device] = rows.map(([, , value]) => value);
      assert.match(at, /2026.*10:20.*UTC/);
      assert.equal(address, "203.0.113.9");
      assert.match(device ?? "", /Firefox.*Linux/);
      // Without the administrator's address, nothing is left to do about a deleted account.
      const actions = name === "mail-account-deleted-html" ? 0 : 1;
      assert.equal(markup.match(/class="button"/g)?.length ?? 0, actions, name);
    }
  });

  test(`${tag}: every email has the administrator's link, once`, () => {
    const branded = { ...galleryFrame(texts), supportHref: "https://example.com/support" };
    for (const { name, page } of gallery(branded).filter(({ isEmail }) => isEmail)) {
      const links = String(page).match(/<a [^>]*href="https:\/\/example\.com\/support"/g);
      assert.equal(links?.length, 1, name);
    }
  });
}

test("names in an email are escaped, in the document as in its links", () => {
  for (const text of Object.values(hostile)) {
    const frame = { ...galleryFrame(languages["en"] ?? assert.fail()), serviceName: text };
    const href = `https://id.example.com/?a="><script>`;
    const to = "alice@users.example";
    for (const { html: document, text: plain } of [
      passwordResetEmail(frame, { to, links: [{ screenName: text, href }], minutes: 60 }),
      verifyAddressEmail(frame, { to, screenName: text, href }),
    ]) {
      const html = document?.(undefined) ?? assert.fail();
      assert.doesNotMatch(html, /<script|<img|javascript:/i);
      const names = [...html.matchAll(/<bdi>(.*?)<\/bdi>/gs)].map(([, one = ""]) => decoded(one));
      assert.ok(names.includes(visibleText(text)) && names.includes(visibleText(`@${text}`)));
      const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, one = ""]) => decoded(one));
      assert.deepEqual(hrefs, [href]);
      assert.ok(plain.includes(href));
    }
  }
});

test("the pictures of a logo are parts of the email, one for each theme; a logo that has the name replaces it", () => {
  const frame = galleryFrame(languages["en"] ?? assert.fail());
  const picture = { width: 96, height: 32, body: new Uint8Array() };
  const links = [{ screenName: "alice", href: "https://id.example.com/" }];
  const sent = (hidesName: boolean) =>
    passwordResetEmail({ ...frame, hidesName }, { to: "a@users.example", links, minutes: 60 });
  const headOf = (hidesName: boolean, logo: MailLogo) =>
    /<tr><td.*?<\/tr>/s.exec(sent(hidesName).html?.(logo) ?? "")?.[0] ?? assert.fail();
  const one = headOf(false, { light: picture, dark: undefined });
  assert.match(one, /<img src="cid:logo@countersign" width="96" height="32" alt=""[^>]*> <bdi>/);
  const two = headOf(true, { light: picture, dark: picture });
  assert.deepEqual(
    [...two.matchAll(/src="(cid:[^"]*)"[^>]* alt="([^"]*)"/g)].map(([, id, alt]) => [id, alt]),
    [
      ["cid:logo@countersign", "Countersign"],
      ["cid:logo-dark@countersign", "Countersign"],
    ],
  );
  assert.doesNotMatch(two, /<bdi>/);
  assert.ok(sent(true).text.includes("Countersign"), "the text has the name");
});

test("an administrator's email address is a link, and its text is the address", () => {
  const frame = galleryFrame(languages["en"] ?? assert.fail());
  const supportHref = "mailto:support@example.com";
  const email = { to: "a@users.example", screenName: "alice", ...exampleNotice };
  const { html, text } = accountEmail({ ...frame, supportHref }, { ...email, news: "removed" });
  assert.match(
    html?.(undefined) ?? "",
    /class="button"[^>]* href="mailto:support@example\.com".*<bdi dir="ltr">support@example\.com</s,
  );
  assert.match(text, /^Contact your administrator:\nsupport@example\.com$/m);
});

test("an email loads nothing", () => {
  for (const { page, isEmail } of gallery(galleryFrame(languages["ar"] ?? assert.fail()))) {
    if (!isEmail) continue;
    const markup = String(page).replace(/<img class="on-(?:light|dark)" src="data:[^>]*>/g, "");
    assert.doesNotMatch(markup, /<(?:img|link|script|iframe)|url\(|@import/i);
  }
});
