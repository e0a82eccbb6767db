/** Passkeys: adding and removing them, signing in with them, and proving them again. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { noPasswordHash } from "../../src/domain/identity.ts";
import { maxPasskeys, type PasskeyId } from "../../src/domain/passkey.ts";
import * as english from "../../src/pages/languages/english.ts";
import { authenticator } from "../support/authenticator.ts";
import { requestTokenFor } from "../support/flow.ts";
import { addPasskey, askedOn, localhost, signInWith } from "../support/passkeys.ts";
import { sendRaw } from "../support/raw-http.ts";
import { saying } from "../support/saying.ts";
import { makeUser } from "../support/service.ts";
import { startMailServer } from "../support/smtp.ts";
import { setUpTwoStep } from "../support/two-step.ts";
import { decoded, pinOn, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

const texts = english.passkeys;

// interface §14.51, §14.53, §3.41, §14.41
test("303 — added, and it signs in without a screen name; sessions before it end", async () => {
  await using world = await startWorld(localhost);
  const { baseUrl, alice, clock, ledger } = world;
  const [mine, other] = [await signedIn(baseUrl, alice), await signedIn(baseUrl, alice)];
  const before = mine.cookies.get("session");
  const { key, response, codes } = await addPasskey(mine, baseUrl, {
    name: " Ana’s\u202e  phone ",
  });
  assert.equal(response.status, 200);
  assert.equal(codes.length, 10);
  assert.notEqual(mine.cookies.get("session"), before, "a new id");
  assert.equal((await other.get("/account")).status, 303);
  const [passkey] = (await ledger.factorsOf(alice.id)).passkeys;
  assert.deepEqual(
    [passkey?.id, passkey?.name, passkey?.transports],
    [key.id, "Ana’s phone", ["internal"]],
  );
  clock.now += 3_600_000;
  const { visitor, response: signed } = await signInWith(key, baseUrl, { continueTo: "/portal" });
  assert.deepEqual([signed.status, signed.location], [303, "/portal"]);
  assert.equal((await visitor.get("/portal")).status, 200);
  const sessions = (await visitor.get("/account/sessions")).html;
  assert.ok(sessions.includes(english.account.sessions.with("passkey")));
  const events = await ledger.eventsOf(alice.id, { after: undefined, size: 2 });
  assert.deepEqual(
    events.map(({ name, details }) => ({ name, details })),
    [
      { name: "user.signed-in", details: { authenticated: "passkey" } },
      { name: "passkey.added", details: { passkey: "Ana’s phone" } },
    ],
  );
});

// interface §14.51
test("303 — without a name it has that of its provider, if that is known", async () => {
  await using world = await startWorld(localhost);
  const { baseUrl, alice, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const bitwarden = "d548826e-79b4-db40-a3d8-11116f7e8349";
  for (const [aaguid, name] of [
    [bitwarden, " "],
    [bitwarden, "Work"],
    ["00000000-0000-0000-0000-000000000000", ""],
  ] as const) {
    await addPasskey(visitor, baseUrl, { key: authenticator(baseUrl, { aaguid }), name });
  }
  const names = (await ledger.factorsOf(alice.id)).passkeys.map((one) => one.name);
  const expected = ["Bitwarden", "Work", english.twoStep.kinds.passkey];
  assert.deepEqual(names.toSorted(), expected.toSorted());
});

// interface §3.41
test("303 — a forced sign-in on the way to an application: consent follows", async () => {
  await using world = await startWorld(localhost, { name: "Weather Bot" });
  const { baseUrl, alice, application } = world;
  const { key } = await addPasskey(await signedIn(baseUrl, alice), baseUrl);
  const { token } = await requestTokenFor(baseUrl, application, "oob");
  const back = `/oauth/authorize?oauth_token=${token}&force_login=true`;
  const page = await new Visitor(baseUrl).get(back);
  assert.ok(askedOn(page), "offered there, too");
  const { visitor, response } = await signInWith(key, baseUrl, { continueTo: back });
  assert.equal(response.location, back);
  const approved = await visitor.submit(await visitor.get(back), { decision: "allow" });
  assert.match(pinOn(approved.html), /^\d{7}$/);
});

// interface §14.55, §3.43
test("303 — the password alone is not enough: the passkey is the second step, or a recovery code", async () => {
  await using world = await startWorld(localhost);
  const { baseUrl, alice } = world;
  const { key, codes } = await addPasskey(await signedIn(baseUrl, alice), baseUrl);
  const begin = async () => {
    const visitor = new Visitor(baseUrl);
    const credentials = { username: alice.screenName, password: alice.password };
    const response = await visitor.submit(await visitor.get("/sign-in"), credentials);
    assert.equal(response.location, "/sign-in/code?continue=%2Faccount");
    assert.equal((await visitor.get("/account")).status, 303);
    return { visitor, page: await visitor.get(response.location ?? "") };
  };
  const { visitor, page } = await begin();
  assert.match(decoded(page.html), saying(texts.useTitle));
  const options = askedOn(page) ?? "";
  assert.deepEqual(JSON.parse(options).allowCredentials, [
    { type: "public-key", id: key.id, transports: ["internal"] },
  ]);
  // If the page names the authenticator's passkey, the authenticator may leave out the user handle.
  const wrong = await visitor.submit(page, { passkey: key.get(options, { otherKey: true }) });
  assert.equal(wrong.status, 422);
  assert.match(decoded(wrong.html), saying(texts.problems.wrong.what));
  const passkey = key.get(askedOn(wrong) ?? "", { userHandle: null });
  assert.equal((await visitor.submit(wrong, { passkey })).location, "/account");
  assert.equal((await visitor.get("/account")).status, 200);
  const another = await begin();
  assert.equal((await another.visitor.submit(another.page, { code: codes[0] ?? "" })).status, 303);
});

// interface §14.54
test("422 — asked again: a passkey does, once, and not the password", async (t) => {
  await using world = await startWorld(localhost);
  const { baseUrl, alice, clock, service } = world;
  const visitor = await signedIn(baseUrl, alice);
  const { key } = await addPasskey(visitor, baseUrl);
  clock.now += 16 * 60_000;
  const form = { change: "new-codes" };
  const missing = await visitor.send("/account/two-step", form);
  assert.equal(missing.status, 422);
  const password = { ...form, current_password: alice.password };
  assert.equal((await visitor.send("/account/two-step", password)).status, 422);
  const options = askedOn(missing, "current_passkey") ?? "";
  const wrong = key.get(options, { otherKey: true });
  const rejected = await visitor.send("/account/two-step", { ...form, current_passkey: wrong });
  assert.equal(rejected.status, 422);
  assert.match(
    decoded(rejected.html),
    saying(english.shell.reauthentication.problems["wrong-passkey"]),
  );
  const current_passkey = key.get(askedOn(rejected, "current_passkey") ?? "");
  assert.equal((await visitor.send("/account/two-step", { ...form, current_passkey })).status, 200);
  const again = await visitor.send("/account/two-step", form);
  assert.equal(again.status, 200, "it was proved a moment ago");

  // The session ends while the passkey is checked.
  clock.now += 16 * 60_000;
  const late = askedOn(await visitor.send("/account/two-step", form), "current_passkey") ?? "";
  t.mock.method(service.dependencies.ledger, "reauthenticate", async () => "gone");
  const gone = await visitor.send("/account/two-step", { ...form, current_passkey: key.get(late) });
  assert.equal(gone.status, 303);
  assert.match(gone.location ?? "", /^\/sign-in/);
});

// interface §14.54
test("200 — a passkey is read whole on the pages that have no other use for one", async () => {
  await using world = await startWorld(localhost);
  const visitor = await signedIn(world.baseUrl, world.alice);
  const { key } = await addPasskey(visitor, world.baseUrl);
  world.clock.now += 16 * 60_000;
  const missing = await visitor.send("/account/data", {});
  assert.equal(missing.status, 422);
  const current_passkey = key.get(askedOn(missing, "current_passkey") ?? "");
  assert.ok(current_passkey.length > 600, "longer than what is read of other fields");
  assert.equal((await visitor.send("/account/data", { current_passkey })).status, 200);
});

// interface §14.56
test("303 — renamed: the name is kept as that of a new one, and sessions stay", async () => {
  await using world = await startWorld(localhost);
  const { baseUrl, alice, ledger, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  const { key } = await addPasskey(visitor, baseUrl, { name: "Phone" });
  const { visitor: other } = await signInWith(key, baseUrl);
  clock.now += 16 * 60_000;
  const rename = (name: string, more = {}) =>
    visitor.send("/account/passkeys", { change: "rename", id: key.id, name, ...more });
  const passkeyName = async () => (await ledger.factorsOf(alice.id)).passkeys[0]?.name;
  assert.equal((await rename(" Old\u202e  phone\n")).location, "/account/passkeys?renamed");
  assert.equal(await passkeyName(), "Old phone");
  assert.equal((await other.get("/account")).status, 200, "no session ends");
  const shown = decoded((await visitor.get("/account/passkeys?renamed")).html);
  assert.match(shown, saying(texts.done.renamed));
  const [event] = await ledger.eventsOf(alice.id, { after: undefined, size: 1 });
  assert.equal(event?.name, "passkey.renamed");
  assert.deepEqual(event?.details, { passkey: "Old phone", before: "Phone" });
  assert.equal((await rename("Old phone")).location, "/account/passkeys", "nothing to do");
  await rename("<b>&".repeat(20));
  assert.equal(await passkeyName(), "<b>&".repeat(20).slice(0, 50));
  await rename(" ");
  assert.equal(await passkeyName(), english.twoStep.kinds.passkey);
  const bob = await signedIn(baseUrl, await makeUser(ledger, "bob"));
  const taken = await bob.send("/account/passkeys", { change: "rename", id: key.id, name: "mine" });
  assert.equal(taken.location, "/account/passkeys");
  assert.equal(await passkeyName(), english.twoStep.kinds.passkey);
});

// interface §14.52, §14.53
test("303 — removed: it signs in no more; the last one takes the codes with it, and the password is enough again", async () => {
  await using world = await startWorld(localhost);
  const { baseUrl, alice, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const key = authenticator(baseUrl, { idBytes: 1023 });
  const [one, two] = [
    await addPasskey(visitor, baseUrl, { key }),
    await addPasskey(visitor, baseUrl),
  ];
  assert.equal(two.response.location, "/account/passkeys?added");
  const page = await visitor.get("/account/passkeys");
  const { excludeCredentials } = JSON.parse(askedOn(page) ?? "");
  assert.deepEqual(
    excludeCredentials.map(({ id }: { id: string }) => id),
    [one.key.id, two.key.id],
  );
  const other = (await signInWith(two.key, baseUrl)).visitor;
  const remove = (id: string) => visitor.send("/account/passkeys", { change: "remove", id });
  assert.equal((await remove(one.key.id)).location, "/account/passkeys?removed");
  assert.equal((await other.get("/account")).status, 303, "other sessions end");
  assert.equal((await signInWith(one.key, baseUrl)).response.status, 422);
  assert.equal((await signInWith(two.key, baseUrl)).response.status, 303);
  assert.equal((await remove(two.key.id)).location, "/account/passkeys?removed");
  const left = { totp: undefined, passkeys: [], recoveryCodes: 0 };
  assert.deepEqual(await ledger.factorsOf(alice.id), left);
  assert.equal((await visitor.get("/account")).status, 200);
  assert.equal((await (await signedIn(baseUrl, alice)).get("/account")).status, 200);
  assert.equal((await remove(two.key.id)).location, "/account/passkeys", "there is none");
});

// interface §14.52
test("303 — a user who signed in with their only passkey removes it and stays signed in", async () => {
  await using world = await startWorld(localhost);
  const { baseUrl, alice } = world;
  const { key } = await addPasskey(await signedIn(baseUrl, alice), baseUrl);
  const { visitor } = await signInWith(key, baseUrl);
  const form = { change: "remove", id: key.id };
  assert.equal(
    (await visitor.send("/account/passkeys", form)).location,
    "/account/passkeys?removed",
  );
  assert.equal((await visitor.get("/account")).status, 200);
});

// interface §14.55
test("303 — with an app and a passkey, turning the app off leaves the passkey, its codes and the session", async () => {
  await using world = await startWorld(localhost);
  const { baseUrl, alice, clock, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  await setUpTwoStep(visitor, clock.now);
  const { response, key } = await addPasskey(visitor, baseUrl);
  assert.equal(response.status, 303, "there are codes already");
  const off = await visitor.send("/account/two-step", { change: "turn-off" });
  assert.equal(off.location, "/account/two-step?turned-off");
  const page = await visitor.get("/account/two-step");
  assert.equal(page.status, 200, "signed in still");
  assert.match(decoded(page.html), saying(english.twoStep.on));
  assert.equal((await ledger.factorsOf(alice.id)).recoveryCodes, 10);
  assert.equal((await signInWith(key, baseUrl)).response.status, 303);
});

// interface §14.51, §14.52
test("409, 422 — the last sign-in method stays; so many and no more; one that an account has is not added again", async () => {
  await using world = await startWorld(localhost);
  const { baseUrl, alice, ledger, clock } = world;
  const visitor = await signedIn(baseUrl, alice);
  const { key } = await addPasskey(visitor, baseUrl);
  const same = await addPasskey(visitor, baseUrl, { key });
  assert.equal(same.response.status, 422);
  assert.match(decoded(same.response.html), saying(texts.problems.taken.what));
  const by = byCommandLine(clock.now);
  await ledger.setPassword(alice.id, noPasswordHash(randomBytes), by);
  const { visitor: again } = await signInWith(key, baseUrl);
  const last = await again.send("/account/passkeys", { change: "remove", id: key.id });
  assert.equal(last.status, 409);
  assert.match(decoded(last.html), saying(texts.problems["last-sign-in-method"].what));
  assert.equal((await signInWith(key, baseUrl)).response.status, 303);
  for (let count = 1; count < maxPasskeys; count += 1) {
    const id = randomBytes(16).toString("base64url") as PasskeyId;
    const passkey = { id, name: "x", publicKey: randomBytes(77), signCount: 0, transports: [] };
    const session = {
      ...{ digest: id as never, replaces: undefined, userId: alice.id, authEvents: [] },
      ...{ signedInFor: undefined, userAgent: "", address: "", now: clock.now },
    };
    await ledger.addPasskey({ passkey, recoveryCodes: [], session }, by);
  }
  const { visitor: full } = await signInWith(key, baseUrl);
  const page = await full.get("/account/passkeys");
  assert.match(decoded(page.html), saying(texts.add.most));
  assert.equal(askedOn(page), undefined);
});

// interface §14.51, §3.42
test("422 — a page that was open too long, an altered answer and an old sign-in add nothing", async () => {
  await using world = await startWorld(localhost);
  const { baseUrl, alice, clock, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const key = authenticator(baseUrl);
  const options = askedOn(await visitor.get("/account/passkeys")) ?? "";
  const send = (passkey: string) =>
    visitor.send("/account/passkeys", { change: "add", name: "x", passkey });
  assert.equal((await send("{}")).status, 422);
  assert.equal((await send(key.create(options, { verified: false }))).status, 422);
  clock.now += 10 * 60_000;
  const late = await send(key.create(options));
  assert.equal(late.status, 422);
  assert.match(decoded(late.html), saying(texts.problems.late.what));
  clock.now += 6 * 60_000;
  const old = await addPasskey(visitor, baseUrl);
  assert.equal(old.response.status, 422);
  assert.match(old.response.html, /name="current_password"/);
  assert.equal((await ledger.factorsOf(alice.id)).passkeys.length, 0);
  const more = { current_password: alice.password };
  assert.equal((await addPasskey(visitor, baseUrl, { more })).response.status, 200);
});

// interface §14.50
test("200 — at an IP address, and at a base URL outside the domain, pages offer no passkeys", async () => {
  await using world = await startWorld();
  const { baseUrl, alice } = world;
  const visitor = await signedIn(baseUrl, alice);
  assert.equal(askedOn(await new Visitor(baseUrl).get("/sign-in")), undefined);
  const page = await visitor.get("/account/passkeys");
  assert.match(decoded(page.html), saying(texts.notHere));
  const leads = /href="\/account\/passkeys[^"]*">Use a passkey instead/;
  const ways = ["/account/two-step", "/account/two-step/set-up"];
  for (const way of ways) assert.doesNotMatch((await visitor.get(way)).html, leads);
  await using other = await startWorld({
    ...localhost,
    ADDITIONAL_BASE_URLS: "http://127.0.0.1:1",
  });
  const at = async (host: string) => {
    const asked = { method: "GET", target: "/sign-in", host: [`Host: ${host}`] };
    return (await sendRaw(other.baseUrl, asked)).body.includes("data-passkey=");
  };
  assert.equal(await at("127.0.0.1:1"), false);
  assert.equal(await at(new URL(other.baseUrl).host), true);
  const there = await signedIn(other.baseUrl, other.alice);
  for (const way of ways) assert.match((await there.get(way)).html, leads);
});

// interface §3.44, §14.53
test("422 — a counter that did not continue is rejected, and its owner is told, once an hour", async () => {
  await using mails = await startMailServer();
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: "id@example.com" };
  await using world = await startWorld({ ...localhost, ...smtp });
  const { baseUrl, ledger } = world;
  const carol = await makeUser(ledger, "carol");
  const key = authenticator(baseUrl, { counts: 5 });
  const { response } = await addPasskey(await signedIn(baseUrl, carol), baseUrl, { key });
  assert.equal(response.status, 200);
  assert.equal((await signInWith(key, baseUrl)).response.status, 303);
  for (const counter of [5, 4, 0]) {
    const { response } = await signInWith(key, baseUrl, { untrue: { counter } });
    assert.equal(response.status, 422, String(counter));
    assert.match(decoded(response.html), saying(texts.problems["counter-back"].what));
  }
  const events = await ledger.eventsOf(carol.id, { after: undefined, size: 9 });
  assert.equal(events.filter(({ name }) => name === "passkey.clone-suspected").length, 1);
  assert.equal((await signInWith(key, baseUrl)).response.status, 303, "its own next one");
  const received = (await mails.has(2)).map(({ text }) => text.replaceAll("\n", " "));
  for (const news of ["passkeyAdded", "passkeyCounterBack"] as const) {
    const [beginning = ""] = english.mail.factors.said[news]("@carol", "Countersign");
    assert.ok(
      received.some((text) => text.includes(String(beginning).trim())),
      news,
    );
  }
});

// interface §3.41
test("403 — a user who is suspended is told why, once the passkey was right", async () => {
  await using world = await startWorld(localhost);
  const { baseUrl, alice, ledger, clock } = world;
  const { key } = await addPasskey(await signedIn(baseUrl, alice), baseUrl);
  for (const because of ["spent", "gone", "spam"]) {
    await ledger.suspendUser(alice.id, because, byCommandLine(clock.now));
    const { response } = await signInWith(key, baseUrl);
    assert.equal(response.status, 403);
    assert.match(decoded(response.html), new RegExp(`Reason:.*\\b${because}\\b`));
  }
  const wrong = await signInWith(key, baseUrl, { untrue: { otherKey: true } });
  assert.equal(wrong.response.status, 422);
  assert.doesNotMatch(wrong.response.html, /spam/);
});
