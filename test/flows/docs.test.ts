/** The documentation for developers, generated for this service from the tables by which it runs. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { parseAuthorizationHeader } from "#oauth1";
import { requestErrors } from "../../src/domain/errors.ts";
import { endpoints } from "../../src/http/endpoints/index.ts";
import * as arabic from "../../src/pages/languages/arabic.ts";
import * as english from "../../src/pages/languages/english.ts";
import * as spanish from "../../src/pages/languages/spanish.ts";
import { docsPages } from "../../src/pages/views/docs/contents.ts";
import { docsHref } from "../../src/pages/views/docs/page.ts";
import { languages, programFor } from "../../src/pages/views/docs/programs.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken, makeApplication, makeUser } from "../support/service.ts";
import { decoded, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

const isPublic = { PUBLIC_DOCS: "on" };

// interface §15.55
test("200 — endpoints with this service's URLs, every error with what to do, limits in force, and the OpenAPI link", async () => {
  await using world = await startWorld({ RATE_LIMITS: "oauth/request_token=7" });
  const { baseUrl, alice } = world;
  const visitor = await signedIn(baseUrl, alice);
  const part = async (path: string) => {
    const { status, html } = await visitor.get(path);
    assert.equal(status, 200, path);
    return decoded(html).replaceAll("<wbr>", "");
  };
  const listed = await part("/docs/endpoints");
  for (const {
    name,
    produces,
    paths: [path],
  } of endpoints) {
    // Identity providers call this one; applications never do.
    if ((produces !== "json" && produces !== "form") || name === "sign-out/from") continue;
    assert.ok(listed.includes(`<code data-copy="Copy the URL">${baseUrl}${path}</code>`), path);
  }
  const explained = await part("/docs/errors");
  for (const { code, message, when, advice } of Object.values(requestErrors)) {
    assert.equal(explained.split(`id="error-${code}"`).length, 2, String(code));
    const explanations = [when, advice].map((one) => one.replaceAll("'", "’"));
    for (const said of [message, ...explanations]) assert.ok(explained.includes(said), said);
  }
  const limits = await part("/docs/limits");
  assert.match(limits, /<code>oauth\/request_token<\/code><\/th><td[^>]*>7</);
  assert.match(listed, /href="\/openapi\.json"/);
  assert.match(await part("/docs/moving"), /Request token URL/);
  assert.equal((await visitor.get("/openapi.json")).status, 200);
});

// interface §15.55
test("303 — unless the documentation is public, a reader signs in first, and returns to the page", async () => {
  await using world = await startWorld();
  for (const page of docsPages) {
    const path = docsHref(page);
    const response = await new Visitor(world.baseUrl).get(path);
    assert.equal(response.status, 303, path);
    assert.equal(response.location, `/sign-in?continue=${encodeURIComponent(path)}`);
  }
});

// interface §15.77
test("T87 — 200 — a public page is for everyone: with its own URL and description, listed, without a session, and for caches", async () => {
  const link = "API reference=https://api.example/reference";
  await using world = await startWorld({ ...isPublic, DOCS_LINKS: link, SIGN_UP: "open" });
  const { baseUrl, alice } = world;
  const titles = new Set<string>();
  for (const page of docsPages) {
    const path = docsHref(page);
    const response = await fetch(`${baseUrl}${path}?lang=other`);
    const html = decoded(await response.text());
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get("set-cookie"), null);
    assert.equal(response.headers.get("cache-control"), "public, max-age=300");
    assert.equal(response.headers.get("vary"), "cookie, accept-language");
    assert.doesNotMatch(html, /noindex|name="csrf"/);
    assert.ok(html.includes(`<link rel="canonical" href="${baseUrl}${path}">`), path);
    assert.ok(html.includes(`<meta name="description" content="${page.description}">`), path);
    assert.match(html, /<a href="https:\/\/api\.example\/reference">API reference /);
    assert.ok(html.includes(`href="/sign-in?continue=${encodeURIComponent(path)}`), path);
    titles.add(/<title>([^<]*)</.exec(html)?.[1] ?? "");
  }
  assert.equal(titles.size, docsPages.length, "each has its own title");
  const own = await (await signedIn(baseUrl, alice)).get("/docs");
  assert.match(own.html, /noindex/);
  assert.match(own.html, />@alice</);
});

// interface §15.76
test("200 — a program in the language of the link, which the browser keeps; another cookie changes nothing", async () => {
  await using world = await startWorld(isPublic);
  const offered = languages.filter((one) => programFor("quickstart", one) !== undefined);
  assert.ok(offered.length >= 4);
  for (const { id, title } of offered) {
    const visitor = new Visitor(world.baseUrl);
    const current = new RegExp(
      `lang=${id}#program" aria-current="true">${title.replace("+", ".")}<`,
    );
    assert.match((await visitor.get(`/docs?lang=${id}`)).html.replaceAll("&#61;", "="), current);
    assert.match((await visitor.get("/docs/signing")).html.replaceAll("&#61;", "="), current);
  }
  const [first] = offered;
  for (const cookie of [
    "docs_language=cobol",
    `docs_language=${"x".repeat(3000)}`,
    "docs_language=__proto__",
  ]) {
    const response = await fetch(`${world.baseUrl}/docs`, { headers: { cookie } });
    assert.equal(response.status, 200);
    const html = decoded(await response.text());
    assert.ok(html.includes(`lang=${first?.id}#program" aria-current="true"`));
    assert.doesNotMatch(html, /cobol|xxx|__proto__/);
  }
});

// interface §15.75
test("200 — the quickstart has the viewer's newest application, and sends a call for it that programs' calls aren't", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const page = async () => {
    await world.service.dependencies.verifiedRequests.write();
    return decoded((await visitor.get("/docs")).html);
  };
  assert.match(await page(), new RegExp(`CONSUMER_KEY=${application.consumerKey}`));
  assert.match(await page(), /Create an access token/);
  const token = await makeAccessToken(ledger, application, alice);
  assert.match(await page(), /Waiting for your program’s first call/);
  const sent = await visitor.send("/docs", { application: application.id });
  assert.equal(sent.status, 200);
  assert.match(decoded(sent.html), /Response: 200/);
  assert.match(await page(), /Waiting for your program’s first call/);
  await world.signed("GET", "/1.1/account/verify_credentials.json", { token });
  assert.match(await page(), /data-part="arrived-[^"]*">Your call arrived:.*<span data-done>/s);
  await world.signed("GET", "/1.1/account/verify_credentials.json", {
    token: { ...token, secret: "wrong" },
  });
  assert.match(await page(), /data-part="arrived-[^"]*">Your call arrived:.*401 \S 32/s);
});

// interface §15.75
test("200 — once there is a newer application, the page after a call for another doesn't follow the service", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, ledger, clock } = world;
  await makeAccessToken(ledger, application, alice);
  const visitor = await signedIn(baseUrl, alice);
  const sent = async () =>
    decoded((await visitor.send("/docs", { application: application.id })).html);
  assert.match(await sent(), / data-live=/);
  clock.now += 1000;
  const newer = await makeApplication(ledger, alice);
  const page = await sent();
  assert.match(page, new RegExp(`CONSUMER_KEY=${application.consumerKey}`));
  assert.match(page, new RegExp(`data-part="arrived-${application.id}"`));
  assert.doesNotMatch(page, / data-live=/);
  assert.match((await visitor.get("/docs")).html, new RegExp(newer.consumerKey));
});

// interface §15.75
test("404 — no call is sent for an application that isn't the viewer's, or that is suspended", async () => {
  await using world = await startWorld(isPublic);
  const { baseUrl, ledger, alice, application } = world;
  const bob = await makeUser(ledger, "bob");
  const visitor = await signedIn(baseUrl, bob);
  assert.equal((await visitor.send("/docs", { application: application.id })).status, 404);
  assert.equal((await visitor.send("/docs", { application: "x" })).status, 404);
  assert.doesNotMatch((await visitor.get("/docs")).html, new RegExp(application.consumerKey));
  const anyone = new Visitor(baseUrl);
  assert.notEqual((await anyone.post("/docs", { application: application.id })).status, 200);
  const owner = await signedIn(baseUrl, alice);
  await ledger.suspendApplication(application.id, "Spam", { at: 0, actor: "command-line" });
  assert.equal((await owner.send("/docs", { application: application.id })).status, 404);
  assert.doesNotMatch((await owner.get("/docs")).html, new RegExp(application.consumerKey));
});

// interface §15.55
test("404 — a page that the documentation doesn't have, signed in or not", async () => {
  await using world = await startWorld(isPublic);
  for (const visitor of [await signedIn(world.baseUrl, world.alice), new Visitor(world.baseUrl)]) {
    for (const id of ["other", "constructor", "__proto__", "undefined"]) {
      assert.equal((await visitor.get(`/docs/${id}`)).status, 404, id);
    }
  }
});

// interface §15.55
test("200 — readers of another language are told that the documentation is in English, which it says to their browser too", async () => {
  await using world = await startWorld(isPublic);
  const visitor = new Visitor(world.baseUrl);
  const pageIn = async (language: string) =>
    decoded((await visitor.get("/docs", { "accept-language": language })).html);
  for (const { language, portal } of [arabic, spanish]) {
    const page = await pageIn(language.tag);
    assert.ok(page.includes(`<html lang="${language.tag}" dir="${language.direction}">`));
    assert.match(page, saying(portal.docs.inEnglish));
    assert.match(page, /<div lang="en" dir="ltr" class="docs[^>]*>\s*<h1>/);
  }
  assert.doesNotMatch(await pageIn("en"), saying(english.portal.docs.inEnglish));
});

// interface §15.56
test("200 — the worked example of signing is right: its header is one that the service accepts for such an application", async () => {
  await using world = await startWorld();
  const visitor = await signedIn(world.baseUrl, world.alice);
  const text = decoded((await visitor.get("/docs/signing")).html);
  const [, header = ""] = /Authorization: (OAuth oauth_callback[^<]*)</.exec(text) ?? [];
  const read = parseAuthorizationHeader(header);
  assert.ok(read !== undefined);
  const base = `POST&${encodeURIComponent(`${world.baseUrl}/oauth/request_token`)}&`;
  assert.ok(text.includes(base), "the base string names this service");
  const [, baseString = ""] = new RegExp(`(${base.replace(/[.]/g, "\\.")}[^<]*)<`).exec(text) ?? [];
  const signature = createHmac("sha1", "example-consumer-secret&")
    .update(baseString)
    .digest("base64");
  assert.ok(
    text.includes(`<code data-copy="Copy the text of this step">${signature}</code>`),
    signature,
  );
  assert.ok(header.includes(`oauth_signature="${encodeURIComponent(signature)}"`));
});

// interface §15.55
test("200 — each code on the page of usage leads to where it is explained", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application } = world;
  const visitor = await signedIn(baseUrl, alice);
  await world.signed("POST", "/oauth/request_token", {
    oauth: { oauth_callback: "https://other.example/" },
  });
  const { html } = await visitor.get(`/portal/applications/${application.id}/usage`);
  assert.match(decoded(html), /<a href="\/docs\/errors#error-415">415<\/a>/);
});
