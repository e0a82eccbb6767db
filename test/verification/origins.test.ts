import assert from "node:assert/strict";
import { test } from "node:test";
import { makeAdmin } from "../support/service.ts";
import { signedIn } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";
import { settings } from "./asking.ts";

const origins = /<ul class="plain">((?:<li><code dir="ltr">https:[^<]*<\/code><\/li>)+)<\/ul>/;
const commandsIn = (html: string) =>
  (origins.exec(html)?.[1] ?? "").match(/https:[^<]*/g)?.join(",") ?? "";

// interface §15.39, §16.24
test("200 — developers and administrators see the origins of the APIs that are configured", async () => {
  await using world = await startWorld(settings);
  const { baseUrl, alice, application, ledger } = world;
  const page = await (await signedIn(baseUrl, alice)).get(
    `/portal/applications/${application.id}/programs`,
  );
  assert.equal(commandsIn(page.html), settings.API_ORIGINS);
  assert.match(page.html, /The same credentials work/);
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  assert.equal(commandsIn((await admin.get("/admin")).html), settings.API_ORIGINS);
});

// interface §15.39
test("200 — without them the page of an application says nothing of other APIs", async () => {
  await using world = await startWorld({ ...settings, API_ORIGINS: "" });
  const owner = await signedIn(world.baseUrl, world.alice);
  const { html } = await owner.get(`/portal/applications/${world.application.id}/programs`);
  assert.doesNotMatch(html, /The same credentials work/);
});
