/** Operators' actions for a person or on an account: its grants, its email address, its deletion. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byCommandLine } from "../../src/events/context.ts";
import * as english from "../../src/languages/english.ts";
import { verifyCredentials } from "../support/flow.ts";
import { decoded, signedIn } from "../support/person.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken, makeApplication, makeOperator, makeUser } from "../support/service.ts";
import { startWorld, type World } from "../support/world.ts";

const operatorIn = async ({ baseUrl, ledger }: World) =>
  signedIn(baseUrl, await makeOperator(ledger, "carol"));

// interface §16.27
test("revoke — what a person granted is listed, and what is revoked is dead on the next request", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, application } = world;
  const bob = await makeUser(ledger, "bob");
  const other = await makeApplication(ledger, world.alice, { name: "Reader" });
  const token = await makeAccessToken(ledger, application, bob);
  const kept = await makeAccessToken(ledger, other, bob);
  const person = await operatorIn(world);
  const path = `/admin/people/${bob.id}`;
  const page = decoded((await person.get(path)).html);
  assert.ok(page.includes("Weather Bot") && page.includes("Reader"));
  const change = "revoke-access";
  assert.equal((await person.send(path, { change, application_id: "x" })).status, 400);
  const answer = await person.send(path, { change, application_id: application.id });
  assert.equal(answer.location, `${path}?access-revoked`);
  const after = await person.get(`${path}?access-revoked`);
  assert.match(after.html, saying(english.admin.person.done["access-revoked"]));
  assert.ok(!after.html.includes("Weather Bot"));
  assert.equal((await verifyCredentials(baseUrl, application, token)).status, 401);
  assert.equal((await verifyCredentials(baseUrl, other, kept)).status, 200);
  const events = await (await signedIn(baseUrl, bob)).get("/account/events");
  assert.match(
    decoded(events.html.replace(/<[^>]*>/g, "")),
    /The access of Weather Bot was revoked/,
  );
  assert.match(events.html, saying(english.account.events.by.operator));
});

// interface §16.28
test("confirm — the address that was shown, and no other that the person set since", async () => {
  await using world = await startWorld();
  const { ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const move = (email: string) =>
    ledger.changeProfile({ userId: bob.id, screenName: "bob", name: "", email }, byCommandLine(0));
  await move("new@people.example");
  const person = await operatorIn(world);
  const path = `/admin/people/${bob.id}`;
  assert.match((await person.get(path)).html, saying(english.admin.person.emailUnconfirmed));
  await move("thief@evil.example");
  const shown = { change: "confirm-email", email: "new@people.example" };
  assert.equal((await person.send(path, shown)).status, 400);
  assert.equal((await ledger.userById(bob.id))?.emailProven, false);
  const answer = await person.send(path, { ...shown, email: "thief@evil.example" });
  assert.equal(answer.location, `${path}?email-confirmed`);
  assert.equal((await ledger.userById(bob.id))?.emailProven, true);
  const { html } = await person.get(path);
  assert.match(html, saying(english.admin.person.emailConfirmed));
  assert.doesNotMatch(html, /value="confirm-email"/);
});

// interface §16.29
test("delete — with the screen name typed, and then nothing of the account works", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, application, alice } = world;
  const bob = await makeUser(ledger, "bob");
  const token = await makeAccessToken(ledger, application, bob);
  const bobs = await signedIn(baseUrl, bob);
  const person = await operatorIn(world);
  const path = `/admin/people/${bob.id}`;
  const wrong = await person.send(path, { change: "delete", screen_name: "alice" });
  assert.equal(wrong.status, 422);
  assert.match(wrong.html, saying(english.admin.person.deletion.otherName));
  assert.notEqual(await ledger.userById(bob.id), undefined);
  const answer = await person.send(path, { change: "delete", screen_name: "@BOB" });
  assert.equal(answer.status, 303);
  const list = await person.get(answer.location ?? "");
  assert.match(list.html, saying(english.admin.people.deleted));
  assert.equal(await ledger.userById(bob.id), undefined);
  assert.equal((await verifyCredentials(baseUrl, application, token)).status, 401);
  assert.equal((await bobs.get("/account")).status, 303);
  assert.equal((await person.get(path)).status, 404);
  const [event] = await ledger.eventsBy({ name: "user.deleted" }, { after: undefined, size: 1 });
  assert.equal(event?.userId, bob.id);
  const owner = `/admin/people/${alice.id}`;
  const owning = await person.send(owner, { change: "delete", screen_name: alice.screenName });
  assert.equal(owning.status, 409);
  const { what } = english.admin.person.deletion.hindrances["owns-applications"];
  assert.match(owning.html, saying(what));
  const card = owning.html.slice(owning.html.indexOf('<h2 id="deletion">'));
  assert.match(card, /href="\/admin\/applications\/\d+"><bdi>Weather Bot/);
});

// interface §16.29
test("422 — a wrong password deletes nobody, and the screen name need not be typed again", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, clock } = world;
  const bob = await makeUser(ledger, "bob");
  const person = await signedIn(baseUrl, await makeOperator(ledger, "carol"));
  clock.now += 3_600_000;
  const fields = { change: "delete", screen_name: "@bob", current_password: "wrong" };
  const refused = await person.send(`/admin/people/${bob.id}`, fields);
  assert.equal(refused.status, 422);
  assert.match(refused.html, /name="screen_name" type="text" value="@bob"/);
  assert.notEqual(await ledger.userById(bob.id), undefined);
});

// interface §16.29
test("400 — nobody deletes their own account on the operators' pages", async () => {
  await using world = await startWorld();
  const carol = await makeOperator(world.ledger, "carol");
  const person = await signedIn(world.baseUrl, carol);
  const path = `/admin/people/${carol.id}`;
  assert.doesNotMatch((await person.get(path)).html, /value="delete"/);
  const answer = await person.send(path, { change: "delete", screen_name: "carol" });
  assert.equal(answer.status, 400);
  assert.notEqual(await world.ledger.userById(carol.id), undefined);
});
