/**
 * T05, T15, T16, T20, T21, T25, T35 on the forms of users who are not signed in: sign-up, a forgotten password,
 * verifying an address.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { test } from "node:test";
import { mintLinkSecret, tokenDigest } from "../../src/domain/credentials.ts";
import { limits } from "../../src/domain/limits.ts";
import type { LinkPurpose } from "../../src/domain/one-time-link.ts";
import { endpoints } from "../../src/http/endpoints/index.ts";
import { rowsOf } from "../support/ledger-rows.ts";
import { keepLedgersOnDisk, makeUser, type TestUser } from "../support/service.ts";
import { linkIn, startMailServer } from "../support/smtp.ts";
import { decoded, formOn, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";
import { assertOnlyOwnPageSends } from "./page-defenses.ts";

const wanted = "another long password";
const by = { at: 0, actor: "service" };

const mailBy = (port: number) => ({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: "id@example.com",
});

async function linkFor({ ledger, clock }: World, purpose: LinkPurpose, user?: TestUser) {
  const secret = mintLinkSecret(randomBytes).reveal();
  const times = { createdAt: clock.now, expiresAt: clock.now + 3_600_000 };
  const digest = tokenDigest(secret);
  const note = purpose === "email" ? `${user?.screenName}@users.example` : "";
  const link = { digest, userId: user?.id, note, ...times };
  await ledger.createLink(
    purpose === "account-recovery" ? { ...link, purpose, because: "lost" } : { ...link, purpose },
    by,
  );
  return secret;
}

/** The forms, filled in as by a user; each is sent by a new browser. */
const forms: Record<string, (world: World) => Promise<Record<string, string>>> = {
  "/sign-up": async () => ({ screen_name: "bob", name: "", email: "", new_password: wanted }),
  "/reset": async () => ({ who: "alice" }),
  "/reset/password": async (world) => ({
    token: await linkFor(world, "password-reset", world.alice),
    new_password: wanted,
  }),
  "/account/email": async (world) => ({ token: await linkFor(world, "email", world.alice) }),
};

test("every form of sign-up, reset and confirming is among those that are tried", () => {
  const posted = endpoints.filter((one) => one.methods.includes("POST"));
  const paths = posted
    .map((one) => one.paths[0])
    .filter((path) => /^\/(sign-up|reset|account\/email)/.test(path));
  assert.deepEqual(paths.toSorted(), Object.keys(forms).toSorted());
});

for (const [path, fieldsOf] of Object.entries(forms)) {
  test(`T15 — ${path}: without the form's token, or from another site, nothing changes; nor by GET`, async () => {
    await using mails = await startMailServer();
    await using world = await startWorld({ SIGN_UP: "open", ...mailBy(mails.port) });
    const { baseUrl } = world;
    const fields = await fieldsOf(world);
    const visitor = new Visitor(baseUrl);
    const csrf = await visitor.csrf("/reset");
    const othersCsrf = await new Visitor(baseUrl).csrf("/reset");
    const before = await rowsOf(world.service);
    await assertOnlyOwnPageSends(world, { path, fields, visitor, csrf, othersCsrf });
    assert.equal(mails.received.length, 0);
    assert.ok((await visitor.post(path, { ...fields, csrf })).status < 400);
    if (path === "/reset") await mails.has(1);
    assert.notDeepEqual(await rowsOf(world.service), before, "the same form, sent as it was shown");
  });
}

// interface §17.6
test("T05 — reset: one response, with an account or without; a mail server that hangs keeps no one waiting", async () => {
  const held: (() => void)[] = [];
  await using mails = await startMailServer({
    onConnect: (_session, go) => void held.push(() => go()),
  });
  await using world = await startWorld(mailBy(mails.port));
  const { baseUrl, ledger } = world;
  const suspended = await makeUser(ledger, "bob");
  await ledger.suspendUser(suspended.id, "spam", by);
  const answers = [];
  for (const who of [
    "alice",
    "@ALICE",
    "alice@users.example",
    "bob",
    "nobody",
    "nobody@users.example",
    "<script>",
    "x".repeat(5000),
  ]) {
    const visitor = new Visitor(baseUrl);
    const page = await visitor.get("/reset");
    const response = await visitor.submit(page, { who });
    const headers = [...response.headers].filter(([name]) => name !== "date");
    answers.push(JSON.stringify([response.status, headers, response.html]));
  }
  assert.equal(new Set(answers).size, 1);
  assert.equal(mails.received.length, 0, "all were answered before a mail went out");
  const release = setInterval(() => {
    for (const go of held.splice(0)) go();
  }, 10);
  await mails.has(3);
  clearInterval(release);
  for (const { to } of mails.received) assert.deepEqual(to, ["alice@users.example"]);
});

