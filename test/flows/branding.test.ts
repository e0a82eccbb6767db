/** The effects of an administrator's brand on the pages, and its limits. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { languageTags } from "../../src/domain/language-tags.ts";
import * as english from "../../src/pages/languages/english.ts";
import { languages } from "../../src/pages/languages/languages.ts";
import { accessTexts, logo, makeBrand, png } from "../support/brand.ts";
import { requestTokenFor } from "../support/flow.ts";
import { makeAccessToken } from "../support/service.ts";
import { startMailServer } from "../support/smtp.ts";
import { decoded, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

/** The addresses of a page's stylesheet and, in a brand, of its logo. */
function assetsOn(html: string): { style: string; logo: string | undefined } {
  const [, style = ""] = /<link rel="stylesheet" href="([^"]*)">/.exec(html) ?? [];
  return { style, logo: /<img class="logo" src="([^"]*)" alt="">/.exec(html)?.[1] };
}

// interface §3.22
test("every page has the logo, the name, the terms and the privacy notice, signed in or not", async () => {
  using brand = makeBrand();
  await using world = await startWorld(brand.settings);
  const { baseUrl, alice } = world;
  const anonymous = new Visitor(baseUrl);
  const pages = [
    await anonymous.get("/sign-in"),
    await anonymous.get("/oauth/authorize"),
    await (await signedIn(baseUrl, alice)).get("/account"),
  ];
  assert.deepEqual(
    pages.map(({ status }) => status),
    [200, 400, 200],
  );
  for (const { html } of pages) {
    assert.match(assetsOn(html).logo ?? "", /^\/assets\/logo\.[0-9a-f]{16}\.svg$/);
    assert.match(html, /<bdi>Example ID<\/bdi>/);
    const links = [...html.matchAll(/<a class="action" href="(https:[^"]*)">(\w+)<\/a>/g)];
    assert.deepEqual(
      links.map(([, href = "", text]) => [text, decoded(href)]),
      [
        ["Support", brand.settings["SUPPORT_URL"]],
        ["Terms", brand.settings["TERMS_URL"]],
        ["Privacy", brand.settings["PRIVACY_URL"]],
      ],
    );
  }
});

// interface §14.60, §14.67
test("an alert has the logos as pictures of the email, and says where the change was made", async () => {
  using brand = makeBrand();
  await using mails = await startMailServer();
  const LOGO_DARK = join(brand.directory, "logo.png");
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: "id@example.com" };
  await using world = await startWorld({ ...brand.settings, ...smtp, LOGO_DARK });
  const { baseUrl, alice } = world;
  const visitor = await signedIn(baseUrl, alice);
  const form = { current_password: alice.password, new_password: "another long one" };
  const { status } = await visitor.send("/account/password", form);
  assert.ok(status < 400);
  const [{ raw, html = "", text } = assert.fail()] = await mails.has(1);
  const pictures = raw.split(/\r\n--/).filter((part) => /^content-type: image\/png/im.test(part));
  const sizes = pictures.map((part) => {
    const [, content = ""] = part.split("\r\n\r\n");
    const png = Buffer.from(content, "base64");
    return [/content-id: <([^>]*)>/i.exec(part)?.[1], png.readUInt32BE(16), png.readUInt32BE(20)];
  });
  assert.deepEqual(sizes, [
    ["logo@countersign", 192, 64],
    ["logo-dark@countersign", 64, 64],
  ]);
  assert.doesNotMatch(raw, /content-disposition: attachment/i);
  assert.match(html, /src="cid:logo@countersign" width="96" height="32"/);
  assert.match(html, /src="cid:logo-dark@countersign" width="32" height="32"/);
  assert.match(text, /^When: .* UTC\nIP address: 127\.0\.0\.1\nBrowser: node$/m);
  assert.match(text, /^Support:\nhttps:\/\/example\.com\/support$/m);
});

test("an email without a logo that can be drawn has the service's name", async () => {
  using brand = makeBrand();
  await using mails = await startMailServer();
  const LOGO = join(brand.directory, "broken.svg");
  writeFileSync(LOGO, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><g></svg>');
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: "id@example.com" };
  await using world = await startWorld({ ...brand.settings, ...smtp, LOGO });
  const anonymous = new Visitor(world.baseUrl);
  await anonymous.submit(await anonymous.get("/reset"), { who: "alice" });
  const [{ html = "", raw } = assert.fail()] = await mails.has(1);
  assert.doesNotMatch(html, /<img/);
  assert.doesNotMatch(raw, /image\/png/);
  assert.match(html, /<bdi>Example ID<\/bdi>/);
});

