/** Creating an account, and getting back into one after forgetting its password. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { mintLinkSecret, tokenDigest, type UserId } from "../../src/domain/credentials.ts";
import { type LinkPurpose, linkLife } from "../../src/domain/one-time-link.ts";
import * as english from "../../src/pages/languages/english.ts";
import { approvalOf, exchange, requestTokenFor } from "../support/flow.ts";
import { saying } from "../support/saying.ts";
import { makeUser, type TestUser } from "../support/service.ts";
import { linkIn, startMailServer } from "../support/smtp.ts";
import { decoded, formOn, signedIn, Visitor, withoutLanguages } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const wanted = "another long password";

/** A world whose service sends mail. */
async function startMailing(settings: Readonly<Record<string, string>> = {}) {
  await using resources = new AsyncDisposableStack();
  const mails = resources.use(await startMailServer());
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: "id@example.com" };
  const world = resources.use(await startWorld({ ...smtp, ...settings }));
  const closing = resources.move();
  return Object.assign(world, { mails, [Symbol.asyncDispose]: () => closing.disposeAsync() });
}

async function ask({ baseUrl }: World, who: string) {
  const visitor = new Visitor(baseUrl);
  return visitor.submit(await visitor.get("/reset"), { who });
}

async function linkFor(
  { ledger, clock }: World,
  purpose: LinkPurpose,
  user?: TestUser,
): Promise<string> {
  const secret = mintLinkSecret(randomBytes);
  const link = {
    digest: tokenDigest(secret.reveal()),
    userId: user?.id,
    note: "",
    createdAt: clock.now,
    expiresAt: clock.now + linkLife[purpose],
  };
  await ledger.createLink(
    purpose === "account-recovery" ? { ...link, purpose, because: "lost" } : { ...link, purpose },
    byCommandLine(clock.now),
  );
  return secret.reveal();
}

async function canSignIn({ baseUrl }: World, user: TestUser, password: string): Promise<boolean> {
  return signedIn(baseUrl, { ...user, password }).then(
    () => true,
    () => false,
  );
}

// interface §17.6, §17.8
test("303 — a link by mail, opened and used: the new password signs in, and nothing else does any more", async () => {
  await using world = await startMailing();
  const { baseUrl, alice, mails, ledger } = world;
  const elsewhere = await signedIn(baseUrl, alice);
  const signIn = await new Visitor(baseUrl).get("/sign-in");
  assert.match(signIn.html, /href="\/reset"/);
  const asked = await ask(world, "Alice");
  assert.equal(asked.status, 200);
  const [mail] = await mails.has(1);
  assert.ok(mail !== undefined);
  assert.deepEqual(mail.to, ["alice@users.example"]);
  assert.match(mail.text, /Choose a new password for @alice:\nhttp/);
  assert.match(mail.text, /after 60 minutes/);
  const link = linkIn(mail);
  assert.equal(link.origin, baseUrl);

  const visitor = new Visitor(baseUrl);
  for (let opened = 0; opened < 3; opened += 1) {
    const page = await visitor.get(link.pathname + link.search);
    assert.equal(page.status, 200);
    assert.match(page.html, /@alice/);
  }
  assert.equal((await elsewhere.get("/account")).status, 200, "looking changes nothing");
  const page = await visitor.get(link.pathname + link.search);
  assert.equal(formOn(page.html).action, "/reset/password", "the secret goes on in the body");
  const before = visitor.cookies.get("session");
  const changed = await visitor.submit(page, { new_password: wanted });
  assert.equal(changed.status, 303);
  assert.equal(changed.location, "/sign-in?changed&screen_name=alice");
  assert.notEqual(visitor.cookies.get("session"), before);
  const next = await visitor.get(changed.location ?? "");
  assert.match(next.html, saying(english.signIn.passwordChanged));
  assert.match(next.html, /name="username"[^>]* value="alice"/);
  const altered = await visitor.get("/sign-in?changed&screen_name=call+555+0100");
  assert.match(altered.html, /name="username"[^>]* value=""/, "not what no account can have");
  assert.equal((await visitor.get("/account")).status, 303, "not signed in by a link");
  assert.equal((await elsewhere.get("/account")).status, 303);
  assert.equal(await canSignIn(world, alice, alice.password), false);
  assert.equal(await canSignIn(world, alice, wanted), true);

  const signedInAgain = await signedIn(baseUrl, { ...alice, password: wanted });
  const third = { current_password: wanted, new_password: "a third long password" };
  await signedInAgain.send("/account/password", third);
  const [, ...notices] = await mails.has(3);
  for (const { text } of notices) assert.match(text, /@alice at Countersign was changed/);
  const page2 = { after: undefined, size: 20 };
  const events = await ledger.eventsOf(alice.id, page2);
  const names = events.map((one) => one.name);
  assert.ok(names.includes("user.password-reset-requested"));
  const changes = events.filter((one) => one.name === "user.password-changed");
  assert.deepEqual(
    changes.map((one) => one.details),
    [undefined, { by: "link" }],
  );
  const own = await signedInAgain.get("/account/events");
  assert.match(own.html, /password reset was requested/);
});