// interface §17.12
test("T25 — accounts that only name an address use up none of the mails to the user who proved it", async () => {
  await using mails = await startMailServer();
  await using world = await startWorld({ ...mailBy(mails.port), RATE_LIMITS: "" });
  const { baseUrl, ledger } = world;
  await makeUser(ledger, "bob");
  const mallory = await makeUser(ledger, "mallory");
  const email = "Alice+1@users.example";
  const named = { userId: mallory.id, screenName: "mallory", name: "", email };
  await ledger.changeProfile(named, by);
  const visitor = new Visitor(baseUrl);
  const requestReset = async (who: string) => {
    assert.equal((await visitor.submit(await visitor.get("/reset"), { who })).status, 200);
  };
  const { limit } = limits["password-reset/recipient"];
  for (let times = 0; times <= limit; times += 1) await requestReset("mallory");
  for (let times = 0; times <= limit; times += 1) await requestReset("alice");
  await requestReset("bob");
  const received = await mails.has(2 * limit + 1);
  const to = received.map((one) => one.to.join());
  assert.equal(to.filter((one) => one === email).length, limit);
  assert.equal(to.filter((one) => one === "alice@users.example").length, limit);
});

test("T05 — a Host header that someone chose is in no link", async () => {
  await using mails = await startMailServer();
  await using world = await startWorld(mailBy(mails.port));
  const { baseUrl, service } = world;
  const visitor = new Visitor(baseUrl);
  const csrf = await visitor.csrf("/reset");
  const body = new URLSearchParams({ csrf, who: "alice" }).toString();
  const cookie = `session=${visitor.cookies.get("session")}`;
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const headers = {
    host: "evil.example",
    "x-forwarded-host": "evil.example",
    "content-type": "application/x-www-form-urlencoded",
    cookie,
  };
  request({ port: service.port, path: "/reset", method: "POST", headers }, (response) => {
    response.resume();
    resolve(response.statusCode);
  })
    .on("error", reject)
    .end(body);
  assert.equal(await promise, 200);
  const [mail] = await mails.has(1);
  assert.ok(mail !== undefined);
  assert.equal(linkIn(mail).origin, baseUrl);
  assert.doesNotMatch(mail.raw, /evil/);
});

// interface §17.14
test("T05 — whom a link to confirm is for, and where it leads, no header and no field chooses", async () => {
  await using mails = await startMailServer();
  await using world = await startWorld({ SIGN_UP: "open", ...mailBy(mails.port) });
  const { baseUrl, alice, ledger, service } = world;
  const visitor = new Visitor(baseUrl);
  const csrf = await visitor.csrf("/sign-up");
  const fields = { csrf, screen_name: "bob", email: "bob@users.example", new_password: wanted };
  const chosen = { ...fields, user_id: alice.id, to: "eve@evil.example", base_url: "evil.example" };
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const headers = {
    host: "evil.example",
    "content-type": "application/x-www-form-urlencoded",
    cookie: `session=${visitor.cookies.get("session")}`,
  };
  request({ port: service.port, path: "/sign-up", method: "POST", headers }, (response) => {
    response.resume();
    resolve(response.statusCode);
  })
    .on("error", reject)
    .end(new URLSearchParams(chosen).toString());
  assert.equal(await promise, 303);
  const [mail] = await mails.has(1);
  assert.ok(mail !== undefined);
  assert.deepEqual(mail.to, ["bob@users.example"]);
  assert.equal(linkIn(mail).origin, baseUrl);
  assert.doesNotMatch(mail.raw, /evil/);
  assert.equal((await ledger.userByScreenName("bob"))?.emailVerified, false);
});

