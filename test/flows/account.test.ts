/** The account pages: what a signed-in user sees there and can undo. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { type SessionId, tokenDigest } from "../../src/domain/credentials.ts";
import { personalParts } from "../../src/domain/personal-data.ts";
import * as english from "../../src/pages/languages/english.ts";
import {
  approvalOf,
  exchange,
  requestErrorOf,
  requestTokenFor,
  verifyCredentials,
} from "../support/flow.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken, makeAdmin, makeApplication, makeUser } from "../support/service.ts";
import { decoded, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

// interface §14.1
test("303 — sign-in first, then back to the page that asked, by itself to the account", async () => {
  await using world = await startWorld();
  const { baseUrl, alice } = world;
  const visitor = new Visitor(baseUrl);
  const credentials = { username: alice.screenName, password: alice.password };
  const asked = await visitor.get("/account/applications");
  assert.equal(asked.status, 303);
  assert.equal(asked.location, "/sign-in?continue=%2Faccount%2Fapplications");
  assert.equal((await visitor.get("/sign-in?continue=https://evil.example")).status, 400);
  const response = await visitor.submit(await visitor.get("/sign-in"), credentials);
  assert.equal(response.location, "/account");
  const account = await visitor.get("/account/applications");
  assert.equal(account.status, 200);
  assert.match(account.html, /No application can use your account/);
  assert.equal((await visitor.get("/sign-in")).location, "/account", "signed in already");
});

// interface §14.1
test("303 — an administrator who asked for no page comes to the administration", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger } = world;
  const admin = await makeAdmin(ledger, "admin");
  const credentials = { username: admin.screenName, password: admin.password };
  const visitor = new Visitor(baseUrl);
  const asked = await visitor.get("/sign-in?continue=/account");
  assert.equal((await visitor.submit(asked, credentials)).location, "/account", "as asked");
  const other = new Visitor(baseUrl);
  const response = await other.submit(await other.get("/sign-in"), credentials);
  assert.equal(response.location, "/admin");
  for (const path of ["/", "/sign-in", "/sign-up"]) {
    assert.equal((await other.get(path)).location, "/admin", path);
  }
});

// interface §14.69
test("200 — the overview: what is connected and its last use, how the user signs in, and what happened", async () => {
  await using world = await startWorld({}, { access: "write" });
  const { baseUrl, ledger, application, alice } = world;
  const visitor = await signedIn(baseUrl, alice);
  const { account, twoStep } = english;
  const nothing = decoded((await visitor.get("/account")).html);
  assert.ok(nothing.includes(account.applications.none));
  assert.ok(nothing.includes(twoStep.off) && nothing.includes(account.signIn.weak));
  await makeAccessToken(ledger, application, alice, "write");
  const html = decoded((await visitor.get("/account")).html);
  assert.match(html, saying("Weather Bot"));
  assert.match(html, saying(account.applications.neverUsed));
  assert.match(html, /You signed in\./);
  assert.match(html, saying(account.sessions.thisOne));
  assert.match(html, /href="\/account\/two-step\/set-up"/);
  const ways = decoded((await visitor.get("/account/sign-in")).html);
  for (const href of ["/account/password", "/account/two-step/set-up"]) {
    assert.ok(ways.includes(`href="${href}"`), href);
  }
  const posted = await visitor.post("/account", { csrf: await visitor.csrf(), change: "revoke" });
  assert.equal(posted.status, 405);
});

// interface §3.45
test("303 — a screen name is taken with spaces around it and an @ before it, wherever it is typed", async () => {
  await using world = await startWorld({ SIGN_UP: "open" });
  const { baseUrl, ledger } = world;
  const made = new Visitor(baseUrl);
  const password = "a long one 4711";
  const fields = { screen_name: " @Bob_1 ", name: "", email: "", new_password: password };
  assert.equal((await made.submit(await made.get("/sign-up"), fields)).status, 303);
  const bob = (await ledger.userByScreenName("bob_1")) ?? assert.fail();
  const visitor = await signedIn(baseUrl, { ...bob, screenName: " @BOB_1 ", password });
  const renamed = { screen_name: " @Bob_2 ", name: "", email: "" };
  assert.equal(
    (await visitor.send("/account/profile", renamed)).location,
    "/account/profile?saved",
  );
  assert.equal((await ledger.userById(bob.id))?.screenName, "Bob_2");
});

// interface §14.4
test("200 — /account/applications lists name, owner, level and day, and only one's own", async () => {
  await using world = await startWorld({}, { name: "Weather & Bot" });
  const { baseUrl, application, alice, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const other = await makeApplication(ledger, alice, { name: "Other" });
  await makeAccessToken(ledger, application, bob, "write", true);
  await makeAccessToken(ledger, other, alice);
  const visitor = await signedIn(baseUrl, bob);
  const html = decoded((await visitor.get("/account/applications")).html);
  for (const part of [
    "Weather & Bot",
    "@alice",
    "post, and make changes",
    english.account.applications.withEmail,
  ]) {
    assert.ok(html.includes(part), part);
  }
  assert.match(html, new RegExp(`Since <time datetime="${new Date().getUTCFullYear()}`));
  assert.ok(!html.includes("Other"));
});

// interface §14.37
test("200 — a long list is searched, sorted and counted, and comes in pages that lead on and back", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger } = world;
  for (let number = 0; number < 51; number += 1) {
    const made = await makeApplication(ledger, alice, { name: `App ${number}` });
    await makeAccessToken(ledger, made, alice);
  }
  const visitor = await signedIn(baseUrl, alice);
  const first = await visitor.get("/account/applications");
  const link = (html: string, text: string) =>
    decoded(new RegExp(`href="(/account/applications\\?[^"]*)">${text}<`).exec(html)?.[1] ?? "");
  const { nextPage, previousPage } = english.shell;
  const second = await visitor.get(link(first.html, nextPage));
  const names = (html: string) =>
    [...html.matchAll(/<h2 [^>]*>(?:<a [^>]*>)?<bdi>([^<]*)/g)].map(([, one]) => one);
  assert.deepEqual([names(first.html).length, names(second.html).length], [50, 1]);
  assert.equal(link(second.html, nextPage), "");
  assert.equal(link(first.html, previousPage), "");
  const back = await visitor.get(link(second.html, previousPage));
  assert.deepEqual(names(back.html), names(first.html));
  const { total, nothingFound } = english.portal.applications;
  for (const { html } of [first, second]) assert.match(html, saying(total(51)));
  const found = await visitor.get("/account/applications?q=PP+4");
  assert.deepEqual(names(found.html).toSorted(), ["App 4", ...tens("App 4")]);
  assert.match(found.html, saying(total(11)));
  assert.match((await visitor.get("/account/applications?q=nothing")).html, saying(nothingFound));
});

function tens(beginning: string): string[] {
  return Array.from({ length: 10 }, (_, digit) => `${beginning}${digit}`);
}

// interface §14.5
test("reduce — the token reads on and writes no more; with a second one it is dead", async () => {
  await using world = await startWorld({}, { access: "write" });
  const { baseUrl, application, alice, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const reduce = () =>
    visitor.send("/account/applications", { application_id: application.id, change: "reduce" });
  const held = await makeAccessToken(ledger, application, alice, "write");
  assert.equal((await reduce()).location, `/account/applications?reduced=${application.id}`);
  const used = await verifyCredentials(baseUrl, application, held);
  assert.equal(used.headers.get("x-access-level"), "read");
  assert.doesNotMatch((await visitor.get("/account/applications")).html, /value="reduce"/);
  const writing = await makeAccessToken(ledger, application, alice, "write");
  await reduce();
  assert.equal(
    await requestErrorOf(await verifyCredentials(baseUrl, application, writing)),
    "401 (code 89)",
  );
  assert.equal((await verifyCredentials(baseUrl, application, held)).status, 200);
});

// interface §14.6
test("401 (code 89) — revoked on the page, dead on the next request; the other user's lives", async () => {
  await using world = await startWorld({}, { access: "write" });
  const { baseUrl, application, alice, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const bobs = await makeAccessToken(ledger, application, bob);
  const tokens = [
    await makeAccessToken(ledger, application, alice, "write"),
    await makeAccessToken(ledger, application, alice),
  ];
  const visitor = await signedIn(baseUrl, alice);
  const response = await visitor.send("/account/applications", {
    application_id: application.id,
    change: "revoke",
  });
  assert.equal(response.status, 303);
  for (const token of tokens) {
    assert.equal(
      await requestErrorOf(await verifyCredentials(baseUrl, application, token)),
      "401 (code 89)",
    );
  }
  assert.equal((await verifyCredentials(baseUrl, application, bobs)).status, 200);
  assert.match(
    (await visitor.get("/account/applications")).html,
    /No application can use your account/,
  );
});

// interface §14.7
test("401 — what was approved and not exchanged is gone with what is revoked or reduced", async () => {
  await using world = await startWorld({}, { access: "write" });
  const { baseUrl, application, alice, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  for (const change of ["reduce", "revoke"]) {
    await makeAccessToken(ledger, application, alice, "write");
    const requested = await requestTokenFor(baseUrl, application);
    const verifier = await approvalOf(baseUrl, requested.token, alice);
    await visitor.send("/account/applications", { application_id: application.id, change });
    const exchanged = await exchange(baseUrl, application, requested, verifier);
    assert.equal(await requestErrorOf(exchanged), "401 (code 89)", change);
  }
});

// interface §14.8
test("303 — a profile page that was open for long puts back no name that changed elsewhere", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const page = await visitor.get("/account/profile");
  const asShown = { screen_name: "alice", name: "alice", email: "alice@users.example" };
  for (const changes of [{ name: "Alice Example" }, { screen_name: "alice2" }]) {
    const response = await visitor.submit(page, { ...asShown, ...changes });
    assert.equal(response.location, "/account/profile?saved");
  }
  const { screenName, name } = (await ledger.userById(alice.id)) ?? {};
  assert.deepEqual([screenName, name], ["alice2", "Alice Example"]);
  const latest = async () =>
    (await ledger.eventsOf(alice.id, { after: undefined, size: 1 }))[0]?.id;
  const before = await latest();
  const same = { screen_name: "alice2", name: "Alice Example", email: "alice@users.example" };
  const response = await visitor.send("/account/profile", same);
  assert.equal(response.location, "/account/profile?saved");
  assert.equal(await latest(), before, "what changes nothing is no event");
});

test("303, 422 — the profile changes, and what breaks a rule is shown again as it was typed", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger } = world;
  await makeUser(ledger, "Bob");
  const visitor = await signedIn(baseUrl, alice);
  const good = { screen_name: "Alice_2", name: " Alice & co ", email: "a@b.example" };
  const response = await visitor.send("/account/profile", good);
  assert.equal(response.location, "/account/profile?saved");
  const user = await ledger.userById(alice.id);
  assert.deepEqual(
    [user?.screenName, user?.name, user?.email],
    ["Alice_2", "Alice & co", "a@b.example"],
  );
  const page = await visitor.get("/account/profile?saved");
  assert.match(page.html, saying(english.account.profile.saved));
  assert.match(page.html, /@Alice_2/);
  for (const [changed, said] of [
    [{ screen_name: "bOB" }, saying(english.account.profile.problems.taken)],
    [{ screen_name: "with space" }, /1 to 64 letters/],
    [{ name: "x".repeat(51) }, saying(english.account.profile.problems.name)],
    [{ email: "nobody" }, saying(english.account.profile.problems.email)],
  ] as const) {
    const rejected = await visitor.send("/account/profile", { ...good, name: "Typed", ...changed });
    assert.equal(rejected.status, 422);
    assert.match(rejected.html, said);
    const kept = Object.values(changed)[0] ?? "";
    assert.ok(decoded(rejected.html).includes(`value="${kept}"`), kept);
    assert.equal((await ledger.userById(alice.id))?.name, "Alice & co");
  }
  await visitor.send("/account/profile", { ...good, name: "\u{2800}\u{202E}" });
  assert.equal((await ledger.userById(alice.id))?.name, "", "nothing that could be seen");
  const wrong = { screen_name: "with space", name: "x".repeat(51), email: "nobody" };
  const { html } = await visitor.send("/account/profile", wrong);
  const { problems } = english.account.profile;
  for (const one of ["screen-name", "name", "email"] as const) {
    assert.match(html, saying(problems[one]));
  }
});

// interface §14.19
test("422 — a new email address asks for the password once the sign-in is some time ago", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  const moved = { screen_name: "alice", name: "A", email: "a@b.example" };
  const emailOf = async () => (await ledger.userById(alice.id))?.email;
  clock.now += 15 * 60_000;
  const renamed = { ...moved, email: "alice@users.example" };
  assert.equal((await visitor.send("/account/profile", renamed)).status, 303, "a name alone");
  const asked = await visitor.send("/account/profile", moved);
  assert.equal(asked.status, 422);
  assert.match(asked.html, /name="current_password"/);
  assert.ok(decoded(asked.html).includes('value="a@b.example"'), "what was typed is kept");
  const wrong = { ...moved, current_password: "a wrong password" };
  const rejected = await visitor.send("/account/profile", wrong);
  assert.equal(rejected.status, 422);
  assert.match(rejected.html, saying(english.shell.reauthentication.problems.wrong));
  assert.equal(await emailOf(), "alice@users.example");
  const right = { ...moved, current_password: alice.password };
  assert.equal((await visitor.send("/account/profile", right)).status, 303);
  assert.equal(await emailOf(), "a@b.example");
  const recent = await signedIn(baseUrl, alice);
  assert.equal((await recent.send("/account/profile", renamed)).status, 303);
});

// interface §14.10
test("422, 429 — a wrong current password counts as a failed sign-in; a poor new one is rejected", async () => {
  await using world = await startWorld({ RATE_LIMITS: "sign-in/known-browser=3" });
  const { baseUrl, alice } = world;
  const visitor = await signedIn(baseUrl, alice);
  const change = (current_password: string, new_password: string) =>
    visitor.send("/account/password", { current_password, new_password });
  for (const [wanted, said] of [
    ["short", /at least 8/],
    ["x".repeat(129), /at most 128/],
    ["alice@users.example", saying(english.account.password.problems["own-name"])],
    ["qwertyuiop", saying(english.account.password.problems.common)],
  ] as const) {
    const rejected = await change(alice.password, wanted);
    assert.equal(rejected.status, 422);
    assert.match(rejected.html, said);
    assert.ok(!rejected.html.includes(alice.password));
  }
  for (const status of [422, 422, 422, 429]) {
    const rejected = await change("a wrong password", "another long password");
    assert.equal(rejected.status, status);
  }
  assert.equal((await change(alice.password, "another long password")).status, 429);
});

test("parallel changes of one password — exactly one wins, and its browser alone is signed in", async () => {
  await using world = await startWorld();
  const { baseUrl, alice } = world;
  const users = await Promise.all([1, 2, 3].map(() => signedIn(baseUrl, alice)));
  const responses = await Promise.all(
    users.map((visitor, at) =>
      visitor.send("/account/password", {
        current_password: alice.password,
        new_password: `another long password ${at}`,
      }),
    ),
  );
  assert.equal(responses.filter((one) => one.location === "/account/password?changed").length, 1);
  const open = await Promise.all(users.map((visitor) => visitor.get("/account/applications")));
  assert.equal(open.filter((one) => one.status === 200).length, 1);
});

// interface §14.11
test("sessions — each with browser, address and last use; one is ended, then all others", async () => {
  await using world = await startWorld();
  const { baseUrl, alice } = world;
  const users = [];
  for (let times = 0; times < 4; times += 1) users.push(await signedIn(baseUrl, alice));
  const [visitor, ...others] = users;
  assert.ok(visitor !== undefined);
  const { html } = await visitor.get("/account/sessions");
  assert.equal(html.match(/<h2/g)?.length, 4);
  assert.equal(html.match(/This browser/g)?.length, 1);
  assert.match(html, /127\.0\.0\.1/);
  assert.match(html, /<bdi>node<\/bdi>/, "what fetch says of itself");
  const open = async () => {
    const responses = await Promise.all(others.map((one) => one.get("/account/applications")));
    return responses.filter((one) => one.status === 200).length;
  };
  const [, session = ""] = /name="session" value="([^"]*)"/.exec(html) ?? [];
  await visitor.send("/account/sessions", { change: "end", session: decoded(session) });
  assert.equal(await open(), 2);
  await visitor.send("/account/sessions", { change: "end-others" });
  assert.equal(await open(), 0);
  assert.equal((await visitor.get("/account/applications")).status, 200);
  assert.equal((await visitor.send("/account/sessions", { change: "begin" })).status, 400);
});

test("sessions — the last use is right once the clock is: a session of a clock that was ahead gets no more time", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, clock, ledger } = world;
  const day = 86_400_000;
  const now = clock.now;
  clock.now = now + 10 * day;
  const visitor = await signedIn(baseUrl, alice);
  const lastUse = async () => {
    assert.equal((await visitor.get("/account/applications")).status, 200);
    const [session] = await ledger.sessionsOf(alice.id, clock.now, { after: undefined, size: 9 });
    return session?.lastSeenAt;
  };
  assert.equal(await lastUse(), now + 10 * day);
  clock.now = now;
  assert.equal(await lastUse(), now);
  clock.now = now + 14 * day;
  assert.equal((await visitor.get("/account/applications")).status, 303);
});

// interface §14.12
test("events — one's own in plain words, the newest first, in pages", async () => {
  await using world = await startWorld({}, { name: "Weather & Bot" });
  const { baseUrl, application, alice, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  await makeAccessToken(ledger, application, bob);
  const visitor = await signedIn(baseUrl, alice);
  await makeAccessToken(ledger, application, alice, "write");
  await visitor.send("/account/applications", { application_id: application.id, change: "revoke" });
  const text = (html: string) => decoded(html.replace(/<[^>]*>/g, ""));
  const page = text((await visitor.get("/account/events")).html);
  const order = [
    "Access of Weather & Bot was revoked.",
    "An access token for your account was issued to Weather & Bot",
    "You signed in.",
    "Your account was created.",
  ].map((part) => page.indexOf(part));
  assert.ok(!order.includes(-1), page);
  assert.deepEqual(
    order,
    order.toSorted((one, other) => one - other),
  );
  assert.match(page, /UTC From 127\.0\.0\.1/);
  assert.equal(page.split("An access token for your account").length, 2, "not bob's");
  for (let times = 0; times < 50; times += 1) {
    await ledger.record({
      name: "user.signed-in",
      at: 0,
      actor: `user:${alice.id}`,
      userId: alice.id,
    });
  }
  const first = await visitor.get("/account/events");
  const next = decoded(/href="(\/account\/events\?after[^"]*)"/.exec(first.html)?.[1] ?? "");
  const second = text((await visitor.get(next)).html);
  assert.ok(!text(first.html).includes("Your account was created."));
  assert.ok(second.includes("Your account was created."));
});

// interface §14.32
test("303 — each revoke, reduce and sign-out is answered by what holds now, and only while it holds", async () => {
  await using world = await startWorld({}, { name: "Weather & Bot" });
  const { baseUrl, application, alice, ledger } = world;
  await makeAccessToken(ledger, application, alice, "write");
  const visitor = await signedIn(baseUrl, alice);
  const text = async (path: string) =>
    decoded((await visitor.get(path)).html.replace(/<[^>]*>/g, ""));
  const said = async (path: string, fields: Record<string, string>) => {
    const { location = "" } = await visitor.send(path, fields);
    return text(location);
  };
  const { applications, sessions } = english.account;
  const plain = (what: "revoked" | "reduced") =>
    applications.done[what]("Weather & Bot")
      .map((part) => (typeof part === "string" ? part : part.name))
      .join("");
  const grant = { application_id: application.id };
  assert.ok(
    !(await text(`/account/applications?reduced=${application.id}`)).includes(plain("reduced")),
  );
  assert.ok(
    (await said("/account/applications", { ...grant, change: "reduce" })).includes(
      plain("reduced"),
    ),
  );
  assert.ok(
    !(await text(`/account/applications?revoked=${application.id}`)).includes(plain("revoked")),
  );
  assert.ok(
    (await said("/account/applications", { ...grant, change: "revoke" })).includes(
      plain("revoked"),
    ),
  );
  await signedIn(baseUrl, alice);
  const others = { change: "end-others" };
  assert.ok(
    !(await text("/account/sessions?ended-others")).includes(sessions.done["ended-others"]),
  );
  assert.ok((await said("/account/sessions", others)).includes(sessions.done["ended-others"]));
  assert.ok((await said("/sign-out", {})).includes(english.signIn.signedOut));
});

// interface §14.29
test("events — a deleted application keeps its name, also for administrators, who find no page of it", async () => {
  await using world = await startWorld({}, { name: "Weather & Bot" });
  const { baseUrl, application, alice, ledger } = world;
  await makeAccessToken(ledger, application, alice, "write");
  const visitor = await signedIn(baseUrl, alice);
  await visitor.send(`/portal/applications/${application.id}/delete`, {
    typed_name: "Weather & Bot",
  });
  const text = (html: string) => decoded(html.replace(/<[^>]*>/g, ""));
  const events = text((await visitor.get("/account/events")).html);
  assert.ok(
    events.includes("An access token for your account was issued to Weather & Bot"),
    events,
  );
  await ledger.grantAdmin(alice.id, { at: 0, actor: "command-line" });
  const { html } = await visitor.get("/admin/audit?name=access-token.issued");
  assert.ok(text(html).includes(`Weather & Bot ${english.audit.gone}`), text(html));
  assert.ok(!html.includes(`/admin/applications/${application.id}`));
});

// interface §14.13
test("delete — with name and password typed, and then nothing of the user's works", async () => {
  await using world = await startWorld();
  const { baseUrl, application, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const token = await makeAccessToken(ledger, application, bob);
  const [visitor, elsewhere] = [await signedIn(baseUrl, bob), await signedIn(baseUrl, bob)];
  for (const [screen_name, current_password, said] of [
    ["alice", bob.password, /not your screen name/],
    ["", bob.password, /not your screen name/],
    ["bob", "a wrong password", saying(english.account.deletion.problems.wrong)],
    ["bob", "", saying(english.account.deletion.problems.missing)],
  ] as const) {
    const rejected = await visitor.send("/account/delete", { screen_name, current_password });
    assert.equal(rejected.status, 422);
    assert.match(rejected.html, said);
    assert.match(
      rejected.html,
      new RegExp(`name="screen_name" type="text" value="${screen_name}"`),
    );
    assert.notEqual(await ledger.userById(bob.id), undefined);
  }
  const before = visitor.cookies.get("session");
  const fields = { screen_name: "@BOB", current_password: bob.password };
  const response = await visitor.send("/account/delete", fields);
  assert.equal(response.status, 200);
  assert.match(response.html, saying(english.account.deletion.deleted.title));
  assert.notEqual(visitor.cookies.get("session"), before);
  for (const one of [visitor, elsewhere])
    assert.equal((await one.get("/account/applications")).status, 303);
  assert.equal(
    await requestErrorOf(await verifyCredentials(baseUrl, application, token)),
    "401 (code 89)",
  );
  await assert.rejects(signedIn(baseUrl, bob), /could not sign in/);
  const next = await makeUser(ledger, "bob", Date.now() + 31 * 86_400_000);
  assert.match(
    (await (await signedIn(baseUrl, next)).get("/account/applications")).html,
    /No application/,
  );
});

// interface §14.66
test("200 — a user downloads what is kept about them after a recent proof, and nothing about others", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, ledger, clock } = world;
  const bob = await makeUser(ledger, "bob");
  const token = await makeAccessToken(ledger, application, bob);
  await makeAccessToken(ledger, application, alice);
  const visitor = await signedIn(baseUrl, bob);
  clock.now += 16 * 60_000;
  const rejected = await visitor.send("/account/data", {});
  assert.equal(rejected.status, 422);
  assert.match(rejected.html, saying(english.account.data.notDownloaded));
  const wrong = await visitor.send("/account/data", { current_password: "not the password" });
  assert.equal(wrong.status, 422);
  const events = async () =>
    (await ledger.eventsOf(bob.id, { after: undefined, size: 9 })).map((one) => one.name);
  assert.ok(!(await events()).includes("user.data-exported"));

  const sent = await visitor.send("/account/data", { current_password: bob.password });
  assert.equal(sent.status, 200);
  assert.equal(sent.headers.get("content-type"), "application/json; charset=utf-8");
  assert.equal(sent.headers.get("cache-control"), "no-store");
  const file = 'attachment; filename="data-bob.json"';
  assert.equal(sent.headers.get("content-disposition"), file);
  const data = JSON.parse(sent.html);
  assert.deepEqual(Object.keys(data), ["service", "exported_at", ...personalParts]);
  assert.deepEqual(
    [data.account.id, data.account.screen_name, data.account.email, data.account.admin],
    [bob.id, "bob", "bob@users.example", false],
  );
  assert.deepEqual([data.applications, data.recovery_codes, data.authenticator_app], [[], 0, null]);
  assert.equal(data.sessions.length, 1);
  assert.equal(data.access_tokens[0].application_name, "Weather Bot");
  assert.equal(data.events.at(-1).name, "user.data-exported");
  assert.equal((await events())[0], "user.data-exported");
  const { passwordHash = "" } = (await ledger.passwordOf("bob")) ?? {};
  const session = tokenDigest((visitor.cookies.get("session") ?? "") as SessionId);
  for (const hidden of [token.token, token.secret, passwordHash, session, alice.id, "alice"]) {
    assert.ok(!sent.html.includes(hidden), hidden);
  }
  assert.match((await visitor.get("/account/events")).html, /Your data was downloaded/);
});

// interface §14.14
test("409 — not while applications are owned, and the page says so before", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const page = await visitor.get("/account/delete");
  assert.match(page.html, /You own applications/);
  assert.doesNotMatch(page.html, /name="current_password"/);
  const fields = { screen_name: "alice", current_password: alice.password };
  const rejected = await visitor.send("/account/delete", fields);
  assert.equal(rejected.status, 409);
  assert.match(rejected.html, /<main.*Weather Bot/s, "it names what is in the way");
  assert.notEqual(await ledger.userById(alice.id), undefined);
});

test("400 — a form that names no application, or nothing that can be done", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const visitor = await signedIn(baseUrl, alice);
  for (const fields of [
    { application_id: "", change: "revoke" },
    { application_id: "1 or 1=1", change: "revoke" },
    { application_id: application.id, change: "raise" },
  ]) {
    const response = await visitor.send("/account/applications", fields);
    assert.equal(response.status, 400, JSON.stringify(fields));
  }
});

// interface §14.27
test("422 — a screen name that was given up is kept from others, and given back to who had it", async () => {
  await using world = await startWorld({ SIGN_UP: "open" });
  const { baseUrl, alice, ledger, clock } = world;
  const bob = await signedIn(baseUrl, await makeUser(ledger, "bob"));
  const visitor = await signedIn(baseUrl, alice);
  const rename = (who: Visitor, screen_name: string, own: string) =>
    who.send("/account/profile", { screen_name, name: "", email: `${own}@users.example` });
  assert.equal((await rename(visitor, "wonder", "alice")).status, 303);
  assert.equal((await rename(bob, "alice", "bob")).status, 422);
  const anonymous = new Visitor(baseUrl);
  const account = { screen_name: "ALICE", new_password: "another long password" };
  assert.equal((await anonymous.submit(await anonymous.get("/sign-up"), account)).status, 422);
  assert.equal((await rename(visitor, "alice", "alice")).status, 303);
  for (const name of ["a2", "a3"]) assert.equal((await rename(visitor, name, "alice")).status, 303);
  const beyond = await rename(visitor, "a4", "alice");
  assert.equal(beyond.status, 422);
  assert.match(beyond.html, saying(english.account.profile.problems["too-many-names"]));
  clock.now += 31 * 86_400_000;
  const later = await signedIn(baseUrl, { ...alice, screenName: "bob" });
  assert.equal((await rename(later, "wonder", "bob")).status, 303);
});
