import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { noPasswordHash } from "../../src/domain/identity.ts";
import { entryOf, providersIn } from "../support/identities.ts";
import { recordMany } from "../support/many-events.ts";
import { makeAdmin, makeApplication, makeUser } from "../support/service.ts";
import { startMailServer } from "../support/smtp.ts";
import { testPassword } from "../support/test-password.ts";
import { setUpTwoStep } from "../support/two-step.ts";
import { until } from "../support/until.ts";
import { Visitor } from "../support/visitor.ts";
import { assertProblem, startAdminService } from "./support.ts";

function providersFile() {
  const path = providersIn([entryOf({ issuer: "https://id.example" })]);
  return { path, [Symbol.dispose]: () => rmSync(dirname(path), { recursive: true }) };
}

async function startWithUser(settings = {}) {
  const service = await startAdminService(settings);
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  return Object.assign(service, { ledger, alice, at: `/users/${alice.id}` });
}

test("201 — a user is created, found, read and deleted", async () => {
  await using service = await startWithUser();
  const { manager, viewer, ledger, baseUrl } = service;
  const bob = {
    screen_name: "bob",
    password: "a long and unusual password",
    name: "Bob",
    email: "bob@users.example",
  };
  const made = await manager.call("POST", "/users", bob);
  assert.deepEqual(
    [made.body.name, made.body.email_verified, made.body.admin],
    ["Bob", true, false],
  );
  const at = made.headers.get("location")?.replace("/admin/v1", "") ?? "";
  assert.deepEqual((await viewer.call("GET", at)).body, made.body);
  const visitor = new Visitor(baseUrl);
  const fields = { username: "bob", password: bob.password };
  const signedIn = await visitor.submit(await visitor.get("/sign-in"), fields);
  assert.equal(signedIn.status, 303, "with the password");
  assertProblem(await manager.call("POST", "/users", bob), 409, "conflict");
  for (const wrong of [{ screen_name: "b b" }, { password: "short" }, { email: "x" }]) {
    const sent = { ...bob, screen_name: "carol", ...wrong };
    assertProblem(await manager.call("POST", "/users", sent), 422, "rejected");
  }
  const names: string[] = [];
  for (let cursor = ""; ; ) {
    const { body } = await viewer.call("GET", `/users?limit=1${cursor}`);
    names.push(...body.data.map((one: { screen_name: string }) => one.screen_name));
    if (body.next_cursor === null) break;
    cursor = `&cursor=${body.next_cursor}`;
  }
  assert.deepEqual(names, ["alice", "bob"]);
  assert.equal((await viewer.call("GET", "/users?q=bob%40users.example")).body.data.length, 1);
  assert.equal((await manager.call("DELETE", at)).status, 204);
  assertProblem(await viewer.call("GET", at), 404, "not-found");
  assertProblem(await manager.call("DELETE", at), 404, "not-found");
  await makeApplication(ledger, service.alice);
  assertProblem(await manager.call("DELETE", service.at), 409, "conflict");
});

test("200 — a user is suspended and restored; the last administrator is not", async () => {
  await using service = await startWithUser();
  const { manager, viewer, at, ledger } = service;
  await makeAdmin(ledger, "carol");
  const because = "left the company";
  const suspended = await manager.call("PUT", `${at}/suspension`, { because });
  assert.equal(suspended.body.suspended_because, because);
  assert.equal((await viewer.call("GET", "/users?state=suspended")).body.data.length, 1);
  assert.equal((await manager.call("DELETE", `${at}/suspension`)).status, 204);
  assertProblem(await manager.call("DELETE", `${at}/suspension`), 404, "not-found");
  const carol = await ledger.userByScreenName("carol");
  const away = await manager.call("PUT", `/users/${carol?.id}/suspension`, { because });
  assertProblem(away, 409, "conflict");
  assertProblem(await manager.call("PUT", "/users/1/suspension", { because }), 404, "not-found");
});

