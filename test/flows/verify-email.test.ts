/** An email address has to be verified: the ways of verifying it, and what applications see until then. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import type { UserId } from "../../src/domain/credentials.ts";
import * as english from "../../src/pages/languages/english.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken, makeAdmin, makeUser, type TestUser } from "../support/service.ts";
import { linkIn, startMailServer } from "../support/smtp.ts";
import { formOn, signedIn, Visitor, withoutLanguages } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const wanted = "another long password";
const day = 86_400_000;

async function startMailing(settings: Readonly<Record<string, string>> = {}) {
  await using resources = new AsyncDisposableStack();
  const mails = resources.use(await startMailServer());
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: "id@example.com" };
  const all = { ...smtp, SIGN_UP: "open", ...settings };
  const world = resources.use(await startWorld(all, { requestEmail: true }));
  const closing = resources.move();
  return Object.assign(world, { mails, [Symbol.asyncDispose]: () => closing.disposeAsync() });
}

async function signUp(
  { baseUrl, ledger }: World,
  { screenName = "bob", email = "bob@users.example" } = {},
): Promise<{ visitor: Visitor; bob: TestUser }> {
  const visitor = new Visitor(baseUrl);
  const fields = { screen_name: screenName, name: "", email };
  const made = await visitor.submit(await visitor.get("/sign-up"), {
    ...fields,
    new_password: wanted,
  });
  assert.equal(made.status, 303);
  const id = (await ledger.userByScreenName(screenName))?.id as UserId;
  return { visitor, bob: { id, screenName, password: wanted } };
}

/** The address that an application with permission to see it gets. */
async function seenOf(world: World, user: TestUser): Promise<string | null | undefined> {
  const token = await makeAccessToken(world.ledger, world.application, user, "read", true);
  const path = "/1.1/account/verify_credentials.json?include_email=true";
  const response = await world.signed("GET", path, { token });
  assert.equal(response.status, 200);
  return ((await response.json()) as { email?: string | null }).email;
}

// interface §9.6, §17.13, §17.14, §17.15
test("303 — sign-up by mail: applications see null before the link is used, and the address after", async () => {
  await using world = await startMailing();
  const { baseUrl, mails, ledger } = world;
  const { visitor, bob } = await signUp(world);
  assert.equal(await seenOf(world, bob), null);
  const [mail] = await mails.has(1);
  assert.ok(mail !== undefined);
  assert.deepEqual(mail.to, ["bob@users.example"]);
  assert.match(mail.text, /@bob at Countersign/);
  assert.match(mail.text, saying(english.mail.emailVerification.lives));
  const link = linkIn(mail);
  assert.equal(link.origin, baseUrl);
  assert.match(
    (await visitor.get("/account/profile")).html,
    saying(english.account.profile.unverified.withMail.what),
  );

  const elsewhere = new Visitor(baseUrl);
  for (let opened = 0; opened < 3; opened += 1) {
    const page = await elsewhere.get(link.pathname + link.search);
    assert.equal(page.status, 200);
    assert.match(page.html, /@bob/);
    assert.match(page.html, /bob@users\.example/);
  }
  assert.equal(await seenOf(world, bob), null, "looking changes nothing");
  const page = await elsewhere.get(link.pathname + link.search);
  assert.equal(formOn(page.html).action, "/account/email", "the secret goes on in the body");
  const response = await elsewhere.submit(page, {});
  assert.equal(response.status, 303);
  assert.match(
    (await elsewhere.get(response.location ?? "")).html,
    saying(english.email.verified.title),
  );
  assert.equal((await elsewhere.get("/account")).status, 303, "not signed in by a link");
  assert.equal(await seenOf(world, bob), "bob@users.example");
  assert.doesNotMatch(
    (await visitor.get("/account/profile")).html,
    saying(english.account.profile.unverified.withMail.what),
  );
  const events = await ledger.eventsOf(bob.id, { after: undefined, size: 9 });
  const verified = events.find((one) => one.name === "user.email-verified");
  assert.deepEqual([verified?.actor, verified?.address], ["anonymous", "127.0.0.1"]);
  assert.match((await visitor.get("/account/events")).html, /email address was verified/);
});