test("T20 — verifying: a link for something else, of another account or for another address proves nothing", async () => {
  await using world = await startWorld({ SIGN_UP: "open" });
  const { baseUrl, alice, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const claims = { userId: bob.id, screenName: "bob", name: "", email: "alice@users.example" };
  await ledger.changeProfile(claims, by);
  const visitor = await signedIn(baseUrl, bob);
  const csrf = await visitor.csrf();
  const [reset, invitation, atOld] = [
    await linkFor(world, "password-reset", bob),
    await linkFor(world, "invitation"),
    // Made late, after the address has changed.
    await linkFor(world, "email", bob),
  ];
  const before = await rowsOf(world.service);
  for (const token of [reset, invitation, atOld, tokenDigest(atOld), "", "A".repeat(43)]) {
    const named = { user_id: bob.id, screen_name: "bob", email: "alice@users.example" };
    assert.equal((await visitor.post("/account/email", { ...named, csrf, token })).status, 404);
    const link = await visitor.get(`/account/email?token=${token}`);
    assert.equal(link.status, 404);
  }
  assert.deepEqual(await rowsOf(world.service), before);
  const own = await linkFor(world, "email", alice);
  const form = { csrf, token: own, user_id: bob.id, screen_name: "bob" };
  assert.equal((await visitor.post("/account/email", form)).status, 303);
  assert.equal((await ledger.userById(bob.id))?.emailVerified, false);
  assert.equal((await ledger.userById(alice.id))?.emailVerified, true);
});

test("T20 — altered forms: a link for something else, another's name, a page elsewhere", async () => {
  await using world = await startWorld({ SIGN_UP: "invitation" });
  const { baseUrl, alice, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const [invitation, admin, reset] = [
    await linkFor(world, "invitation"),
    await linkFor(world, "admin"),
    await linkFor(world, "password-reset", alice),
  ];
  const visitor = new Visitor(baseUrl);
  const csrf = await visitor.csrf("/sign-in");
  const before = await rowsOf(world.service);
  for (const token of [invitation, admin, tokenDigest(reset), `${reset} `, reset.slice(1)]) {
    const form = { csrf, token, new_password: wanted };
    assert.equal((await visitor.post("/reset/password", form)).status, 404);
  }
  const carol = { csrf, screen_name: "carol", new_password: wanted };
  for (const secret of [reset, tokenDigest(invitation), "", "x"]) {
    const response = await visitor.post("/sign-up", { ...carol, invitation: secret });
    assert.equal(response.status, 403);
  }
  for (const elsewhere of ["https://evil.example", "//evil.example", "/\\evil.example", "/x"]) {
    const form = { ...carol, invitation, continue: elsewhere };
    assert.equal((await visitor.post("/sign-up", form)).status, 400);
    const query = new URLSearchParams({ continue: elsewhere });
    assert.equal((await visitor.get(`/sign-up?${query}`)).status, 400);
  }
  assert.deepEqual(await rowsOf(world.service), before);
  const named = { user_id: bob.id, userId: bob.id, screen_name: "bob", username: "bob" };
  const form = { ...named, csrf, token: reset, new_password: wanted };
  assert.equal((await visitor.post("/reset/password", form)).status, 303);
  await signedIn(baseUrl, bob);
  await assert.rejects(signedIn(baseUrl, alice));
});

test("T21 — extra fields of sign-up make no one an administrator, and reach no one else", async () => {
  await using world = await startWorld({ SIGN_UP: "open" });
  const { baseUrl, alice, ledger } = world;
  const visitor = new Visitor(baseUrl);
  const page = await visitor.get("/sign-up");
  const extra = {
    is_admin: "1",
    isAdmin: "true",
    id: alice.id,
    user_id: alice.id,
    created_at: "0",
    purpose: "admin",
  };
  const fields = { screen_name: "bob", name: "", email: "", new_password: wanted };
  assert.equal((await visitor.submit(page, { ...extra, ...fields })).status, 303);
  const bob = await ledger.userByScreenName("bob");
  assert.equal(bob?.isAdmin, false);
  assert.notEqual(bob.id, alice.id);
  assert.equal((await ledger.userById(alice.id))?.screenName, "alice");
});

test("T25 — anonymous callers leave no row: asking for no one's password, knocking at closed sign-up", async () => {
  await using mails = await startMailServer();
  await using world = await startWorld({ SIGN_UP: "closed", ...mailBy(mails.port) });
  const { baseUrl } = world;
  const before = await rowsOf(world.service);
  const visitor = new Visitor(baseUrl);
  const page = await visitor.get("/reset");
  for (const who of ["nobody", "nobody@users.example", "", "'; drop table user"]) {
    await visitor.submit(page, { who });
  }
  const csrf = formOn(page.html).hidden["csrf"] ?? "";
  const form = { csrf, screen_name: "bob", new_password: wanted };
  assert.equal((await visitor.post("/sign-up", form)).status, 403);
  const anonymous = { username: "nobody", password: "wrong password" };
  await visitor.submit(await visitor.get("/sign-in"), anonymous);
  await visitor.submit(page, { who: "alice" });
  await mails.has(1);
  const { one_time_link: links, audit_event: events, ...others } = await rowsOf(world.service);
  const { one_time_link: linksBefore, audit_event: eventsBefore, ...othersBefore } = before;
  assert.deepEqual(others, othersBefore);
  assert.equal(links?.length, (linksBefore?.length ?? 0) + 1, "alice's alone");
  assert.equal(events?.length, (eventsBefore?.length ?? 0) + 1);
});

// interface §14.20
test("T25 — wrong passwords for an account are one row an hour in its log, however many", async () => {
  using _onDisk = keepLedgersOnDisk();
  await using world = await startWorld();
  const { baseUrl, alice, clock, ledger } = world;
  const fail = async () => {
    const visitor = new Visitor(baseUrl);
    const wrong = { username: "ALICE", password: "a wrong password" };
    assert.equal((await visitor.submit(await visitor.get("/sign-in"), wrong)).status, 422);
  };
  const rows = async () => {
    await world.service.dependencies.background.settled();
    const events = await ledger.eventsOf(alice.id, { after: undefined, size: 50 });
    return events.filter((one) => one.name === "user.sign-in-failed");
  };
  await Promise.all([fail(), fail(), fail()]);
  await fail();
  assert.equal((await rows()).length, 1);
  clock.now += 3_600_000;
  await fail();
  const [newest, ...others] = await rows();
  assert.equal(others.length, 1);
  assert.deepEqual([newest?.actor, newest?.address], ["anonymous", "127.0.0.1"]);
  const page = decoded((await (await signedIn(baseUrl, alice)).get("/account/events")).html);
  assert.match(page, /Someone entered a wrong password for your account\./);
  const shown = page.split("<li>").find((one) => one.includes("wrong password")) ?? "";
  assert.doesNotMatch(shown, /by the users who run/);
});

test("T35 — sign-up and a new password leave no session id in force that was seen before", async () => {
  await using world = await startWorld({ SIGN_UP: "open" });
  const { baseUrl, alice } = world;
  const planted = "A".repeat(43);
  const victim = new Visitor(baseUrl);
  victim.cookies.set("session", planted);
  const fields = { screen_name: "bob", name: "", email: "", new_password: wanted };
  assert.equal((await victim.submit(await victim.get("/sign-up"), fields)).status, 303);
  assert.equal((await victim.get("/account")).status, 200);
  const thief = new Visitor(baseUrl);
  thief.cookies.set("session", planted);
  assert.equal((await thief.get("/account")).status, 303);

  const own = await signedIn(baseUrl, alice);
  const stolen = own.cookies.get("session") ?? "";
  const token = await linkFor(world, "password-reset", alice);
  const page = await own.get(`/reset/password?token=${token}`);
  assert.equal((await own.submit(page, { new_password: wanted })).status, 303);
  thief.cookies.set("session", stolen);
  for (const one of [own, thief]) assert.equal((await one.get("/account")).status, 303);
});