test("T74 403 — no API key changes who is an administrator, or how one signs in", async () => {
  await using service = await startWithUser();
  const { manager, viewer, ledger, alice, at } = service;
  const [carol, dave] = [await makeAdmin(ledger, "carol"), await makeAdmin(ledger, "dave")];
  await ledger.suspendUser(dave.id, "left", byCommandLine(Date.now()));
  const issuer = { issuer: "https://id.example", subject: "erin" };
  const id = "4503599627370499" as typeof alice.id;
  const erin = { id, screenName: "erin", name: "", email: "erin@users.example", now: Date.now() };
  const by = byCommandLine(Date.now());
  const passwordHash = noPasswordHash(randomBytes);
  await ledger.createUserWithIdentity({ ...erin, passwordHash }, issuer, by);
  await ledger.grantAdmin(id, by);
  const visitor = new Visitor(service.baseUrl);
  const fields = { username: "carol", password: testPassword };
  await visitor.submit(await visitor.get("/sign-in"), fields);
  await setUpTwoStep(visitor, Date.now());
  const of = `/users/${carol.id}`;
  const bob = { screen_name: "bob", password: "a long and unusual password", admin: true };
  assertProblem(await manager.call("POST", "/users", bob), 400, "invalid-request");
  assertProblem(await manager.call("PUT", `${at}/admin`), 404, "not-found");
  const admins = { administrators: ["alice", "carol"] };
  const plan = await viewer.call("POST", "/configuration/plan", admins);
  const [{ tag }] = plan.body.changes;
  const verified = { email: "carol@users.example", verified: true };
  const query = new URLSearchParams({ ...issuer, because: "lost" });
  const before = await ledger.userById(carol.id);
  for (const [method, path, body] of [
    ["POST", "/configuration/changes", { configuration: admins, tag }],
    ["POST", `${of}/reset_links`, undefined],
    ["POST", `${of}/recovery_links`, { because: "lost" }],
    ["PUT", `${of}/email`, verified],
    ["DELETE", `/users/${id}/identities?${query}`, undefined],
    ["DELETE", `${of}/factors?because=lost`, undefined],
    ["DELETE", `${of}/factors/totp?because=lost`, undefined],
    ["DELETE", `/users/${dave.id}/suspension`, undefined],
  ] as const) {
    const rejected = await manager.call(method, path, body);
    assertProblem(rejected, 403, "forbidden");
    assert.match(
      rejected.body.detail,
      /how one signs in\. Use the pages, or the command line/,
      path,
    );
  }
  assert.deepEqual(await ledger.userById(carol.id), before);
  assert.equal((await ledger.userById(alice.id))?.isAdmin, false);
  assert.equal((await ledger.userById(dave.id))?.suspendedBecause, "left");
  assert.equal((await ledger.identitiesOf(id)).length, 1);
  assert.equal((await viewer.call("GET", `${of}/factors`)).body.data.length, 1);
  assert.equal((await manager.call("POST", `${at}/reset_links`)).status, 201, "of other users");
  const away = { because: "incident" };
  assert.equal((await manager.call("PUT", `${of}/suspension`, away)).status, 200);
});

test("200 — a user is given by screen name or ID, wherever there is one", async () => {
  await using service = await startAdminService();
  const { manager, dependencies } = service;
  const { ledger } = dependencies;
  const [alice, bob] = [await makeUser(ledger, "alice"), await makeUser(ledger, "bob")];
  const application = await makeApplication(ledger, alice);
  const at = `/applications/${application.id}`;
  for (const given of ["bob", "@BOB", bob.id]) {
    assert.equal((await manager.call("GET", `/users/${given}`)).body.id, bob.id);
    const token = { application: application.id, user: given };
    assert.equal((await manager.call("POST", "/access_tokens", token)).status, 201);
    const { body } = await manager.call("GET", `/access_tokens?user=${given}`);
    assert.deepEqual(body.data[0].user, { id: bob.id, screen_name: "bob" });
    assert.equal((await manager.call("POST", "/revocations", token)).body.grants, 1);
    const invited = { screen_name: given, role: "viewer" };
    assert.equal((await manager.call("POST", `${at}/collaborators`, invited)).status, 201);
    const removed = await manager.call("DELETE", `${at}/collaborators/${given}`);
    assert.equal(removed.status, 204);
    const suspended = await manager.call("PUT", `/users/${given}/suspension`, { because: "spam" });
    assert.equal(suspended.body.suspended_because, "spam");
    assert.equal((await manager.call("DELETE", `/users/${given}/suspension`)).status, 204);
    const owned = await manager.call("PUT", `${at}/owner`, { screen_name: given });
    assert.equal(owned.body.owner.id, bob.id);
    await manager.call("PUT", `${at}/owner`, { screen_name: "alice" });
  }
  const about = await manager.call("GET", "/events?user=bob&limit=1");
  assert.equal(about.body.data.length, 1);
  assertProblem(await manager.call("GET", "/users/carol"), 404, "not-found");
  const unknown = { application: application.id, user: "carol" };
  assertProblem(await manager.call("POST", "/access_tokens", unknown), 422, "rejected");
  assertProblem(await manager.call("GET", "/access_tokens?user=a%20b"), 400, "invalid-request");

  // A screen name that is another user's ID gets nothing that is meant for that user.
  const squatter = await makeUser(ledger, bob.id);
  assert.equal((await manager.call("GET", `/users/${bob.id}`)).body.screen_name, "bob");
  assert.equal((await manager.call("GET", `/users/@${bob.id}`)).body.id, squatter.id);
  const owned = await manager.call("PUT", `${at}/owner`, { screen_name: bob.id });
  assert.equal(owned.body.owner.screen_name, "bob");
});

