/** The origins of other APIs, on the pages where developers and operators look for them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as english from "../../src/languages/english.ts";
import { signedIn } from "../support/person.ts";
import { saying } from "../support/saying.ts";
import { makeOperator } from "../support/service.ts";
import { startWorld } from "../support/world.ts";

test("200 — an application's page and the operators' overview name the origins of other APIs", async () => {
  const origins = ["https://api.example.com", "https://media.example.com:8443"];
  await using world = await startWorld({ API_ORIGINS: origins.join(",") });
  const { baseUrl, alice, application, ledger } = world;
  const developer = await signedIn(baseUrl, alice);
  const operator = await signedIn(baseUrl, await makeOperator(ledger, "carol"));
  for (const [person, path, text] of [
    [developer, `/portal/applications/${application.id}/programs`, english.portal.programs.apis],
    [operator, "/admin", english.admin.overview.apis],
  ] as const) {
    const { html } = await person.get(path);
    assert.match(html, saying(text), path);
    for (const origin of origins) assert.ok(html.includes(origin), `${path}: ${origin}`);
  }
});

test("200 — without other APIs an application's page names none", async () => {
  await using world = await startWorld();
  const developer = await signedIn(world.baseUrl, world.alice);
  const { html } = await developer.get(`/portal/applications/${world.application.id}/programs`);
  assert.match(html, saying(english.portal.programs.title));
  assert.doesNotMatch(html, saying(english.portal.programs.apis));
});
