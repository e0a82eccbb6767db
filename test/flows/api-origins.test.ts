/** The origins of other APIs, on the pages where developers and administrators look for them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import { saying } from "../support/saying.ts";
import { makeAdmin } from "../support/service.ts";
import { signedIn } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

test("200 — an application's page and the administrators' overview name the origins of other APIs", async () => {
  const origins = ["https://api.example.com", "https://media.example.com:8443"];
  await using world = await startWorld({ API_ORIGINS: origins.join(",") });
  const { baseUrl, alice, application, ledger } = world;
  const developer = await signedIn(baseUrl, alice);
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  for (const [visitor, path, text] of [
    [
      developer,
      `/portal/applications/${application.id}/programs`,
      english.portal.programs.apis.what,
    ],
    [admin, "/admin", english.admin.overview.apis],
  ] as const) {
    const { html } = await visitor.get(path);
    assert.match(html, saying(text), path);
    for (const origin of origins) assert.ok(html.includes(origin), `${path}: ${origin}`);
  }
});

test("200 — without other APIs an application's page names none", async () => {
  await using world = await startWorld();
  const developer = await signedIn(world.baseUrl, world.alice);
  const { html } = await developer.get(`/portal/applications/${world.application.id}/programs`);
  assert.match(html, saying(english.portal.programs.title));
  assert.doesNotMatch(html, saying(english.portal.programs.apis.what));
});