test("201 — links to a new password, to a recovery and to sign up work once, and are returned once", async () => {
  await using service = await startWithUser();
  const { manager, viewer, at, baseUrl, ledger, alice } = service;
  const reset = await manager.call("POST", `${at}/reset_links`);
  assert.ok(reset.body.url.startsWith(`${baseUrl}/reset/password?token=`));
  assert.equal((await fetch(reset.body.url)).status, 200);
  const wanted = { because: "lost the phone" };
  const recovery = await manager.call("POST", `${at}/recovery_links`, wanted);
  assert.equal((await fetch(recovery.body.url)).status, 200);
  const empty = await manager.call("POST", `${at}/recovery_links`, { because: "" });
  assertProblem(empty, 422, "rejected");

  const invited = await manager.call("POST", "/invitations", { note: "for Bob" });
  const [{ url, ...others }] = invited.body.data;
  assert.deepEqual([others.email, others.outcome], [null, "created"]);
  assert.ok(url.startsWith(`${baseUrl}/sign-up?invitation=`));
  const list = await viewer.call("GET", "/invitations");
  assert.equal(list.body.data[0].note, "for Bob");
  const secret = url.split("=")[1];
  assert.ok(!JSON.stringify(list.body).includes(secret));
  const one = `/invitations/${list.body.data[0].id}`;
  const replaced = await manager.call("POST", one);
  assert.notEqual(replaced.body.url, url);
  assert.equal((await fetch(url)).status, 403);
  assert.equal((await fetch(replaced.body.url)).status, 200);
  assertProblem(await manager.call("POST", one), 404, "not-found");
  const [{ id }] = (await viewer.call("GET", "/invitations")).body.data;
  assert.equal((await manager.call("DELETE", `/invitations/${id}`)).status, 204);
  assertProblem(await manager.call("DELETE", `/invitations/${id}`), 404, "not-found");
  const noMail = await manager.call("POST", "/invitations", { emails: ["bob@users.example"] });
  assertProblem(noMail, 409, "conflict");
  const long = await manager.call("POST", "/invitations", { note: "x".repeat(201) });
  assertProblem(long, 422, "rejected");

  await makeAdmin(ledger, "carol");
  await ledger.suspendUser(alice.id, "left", { at: Date.now(), actor: "command-line" });
  for (const [path, body] of [
    ["reset_links", undefined],
    ["recovery_links", wanted],
  ] as const) {
    assertProblem(await manager.call("POST", `${at}/${path}`, body), 409, "conflict");
  }
});

test("200 — sessions and second factors are listed without secrets, and end", async () => {
  await using service = await startWithUser();
  const { manager, viewer, at, baseUrl } = service;
  const visitor = new Visitor(baseUrl);
  const fields = { username: "alice", password: testPassword };
  await visitor.submit(await visitor.get("/sign-in"), fields);
  await setUpTwoStep(visitor, Date.now());
  assert.equal((await viewer.call("GET", `${at}/sessions`)).body.data.length, 1);
  assert.equal((await manager.call("DELETE", `${at}/sessions`)).status, 204);
  assert.deepEqual((await viewer.call("GET", `${at}/sessions`)).body.data, []);
  const factors = await viewer.call("GET", `${at}/factors`);
  assert.deepEqual(
    factors.body.data.map((one: { id: string }) => one.id),
    ["totp"],
  );
  assert.equal(factors.body.recovery_codes, 10);
  const because = "because=lost%20the%20phone";
  const unnamed = await manager.call("DELETE", `${at}/factors/totp`);
  assertProblem(unnamed, 400, "invalid-request");
  const other = await manager.call("DELETE", `${at}/factors/passkey:AAAA?${because}`);
  assertProblem(other, 404, "not-found");
  const one = await manager.call("DELETE", `${at}/factors/totp?${because}`);
  assert.equal(one.status, 204);
  const none = await manager.call("DELETE", `${at}/factors?${because}`);
  assertProblem(none, 404, "not-found");
  await visitor.submit(await visitor.get("/sign-in"), fields);
  await setUpTwoStep(visitor, Date.now());
  assert.equal((await manager.call("DELETE", `${at}/factors?${because}`)).status, 204);
});

