/** Bulk actions on the pages of administrators, from a filter to what was done. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { hourMs } from "../../src/domain/day.ts";
import { makeAccessToken, makeAdmin, makeApplication, makeUser } from "../support/service.ts";
import { signedIn, type Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const path = "/admin/bulk-actions";

async function startWithAdmin() {
  const world = await startWorld();
  const admin = await signedIn(world.baseUrl, await makeAdmin(world.ledger, "carol"));
  return Object.assign(world, { admin });
}

/** The page of what was announced. */
async function announced(admin: Visitor, fields: Readonly<Record<string, string>>) {
  const sent = await admin.send(path, { change: "announce", ...fields });
  assert.match(sent.location ?? "", /^\/admin\/bulk-actions\/\d+$/, sent.html);
  return sent.location ?? "";
}

/** The page once the action is over. */
async function over(admin: Visitor, page: string): Promise<string> {
  for (;;) {
    const { html } = await admin.get(page);
    if (!html.includes('value="stop"')) return html;
    await setTimeout(5);
  }
}

async function tokensOf({ ledger, application }: World) {
  const page = { applicationId: application.id, userId: undefined, after: undefined, size: 9 };
  return (await ledger.accessTokens(page)).map(({ screenName }) => screenName);
}

// interface §16.71, §16.72
test("303, 200 — an application's tokens that fit filters are counted, and revoked once that is begun", async () => {
  await using world = await startWithAdmin();
  const { admin, ledger, application, clock } = world;
  for (const name of ["dave", "erin"]) {
    await makeAccessToken(ledger, application, await makeUser(ledger, name));
  }
  const form = `${path}?kind=revoke-access-tokens&amp;application=${application.id}`;
  const { html } = await admin.get(`/admin/applications/${application.id}`);
  assert.ok(html.includes(`href="${form}"`), html);
  assert.match((await admin.get(form.replace("&amp;", "&"))).html, /name="issued_from"/);

  const wanted = { kind: "revoke-access-tokens", application: application.id };
  clock.now = Date.now() + 1000;
  const none = await announced(admin, { ...wanted, issued_before: "2001-01-01" });
  assert.match((await admin.get(none)).html, /there is nothing to begin/);
  const page = await announced(admin, { ...wanted, never_used: "on" });
  assert.match((await admin.get(page)).html, /This revokes 2 access tokens of 2 users/);
  assert.equal((await tokensOf(world)).length, 2);
  assert.equal((await admin.send(page, { change: "stop" })).status, 409);
  assert.equal((await admin.send(page, { change: "begin" })).location, `${page}?begun`);
  assert.match(await over(admin, page), /2 of 2 done/);
  assert.deepEqual(await tokensOf(world), []);
  const again = await admin.send(page, { change: "begin" });
  assert.equal(again.status, 409);
  assert.match((await admin.get(path)).html, /@carol/);
  assert.match((await admin.get("/admin/audit")).html, /What: Revoke access tokens/);
});

// interface §16.71
test("303, 200 — all that a list of applications shows is suspended, and restored", async () => {
  await using world = await startWithAdmin();
  const { admin, ledger, application, clock } = world;
  const mallory = await makeUser(ledger, "mallory");
  const spam = await makeApplication(ledger, mallory, { name: "Spam" });
  clock.now = Date.now() + 1000;
  const list = await admin.get("/admin/applications?owner=mallory");
  assert.ok(
    list.html.includes(`${path}?kind&#61;suspend-applications&#38;owner&#61;mallory`),
    list.html,
  );
  const wanted = { kind: "suspend-applications", owner: "mallory", reason: "Spam." };
  const page = await announced(admin, wanted);
  assert.match((await admin.get(page)).html, /This suspends 1 application\./);
  await admin.send(page, { change: "begin" });
  await over(admin, page);
  assert.equal((await ledger.applicationById(spam.id))?.suspendedBecause, "Spam.");
  assert.equal((await ledger.applicationById(application.id))?.suspendedBecause, undefined);
  const back = await announced(admin, { kind: "restore-applications", state: "suspended" });
  await admin.send(back, { change: "begin" });
  await over(admin, back);
  assert.equal((await ledger.applicationById(spam.id))?.suspendedBecause, undefined);
});

