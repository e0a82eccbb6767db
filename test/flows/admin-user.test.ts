/** Administrators' actions for a user or on an account: its grants, its email address, its deletion. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import * as english from "../../src/pages/languages/english.ts";
import { verifyCredentials } from "../support/flow.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken, makeAdmin, makeApplication, makeUser } from "../support/service.ts";
import { decoded, signedIn } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const adminIn = async ({ baseUrl, ledger }: World) =>
  signedIn(baseUrl, await makeAdmin(ledger, "carol"));

// interface §16.27
test("revoke — what a user granted is listed, and what is revoked is dead on the next request", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, application } = world;
  const bob = await makeUser(ledger, "bob");
  const other = await makeApplication(ledger, world.alice, { name: "Reader" });
  const token = await makeAccessToken(ledger, application, bob);
  const otherToken = await makeAccessToken(ledger, other, bob);
  const visitor = await adminIn(world);
  const path = `/admin/users/${bob.id}`;
  const page = decoded((await visitor.get(path)).html);
  assert.ok(page.includes("Weather Bot") && page.includes("Reader"));
  const change = "revoke-access";
  assert.equal((await visitor.send(path, { change, application_id: "x" })).status, 400);
  const response = await visitor.send(path, { change, application_id: application.id });
  assert.equal(response.location, `${path}?access-revoked`);
  const after = await visitor.get(`${path}?access-revoked`);
  assert.match(after.html, saying(english.admin.user.done["access-revoked"]));
  assert.ok(!after.html.includes("Weather Bot"));
  assert.equal((await verifyCredentials(baseUrl, application, token)).status, 401);
  assert.equal((await verifyCredentials(baseUrl, other, otherToken)).status, 200);
  const events = await (await signedIn(baseUrl, bob)).get("/account/events");
  assert.match(decoded(events.html.replace(/<[^>]*>/g, "")), /Access of Weather Bot was revoked/);
  assert.match(events.html, saying(english.account.events.by.admin));
});

// interface §16.28
test("verify-email — the address that was shown, and no other that the user set since", async () => {
  await using world = await startWorld();
  const { ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const move = (email: string) =>
    ledger.changeProfile({ userId: bob.id, screenName: "bob", name: "", email }, byCommandLine(0));
  await move("new@users.example");
  const visitor = await adminIn(world);
  const path = `/admin/users/${bob.id}`;
  assert.match((await visitor.get(path)).html, saying(english.admin.user.emailUnverified));
  await move("thief@evil.example");
  const shown = { change: "verify-email", email: "new@users.example" };
  assert.equal((await visitor.send(path, shown)).status, 400);
  assert.equal((await ledger.userById(bob.id))?.emailVerified, false);
  const response = await visitor.send(path, { ...shown, email: "thief@evil.example" });
  assert.equal(response.location, `${path}?email-verified`);
  assert.equal((await ledger.userById(bob.id))?.emailVerified, true);
  const { html } = await visitor.get(path);
  assert.match(html, saying(english.admin.user.emailVerified));
  assert.doesNotMatch(html, /value="verify-email"/);
});

// interface §16.29
test("delete — with the screen name typed, and then nothing of the account works", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, application, alice } = world;
  const bob = await makeUser(ledger, "bob");
  const token = await makeAccessToken(ledger, application, bob);
  const bobs = await signedIn(baseUrl, bob);
  const visitor = await adminIn(world);
  const path = `/admin/users/${bob.id}`;
  const wrong = await visitor.send(path, { change: "delete", screen_name: "alice" });
  assert.equal(wrong.status, 422);
  assert.match(wrong.html, saying(english.admin.user.deletion.otherName));
  assert.notEqual(await ledger.userById(bob.id), undefined);
  const response = await visitor.send(path, { change: "delete", screen_name: "@BOB" });
  assert.equal(response.status, 303);
  const list = await visitor.get(response.location ?? "");
  assert.match(list.html, saying(english.admin.users.deleted));
  assert.equal(await ledger.userById(bob.id), undefined);
  assert.equal((await verifyCredentials(baseUrl, application, token)).status, 401);
  assert.equal((await bobs.get("/account")).status, 303);
  assert.equal((await visitor.get(path)).status, 404);
  const [event] = await ledger.eventsBy({ name: "user.deleted" }, { after: undefined, size: 1 });
  assert.equal(event?.userId, bob.id);
  const owner = `/admin/users/${alice.id}`;
  const owning = await visitor.send(owner, { change: "delete", screen_name: alice.screenName });
  assert.equal(owning.status, 409);
  const { what } = english.admin.user.deletion.hindrances["owns-applications"];
  assert.match(owning.html, saying(what));
  const card = owning.html.slice(owning.html.indexOf('<h2 id="deletion">'));
  assert.match(card, /href="\/admin\/applications\/\d+"><bdi>Weather Bot/);
});

// interface §16.29
test("422 — a wrong password deletes no one, and the screen name need not be typed again", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, clock } = world;
  const bob = await makeUser(ledger, "bob");
  const visitor = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  clock.now += 3_600_000;
  const fields = { change: "delete", screen_name: "@bob", current_password: "wrong" };
  const rejected = await visitor.send(`/admin/users/${bob.id}`, fields);
  assert.equal(rejected.status, 422);
  assert.match(rejected.html, /name="screen_name" type="text" value="@bob"/);
  assert.notEqual(await ledger.userById(bob.id), undefined);
});

// interface §16.29
test("400 — no one deletes their own account on the administrators' pages", async () => {
  await using world = await startWorld();
  const carol = await makeAdmin(world.ledger, "carol");
  const visitor = await signedIn(world.baseUrl, carol);
  const path = `/admin/users/${carol.id}`;
  assert.doesNotMatch((await visitor.get(path)).html, /value="delete"/);
  const response = await visitor.send(path, { change: "delete", screen_name: "carol" });
  assert.equal(response.status, 400);
  assert.notEqual(await world.ledger.userById(carol.id), undefined);
});