test("200 — identities are listed and removed, and an email address is verified", async () => {
  await using service = await startWithUser();
  const { manager, viewer, at, ledger, alice } = service;
  const identity = { issuer: "https://id.example", subject: "a lice" };
  const bob = { id: "4503599627370499" as typeof alice.id, screenName: "bob", name: "" };
  await ledger.createUserWithIdentity(
    {
      ...bob,
      email: "bob@users.example",
      passwordHash: noPasswordHash(randomBytes),
      now: Date.now(),
    },
    identity,
    { at: Date.now(), actor: "service" },
  );
  const his = `/users/${bob.id}/identities`;
  const list = await viewer.call("GET", his);
  assert.equal(list.body.data[0].subject, "a lice");
  const which = new URLSearchParams({ ...identity, because: "left the company" });
  assert.equal((await manager.call("DELETE", `${his}?${which}`)).status, 204);
  assertProblem(await manager.call("DELETE", `${his}?${which}`), 404, "not-found");
  assertProblem(await manager.call("POST", `/users/${bob.id}/reset_links`), 409, "conflict");

  const verification = { email: "alice@users.example", verified: true };
  const verified = await manager.call("PUT", `${at}/email`, verification);
  assert.equal(verified.body.email_verified, true);
  for (const email of ["", "other@users.example"]) {
    const sent = await manager.call("PUT", `${at}/email`, { ...verification, email });
    assertProblem(sent, 409, "conflict");
  }
  const bare = { userId: alice.id, screenName: "alice", email: "" };
  await ledger.changeProfile(bare, { at: Date.now(), actor: "service" });
  const none = await manager.call("PUT", `${at}/email`, { ...verification, email: "" });
  assertProblem(none, 409, "conflict");
});

test("200 — one user's data is exported, and the audit log records it", async () => {
  await using service = await startWithUser();
  const { manager, at, ledger, alice } = service;
  await makeApplication(ledger, alice);
  const { body } = await manager.call("POST", `${at}/data`);
  assert.equal(body.account.screen_name, "alice");
  assert.equal(body.applications[0].last_used_on, undefined, "it was never used");
  const filter = { name: "user.data-exported", userId: alice.id };
  const [event] = await ledger.eventsBy(filter, { after: undefined, size: 1 });
  assert.equal(event?.actor, "api-key:deploy");
  assertProblem(await manager.call("POST", "/users/1/data"), 404, "not-found");
});

test("200 — a long export comes in pieces, complete, and counts by its size", async () => {
  await using service = await startWithUser({ RATE_LIMITS: "admin-api=1000" });
  const { manager, at, alice } = service;
  const event = { name: "user.signed-in", actor: `user:${alice.id}`, userId: alice.id } as const;
  await recordMany(service, 5000, (number) => ({ ...event, at: Date.now() - number }));
  const { body, headers } = await manager.call("POST", `${at}/data`);
  assert.equal(headers.get("transfer-encoding"), "chunked");
  assert.equal(headers.get("content-type"), "application/json; charset=utf-8");
  assert.ok(body.events.length >= 5000, `${body.events.length}`);
  // A response counts as one more call for each 32 KB.
  const more = Math.floor(JSON.stringify(body).length / 32_768);
  const { rateLimiter, ledger } = service.dependencies;
  const keys = await ledger.apiKeys({ after: undefined, size: 9 });
  const { id } = keys.find((one) => one.name === "deploy") ?? assert.fail();
  await until(async () => {
    const { limit, remaining } =
      (await rateLimiter.quota("admin-api", id, Date.now())) ?? assert.fail();
    return limit - remaining >= more;
  });
  assert.ok(more > 5);
});