// interface §3.13
test("422, then 303 — an address signs its user in once it is verified, and no one once two users verified it", async () => {
  await using world = await startMailing();
  const { baseUrl, mails, ledger } = world;
  await signUp(world);
  const signIn = async (username: string) => {
    const visitor = new Visitor(baseUrl);
    return visitor.submit(await visitor.get("/sign-in"), { username, password: wanted });
  };
  const early = await signIn("bob@users.example");
  assert.equal(early.status, 422);
  assert.match(early.html, saying(english.signIn.problems.wrong.meaning));
  assert.match(early.html, /name="username"[^>]* value="bob@users\.example"/);
  const [mail] = await mails.has(1);
  const { pathname, search } = linkIn(mail ?? assert.fail());
  const visitor = new Visitor(baseUrl);
  await visitor.submit(await visitor.get(pathname + search), {});
  assert.equal((await signIn(" BOB@users.example ")).status, 303);

  const { bob: other } = await signUp(world, { screenName: "bob2" });
  assert.equal((await signIn("bob@users.example")).status, 303, "an unverified one takes nothing");
  const same = { userId: other.id, email: "bob@users.example" };
  await ledger.markEmailVerified(same, byCommandLine(world.clock.now));
  assert.equal((await signIn("bob@users.example")).status, 422);
  assert.deepEqual([(await signIn("bob")).status, (await signIn("@bob2")).status], [303, 303]);
});

// interface §17.13, §17.16
test("404 — a link to verify works once, within a day, and not for another address or a suspended account", async () => {
  await using world = await startMailing();
  const { baseUrl, alice, mails, ledger, clock } = world;
  assert.equal(await seenOf(world, alice), "alice@users.example");
  let visitor = await signedIn(baseUrl, alice);
  const profile = { screen_name: "alice", name: "A", email: "alice@users.example" };
  const change = async (email: string) => visitor.send("/account/profile", { ...profile, email });
  // Each change also sends a mail to the old address.
  const linkOf = async (count: number, changes = count) => {
    const received = await mails.has(count + changes);
    const mail = received.filter((one) => /token=/.test(one.text))[count - 1];
    assert.ok(mail !== undefined);
    return linkIn(mail);
  };
  const open = async ({ pathname, search }: URL) => new Visitor(baseUrl).get(pathname + search);
  const use = async ({ searchParams }: URL) => {
    const anonymous = new Visitor(baseUrl);
    const csrf = await anonymous.csrf("/sign-in");
    const token = searchParams.get("token") ?? "";
    return anonymous.post("/account/email", { csrf, token });
  };
  assert.equal((await change("alice@users.example")).location, "/account/profile?saved");
  assert.equal(await seenOf(world, alice), "alice@users.example", "the same address");
  const moved = await change("one@elsewhere.example");
  assert.match(
    (await visitor.get(moved.location ?? "")).html,
    saying(english.account.profile.unverified.sent),
  );
  assert.equal(await seenOf(world, alice), null);
  const one = await linkOf(1);
  await change("two@elsewhere.example");
  const two = await linkOf(2);
  for (const response of [await open(one), await use(one)]) {
    assert.equal(response.status, 404);
    assert.match(response.html, /This link no longer works/);
  }
  await ledger.suspendUser(alice.id, "spam", { at: 0, actor: "service" });
  for (const response of [await open(two), await use(two)]) assert.equal(response.status, 404);
  await ledger.restoreUser(alice.id, { at: 0, actor: "service" });
  assert.equal((await use(two)).status, 404, "it was made before the suspension");
  visitor = await signedIn(baseUrl, alice);
  await visitor.send("/account/profile", { send_link: "on" });
  const again = await linkOf(3, 2);
  assert.equal((await use(again)).status, 303);
  assert.equal(await seenOf(world, alice), "two@elsewhere.example");
  assert.equal((await use(again)).status, 404);

  await change("three@elsewhere.example");
  const three = await linkOf(4, 3);
  clock.now += day - 1;
  assert.equal((await open(three)).status, 200);
  clock.now += 1;
  assert.equal((await use(three)).status, 404);
  assert.equal(await seenOf(world, alice), null);
});

// interface §14.21
test("429 — the profile mails the link again, so often for an account", async () => {
  await using world = await startMailing({ RATE_LIMITS: "email-verification=2" });
  const { mails, baseUrl, ledger } = world;
  const { visitor, bob } = await signUp(world);
  const page = await visitor.get("/account/profile");
  assert.match(page.html, saying(english.account.profile.unverified.send));
  const again = () => visitor.send("/account/profile", { send_link: "on" });
  const sent = await again();
  assert.equal(sent.location, "/account/profile?sent");
  assert.match(
    (await visitor.get("/account/profile?sent")).html,
    saying(english.account.profile.unverified.sent),
  );
  assert.equal((await again()).status, 429);
  const received = await mails.has(2);
  assert.deepEqual(
    received.map((one) => one.to.join()),
    ["bob@users.example", "bob@users.example"],
  );
  const carol = await makeUser(ledger, "carol");
  const other = await signedIn(baseUrl, carol);
  const verified = await other.send("/account/profile", { send_link: "on" });
  assert.equal(verified.location, "/account/profile", "nothing to prove");
  const profile = { screen_name: "carol", name: "", email: "c@users.example" };
  const changed = await other.send("/account/profile", profile);
  assert.equal(changed.location, "/account/profile?saved&sent", "a limit of her own");
  await mails.has(3);
  assert.equal(mails.received.length, 3);
  assert.equal(await seenOf(world, bob), null);
});

