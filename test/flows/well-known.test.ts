/** What browsers, password managers, crawlers and people who report a vulnerability look for at fixed paths. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import sharp from "sharp";
import { dayMs } from "../../src/domain/day.ts";
import * as english from "../../src/pages/languages/english.ts";
import { languages } from "../../src/pages/languages/languages.ts";
import { logo, makeBrand } from "../support/brand.ts";
import { localhost } from "../support/passkeys.ts";
import { makeAdmin } from "../support/service.ts";
import { decoded, signedIn, Visitor } from "../support/visitor.ts";
import { errorOf, startWorld } from "../support/world.ts";

const asBrowser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

// interface §19.1
test("302 — a password manager is led to the page for a new password", async () => {
  await using world = await startWorld();
  const { status, location } = await new Visitor(world.baseUrl).get("/.well-known/change-password");
  assert.deepEqual([status, location], [302, "/account/password"]);
  const page = await (await signedIn(world.baseUrl, world.alice)).get(location ?? "");
  assert.match(page.html, /name="new_password"/);
});

// interface §19.2
test("200 — a password manager finds the page of passkeys, where they work", async () => {
  const path = "/.well-known/passkey-endpoints";
  await using world = await startWorld(localhost);
  const response = await fetch(world.baseUrl + path);
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
  const page = `${world.baseUrl}/account/passkeys`;
  assert.deepEqual(await response.json(), { enroll: page, manage: page });
  await using unnamed = await startWorld();
  assert.equal((await errorOf(await fetch(unnamed.baseUrl + path))).code, 34);
});

// interface §19.3
test("200 — security.txt has what the settings say and expires in 90 days; without a contact it is 404", async () => {
  const path = "/.well-known/security.txt";
  await using world = await startWorld({
    SECURITY_CONTACT: "security@example.com",
    SECURITY_POLICY_URL: "https://example.com/security",
  });
  world.clock.now = Date.UTC(2026, 10, 27, 18, 30);
  const response = await fetch(world.baseUrl + path);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "text/plain; charset=utf-8");
  assert.deepEqual((await response.text()).split("\n"), [
    "Contact: mailto:security@example.com",
    `Expires: ${new Date(Date.UTC(2026, 10, 27) + 90 * dayMs).toISOString()}`,
    `Canonical: ${world.baseUrl}${path}`,
    "Policy: https://example.com/security",
    "",
  ]);
  await using linked = await startWorld({ SECURITY_CONTACT: "https://example.com/report" });
  const text = await (await fetch(linked.baseUrl + path)).text();
  assert.match(text, /^Contact: https:\/\/example\.com\/report\nExpires: .+\nCanonical: .+\n$/);
  await using unset = await startWorld({ SECURITY_POLICY_URL: "https://example.com/security" });
  assert.equal((await errorOf(await fetch(unset.baseUrl + path))).status, 404);
});

// interface §19.4
test("200 — robots.txt allows the home page, which is not to be shown, and documentation that is public", async () => {
  await using world = await startWorld();
  const response = await fetch(`${world.baseUrl}/robots.txt`);
  assert.equal(response.headers.get("content-type"), "text/plain; charset=utf-8");
  assert.equal(await response.text(), "User-agent: *\nAllow: /$\nDisallow: /\n");
  await using documented = await startWorld({ PUBLIC_DOCS: "on" });
  assert.equal(
    await (await fetch(`${documented.baseUrl}/robots.txt`)).text(),
    "User-agent: *\nAllow: /$\nAllow: /docs\nAllow: /assets/\nDisallow: /docs/search\nDisallow: /\n",
  );
  const { html } = await new Visitor(world.baseUrl).get("/");
  assert.match(html, /<meta name="robots" content="noindex">/);
});

/** The icons to which a page links, by their relation. */
function iconsOf(html: string): Readonly<Record<string, string>> {
  const links = html.matchAll(/<link rel="(icon|apple-touch-icon)" href="([^"]*)">/g);
  return Object.fromEntries([...links].map(([, relation = "", href = ""]) => [relation, href]));
}

async function pictureAt(url: string): Promise<Buffer> {
  const response = await fetch(url);
  assert.equal(response.status, 200, url);
  assert.equal(response.headers.get("cache-control"), "public, max-age=86400");
  assert.match(response.headers.get("content-security-policy") ?? "", /^default-src 'none'/);
  return Buffer.from(await response.arrayBuffer());
}