// interface §3.23
test("200 — an SVG logo is sent under a policy in which nothing of it runs, and may be kept permanently", async () => {
  using brand = makeBrand();
  await using world = await startWorld(brand.settings);
  const page = await new Visitor(world.baseUrl).get("/sign-in");
  const response = await fetch(new URL(assetsOn(page.html).logo ?? "", world.baseUrl));
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "image/svg+xml; charset=utf-8");
  assert.equal(
    response.headers.get("content-security-policy"),
    "default-src 'none'; style-src 'unsafe-inline'",
  );
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  assert.match(response.headers.get("cache-control") ?? "", /immutable/);
  assert.equal(await response.text(), logo);
});

test("200 — a PNG logo is sent as one, byte for byte", async () => {
  using brand = makeBrand();
  const settings = { ...brand.settings, LOGO: join(brand.directory, "logo.png") };
  await using world = await startWorld(settings);
  const page = await new Visitor(world.baseUrl).get("/sign-in");
  const path = assetsOn(page.html).logo ?? "";
  assert.match(path, /\.png$/);
  const response = await fetch(new URL(path, world.baseUrl));
  assert.equal(response.headers.get("content-type"), "image/png");
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), png);
});

test("200 — the one stylesheet ends with the accent and the administrator's rules, under another address", async () => {
  using brand = makeBrand();
  await using plain = await startWorld();
  await using branded = await startWorld(brand.settings);
  const pageOf = (baseUrl: string) => new Visitor(baseUrl).get("/sign-in");
  const before = assetsOn((await pageOf(plain.baseUrl)).html).style;
  const { html } = await pageOf(branded.baseUrl);
  const after = assetsOn(html).style;
  assert.notEqual(after, before);
  assert.doesNotMatch(html, /<style|style=/);
  const css = await (await fetch(new URL(after, branded.baseUrl))).text();
  assert.match(
    css,
    /:root \{ --accent: light-dark\(#7a1fa2, #(?!9db8ff).*\n[\s\S]*\n\.service \{ letter-spacing: 2px; \}\n$/,
  );
});

test("404 — an asset that there is not, and the one of another brand", async () => {
  using brand = makeBrand();
  await using plain = await startWorld();
  await using branded = await startWorld(brand.settings);
  const { html } = await new Visitor(branded.baseUrl).get("/sign-in");
  for (const path of ["/assets/logo.svg", "/assets/", assetsOn(html).style]) {
    assert.equal((await fetch(new URL(path, plain.baseUrl))).status, 404, path);
  }
});

test("without a brand a page has the service's own sign, and links to no terms", async () => {
  await using world = await startWorld();
  const { html } = await new Visitor(world.baseUrl).get("/sign-in");
  assert.equal(assetsOn(html).logo, undefined);
  assert.match(html, /<svg class="mark"/);
  assert.doesNotMatch(html, /class="legal"/);
});

// interface §3.24
test("200 — consent, account and portal say what the administrator says of the access levels, in each language", async () => {
  using brand = makeBrand();
  await using world = await startWorld(brand.settings, { access: "write" });
  const { baseUrl, alice, application } = world;
  await makeAccessToken(world.ledger, application, alice, "write");
  const { token } = await requestTokenFor(baseUrl, application);
  const visitor = await signedIn(baseUrl, alice);
  for (const language of languageTags) {
    const { read, write } = accessTexts[language];
    const headers = { "accept-language": language };
    const consent = decoded(
      (await visitor.get(`/oauth/authorize?oauth_token=${token}`, headers)).html,
    );
    const [, allowed = ""] = /<ul class="allowed">(.*?)<\/ul>/s.exec(consent) ?? [];
    assert.ok(allowed.includes(read) && allowed.includes(write), language);
    const account = decoded((await visitor.get("/account/applications", headers)).html);
    assert.ok(account.includes(`<p>${read} · ${write}</p>`), language);
    const portal = decoded((await visitor.get("/portal/create", headers)).html);
    assert.ok(portal.includes(read) && portal.includes(write), language);
    const before = languages[language].consent.permissions["change-account"];
    assert.ok(!consent.includes(before) && !account.includes(before), "ours is gone");
  }
});

// interface §3.27
test("200 — where a text names the administrators of the service, it leads to them, by https or mail", async () => {
  for (const [given, href] of [
    ["https://example.com/help?a=1&b=2", "https://example.com/help?a=1&b=2"],
    ["help@example.com", "mailto:help@example.com"],
  ]) {
    await using world = await startWorld({ SUPPORT_URL: given ?? "" });
    const { html } = await new Visitor(world.baseUrl).get("/sign-in");
    const links = [...html.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)];
    const named = links.find(([, , text]) => text === english.shell.admins);
    assert.equal(decoded(named?.[1] ?? ""), href);
    assert.ok(decoded(html).includes(`<a class="action" href="${href}">`));
  }
  await using world = await startWorld();
  const { html } = await new Visitor(world.baseUrl).get("/sign-in");
  assert.ok(html.includes(english.shell.admins) && !html.includes(`>${english.shell.admins}<`));
});