// interface §17.17
test("303 — a mailbox gets few of these mails, no matter which accounts name it", async () => {
  await using world = await startMailing({ RATE_LIMITS: "email-verification/recipient=2" });
  const { mails, baseUrl } = world;
  const answers = [];
  for (const [screen_name, email] of [
    ["one", "carol@users.example"],
    ["two", "Carol@users.example"],
    ["three", "CAROL@users.example"],
    ["four", "other@users.example"],
  ] as const) {
    const visitor = new Visitor(baseUrl);
    const fields = { screen_name, name: "", email, new_password: wanted };
    answers.push((await visitor.submit(await visitor.get("/sign-up"), fields)).status);
  }
  assert.deepEqual(answers, [303, 303, 303, 303]);
  const received = await mails.has(3);
  assert.deepEqual(received.map((one) => one.to.join().toLowerCase()).sort(), [
    "carol@users.example",
    "carol@users.example",
    "other@users.example",
  ]);
});

// interface §14.21
test("without a mail server the profile says whom to ask, and no link is made", async () => {
  await using world = await startWorld({}, { requestEmail: true });
  const { baseUrl, alice, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const profile = { screen_name: "alice", name: "", email: "other@users.example" };
  const saved = await visitor.send("/account/profile", profile);
  assert.equal(saved.location, "/account/profile?saved");
  const page = await visitor.get("/account/profile?saved&sent");
  assert.match(page.html, /until your administrator verifies it/);
  assert.doesNotMatch(withoutLanguages(page.html), /send_link/);
  const asked = await visitor.send("/account/profile", { send_link: "on" });
  assert.equal(asked.location, "/account/profile");
  assert.equal((await ledger.links("email", 0, { after: undefined, size: 9 })).length, 0);
  assert.equal(await seenOf(world, alice), null);
});

// interface §14.26
test("303 — a change of address tells the old one, the verified one always", async () => {
  await using world = await startMailing({ RATE_LIMITS: "email-verification/recipient=1" });
  const { mails, baseUrl, alice } = world;
  const visitor = await signedIn(baseUrl, alice);
  const change = (email: string) =>
    visitor.send("/account/profile", { screen_name: "alice", name: "", email });
  const recipients = () =>
    mails.received
      .filter((one) => /is no longer linked to it/.test(one.text))
      .map((one) => one.to.join());
  await change("second@users.example");
  await mails.has(2);
  assert.deepEqual(recipients(), ["alice@users.example"]);
  const [mail] = mails.received.filter((one) => one.to.join() === "alice@users.example");
  assert.match(mail?.text ?? "", /@alice/);
  assert.doesNotMatch(mail?.text ?? "", /second@|token=/);
  // No one proved the second address, and its mailbox has already had the one mail that it may get.
  await change("third@users.example");
  await mails.has(3);
  assert.deepEqual(recipients(), ["alice@users.example"]);
});

test("200 — no page promises an email where the service sends none, or the account has no address", async () => {
  await using mailing = await startMailing();
  await using silent = await startWorld({ SIGN_UP: "open" });
  const { factors } = english.admin.user;
  const results: unknown[] = [];
  for (const world of [mailing, silent]) {
    const form = await new Visitor(world.baseUrl).get("/sign-up");
    const visitor = await signedIn(world.baseUrl, await makeAdmin(world.ledger, "carol"));
    const { bob } = await signUp(world);
    const { bob: dan } = await signUp(world, { screenName: "dan", email: "" });
    results.push({
      resets: saying(english.signUp.emailHint).test(form.html),
      optional: saying(english.signUp.emailHintWithoutMail).test(form.html),
      always: saying(english.notifications.always).test(
        (await visitor.get("/account/notifications")).html,
      ),
      withAddress: saying(factors.mailed).test((await visitor.get(`/admin/users/${bob.id}`)).html),
      withoutAddress: saying(factors.mailed).test(
        (await visitor.get(`/admin/users/${dan.id}`)).html,
      ),
    });
  }
  assert.deepEqual(results, [
    { resets: true, optional: false, always: true, withAddress: true, withoutAddress: false },
    { resets: false, optional: true, always: false, withAddress: false, withoutAddress: false },
  ]);
});
