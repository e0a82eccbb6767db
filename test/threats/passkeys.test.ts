/** T48 to T52: a passkey's proof made elsewhere, skipped, used twice or copied; and passkeys that can be told apart. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { newChallenge } from "../../src/accounts/passkey-challenge.ts";
import { mintSessionId, type SessionId, tokenDigest } from "../../src/domain/credentials.ts";
import { passkeyUserHandle } from "../../src/domain/passkey.ts";
import * as english from "../../src/pages/languages/english.ts";
import { type Authenticator, authenticator, type Untrue } from "../support/authenticator.ts";
import { startFalseProvider } from "../support/false-provider.ts";
import { entryOf, startIdentityService, throughProvider } from "../support/identities.ts";
import { ledgerDatabase } from "../support/ledger-database.ts";
import {
  type PlaceName,
  type Places,
  passkeyResponse,
  placesOf,
} from "../support/passkey-places.ts";
import { addPasskey, askedOn, localhost, signInWith } from "../support/passkeys.ts";
import { saying } from "../support/saying.ts";
import { keepLedgersOnDisk, makeUser, type TestUser } from "../support/service.ts";
import { startMailServer } from "../support/smtp.ts";
import { decoded, formOn, type Shown, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const beyondRecent = 16 * 60_000;
const proving = ["sign-in", "second-step", "again"] as const;
const all = [...proving, "add"] as const;

/** Alice with a passkey, in browsers in which she proved it some time ago. */
async function withPasskey(world: World, { browsers = 1, counts = 0 } = {}) {
  const { baseUrl, alice, clock } = world;
  const key = authenticator(baseUrl, { counts });
  const users = [await signedIn(baseUrl, alice)];
  await addPasskey(users[0] as Visitor, baseUrl, { key });
  while (users.length < browsers) users.push((await signInWith(key, baseUrl)).visitor);
  clock.now += beyondRecent;
  const places = await Promise.all(users.map((visitor) => placesOf(world, visitor)));
  return { key, places: places as [Places, ...Places[]] };
}

async function rejectedAt(places: Places, name: PlaceName, key: Authenticator, untrue: Untrue) {
  const { status } = await places[name].send(passkeyResponse(places, name, key, untrue));
  assert.equal(status, 422, `${name}: ${JSON.stringify(untrue)}`);
}

async function acceptedAt(places: Places, name: PlaceName, key: Authenticator) {
  const { status } = await places[name].send(passkeyResponse(places, name, key));
  assert.equal(status, name === "again" ? 200 : 303, name);
}

const elsewhere = (baseUrl: string): readonly Untrue[] => [
  { origin: "https://localhost.evil.example" },
  { origin: "https://evil.example", rpId: "evil.example" },
  { origin: baseUrl.replace("http:", "https:") },
  { origin: "http://localhost:1" },
  { origin: "http://127.0.0.1:1" },
  { rpId: "evil.example" },
  { rpId: "localhost.evil.example" },
  { crossOrigin: true },
];

// interface §14.50
for (const name of all) {
  test(`T48 — another origin, or another relying party: rejected (${name})`, async () => {
    // The second origin belongs to the service, but is outside the domain of its passkeys.
    const more = { ADDITIONAL_BASE_URLS: "http://127.0.0.1:1" };
    await using world = await startWorld({ ...localhost, ...more });
    const { key, places } = await withPasskey(world);
    for (const untrue of elsewhere(world.baseUrl)) await rejectedAt(places[0], name, key, untrue);
    assert.equal((await world.ledger.factorsOf(world.alice.id)).passkeys.length, 1);
    await acceptedAt(places[0], name, key);
  });
}

/** As an earlier version opens a session: after the password alone. */
async function olderSession(
  world: World,
  user: TestUser,
  authEvents: string | null,
): Promise<Visitor> {
  const { baseUrl, ledger, clock, service } = world;
  const { passwordHash = "$" as const } = (await ledger.passwordOf(user.screenName)) ?? {};
  const id = mintSessionId(randomBytes);
  const digest = tokenDigest(id);
  const opened = { digest, replaces: undefined, userId: user.id, passwordHash, authEvents: [] };
  const rest = { signedInFor: undefined, userAgent: "", address: "", now: clock.now };
  assert.ok(await ledger.openSession({ ...opened, ...rest }, { at: clock.now, actor: "service" }));
  await using database = await ledgerDatabase(service);
  const written = authEvents === null ? "null" : `'${authEvents}'`;
  await database.rows(`update session set auth_events = ${written} where digest = '${digest}'`);
  const visitor = new Visitor(baseUrl);
  visitor.cookies.set("session", id);
  return visitor;
}