// interface §17.9
test("404 — a link works once, for an hour, and not after a newer password or address", async () => {
  await using world = await startMailing();
  const { baseUrl, alice, clock, ledger } = world;
  const open = async (token: string) => new Visitor(baseUrl).get(`/reset/password?token=${token}`);
  const use = async (token: string) => {
    const visitor = new Visitor(baseUrl);
    const csrf = await visitor.csrf("/reset");
    return visitor.post("/reset/password", { csrf, token, new_password: wanted });
  };
  for (const token of ["", "x", await linkFor(world, "invitation"), "A".repeat(43)]) {
    for (const response of [await open(token), await use(token)]) {
      assert.equal(response.status, 404);
      assert.match(response.html, /This link no longer works/);
      assert.match(response.html, /href="\/reset"/);
    }
  }
  const [one, two] = [
    await linkFor(world, "password-reset", alice),
    await linkFor(world, "password-reset", alice),
  ];
  assert.equal((await open(two)).status, 200);
  assert.equal((await use(one)).status, 303);
  for (const used of [one, two]) assert.equal((await use(used)).status, 404);

  const visitor = await signedIn(baseUrl, { ...alice, password: wanted });
  const beforeChange = await linkFor(world, "password-reset", alice);
  const passwords = { current_password: wanted, new_password: "a third long password" };
  assert.equal((await visitor.send("/account/password", passwords)).status, 303);
  assert.equal((await open(beforeChange)).status, 404);

  const beforeMove = await linkFor(world, "password-reset", alice);
  const profile = { screen_name: "alice", name: "A", email: "alice@users.example" };
  await visitor.send("/account/profile", profile);
  assert.equal((await open(beforeMove)).status, 200, "the same address");
  await visitor.send("/account/profile", { ...profile, email: "alice@elsewhere.example" });
  assert.equal((await open(beforeMove)).status, 404);

  const old = await linkFor(world, "password-reset", alice);
  clock.now += 3_600_000 - 1;
  assert.equal((await open(old)).status, 200);
  clock.now += 1;
  assert.equal((await open(old)).status, 404);
  assert.equal((await use(old)).status, 404);
  assert.notEqual(await ledger.userById(alice.id), undefined);
});

// interface §17.10
test("422 — a poor new password is rejected, and the link stays", async () => {
  await using world = await startWorld();
  const { baseUrl, alice } = world;
  const token = await linkFor(world, "password-reset", alice);
  const visitor = new Visitor(baseUrl);
  const page = await visitor.get(`/reset/password?token=${token}`);
  for (const [poor, said] of [
    ["short", /at least 8/],
    ["alice@users.example", saying(english.account.password.problems["own-name"])],
    ["qwertyuiop", saying(english.account.password.problems.common)],
  ] as const) {
    const rejected = await visitor.submit(page, { new_password: poor });
    assert.equal(rejected.status, 422);
    assert.match(rejected.html, said);
    assert.ok(!rejected.html.includes(`value="${poor}"`));
    assert.equal(formOn(rejected.html).hidden["token"], token);
  }
  assert.equal((await visitor.submit(page, { new_password: wanted })).status, 303);
});

