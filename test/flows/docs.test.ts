/** The portal's documentation, generated for this service from the tables by which it runs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAuthorizationHeader } from "#oauth1";
import { requestErrors } from "../../src/domain/errors.ts";
import { endpoints } from "../../src/http/endpoints/index.ts";
import * as arabic from "../../src/pages/languages/arabic.ts";
import * as english from "../../src/pages/languages/english.ts";
import * as spanish from "../../src/pages/languages/spanish.ts";
import { saying } from "../support/saying.ts";
import { decoded, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

// interface §15.55
test("200 — endpoints with this service's URLs, every error with what to do, limits in force, and the OpenAPI link", async () => {
  await using world = await startWorld({ RATE_LIMITS: "oauth/request_token=7" });
  const { baseUrl, alice } = world;
  const visitor = await signedIn(baseUrl, alice);
  const part = async (path: string) => {
    assert.equal((await new Visitor(baseUrl).get(path)).status, 303, path);
    const { status, html } = await visitor.get(path);
    assert.equal(status, 200, path);
    return decoded(html).replaceAll("<wbr>", "");
  };
  const listed = await part("/portal/docs/endpoints");
  for (const {
    name,
    produces,
    paths: [path],
  } of endpoints) {
    // Identity providers call this one; applications never do.
    if ((produces !== "json" && produces !== "form") || name === "sign-out/from") continue;
    assert.ok(listed.includes(`<code data-copy="Copy the URL">${baseUrl}${path}</code>`), path);
  }
  const first = await part("/portal/docs");
  const explained = await part("/portal/docs/errors");
  for (const { code, message, when, advice } of Object.values(requestErrors)) {
    assert.equal(explained.split(`id="error-${code}"`).length, 2, String(code));
    const explanations = [when, advice].map((one) => one.replaceAll("'", "’"));
    for (const said of [message, ...explanations]) assert.ok(explained.includes(said), said);
    // It was there before the errors had a page.
    const href = `/portal/docs/errors#error-${code}`;
    assert.match(first, new RegExp(`<li id="error-${code}"><a [^>]*href="${href}"`));
  }
  for (const old of ["first", "endpoints", "signing", "errors", "limits", "moving"]) {
    assert.ok(first.includes(` id="${old}"`), old);
  }
  const limits = await part("/portal/docs/limits");
  assert.match(limits, /<code>oauth\/request_token<\/code><\/th><td[^>]*>7</);
  assert.match(listed, /href="\/openapi\.json"/);
  assert.match(await part("/portal/docs/moving"), /Request token URL/);
  assert.equal((await visitor.get("/openapi.json")).status, 200);
});

// interface §15.55
test("404 — a page that the documentation doesn't have", async () => {
  await using world = await startWorld();
  const visitor = await signedIn(world.baseUrl, world.alice);
  for (const id of ["other", "constructor", "__proto__"]) {
    assert.equal((await visitor.get(`/portal/docs/${id}`)).status, 404, id);
  }
});

// interface §15.55
test("200 — readers of another language are told that the documentation is in English, which it says to their browser too", async () => {
  await using world = await startWorld();
  const visitor = await signedIn(world.baseUrl, world.alice);
  const pageIn = async (language: string) =>
    decoded((await visitor.get("/portal/docs", { "accept-language": language })).html);
  for (const { language, portal } of [arabic, spanish]) {
    const page = await pageIn(language.tag);
    assert.ok(page.includes(`<html lang="${language.tag}" dir="${language.direction}">`));
    assert.match(page, saying(portal.docs.inEnglish));
    assert.match(page, /<h1><bdi lang="en">First steps<.*<div lang="en" dir="ltr" class="docs">/s);
  }
  assert.doesNotMatch(await pageIn("en"), saying(english.portal.docs.inEnglish));
});

// interface §15.56
test("200 — the worked example of signing is right: its header is one that the service accepts for such an application", async () => {
  await using world = await startWorld();
  const visitor = await signedIn(world.baseUrl, world.alice);
  const text = decoded((await visitor.get("/portal/docs/signing")).html);
  const [, header = ""] = /Authorization: (OAuth [^<]*)</.exec(text) ?? [];
  const read = parseAuthorizationHeader(header);
  assert.ok(read !== undefined);
  const base = `POST&${encodeURIComponent(`${world.baseUrl}/oauth/request_token`)}&`;
  assert.ok(text.includes(base), "the base string names this service");
  const { createHmac } = await import("node:crypto");
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
  assert.match(decoded(html), /<a href="\/portal\/docs\/errors#error-415">415<\/a>/);
});