// interface §14.55
test("T49 — downgrade: a session of a version that knows no passkeys opens no page and removes no passkey", async () => {
  await using world = await startWorld(localhost);
  const { baseUrl, alice, clock, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const { key } = await addPasskey(await signedIn(baseUrl, alice), baseUrl);
  const later = `password:${clock.now} of-a-later-version:${clock.now}`;
  for (const authEvents of [null, `password:${clock.now}`, later]) {
    const his = await olderSession(world, bob, authEvents);
    assert.equal((await his.get("/account")).status, 200, "without a passkey it is one");
    const hers = await olderSession(world, alice, authEvents);
    for (const path of ["/account", "/account/passkeys", "/account/two-step", "/portal"]) {
      assert.match((await hers.get(path)).location ?? "", /^\/sign-in\?/, `${path} ${authEvents}`);
    }
    const csrf = await hers.csrf("/sign-in");
    const removed = await hers.post("/account/passkeys", { csrf, change: "remove", id: key.id });
    assert.match(removed.location ?? "", /^\/sign-in\?/);
    assert.equal((await ledger.factorsOf(alice.id)).passkeys.length, 1);
  }
});

// interface §14.54, §14.55
test("T49 — downgrade: the password begins a sign-in and confirms no change; what waits is no session", async () => {
  await using world = await startWorld(localhost);
  const { baseUrl, alice } = world;
  const { key, places } = await withPasskey(world);
  const visitor = await signedIn(baseUrl, alice);
  const waiting = visitor.cookies.get("sign-in") ?? "";
  assert.match(waiting, /^[A-Za-z0-9]{43}$/);
  const thief = new Visitor(baseUrl);
  thief.cookies.set("session", waiting);
  for (const one of [visitor, thief]) {
    assert.match((await one.get("/account")).location ?? "", /^\/sign-in\?/);
  }
  const password = { change: "new-codes", current_password: alice.password };
  assert.equal((await places[0].visitor.send("/account/two-step", password)).status, 422);
  await acceptedAt(places[0], "again", key);
});

// interface §3.42
test("T50 — a challenge counts for what it was made for alone", async () => {
  await using world = await startWorld(localhost);
  const { key, places } = await withPasskey(world);
  const [mine] = places;
  for (const name of all) {
    for (const other of all.filter((one) => one !== name)) {
      await rejectedAt(mine, name, key, { challenge: mine[other].challenge });
    }
  }
  await acceptedAt(mine, "add", key);
  for (const name of proving) {
    const visitor = (await signInWith(key, world.baseUrl)).visitor;
    world.clock.now += beyondRecent;
    await acceptedAt(await placesOf(world, visitor), name, key);
  }
});

// interface §3.42
test("T50 — a challenge counts in the browser that it was made for alone", async () => {
  await using world = await startWorld(localhost);
  const { key, places } = await withPasskey(world, { browsers: 2 });
  const [mine, others] = places as [Places, Places];
  for (const name of all) {
    await rejectedAt(mine, name, key, { challenge: others[name].challenge });
    await rejectedAt(others, name, key, { challenge: mine[name].challenge });
  }
  await acceptedAt(mine, "add", key);
});

// interface §3.42
test("T50 — a challenge counts for the user that it was made for alone", async () => {
  await using world = await startWorld(localhost);
  const { baseUrl, alice, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const hers = await addPasskey(await signedIn(baseUrl, alice), baseUrl);
  const his = await addPasskey(await signedIn(baseUrl, bob), baseUrl);
  // One browser, in which the password of each user is typed in turn.
  const visitor = new Visitor(baseUrl);
  const step = async ({ screenName: username, password }: TestUser) => {
    const response = await visitor.submit(await visitor.get("/sign-in"), { username, password });
    return visitor.get(response.location ?? "");
  };
  const forAlice = askedOn(await step(alice)) ?? "";
  const forBob = await step(bob);
  const send = (passkey: string) => visitor.submit(forBob, { passkey });
  assert.equal((await send(his.key.get(forAlice))).status, 422);
  assert.equal((await send(hers.key.get(forAlice))).status, 422);
  assert.equal((await send(hers.key.get(askedOn(forBob) ?? ""))).status, 422);
  assert.equal((await send(his.key.get(askedOn(forBob) ?? ""))).status, 303);
});

// interface §3.42
test("T50 — a challenge counts once: of many at once, and until its time is over", async () => {
  using _onDisk = keepLedgersOnDisk();
  await using world = await startWorld(localhost);
  const { baseUrl, alice, clock } = world;
  const { key } = await addPasskey(await signedIn(baseUrl, alice), baseUrl);
  clock.now = Math.floor(clock.now / 1000) * 1000 + 999;
  const made = clock.now;
  const visitor = new Visitor(baseUrl);
  const page = await visitor.get("/sign-in");
  const form = {
    csrf: formOn(page.html).hidden["csrf"] ?? "",
    continue: "/account",
    passkey: key.get(askedOn(page) ?? ""),
  };
  // Sent by someone who has read the browser's cookies and what it sent.
  const session = visitor.cookies.get("session") ?? "";
  const again = () => {
    const thief = new Visitor(baseUrl);
    thief.cookies.set("session", session);
    return thief.post("/sign-in", form);
  };
  const responses = await Promise.all([again(), again(), again(), again()]);
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [303, 422, 422, 422]);
  clock.now = made + 599_999;
  const last = await again();
  assert.equal(last.status, 422);
  assert.match(decoded(last.html), saying(english.passkeys.problems.wrong.what));
  clock.now = made + 600_000;
  const late = await again();
  assert.equal(late.status, 422);
  assert.match(decoded(late.html), saying(english.passkeys.problems.late.what));
});

// interface §3.42
test("T50 — a challenge to add a passkey counts once, also where the first one was not added", async () => {
  using _onDisk = keepLedgersOnDisk();
  await using world = await startWorld(localhost);
  const { baseUrl, alice, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const { key } = await addPasskey(visitor, baseUrl);
  const options = askedOn(await visitor.get("/account/passkeys")) ?? "";
  for (const one of [key, authenticator(baseUrl)]) {
    const form = { change: "add", name: "x", passkey: one.create(options) };
    assert.equal((await visitor.send("/account/passkeys", form)).status, 422);
  }
  assert.equal((await ledger.factorsOf(alice.id)).passkeys.length, 1);
});

// interface §3.44
test("T51 — a counter that went back is rejected wherever a passkey is taken, and its owner is told", async () => {
  await using mails = await startMailServer();
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: "id@example.com" };
  await using world = await startWorld({ ...localhost, ...smtp });
  const { baseUrl, alice, clock, ledger } = world;
  const { key } = await withPasskey(world, { counts: 5 });
  for (const [index, name] of proving.entries()) {
    clock.now += 3_600_000;
    const { visitor } = await signInWith(key, baseUrl);
    clock.now += beyondRecent;
    for (const counter of [0, 1, 5 * (index + 1)]) {
      await rejectedAt(await placesOf(world, visitor), name, key, { counter });
    }
    const events = await ledger.eventsOf(alice.id, { after: undefined, size: 50 });
    const told = events.filter((event) => event.name === "passkey.clone-suspected");
    assert.equal(told.length, index + 1, name);
    // A notice that is still waiting also covers later news of the same kind, so each is sent before the next one.
    await mails.has(2 + index);
    await acceptedAt(await placesOf(world, visitor), name, key);
  }
  const emails = mails.received.map(({ text }) => text);
  const [beginning = ""] = english.mail.factors.said.passkeyCounterBack("@alice", "Countersign");
  const said = emails.filter((text) =>
    text.replaceAll("\n", " ").includes(String(beginning).trim()),
  );
  assert.equal(said.length, proving.length);
});

// interface §3.44
test("T51 — a copy with the same counter, at the same moment: one of them signs in", async () => {
  using _onDisk = keepLedgersOnDisk();
  await using world = await startWorld(localhost);
  const { baseUrl, alice, ledger } = world;
  const key = authenticator(baseUrl, { counts: 1 });
  await addPasskey(await signedIn(baseUrl, alice), baseUrl, { key });
  const copies = await Promise.all(
    Array.from({ length: 4 }, () => signInWith(key, baseUrl, { untrue: { counter: 7 } })),
  );
  const statuses = copies.map(({ response }) => response.status).toSorted();
  assert.deepEqual(statuses, [303, 422, 422, 422]);
  const events = await ledger.eventsOf(alice.id, { after: undefined, size: 9 });
  assert.equal(events.filter(({ name }) => name === "passkey.clone-suspected").length, 1);
});

/** What an anonymous caller sees in a response, without the parts that differ each time. */
function seen({ status, html, headers, location }: Shown, ...names: readonly string[]) {
  let text = decoded(html)
    .replaceAll(/name="csrf" value="[^"]*"/g, "")
    .replaceAll(/"challenge":"[^"]*"/g, "");
  for (const name of names) text = text.replaceAll(name, "NAME");
  const lines = [...headers].filter(
    ([name]) => !["content-length", "date", "set-cookie"].includes(name),
  );
  return { status, location, text, lines };
}

// interface §3.41
test("T52 — an unknown passkey, a removed one and another user's are answered alike", async () => {
  await using world = await startWorld(localhost);
  const { baseUrl, alice, clock, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const his = await addPasskey(await signedIn(baseUrl, bob), baseUrl);
  const visitor = await signedIn(baseUrl, alice);
  const { key } = await addPasskey(visitor, baseUrl);
  const removed = (await addPasskey(visitor, baseUrl)).key;
  await visitor.send("/account/passkeys", { change: "remove", id: removed.id });
  clock.now += beyondRecent;
  const places = await placesOf(world, visitor);
  const userHandle = passkeyUserHandle(alice.id);
  const tries: readonly (readonly [Authenticator, Untrue])[] = [
    [authenticator(baseUrl), { userHandle }],
    [removed, { userHandle }],
    [his.key, { userHandle }],
    [key, { userHandle, otherKey: true }],
  ];
  const events = async () => [
    ...(await ledger.eventsOf(alice.id, { after: undefined, size: 50 })),
    ...(await ledger.eventsOf(bob.id, { after: undefined, size: 50 })),
  ];
  const before = await events();
  for (const name of proving) {
    const [first, ...others] = await Promise.all(
      tries.map(async ([one, untrue]) => {
        return seen(await places[name].send(passkeyResponse(places, name, one, untrue)));
      }),
    );
    assert.equal(first?.status, 422);
    for (const other of others) assert.deepEqual(other, first, name);
  }
  assert.deepEqual(await events(), before);
});

test("T18 — what an authenticator signed is not printed into the page that rejects it", async () => {
  await using world = await startWorld(localhost);
  const { key, places } = await withPasskey(world);
  for (const name of all) {
    const other = { challenge: places[0][name === "again" ? "add" : "again"].challenge };
    const answer = passkeyResponse(places[0], name, key, other);
    const { status, html } = await places[0][name].send(answer);
    assert.equal(status, 422, name);
    for (const signed of answer.match(/(?<="(?:signature|authenticatorData)":")[^"]+/g) ?? []) {
      assert.ok(!html.includes(signed), name);
    }
  }
});

// interface §3.41
test("T52 — sign-in offers the same sign-in methods for a user with a passkey, one without, and no one", async () => {
  await using world = await startWorld(localhost);
  const { baseUrl, alice, ledger } = world;
  await addPasskey(await signedIn(baseUrl, alice), baseUrl);
  await makeUser(ledger, "bob");
  const signInPage = async (username: string) => {
    const visitor = new Visitor(baseUrl);
    const page = await visitor.get("/sign-in");
    const wrong = await visitor.submit(page, { username, password: "a wrong password" });
    const { csrf = "" } = formOn(page.html).hidden;
    const typed = { csrf, continue: "/account", username };
    // In another language, the form is shown again, and no try is counted.
    const responses = [page, wrong, await visitor.post("/sign-in", typed)];
    for (const response of responses) {
      assert.deepEqual(JSON.parse(askedOn(response) ?? "{}").allowCredentials, []);
    }
    return responses.map((response) => seen(response, username));
  };
  const [hers, his, unknown] = [
    await signInPage("alice"),
    await signInPage("bob"),
    await signInPage("nobody_1"),
  ];
  assert.deepEqual(
    hers.map(({ status }) => status),
    [200, 422, 200],
  );
  assert.deepEqual(hers, his);
  assert.deepEqual(hers, unknown);
});

// interface §3.40, §3.41, §3.43
test("403 — with COUNTERSIGN_SIGN_IN_METHODS=identity-providers a passkey is no first factor, and is a second one", async () => {
  await using provider = await startFalseProvider();
  const settings = { ...localhost, SIGN_IN_METHODS: "identity-providers" };
  await using service = await startIdentityService([entryOf(provider)], settings);
  const { baseUrl, dependencies } = service;
  const owner = new Visitor(baseUrl);
  await throughProvider(owner, provider, await owner.get("/sign-in"));
  await owner.submit(await owner.get("/sign-in/first"), { screen_name: "alice" });
  const { key } = await addPasskey(owner, baseUrl);
  const visitor = new Visitor(baseUrl);
  const page = await visitor.get("/sign-in");
  assert.equal(askedOn(page), undefined);
  const sessionId = visitor.cookies.get("session") as SessionId;
  const asked = { sessionId, purpose: "sign-in", userId: undefined } as const;
  const options = JSON.stringify({
    rpId: "localhost",
    challenge: newChallenge(asked, dependencies),
  });
  const { csrf = "" } = formOn(page.html).hidden;
  const form = { csrf, continue: "/account", passkey: key.get(options) };
  assert.equal((await visitor.post("/sign-in", form)).status, 403);
  assert.match((await visitor.get("/account")).location ?? "", /^\/sign-in\?/);
  const back = await throughProvider(visitor, provider, page);
  assert.match(back.location ?? "", /^\/sign-in\/code\?/);
  assert.match((await visitor.get("/account")).location ?? "", /^\/sign-in\?/);
  const step = await visitor.get(back.location ?? "");
  const passkey = key.get(askedOn(step) ?? "");
  assert.equal((await visitor.submit(step, { passkey })).status, 303);
  assert.equal((await visitor.get("/account")).status, 200);
});