// interface §17.6
test("several accounts with one address get one mail, with a link for each", async () => {
  await using world = await startMailing();
  const { baseUrl, alice, mails, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const carol = await makeUser(ledger, "carol");
  const move = async (user: TestUser, email: string) => {
    const profile = { userId: user.id, screenName: user.screenName, name: "", email };
    await ledger.changeProfile(profile, { at: 0, actor: "service" });
  };
  await move(bob, "Alice@users.example");
  await move(carol, "alice@users.example");
  await ask(world, "ALICE@users.example");
  const received = await mails.has(2);
  const byAddress = new Map(received.map((one) => [one.to.join(), one]));
  const both = byAddress.get("alice@users.example");
  assert.deepEqual(
    [...(both?.text ?? "").matchAll(/for @(\w+):\n/g)].map(([, name]) => name).sort(),
    ["alice", "carol"],
  );
  const [own] = byAddress.get("Alice@users.example")?.text.match(/for @(\w+):\n/) ?? [];
  assert.equal(own, "for @bob:\n", "to the address as the account has it");
  const links = [...(both?.text ?? "").matchAll(/token=(\w+)/g)].map(([, token]) => token ?? "");
  assert.equal(new Set(links).size, 2);
  const visitor = new Visitor(baseUrl);
  for (const token of links) {
    const page = await visitor.get(`/reset/password?token=${token}`);
    assert.equal((await visitor.submit(page, { new_password: wanted })).status, 303);
  }
  for (const user of [alice, carol]) assert.ok(await canSignIn(world, user, wanted));
  assert.ok(await canSignIn(world, bob, bob.password));
});

// interface §17.11
test("a suspended account gets no link, and none that it had works", async () => {
  await using world = await startMailing();
  const { baseUrl, alice, mails, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const token = await linkFor(world, "password-reset", alice);
  const visitor = new Visitor(baseUrl);
  const page = await visitor.get(`/reset/password?token=${token}`);
  await ledger.suspendUser(alice.id, "spam", { at: 0, actor: "service" });
  assert.equal((await visitor.submit(page, { new_password: wanted })).status, 404);
  assert.equal((await visitor.get(`/reset/password?token=${token}`)).status, 404);
  await ask(world, "alice");
  await ask(world, "bob");
  const received = await mails.has(1);
  assert.deepEqual(
    received.map((one) => one.to),
    [["bob@users.example"]],
  );
  assert.ok(await canSignIn(world, bob, bob.password));
});

// interface §17.7
test("without a mail server the page says whom to ask, whatever is sent to it", async () => {
  await using world = await startWorld();
  const visitor = new Visitor(world.baseUrl);
  const signIn = await visitor.get("/sign-in");
  assert.match(signIn.html, saying(english.signIn.forgotAsk));
  assert.doesNotMatch(signIn.html, /href="\/reset"/);
  const page = await visitor.get("/reset");
  assert.equal(page.status, 200);
  assert.match(page.html, saying(english.reset.noMail.happened));
  assert.doesNotMatch(withoutLanguages(page.html), /<form/);
  const csrf = await visitor.csrf("/sign-in");
  const sent = await visitor.post("/reset", { csrf, who: "alice" });
  assert.match(sent.html, saying(english.reset.noMail.happened));
});

// interface §17.12
test("429 — links and accounts can be asked for so often from one address, and a mailbox gets so many mails, however many accounts name it", async () => {
  await using world = await startMailing({
    RATE_LIMITS: "password-reset=4,password-reset/recipient=2,sign-up=3",
    SIGN_UP: "open",
  });
  const { baseUrl, mails, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const by = { at: 0, actor: "service" };
  const shared = { userId: bob.id, screenName: "bob", name: "", email: "ALICE@users.example" };
  await ledger.changeProfile(shared, by);
  await ledger.markEmailVerified({ userId: bob.id, email: shared.email }, by);
  await makeUser(ledger, "carol");
  const answers = [];
  for (const who of ["alice", "alice", "bob", "carol", "carol"]) {
    answers.push((await ask(world, who)).status);
  }
  assert.deepEqual(answers, [200, 200, 200, 200, 429]);
  const received = await mails.has(3);
  const to = received.map((one) => one.to.join());
  assert.deepEqual(to.sort(), [
    "alice@users.example",
    "alice@users.example",
    "carol@users.example",
  ]);
  const visitor = new Visitor(baseUrl);
  const form = { screen_name: "alice", new_password: wanted };
  const page = await visitor.get("/sign-up");
  const signUps = [];
  for (let times = 0; times < 4; times += 1) signUps.push(await visitor.submit(page, form));
  assert.deepEqual(
    signUps.map((one) => one.status),
    [422, 422, 422, 429],
  );
  assert.match(signUps[3]?.html ?? "", /Too many requests/);
});

// interface §17.1, §17.2
test("303 — sign-up where it is open makes the account, signs in and continues", async () => {
  await using world = await startWorld({ SIGN_UP: "open" });
  const { baseUrl, application, ledger } = world;
  const requested = await requestTokenFor(baseUrl, application);
  const asking = `/oauth/authorize?oauth_token=${requested.token}`;
  const visitor = new Visitor(baseUrl);
  const signIn = await visitor.get(asking);
  const way = decoded(/href="(\/sign-up[^"]*)"/.exec(signIn.html)?.[1] ?? "");
  const page = await visitor.get(way);
  assert.equal(page.status, 200);
  const before = visitor.cookies.get("session");
  const fields = {
    screen_name: " Bob_1 ",
    name: "Bob & co",
    email: "bob@users.example",
    new_password: wanted,
  };
  const made = await visitor.submit(page, fields);
  assert.equal(made.status, 303);
  assert.equal(made.location, asking);
  assert.notEqual(visitor.cookies.get("session"), before, "T35: an id that no one has seen");
  assert.match((await visitor.get(asking)).html, /Authorize as /);
  const bob = await ledger.userByScreenName("bob_1");
  assert.deepEqual(
    [bob?.screenName, bob?.name, bob?.email, bob?.isAdmin],
    ["Bob_1", "Bob & co", "bob@users.example", false],
  );
  const short = new Visitor(baseUrl);
  const other = { screen_name: "carol", name: "\u{3164}", email: "", new_password: wanted };
  const carol = await short.submit(await short.get("/sign-up"), other);
  assert.equal(carol.location, "/account");
  assert.equal((await ledger.userByScreenName("carol"))?.name, "", "nothing that could be seen");
  assert.equal((await short.get("/sign-up")).location, "/account", "signed in already");
});

// interface §17.24
test("303 — the longest screen name, with dots and hyphens, signs up, signs in in any case, and reaches applications as it is", async () => {
  await using world = await startWorld({ SIGN_UP: "open" });
  const { baseUrl, application, ledger } = world;
  const name = `.Ada-${"n".repeat(56)}_1.`;
  assert.equal(name.length, 64);
  const visitor = new Visitor(baseUrl);
  const fields = { screen_name: `@${name}`, name: "", email: "", new_password: wanted };
  assert.equal((await visitor.submit(await visitor.get("/sign-up"), fields)).location, "/account");
  const id = (await ledger.userByScreenName(name))?.id ?? "";

  const ada = { id: id as UserId, screenName: name.toUpperCase(), password: wanted };
  const requested = await requestTokenFor(baseUrl, application);
  const verifier = await approvalOf(baseUrl, requested.token, ada);
  const exchanged = await (await exchange(baseUrl, application, requested, verifier)).text();
  assert.ok(exchanged.endsWith(`&user_id=${id}&screen_name=${name}`), "nothing is encoded");

  for (const other of [`${name}1`, ".", "..", "a/b"]) {
    const anonymous = new Visitor(baseUrl);
    const forms = [
      [anonymous, "/sign-up"],
      [visitor, "/account/profile"],
    ] as const;
    for (const [one, path] of forms) {
      const rejected = await one.submit(await one.get(path), { ...fields, screen_name: other });
      assert.equal(rejected.status, 422, other);
      assert.match(rejected.html, /1 to 64 letters/, other);
    }
  }
  assert.equal((await ledger.userById(id as UserId))?.screenName, name);
});

// interface §17.3, §17.21
test("422 — what breaks a rule is shown again as it was typed, but for the password", async () => {
  await using world = await startWorld({ SIGN_UP: "open" });
  const { baseUrl, ledger } = world;
  const good = { screen_name: "bob", name: "Bob", email: "b@b.example", new_password: wanted };
  const visitor = new Visitor(baseUrl);
  const page = await visitor.get("/sign-up");
  for (const [changed, said] of [
    [{ screen_name: "aLICE" }, saying(english.account.profile.problems.taken)],
    [{ screen_name: "with space" }, /1 to 64 letters/],
    [{ name: "x".repeat(51) }, saying(english.account.profile.problems.name)],
    [{ email: "nobody" }, saying(english.account.profile.problems.email)],
    [{ new_password: "short" }, /at least 8/],
    [{ new_password: "qwertyuiop" }, saying(english.account.password.problems.common)],
    [{ new_password: "b@b.example" }, saying(english.account.password.problems["own-name"])],
    [{ new_password: "abcabcabcabc" }, saying(english.account.password.problems.repeated)],
    [
      { new_password: "Countersign2026" },
      saying(english.account.password.problems["service-name"]),
    ],
    [
      { name: "Roberta", new_password: "roberta1984" },
      saying(english.account.password.problems["own-name"]),
    ],
  ] as const) {
    const rejected = await visitor.submit(page, { ...good, ...changed });
    assert.equal(rejected.status, 422);
    assert.match(rejected.html, said);
    const { new_password: _, ...fields } = { ...good, ...changed };
    for (const value of Object.values(fields)) {
      assert.ok(decoded(rejected.html).includes(`value="${value}"`), value);
    }
    assert.doesNotMatch(rejected.html, /name="new_password"[^>]*value=/);
    assert.equal(await ledger.userByScreenName("bob"), undefined);
  }
});

// interface §17.3
test("422 — every problem is named at once, each at its field; without a password, as in another language, those of the others", async () => {
  await using world = await startWorld({ SIGN_UP: "open" });
  const visitor = new Visitor(world.baseUrl);
  const page = await visitor.get("/sign-up");
  const { profile, password } = english.account;
  const longName = "x".repeat(51);
  const input = {
    screen_name: "with space",
    name: longName,
    email: "nobody",
    new_password: "short",
  };
  const expected: [string, string][] = [
    ["screen_name", profile.problems["screen-name"]],
    ["name", profile.problems.name],
    ["email", profile.problems.email],
    ["new_password", password.problems["too-short"]],
  ];
  const wrongIn = ({ html }: { html: string }) =>
    [
      ...html.matchAll(/<input id="(\w+)"[^>]* aria-invalid="true" aria-describedby="(\w+-hint)"/g),
    ].map(([, field = "", hint = ""]) => {
      const [, said = ""] = new RegExp(`<small id="${hint}">([^<]*)<`).exec(html) ?? [];
      return [field, decoded(said)];
    });
  const rejected = await visitor.submit(page, input);
  assert.equal(rejected.status, 422);
  assert.deepEqual(wrongIn(rejected), expected);
  assert.match(rejected.html, saying(english.shell.checkMarked));
  const taken = await visitor.submit(page, { ...input, screen_name: "alice", name: "", email: "" });
  assert.deepEqual(wrongIn(taken), [
    ["screen_name", profile.problems.taken],
    ["new_password", password.problems["too-short"]],
  ]);
  const { new_password: _, ...others } = input;
  assert.deepEqual(wrongIn(await visitor.submit(page, others)), expected.slice(0, 3));
  const bare = { screen_name: "bob", name: "", email: "" };
  assert.deepEqual(wrongIn(await visitor.submit(page, bare)), expected.slice(3));
});

// interface §17.4
test("an invitation makes one account, of however many who hurry; a taken name does not use it up", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, clock } = world;
  const secret = await linkFor(world, "invitation");
  const path = `/sign-up?invitation=${secret}`;
  const fields = (screen_name: string) => ({
    screen_name,
    name: "",
    email: "",
    new_password: wanted,
  });
  const visitor = new Visitor(baseUrl);
  const page = await visitor.get(path);
  assert.match(page.html, saying(english.signUp.invited));
  assert.equal((await visitor.submit(page, fields("alice"))).status, 422);
  const names = ["bob", "carol", "bob2", "carol2"];
  const ready = await Promise.all(
    names.map(async (name) => {
      const one = new Visitor(baseUrl);
      const form = await one.get(path);
      return () => one.submit(form, fields(name));
    }),
  );
  const hurried = await Promise.all(ready.map((submit) => submit()));
  assert.equal(hurried.filter((one) => one.status === 303).length, 1);
  const made = await Promise.all(names.map((name) => ledger.userByScreenName(name)));
  assert.equal(made.filter((one) => one !== undefined).length, 1);
  const after = await new Visitor(baseUrl).get(path);
  assert.equal(after.status, 403);
  assert.match(after.html, /This invitation no longer works/);
  const old = await linkFor(world, "invitation");
  clock.now += 14 * 86_400_000;
  assert.equal((await new Visitor(baseUrl).get(`/sign-up?invitation=${old}`)).status, 403);
  assert.match((await new Visitor(baseUrl).get("/sign-up")).html, /Sign-up is by invitation/);
});