// interface §16.71
test("422 — without a filter or a reason, or with a wrong day, nothing is announced", async () => {
  await using world = await startWithAdmin();
  const { admin, application } = world;
  for (const wrong of [
    { kind: "suspend-applications", reason: "Spam." },
    { kind: "suspend-applications", owner: "alice" },
    { kind: "suspend-applications", owner: "nobody", reason: "Spam." },
    { kind: "revoke-access-tokens", application: application.id, unused_since: "2026-02-30" },
  ]) {
    const { status } = await admin.send(path, { change: "announce", ...wrong });
    assert.equal(status, 422, JSON.stringify(wrong));
  }
  const ofNone = { change: "announce", kind: "revoke-access-tokens" };
  assert.equal((await admin.send(path, ofNone)).status, 400);
  const twice = { ...ofNone, application: application.id, user: "1" };
  assert.equal((await admin.send(path, twice)).status, 400);
  assert.deepEqual(await world.ledger.bulkActions({ after: undefined, size: 9 }), []);
});

// interface §16.71
test("409 — what was announced over an hour ago is not begun", async () => {
  await using world = await startWithAdmin();
  const { admin, ledger, application, clock, alice } = world;
  await makeAccessToken(ledger, application, await makeUser(ledger, "dave"));
  clock.now = Date.now() + 1000;
  const wanted = { kind: "revoke-access-tokens", application: application.id };
  const page = await announced(admin, wanted);
  clock.now += hourMs;
  const fields = { change: "begin", current_password: alice.password };
  const { status, html } = await admin.send(page, fields);
  assert.equal(status, 409, html);
  assert.match(html, /over an hour old/);
  assert.equal((await tokensOf(world)).length, 1);
});

// interface §16.75
test("200 — what an announced action revokes is downloaded as CSV, without the tokens, by administrators only", async () => {
  await using world = await startWithAdmin();
  const { admin, ledger, alice, baseUrl, clock } = world;
  const application = await makeApplication(ledger, alice, { name: "=1+1" });
  const dave = await makeUser(ledger, "dave");
  const tokens = [await makeAccessToken(ledger, application, dave)];
  for (let number = 0; number < 250; number += 1) {
    const user = await makeUser(ledger, `user${number}`);
    tokens.push(await makeAccessToken(ledger, application, user));
  }
  await makeAccessToken(ledger, world.application, dave);
  clock.now = Date.now() + 1000;
  const wanted = { kind: "revoke-access-tokens", application: application.id, never_used: "on" };
  const page = await announced(admin, wanted);
  const file = `${page}/tokens.csv`;
  assert.ok((await admin.get(page)).html.includes(`href="${file}"`));
  const { html: csv, headers } = await admin.get(file);
  assert.equal(headers.get("content-type"), "text/csv; charset=utf-8");
  assert.match(headers.get("content-disposition") ?? "", /filename="access-tokens-\d+\.csv"/);
  const [head, ...lines] = csv.split("\r\n");
  assert.equal(head, "application_id,application,user_id,user,access,issued_at,last_used_on");
  assert.equal(lines.pop(), "");
  assert.equal(lines.length, 251);
  assert.equal(new Set(lines).size, 251);
  const ofDave = lines.find((line) => line.includes(",dave,")) ?? assert.fail();
  const issued = /^(\d+),'=1\+1,(\d+),dave,(?:read|write),\d{4}-\d\d-\d\dT[\d:.]+Z,$/.exec(ofDave);
  assert.deepEqual(issued?.slice(1), [application.id, dave.id]);
  for (const { token } of tokens) assert.ok(!csv.includes(token.split("-")[1] ?? token));
  const fromElsewhere = await admin.get(file, { "sec-fetch-site": "cross-site" });
  assert.equal(fromElsewhere.location, page);
  const other = await signedIn(baseUrl, alice);
  assert.equal((await other.get(file)).status, 404);
  const exported = await ledger.eventsBy(
    { name: "access-token.exported" },
    { after: undefined, size: 9 },
  );
  assert.deepEqual(
    exported.map(({ applicationId, userId, details }) => [applicationId, userId, details]),
    [[application.id, undefined, { filter: "never_used=true", items: 251 }]],
  );
  const suspends = { kind: "suspend-applications", owner: "alice", reason: "Spam." };
  assert.equal((await admin.get(`${await announced(admin, suspends)}/tokens.csv`)).status, 404);
});