test("409 — no password is set where identity providers alone sign users in", async () => {
  using file = providersFile();
  await using service = await startWithUser({
    IDENTITY_PROVIDERS: file.path,
    SIGN_IN_METHODS: "identity-providers",
  });
  const { manager, at } = service;
  const user = { screen_name: "bob", password: "a long and unusual password" };
  for (const [path, body] of [
    ["/users", user],
    [`${at}/reset_links`, undefined],
    [`${at}/recovery_links`, { because: "lost" }],
    ["/invitations", {}],
  ] as const) {
    assertProblem(await manager.call("POST", path, body), 409, "conflict");
  }
});

test("an invitation is emailed, and emailed again; an address gets five a day", async () => {
  await using mailbox = await startMailServer();
  await using served = await startAdminService({
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    MAIL_FROM: "id@service.example",
    RATE_LIMITS: "",
  });
  const { manager } = served;
  const email = "bob@users.example";
  const invited = await manager.call("POST", "/invitations", { emails: [email], note: "Bob" });
  const [first] = await mailbox.has(1);
  assert.deepEqual(first?.to, [email]);
  assert.ok(first?.text.includes(invited.body.data[0].url));
  for (let count = 2; count <= 6; count += 1) {
    const { id, note } = (await manager.call("GET", "/invitations")).body.data[0];
    assert.equal(note, `Bob <${email}>`);
    const response = await manager.call("POST", `/invitations/${id}`);
    if (count > 5) {
      assertProblem(response, 429, "rate-limited");
      const fresh = await manager.call("POST", "/invitations", { emails: [email] });
      assertProblem(fresh, 429, "rate-limited");
      assert.match(fresh.body.detail, /^bob@users\.example got too many invitations/);
      assert.ok(Number(fresh.headers.get("retry-after")) > 0);
      return;
    }
    const mails = await mailbox.has(count);
    assert.ok(mails.at(-1)?.text.includes(response.body.url));
  }
});

// interface §16.17
test("several addresses get a link each; 422, 409 — the response names an address at fault, and nothing is created", async () => {
  await using mailbox = await startMailServer();
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, MAIL_FROM: "id@service.example" };
  await using served = await startAdminService(smtp);
  const { manager, dependencies } = served;
  await makeUser(dependencies.ledger, "alice");
  const invite = (body: object) => manager.call("POST", "/invitations", body);
  const addresses = ["bob@users.example", "dora@users.example"];

  const wrong = await invite({ emails: [...addresses, "eve@", "@zoe\u{7}"] });
  assertProblem(wrong, 422, "rejected");
  assert.match(wrong.body.detail, /"eve@", "@zoe\\u0007" are not email addresses/);
  const long = await invite({ emails: addresses, note: "x".repeat(180) });
  assertProblem(long, 422, "rejected");
  assert.match(long.body.detail, /including the address dora@users\.example/);
  const many = await invite({ emails: Array.from({ length: 51 }, (_, at) => `u${at}@a.example`) });
  assertProblem(many, 400, "invalid-request");
  const known = await invite({ emails: ["alice@users.example", "ALICE@users.example"] });
  assertProblem(known, 409, "conflict");
  assert.match(known.body.detail, /an account has alice@users\.example\.$/);
  assertProblem(await invite({ emails: addresses, role: "admin" }), 403, "forbidden");
  assert.deepEqual((await manager.call("GET", "/invitations")).body.data, []);

  const emails = [addresses[0], "alice@users.example", "BOB@users.example", addresses[1]];
  const { status, body } = await invite({ emails, message: "Welcome!", page: "portal" });
  assert.equal(status, 201);
  assert.deepEqual(
    body.data.map((one: { email: string; outcome: string }) => [one.email, one.outcome]),
    [
      [addresses[0], "created"],
      ["alice@users.example", "has-account"],
      ["BOB@users.example", "duplicate"],
      [addresses[1], "created"],
    ],
  );
  const mails = await mailbox.has(2);
  assert.deepEqual(
    mails.flatMap(({ to }) => to),
    addresses,
  );
  for (const [at, mail] of mails.entries()) assert.ok(mail.text.includes(body.data[3 * at].url));
  const list = (await manager.call("GET", "/invitations")).body.data;
  assert.deepEqual(list.map(({ email }: { email: string }) => email).toSorted(), addresses);
  for (const one of list) assert.match(one.email_state, /^(sending|sent)$/);
});