async function assertTouchIcon(baseUrl: string, red: number): Promise<void> {
  for (const path of ["/apple-touch-icon.png", "/favicon.ico"]) {
    const picture = await pictureAt(baseUrl + path);
    const { width, height, format } = await sharp(picture).metadata();
    assert.deepEqual([format, width, height], ["png", 180, 180]);
    assert.ok((await sharp(picture).stats()).isOpaque);
    const pixels = await sharp(picture).removeAlpha().raw().toBuffer();
    assert.equal(pixels[0], 255, "a white margin");
    // Above the middle of the picture the mark has nothing but its shield.
    assert.equal(pixels[(80 * 180 + 90) * 3], red);
  }
}

// interface §19.6, §19.7, §19.8
test("200 — every page links to the mark, which knows dark tabs, and has it as a PNG", async () => {
  await using world = await startWorld({ ACCENT: "#7a1fa2" });
  const { html } = await new Visitor(world.baseUrl).get("/sign-in");
  assert.deepEqual(iconsOf(html), {
    icon: "/icon.svg",
    "apple-touch-icon": "/apple-touch-icon.png",
  });
  const svg = String(await pictureAt(`${world.baseUrl}/icon.svg`));
  assert.match(svg, /\.a\{fill:#7a1fa2\}.*@media \(prefers-color-scheme:dark\)\{\.a\{fill:#/);
  await assertTouchIcon(world.baseUrl, 0x7a);
});

// interface §19.6, §19.7, §19.8
test("200 — the icon of a brand is its logo, an SVG or a PNG", async () => {
  using brand = makeBrand();
  await using drawn = await startWorld(brand.settings);
  const { html } = await new Visitor(drawn.baseUrl).get("/sign-in");
  const { icon = "" } = iconsOf(html);
  assert.match(icon, /^\/assets\/logo\..*\.svg$/);
  assert.equal((await fetch(drawn.baseUrl + icon)).status, 200);
  assert.equal(String(await pictureAt(`${drawn.baseUrl}/icon.svg`)), logo);
  await assertTouchIcon(drawn.baseUrl, 0x7a);
  const LOGO = join(brand.directory, "logo.png");
  await using picture = await startWorld({ ...brand.settings, LOGO });
  const page = await new Visitor(picture.baseUrl).get("/sign-in");
  assert.match(iconsOf(page.html)["icon"] ?? "", /\.png$/);
  assert.equal((await fetch(`${picture.baseUrl}/icon.svg`)).status, 404);
  assert.equal((await fetch(`${picture.baseUrl}/favicon.ico`)).status, 200);
});

/** The links of a 404 page's content, without those of the frame. */
function linksOf(html: string): readonly (readonly [href: string, text: string])[] {
  const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? [];
  return [...main.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(
    ([, href = "", text = ""]) => [href, decoded(text)] as const,
  );
}

// interface §19.5
test("404 — a page that leads on: to sign-in, to a user's areas, and an administrator's", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger } = world;
  const anonymous = new Visitor(baseUrl);
  const user = await signedIn(baseUrl, alice);
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "bob"));
  const { account, portal } = english.shell.areas;
  const own = [
    ["/account", account],
    ["/portal", portal],
  ];
  for (const [visitor, expected] of [
    [
      anonymous,
      [
        ["/", english.error.home],
        ["/sign-in", english.signIn.title],
      ],
    ],
    [user, own],
    [admin, [...own, ["/admin", english.shell.areas.admin]]],
  ] as const) {
    const page = await visitor.get("/nowhere", asBrowser);
    assert.equal(page.status, 404);
    assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
    assert.deepEqual(linksOf(page.html), expected);
    for (const [href] of expected) assert.ok((await visitor.get(href)).status < 400, href);
  }
  assert.deepEqual(linksOf((await user.get("/admin")).html), own, "a page that is not the user's");
});

// interface §19.5
test("404 — the page speaks the browser's language; other clients and methods get JSON", async () => {
  await using world = await startWorld();
  const { baseUrl } = world;
  for (const [tag, texts] of Object.entries(languages)) {
    const headers = { ...asBrowser, "accept-language": tag };
    const { html } = await new Visitor(baseUrl).get("/nowhere/at/all", headers);
    assert.ok(decoded(html).includes(texts.error.kinds["not-found"].happened), tag);
  }
  const head = await fetch(`${baseUrl}/nowhere`, { method: "HEAD", headers: asBrowser });
  assert.deepEqual(
    [head.status, head.headers.get("content-type")],
    [404, "text/html; charset=utf-8"],
  );
  for (const init of [{}, { method: "POST", headers: asBrowser }, { method: "DELETE" }]) {
    assert.equal((await errorOf(await fetch(`${baseUrl}/nowhere`, init))).status, 404);
  }
});
