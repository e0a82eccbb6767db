/** The preview of the consent page beside the forms of an application (interface §15.74). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { languages } from "../../src/pages/languages/languages.ts";
import { addCollaborator } from "../support/collaborators.ts";
import { rowsOf } from "../support/ledger-rows.ts";
import { makeAccessToken, makeUser } from "../support/service.ts";
import { decoded, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

const { consent, portal } = languages.en;
const warnings = [consent.mixedAlphabets, consent.changedRecently, consent.newApplication];

/** The warnings that it names to those who hear the page. */
function warnedOf(html: string): readonly string[] {
  const [, said = ""] = /<p class="quiet" role="status">(.*?)<\/p>/.exec(decoded(html)) ?? [];
  return warnings.map(({ what }) => what).filter((what) => said.includes(what));
}

test("200 — a draft is shown as users would be asked, and nothing is saved", async () => {
  await using world = await startWorld();
  const visitor = await signedIn(world.baseUrl, world.alice);
  const { creation } = await visitor.creation("/portal/create");
  const before = await rowsOf(world.service);
  const preview = async (fields: Record<string, string>) =>
    decoded((await visitor.send("/portal/preview", { creation, ...fields })).html);

  const html = await preview({
    name: "Wеather <b>Bot",
    access: "write",
    callbacks: "http://weather.example/\nhttps://weather.example/callback",
    website: "https://weather.example/about",
    request_email: "on",
  });
  assert.match(html, /^<section class="asked" aria-label="[^"]+"/);
  assert.match(html, /<div inert>\s*<article class="consent">/);
  assert.doesNotMatch(html, /<form|name="csrf"|type="submit"|<!doctype/i);
  assert.deepEqual(warnedOf(html), [consent.mixedAlphabets.what, consent.newApplication.what]);
  assert.ok(html.includes(consent.permissions["change-account"]));
  assert.match(html, /destination">.*weather\.example/);
  assert.match(html, />weather\.example<\/bdi><\/a>/);
  const empty = await preview({});
  assert.ok(empty.includes(portal.preview.unnamed));
  assert.deepEqual(warnedOf(empty), [consent.newApplication.what]);
  const [allowed = ""] = /<ul class="allowed">.*?<\/ul>/s.exec(empty) ?? [];
  assert.ok(!allowed.includes(consent.permissions["change-account"]));
  assert.deepEqual(await rowsOf(world.service), before);
});

test("200 — the picture is that of the application that the form creates", async () => {
  await using world = await startWorld();
  const visitor = await signedIn(world.baseUrl, world.alice);
  const page = await visitor.get("/portal/create");
  const [creation = "", id = ""] =
    /(\w+)\.[^"]+(?=")/.exec(
      decoded(/name="creation" value="[^"]*"/.exec(page.html)?.[0].slice(23) ?? ""),
    ) ?? [];
  const pictureOf = (html: string) => /<article class="consent">.*?<svg.*?<\/svg>/s.exec(html)?.[0];
  const shown = await visitor.send("/portal/preview", { creation });
  assert.ok(id !== "" && pictureOf(page.html) !== undefined);
  assert.equal(pictureOf(shown.html), pictureOf(page.html));
});

test("200 — settings: what is saved, and a warning for seven days once the name or website is another", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, ledger, clock } = world;
  for (let user = 0; user < 10; user += 1) {
    await makeAccessToken(ledger, application, await makeUser(ledger, `user${user}`), "read");
  }
  clock.now += 8 * 86_400_000;
  const visitor = await signedIn(baseUrl, alice);
  const { html } = await visitor.get(`/portal/applications/${application.id}/settings`);
  assert.match(decoded(html), /<div inert>.*Weather Bot.*weather\.example/s);
  assert.deepEqual(warnedOf(html), []);
  const saved = { application: application.id, name: "Weather Bot", access: "read" };
  const warnedWith = async (fields: Record<string, string>) =>
    warnedOf((await visitor.send("/portal/preview", { ...saved, ...fields })).html);
  const website = "https://weather.example";
  assert.deepEqual(await warnedWith({ website, description: "Another" }), []);
  assert.deepEqual(await warnedWith({ website, name: "Other" }), [consent.changedRecently.what]);
  assert.deepEqual(await warnedWith({ website: "" }), [consent.changedRecently.what]);
});

test("200 — to viewers and other users, an application's ID says nothing", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger } = world;
  const fields = { name: "Mine", application: world.application.id };
  const ownerIn = (html: string) => /by <bdi>(@\w+)/.exec(decoded(html))?.[1];
  for (const role of ["editor", "viewer", undefined] as const) {
    const user = await makeUser(ledger, role ?? "other");
    if (role !== undefined) await addCollaborator(world, user.id, role);
    const shown = await (await signedIn(baseUrl, user)).send("/portal/preview", fields);
    assert.equal(shown.status, 200);
    assert.equal(ownerIn(shown.html), role === "editor" ? "@alice" : `@${user.screenName}`);
  }
});

test("303, 403, 429 — without a session or the form's token there is none, nor beyond the limit", async () => {
  await using world = await startWorld({ RATE_LIMITS: "portal/preview=3" });
  const anonymous = await new Visitor(world.baseUrl).post("/portal/preview", { name: "A" });
  assert.notEqual(anonymous.status, 200);
  const visitor = await signedIn(world.baseUrl, world.alice);
  assert.equal((await visitor.post("/portal/preview", { name: "A" })).status, 403);
  assert.equal((await visitor.send("/portal/preview", { name: "A" })).status, 200);
  assert.equal((await visitor.send("/portal/preview", { name: "A" })).status, 429);
  assert.equal((await visitor.get("/portal/create")).status, 200);
});