test("a link for an administrator makes an account that is one, even where sign-up is closed", async () => {
  await using world = await startWorld({ SIGN_UP: "closed" });
  const { baseUrl, ledger } = world;
  const secret = await linkFor(world, "admin");
  const visitor = new Visitor(baseUrl);
  const page = await visitor.get(`/sign-up?invitation=${secret}`);
  assert.match(page.html, saying(english.signUp.admin));
  await visitor.submit(page, { screen_name: "bob", name: "", email: "", new_password: wanted });
  assert.equal((await ledger.userByScreenName("bob"))?.isAdmin, true);
});

// interface §17.1, §17.5
test("403 — closed or by invitation, as configured and then as an administrator set it", async () => {
  await using world = await startWorld({ SIGN_UP: "closed" });
  const { baseUrl, ledger } = world;
  const by = { at: 0, actor: "service" };
  const invitation = await linkFor(world, "invitation");
  const paths = ["/sign-up", `/sign-up?invitation=${invitation}`];
  const statuses = async () => {
    const responses = await Promise.all(paths.map((path) => new Visitor(baseUrl).get(path)));
    return responses.map((one) => one.status);
  };
  assert.match((await new Visitor(baseUrl).get("/sign-up")).html, /Sign-up is closed/);
  assert.deepEqual(await statuses(), [403, 403]);
  const visitor = new Visitor(baseUrl);
  const csrf = await visitor.csrf("/sign-in");
  const form = { csrf, screen_name: "bob", new_password: wanted, invitation };
  assert.equal((await visitor.post("/sign-up", form)).status, 403);
  assert.equal(await ledger.userByScreenName("bob"), undefined);
  assert.doesNotMatch((await visitor.get("/sign-in")).html, /href="\/sign-up/);
  await ledger.changeSetting("sign-up", "invitation", by);
  assert.deepEqual(await statuses(), [403, 200]);
  await ledger.changeSetting("sign-up", "open", by);
  assert.deepEqual(await statuses(), [200, 200]);
  assert.match((await visitor.get("/sign-in")).html, /href="\/sign-up/);
});

// interface §17.20
test("a reset by address finds who proved it first, however many accounts name the address", async () => {
  await using world = await startMailing();
  const { ledger, mails, clock } = world;
  const zoe = await makeUser(ledger, "zoe");
  for (let at = 0; at < 12; at += 1) {
    const { id, screenName } = await makeUser(ledger, `a${at}`);
    const named = { userId: id, screenName, name: "", email: "zoe@users.example" };
    await ledger.changeProfile(named, { at: clock.now, actor: "service" });
  }
  // Each change also sends a mail to the old address.
  await mails.has(12);
  await ask(world, "zoe@users.example");
  const [mail] = (await mails.has(13)).slice(12);
  const accounts = [...(mail?.text ?? "").matchAll(/for @([a-z0-9]+):/g)].map(([, name]) => name);
  assert.equal(accounts.length, 10);
  assert.equal(accounts[0], zoe.screenName);
});
