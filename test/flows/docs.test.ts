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
  assert.equal((await new Visitor(baseUrl).get("/portal/docs")).status, 303);
  const visitor = await signedIn(baseUrl, alice);
  const { status, html } = await visitor.get("/portal/docs");
  assert.equal(status, 200);
  const text = decoded(html);
  for (const {
    name,
    produces,
    paths: [path],
  } of endpoints) {
    // Identity providers call this one; applications never do.
    if ((produces !== "json" && produces !== "form") || name === "sign-out/from") continue;
    assert.ok(text.includes(`<code>${baseUrl}${path}</code>`), path);
  }
  for (const { code, message, when, advice } of Object.values(requestErrors)) {
    assert.ok(text.includes(`id="error-${code}"`), String(code));
    for (const said of [message, when, advice]) assert.ok(text.includes(said), said);
  }
  assert.match(text, /<code>oauth\/request_token<\/code><\/th><td[^>]*>7</);
  assert.match(text, /href="\/openapi\.json"/);
  assert.equal((await visitor.get("/openapi.json")).status, 200);
});

// interface §15.55
test("200 — readers of another language are told that the documentation is in English, which it says to their browser too", async () => {
  await using world = await startWorld();
  const visitor = await signedIn(world.baseUrl, world.alice);
  const shown = async (language: string) =>
    decoded((await visitor.get("/portal/docs", { "accept-language": language })).html);
  for (const { language, portal } of [arabic, spanish]) {
    const page = await shown(language.tag);
    assert.ok(page.includes(`<html lang="${language.tag}" dir="${language.direction}">`));
    assert.match(page, saying(portal.docs.inEnglish));
    assert.match(page, /<article lang="en" dir="ltr" class="docs">\s*<h1>Documentation</);
  }
  assert.doesNotMatch(await shown("en"), saying(english.portal.docs.inEnglish));
});

// interface §15.56
test("200 — the worked example of signing is right: its header is one that the service accepts for such an application", async () => {
  await using world = await startWorld();
  const visitor = await signedIn(world.baseUrl, world.alice);
  const text = decoded((await visitor.get("/portal/docs")).html);
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
  assert.ok(text.includes(`<code data-copy>${signature}</code>`), signature);
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
  assert.match(decoded(html), /<a href="\/portal\/docs#error-415">415<\/a>/);
});
