/** T10, T11, T14: a write does not undo another one that commits after the read on which it is based. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { byCommandLine, byUser } from "../../src/domain/audit-context.ts";
import { type AccessToken, mintConsumerSecret, tokenDigest } from "../../src/domain/credentials.ts";
import type { Reason } from "../../src/domain/operating.ts";
import * as english from "../../src/pages/languages/english.ts";
import {
  approvalOf,
  basicHeader,
  bearerFor,
  exchange,
  requestErrorOf,
  requestTokenFor,
  revoke,
  verifierIn,
  verifyCredentials,
} from "../support/flow.ts";
import { afterRead } from "../support/interleave.ts";
import { rowsOf } from "../support/ledger-rows.ts";
import { saying } from "../support/saying.ts";
import {
  keepLedgersOnDisk,
  makeAccessToken,
  makeAdmin,
  makeApplication,
  makeUser,
} from "../support/service.ts";
import { startMailServer } from "../support/smtp.ts";
import { signedIn, Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

keepLedgersOnDisk();

// interface §4.6
test("T14 — 200: access revoked after oauth/authenticate saw it is asked for, and no token comes of it", async () => {
  await using world = await startWorld({}, { signIn: true });
  const { baseUrl, application, alice, ledger, clock } = world;
  await makeAccessToken(ledger, application, alice);
  const visitor = await signedIn(baseUrl, alice);
  const request = await requestTokenFor(baseUrl, application);
  const grant = { applicationId: application.id, userId: alice.id };
  const seen = afterRead(ledger, "grants", async () => {
    assert.equal(await ledger.revokeAccess(grant, byUser(alice.id, clock.now, "127.0.0.1")), true);
  });
  const response = await visitor.get(`/oauth/authenticate?oauth_token=${request.token}`);
  assert.equal(seen.times, 1);
  assert.equal(response.status, 200);
  assert.match(response.html, /value="allow"/);
  assert.deepEqual(await ledger.grants(application.id, alice.id), []);
  const early = await exchange(baseUrl, application, request, "A".repeat(32));
  assert.equal(await requestErrorOf(early), "401 (code 32)");
  const allowed = await visitor.submit(response, { decision: "allow" });
  const granted = await exchange(baseUrl, application, request, verifierIn(allowed));
  assert.equal(granted.status, 200, "once the user has been asked");
});

// interface §14.9
test("T21 — 422: a screen name that changes hands meanwhile makes another account's password no proof", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger, clock } = world;
  const bob = await makeUser(ledger, "bob");
  const visitor = await signedIn(baseUrl, alice);
  const csrf = await visitor.csrf();
  const form = { csrf, current_password: bob.password, new_password: "a new and long password" };
  const before = await ledger.passwordOf("alice");
  const renamed = (id: typeof bob.id, screenName: string, at: number) =>
    ledger.changeProfile({ userId: id, screenName, name: "" }, byCommandLine(at));
  const seen = afterRead(ledger, "session", async () => {
    // Long enough ago that the name is free again.
    const longAgo = clock.now - 31 * 24 * 3_600_000;
    assert.equal(await renamed(alice.id, "elsewhere", longAgo), "changed");
    assert.equal(await renamed(bob.id, "alice", clock.now), "changed");
  });
  const response = await visitor.post("/account/password", form);
  assert.equal(seen.times, 1);
  assert.equal(response.status, 422);
  assert.equal((await ledger.passwordOf("elsewhere"))?.passwordHash, before?.passwordHash);
});

// interface §6.6
test("T11 — 401 (code 89): what was approved without asking before the access token was revoked cannot be exchanged after it", async () => {
  await using world = await startWorld({}, { signIn: true });
  const { baseUrl, application, alice, ledger } = world;
  const access = await makeAccessToken(ledger, application, alice);
  const request = await requestTokenFor(baseUrl, application);
  const visitor = await signedIn(baseUrl, alice);
  const response = await visitor.get(`/oauth/authenticate?oauth_token=${request.token}`);
  assert.equal(response.status, 303, "no question");
  assert.equal((await revoke(baseUrl, application, access)).status, 200);
  const late = await exchange(baseUrl, application, request, verifierIn(response));
  assert.equal(await requestErrorOf(late), "401 (code 89)");
});

// interface §6.6
test("200 — what the user approved is exchanged after the application has revoked an older token of theirs, and not after anyone else has", async () => {
  await using world = await startWorld({}, { signIn: true });
  const { baseUrl, application, alice, ledger, clock } = world;
  const approved = async () => {
    const access = await makeAccessToken(ledger, application, alice);
    const request = await requestTokenFor(baseUrl, application);
    const verifier = await approvalOf(baseUrl, request.token, alice);
    return { access, exchanged: () => exchange(baseUrl, application, request, verifier) };
  };
  const own = await approved();
  assert.equal((await revoke(baseUrl, application, own.access)).status, 200);
  assert.equal((await own.exchanged()).status, 200);
  const context = byCommandLine(clock.now);
  const by = {
    user: () => ledger.revokeAccess({ applicationId: application.id, userId: alice.id }, context),
    administrator: (access: AccessToken) => ledger.revokeAccessToken(access, context),
  };
  for (const [who, end] of Object.entries(by)) {
    const other = await approved();
    assert.equal(await end(other.access.token), true, who);
    assert.equal(await requestErrorOf(await other.exchanged()), "401 (code 89)", who);
  }
});

// interface §14.24
test("T35 — 303: what a session began before it ended is not written after it", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger } = world;
  const thief = await signedIn(baseUrl, alice);
  const csrf = await thief.csrf();
  const wanted = { csrf, screen_name: "alice", name: "", email: "thief@evil.example" };
  const seen = afterRead(ledger, "userById", () =>
    ledger.setPassword(alice.id, "$new", { at: 0, actor: "command-line" }),
  );
  const response = await thief.post("/account/profile", wanted);
  assert.equal(seen.times, 1);
  assert.equal(response.status, 303);
  assert.match(response.location ?? "", /^\/sign-in\?continue=/);
  assert.equal((await ledger.userById(alice.id))?.email, "alice@users.example");
});

// interface §14.24
test("T01, T35 — 200: a consent whose session ended before it was written counts for nothing", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice, ledger, clock } = world;
  const { token } = await requestTokenFor(baseUrl, application);
  for (const decision of ["allow", "deny"]) {
    const thief = await signedIn(baseUrl, alice);
    const page = await thief.get(`/oauth/authorize?oauth_token=${token}`);
    afterRead(ledger, "requestToken", () =>
      ledger.endOtherSessions(
        { userId: alice.id, digest: tokenDigest("x") },
        { at: 0, actor: "command-line" },
      ),
    );
    const response = await thief.submit(page, { decision });
    assert.match(response.html, /name="password"/);
    assert.equal((await ledger.requestToken(token, clock.now))?.decided, false);
  }
});

// interface §16.19
test("T31 — an administrator who is demoted makes no one else one with a form that was on its way", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger } = world;
  const carol = await makeAdmin(ledger, "carol");
  await makeAdmin(ledger, "dora");
  const carols = await signedIn(baseUrl, carol);
  const csrf = await carols.csrf();
  afterRead(ledger, "userById", () =>
    ledger.revokeAdmin(carol.id, { at: 0, actor: "command-line" }),
  );
  const path = `/admin/users/${alice.id}`;
  const response = await carols.post(path, { csrf, change: "grant-admin" });
  assert.match(response.location ?? "", /^\/sign-in\?continue=/);
  assert.equal((await carols.get(path)).status, 404);
  assert.equal((await ledger.userById(alice.id))?.isAdmin, false);
});

// interface §15.36
test("T21 — 422: an older session puts no callback back that is being removed while it saves a name", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice, ledger, clock } = world;
  const older = await signedIn(baseUrl, alice);
  clock.now += 16 * 60_000;
  const path = `/portal/applications/${application.id}/settings`;
  const csrf = await older.csrf();
  const current = await ledger.applicationById(application.id);
  assert.ok(current);
  const removal = { applicationId: application.id, from: current, now: clock.now };
  const seen = afterRead(ledger, "applicationById", () =>
    ledger.changeApplication(
      { ...removal, draft: { ...current, callbacks: [] } },
      byCommandLine(clock.now),
    ),
  );
  const form = { csrf, name: "Renamed", website: current.website, access: "read" };
  const response = await older.post(path, { ...form, callbacks: current.callbacks.join("\n") });
  assert.equal(seen.times, 1);
  assert.equal(response.status, 422);
  assert.match(response.html, /name="current_password"/);
  const after = await ledger.applicationById(application.id);
  assert.deepEqual([after?.name, after?.callbacks], [current.name, []]);
});

// interface §15.40
test("T21 — 409: a form that is open since before puts no callback back, however recent its sign-in; words are kept", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice, ledger, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  const path = `/portal/applications/${application.id}`;
  const shown = await visitor.get(`${path}/settings`);
  const hidden = hiddenOf(shown.html, `${path}/settings`);
  const current = await ledger.applicationById(application.id);
  assert.ok(current);
  const other = "https://weather.example/other";
  const draft = { ...current, callbacks: [other] };
  const change = { applicationId: application.id, from: current, draft, now: clock.now };
  await ledger.changeApplication(change, byCommandLine(clock.now));
  const old = { name: "Renamed", website: current.website, access: "read" };
  const stale = { ...hidden, ...old, callbacks: current.callbacks.join("\n") };
  const after = async () => {
    const { name, callbacks } = (await ledger.applicationById(application.id)) ?? {};
    return [name, callbacks];
  };
  for (const form of [stale, { ...stale, confirmed: `callback-removed:${other}` }]) {
    const response = await visitor.post(`${path}/settings`, form);
    assert.equal(response.status, 409);
    assert.match(response.html, /changed elsewhere since/);
    assert.deepEqual(await after(), [current.name, [other]]);
    assert.match(response.html, /value="Renamed"/);
    // The values that the page shows now may be saved.
    assert.match(response.html, new RegExp(`<textarea[^>]*name="callbacks"[^>]*>\\s*${other}<`));
  }
  const rejected = await visitor.post(`${path}/settings`, { ...stale, name: "" });
  assert.equal(rejected.status, 422);
  const again = hiddenOf(rejected.html, `${path}/settings`);
  assert.equal((await visitor.post(`${path}/settings`, { ...stale, ...again })).status, 409);
  const now = hiddenOf((await visitor.post(`${path}/settings`, stale)).html, `${path}/settings`);
  const saved = await visitor.post(`${path}/settings`, { ...stale, ...now, callbacks: other });
  assert.equal(saved.status, 303);
  assert.deepEqual(await after(), ["Renamed", [other]]);
});

// interface §15.5, §15.40
test("409 — settings that changed elsewhere: words that were typed are kept, and those that were left are as they are now", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice, ledger, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  const path = `/portal/applications/${application.id}/settings`;
  const hidden = hiddenOf((await visitor.get(path)).html, path);
  const current = await ledger.applicationById(application.id);
  assert.ok(current);
  const draft = { ...current, name: "Storm Bot", access: "write" as const };
  const change = { applicationId: application.id, from: current, draft, now: clock.now };
  await ledger.changeApplication(change, byCommandLine(clock.now));
  const terms = "https://weather.example/terms";
  const old = {
    name: current.name,
    website: current.website,
    access: "read",
    description: "It rains.",
  };
  const callbacks = "https://weather.example/other";
  const response = await visitor.post(path, { ...hidden, ...old, terms_url: terms, callbacks });
  assert.equal(response.status, 409);
  for (const value of ["Storm Bot", terms])
    assert.ok(response.html.includes(`value="${value}"`), value);
  assert.match(response.html, /<textarea[^>]*name="description"[^>]*>\s*It rains\.</);
  assert.match(response.html, /value="write" required checked/);
});

// interface §14.28
test("T21 — 409: a profile form that is open since before brings no old address back", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const path = "/account/profile";
  const hidden = hiddenOf((await visitor.get(path)).html, path);
  const profile = { screenName: "alice", name: "Alice", email: "new@mail.example" };
  const user = await ledger.userById(alice.id);
  await ledger.changeProfile({ userId: alice.id, ...profile }, { at: 0, actor: "command-line" });
  const fields = { ...hidden, screen_name: "alice", name: "Alice 2", email: user?.email ?? "" };
  const response = await visitor.post(path, fields);
  assert.equal(response.status, 409);
  assert.match(response.html, /changed elsewhere since/);
  assert.match(response.html, /value="new@mail.example"/);
  assert.equal((await ledger.userById(alice.id))?.email, "new@mail.example");
  const looked = { ...fields, ...hiddenOf(response.html, path), email: "new@mail.example" };
  assert.equal((await visitor.post(path, looked)).status, 303);
  assert.equal((await ledger.userById(alice.id))?.name, "Alice 2");
  const left = await visitor.post(path, {
    ...hidden,
    screen_name: "alice",
    name: user?.name ?? "",
    email: "",
  });
  assert.equal(left.status, 409);
  assert.match(left.html, /value="Alice 2"/, "what was left as it was shown is as it is now");
});

// interface §15.37
test("T06 — 403: a callback that was removed gets no verifier, even for a request of before", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice, ledger, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  const [pending, approved] = [
    await requestTokenFor(baseUrl, application),
    await requestTokenFor(baseUrl, application),
  ];
  const verifier = await approvalOf(baseUrl, approved.token, alice, visitor);
  const page = await visitor.get(`/oauth/authorize?oauth_token=${pending.token}`);
  const current = await ledger.applicationById(application.id);
  assert.ok(current);
  const draft = { ...current, callbacks: ["https://weather.example/other"] };
  const change = { applicationId: application.id, from: current, draft, now: clock.now };
  await ledger.changeApplication(change, byCommandLine(clock.now));
  assert.equal((await visitor.submit(page, { decision: "allow" })).status, 403);
  const late = await exchange(baseUrl, application, approved, verifier);
  assert.equal(await requestErrorOf(late), "401 (code 89)");
});

// interface §15.37
test("T06 — 403 (code 415): a request on its way brings no callback back that is being removed", async () => {
  await using world = await startWorld();
  const { application, ledger, clock } = world;
  const current = await ledger.applicationById(application.id);
  assert.ok(current);
  const draft = { ...current, callbacks: ["https://weather.example/other"] };
  const change = { applicationId: application.id, from: current, draft, now: clock.now };
  const seen = afterRead(ledger, "consumerCredentials", () =>
    ledger.changeApplication(change, byCommandLine(clock.now)),
  );
  const oauth = { oauth_callback: "https://weather.example/callback" };
  const response = await world.signed("POST", "/oauth/request_token", { oauth });
  assert.equal(seen.times, 1);
  assert.equal(await requestErrorOf(response), "403 (code 415)");
});

test("401 (code 32) — a request on its way whose application is deleted", async () => {
  await using world = await startWorld();
  const { application, ledger, clock } = world;
  const seen = afterRead(ledger, "consumerCredentials", () =>
    ledger.deleteApplication(application.id, byCommandLine(clock.now)),
  );
  const oauth = { oauth_callback: "https://weather.example/callback" };
  const response = await world.signed("POST", "/oauth/request_token", { oauth });
  assert.equal(seen.times, 1);
  assert.equal(await requestErrorOf(response), "401 (code 32)");
});

test("200 — an application that changes while a request token is made; 503 (code 130) — one that changes again", async () => {
  await using world = await startWorld();
  const { application, ledger, clock } = world;
  const callback = "https://weather.example/callback";
  let changes = 0;
  const change = async () => {
    changes += 1;
    const from = await ledger.applicationById(application.id);
    assert.ok(from);
    const draft = { ...from, callbacks: [callback, `https://weather.example/${changes}`] };
    await ledger.changeApplication(
      { applicationId: application.id, from, draft, now: clock.now },
      byCommandLine(clock.now),
    );
  };
  const ask = () =>
    world.signed("POST", "/oauth/request_token", { oauth: { oauth_callback: callback } });
  const issued = async () => (await rowsOf(world.service))["request_token"]?.length;
  assert.equal((await ask()).status, 200);
  assert.equal(await issued(), 1);
  afterRead(ledger, "consumerCredentials", change);
  assert.equal((await ask()).status, 200);
  assert.equal(await issued(), 2);
  afterRead(ledger, "consumerCredentials", async () => {
    await change();
    afterRead(ledger, "consumerCredentials", change);
  });
  assert.equal(await requestErrorOf(await ask()), "503 (code 130)");
  assert.equal(await issued(), 2);
  assert.equal(changes, 3);
});

// interface §7.2
test("401 (code 32) — a request on its way with a secret that is replaced makes no bearer token", async () => {
  await using world = await startWorld();
  const { application, ledger, clock, baseUrl } = world;
  const secret = mintConsumerSecret(randomBytes);
  const replaced = {
    applicationId: application.id,
    secret,
    now: clock.now,
    previousUntil: clock.now,
    overlap: "1h",
  };
  const seen = afterRead(ledger, "outstandingBearerToken", () =>
    ledger.regenerateConsumerSecret(replaced, byCommandLine(clock.now)),
  );
  const response = await fetch(`${baseUrl}/oauth2/token`, {
    method: "POST",
    headers: { authorization: basicHeader(application) },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  assert.equal(seen.times, 1);
  assert.equal(await requestErrorOf(response), "401 (code 32)");
  const authenticatedBy = secret;
  const now = clock.now;
  const token = await ledger.outstandingBearerToken(
    { applicationId: application.id, authenticatedBy },
    now,
  );
  assert.equal(token, undefined);
});

test("401 (code 416) — a request on its way of an application that is suspended makes no bearer token", async () => {
  await using world = await startWorld();
  const { application, ledger, clock, baseUrl } = world;
  const seen = afterRead(ledger, "outstandingBearerToken", () =>
    ledger.suspendApplication(application.id, "abuse" as Reason, byCommandLine(clock.now)),
  );
  const response = await fetch(`${baseUrl}/oauth2/token`, {
    method: "POST",
    headers: { authorization: basicHeader(application) },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  assert.equal(seen.times, 1);
  assert.equal(await requestErrorOf(response), "401 (code 416)");
});

// interface §8.3
test("403 (code 348) — a request on its way of someone who gives the application away revokes nothing of it", async () => {
  await using world = await startWorld();
  const { ledger, baseUrl, alice, application, clock } = world;
  const bob = await makeUser(ledger, "bob");
  const token = await makeAccessToken(ledger, application, alice);
  const bearer = await bearerFor(baseUrl, application);
  const seen = afterRead(ledger, "accessTokenCredentials", () =>
    ledger.transferApplication(
      { applicationId: application.id, userId: bob.id },
      byCommandLine(clock.now),
    ),
  );
  const path = `/oauth2/invalidate_token?access_token=${bearer}`;
  const response = await world.signed("POST", path, { token });
  assert.equal(seen.times, 1);
  assert.equal(await requestErrorOf(response), "403 (code 348)");
  assert.equal(await bearerFor(baseUrl, application), bearer, "it stands");
});

// interface §16.21
test("T31 — 303: a session that was open when its user was suspended stays closed when they are restored", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger, clock } = world;
  const elsewhere = await signedIn(baseUrl, alice);
  const anonymous = new Visitor(baseUrl);
  const on = byCommandLine(clock.now);
  const page = await anonymous.get("/sign-in");
  afterRead(ledger, "passwordOf", () => ledger.suspendUser(alice.id, "x", on));
  const late = await anonymous.submit(page, { username: "alice", password: alice.password });
  assert.equal(late.status, 422);
  await ledger.restoreUser(alice.id, on);
  for (const one of [elsewhere, anonymous]) assert.equal((await one.get("/account")).status, 303);
  assert.equal((await (await signedIn(baseUrl, alice)).get("/account")).status, 200);
});

// interface §16.48
test("T31 — 401 (code 89): what a user approved before a suspension is not exchanged when they are restored; their access token works again", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, ledger, clock } = world;
  const held = await makeAccessToken(ledger, application, alice);
  const request = await requestTokenFor(baseUrl, application);
  const verifier = await approvalOf(baseUrl, request.token, alice);
  const on = byCommandLine(clock.now);
  await ledger.suspendUser(alice.id, "x", on);
  await ledger.restoreUser(alice.id, on);
  assert.equal(
    await requestErrorOf(await exchange(baseUrl, application, request, verifier)),
    "401 (code 89)",
  );
  assert.equal((await verifyCredentials(baseUrl, application, held)).status, 200);
});

// interface §16.22
test("T31 — of two administrators who demote, or suspend, each other at once one stays", async () => {
  for (const fields of [{ change: "revoke-admin" }, { change: "suspend", reason: "x" }]) {
    await using world = await startWorld();
    const { baseUrl, ledger } = world;
    const [carol, dora] = [await makeAdmin(ledger, "carol"), await makeAdmin(ledger, "dora")];
    const [carols, doras] = [await signedIn(baseUrl, carol), await signedIn(baseUrl, dora)];
    const [one, other] = [await carols.csrf(), await doras.csrf()];
    await Promise.all([
      carols.post(`/admin/users/${dora.id}`, { csrf: one, ...fields }),
      doras.post(`/admin/users/${carol.id}`, { csrf: other, ...fields }),
    ]);
    const left = (await ledger.users({ after: undefined, size: 9 })).filter(
      (user) => user.isAdmin && user.suspendedBecause === undefined,
    );
    assert.equal(left.length, 1);
  }
});

// interface §16.5
test("404 — a user who is deleted while an administrator suspends or restores them, or makes them an administrator: nothing is recorded", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger } = world;
  const carols = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  const csrf = await carols.csrf();
  for (const change of ["suspend", "restore", "grant-admin"]) {
    const { id: userId } = await makeUser(ledger, "bob");
    const event = { at: 0, actor: "command-line", userId } as const;
    if (change === "restore") await ledger.suspendUser(userId, "spam" as Reason, event);
    const seen = afterRead(ledger, "userById", () => ledger.deleteUser({ userId }, event));
    const form = { csrf, change, reason: "spam" };
    assert.equal((await carols.post(`/admin/users/${userId}`, form)).status, 404);
    assert.equal(seen.times, 1);
    const [last] = await ledger.eventsBy({ userId }, { after: undefined, size: 1 });
    assert.equal(last?.name, "user.deleted");
  }
});

// interface §16.5
test("404 — an application that is deleted while an administrator suspends or restores it: nothing is recorded", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, alice } = world;
  const carols = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  const csrf = await carols.csrf();
  for (const change of ["suspend", "restore"]) {
    const { id } = await makeApplication(ledger, alice);
    const event = { at: 0, actor: "command-line", applicationId: id } as const;
    if (change === "restore") await ledger.suspendApplication(id, "spam" as Reason, event);
    const seen = afterRead(ledger, "applicationById", () => ledger.deleteApplication(id, event));
    const form = { csrf, change, reason: "spam" };
    assert.equal((await carols.post(`/admin/applications/${id}`, form)).status, 404);
    assert.equal(seen.times, 1);
    const [last] = await ledger.eventsBy({ applicationId: id }, { after: undefined, size: 1 });
    assert.equal(last?.name, "application.deleted");
  }
});

// interface §16.22
test("409 — the last administrator's account is not deleted, until someone else is one", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger } = world;
  const carol = await makeAdmin(ledger, "carol");
  const carols = await signedIn(baseUrl, carol);
  const form = { screen_name: "carol", current_password: carol.password };
  const rejected = await carols.send("/account/delete", form);
  assert.equal(rejected.status, 409);
  assert.match(rejected.html, saying(english.account.deletion.lastAdmin.what));
  await makeAdmin(ledger, "dora");
  assert.equal((await carols.send("/account/delete", form)).status, 200);
  assert.equal(await ledger.userById(carol.id), undefined);
});

// interface §17.18
test("T20 — a reset link on its way to an address that is being changed is not made", async () => {
  await using mails = await startMailServer();
  await using world = await startWorld({
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: "id@example.com",
  });
  const { baseUrl, alice, ledger, clock } = world;
  const bob = await makeUser(ledger, "bob");
  const anonymous = new Visitor(baseUrl);
  const moved = { userId: alice.id, screenName: "alice", name: "", email: "new@users.example" };
  const seen = afterRead(ledger, "userByScreenName", () =>
    ledger.changeProfile(moved, byCommandLine(clock.now)),
  );
  await anonymous.submit(await anonymous.get("/reset"), { who: "alice" });
  await anonymous.submit(await anonymous.get("/reset"), { who: "bob" });
  // The old address gets a mail about the change, and bob gets his link, in either order.
  const received = await mails.has(2);
  assert.equal(seen.times, 1);
  assert.deepEqual(received.map((one) => one.to.join()).toSorted(), [
    "alice@users.example",
    `${bob.screenName}@users.example`,
  ]);
  const { one_time_link: links = [] } = await rowsOf(world.service);
  assert.deepEqual(
    links.filter((one) => one["purpose"] === "password-reset").map((one) => one["user_id"]),
    [bob.id],
  );
});

// interface §17.19
test("403 — sign-up that is closed while someone's password is hashed makes no account", async () => {
  await using world = await startWorld({ SIGN_UP: "open" });
  const { baseUrl, ledger, clock } = world;
  const anonymous = new Visitor(baseUrl);
  const page = await anonymous.get("/sign-up");
  afterRead(ledger, "userByScreenName", () =>
    ledger.changeSetting("sign-up", "closed", byCommandLine(clock.now)),
  );
  const form = { screen_name: "mallory", new_password: "another long password" };
  assert.equal((await anonymous.submit(page, form)).status, 403);
  assert.equal(await ledger.userByScreenName("mallory"), undefined);
});

// interface §14.25
test("T35 — 422: an older session puts no screen name back that is being changed", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger, clock } = world;
  const older = await signedIn(baseUrl, alice);
  clock.now += 16 * 60_000;
  const csrf = await older.csrf();
  const renamed = { userId: alice.id, screenName: "alice2", name: "" };
  const seen = afterRead(ledger, "userById", () =>
    ledger.changeProfile(renamed, byCommandLine(clock.now)),
  );
  const profile = { csrf, screen_name: "alice", name: "A", email: "alice@users.example" };
  const response = await older.post("/account/profile", profile);
  assert.equal(seen.times, 1);
  assert.equal(response.status, 422);
  assert.equal((await ledger.userById(alice.id))?.screenName, "alice2");
});

/** The hidden fields of the form with this `action`. */
function hiddenOf(html: string, action: string): Record<string, string> {
  const [, form = ""] = html.split(`action="${action}" novalidate>`);
  const inForm = form.slice(0, form.indexOf("</form>"));
  const token = inForm.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  return Object.fromEntries([...token].map(([, name = "", value = ""]) => [name, value]));
}
