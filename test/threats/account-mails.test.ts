/**
 * Mails that tell a user of a takeover are not lost, and mails that anonymous callers cause are limited for each
 * address.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FactorNews } from "../../src/domain/account-notice.ts";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import type { UserId } from "../../src/domain/credentials.ts";
import { limits } from "../../src/domain/limits.ts";
import type { Reason } from "../../src/domain/operating.ts";
import * as english from "../../src/pages/languages/english.ts";
import { plainPhrase } from "../../src/pages/views/phrase.ts";
import { bearerFor } from "../support/flow.ts";
import { send } from "../support/keys-page.ts";
import { rowsOf } from "../support/ledger-rows.ts";
import { makeUser } from "../support/service.ts";
import { startMailServer } from "../support/smtp.ts";
import { setUpTwoStep } from "../support/two-step.ts";
import { formOn, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

const day = 86_400_000;

async function startMailing(
  settings: Readonly<Record<string, string>> = {},
  options: Parameters<typeof startMailServer>[0] = {},
) {
  await using resources = new AsyncDisposableStack();
  const mails = resources.use(await startMailServer(options));
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: "id@example.com" };
  const world = resources.use(await startWorld({ ...smtp, ...settings }));
  const closing = resources.move();
  return Object.assign(world, { mails, [Symbol.asyncDispose]: () => closing.disposeAsync() });
}

// interface §14.60
test("T25 — a thief of an account keeps no mail about it back by causing many, and not by another address", async () => {
  const held: (() => void)[] = [];
  let hangs = true;
  const onConnect = (_session: unknown, go: (error?: Error | null) => void) => {
    if (hangs) held.push(() => go());
    else go(null);
  };
  await using world = await startMailing({ RATE_LIMITS: "" }, { onConnect });
  const { baseUrl, alice, mails, clock } = world;
  const anonymous = new Visitor(baseUrl);
  const { hidden } = formOn((await anonymous.get("/reset")).html);
  for (let at = 0; at < 2; at += 1) await anonymous.post("/reset", { ...hidden, who: "alice" });
  const thief = await signedIn(baseUrl, alice);
  const done = async (path: string, form: Readonly<Record<string, string>>) => {
    const { status } = await thief.send(path, form);
    assert.ok(status < 400, `${path}: ${status}`);
  };
  await setUpTwoStep(thief, clock.now);
  for (let times = 0; times < 6; times += 1) {
    await done("/account/two-step", { change: "new-codes" });
  }
  await done("/account/two-step", { change: "turn-off" });
  await done("/account/password", {
    current_password: alice.password,
    new_password: "another long one",
  });
  const profile = { screen_name: "alice", name: "A", email: "thief@evil.example" };
  await done("/account/profile", profile);
  hangs = false;
  for (const go of held.splice(0)) go();
  // Two links for a new password, and one to verify the thief's address.
  const received = await mails.has(3 + 5);
  const notices = received.filter(
    ({ to, text }) => to[0] === "alice@users.example" && !/token=/.test(text),
  );
  const { mail } = english;
  const said = (news: FactorNews) => mail.factors.said[news]("@alice", "Countersign");
  const expected = [
    ...(["turnedOn", "newCodes", "turnedOff"] as const).map(said),
    mail.passwordChanged.changed("@alice", "Countersign"),
    mail.emailChanged.changed("@alice", "Countersign"),
  ].map(plainPhrase);
  assert.deepEqual(
    notices.map(({ text }) => text.slice(0, text.indexOf("\n\n"))).toSorted(),
    expected.toSorted(),
  );
  assert.equal((await rowsOf(world.service))["account_notice"]?.length, 0);
});

// interface §14.61
test("429 — T25: recovery codes are made so often in an hour, and then two-step verification can still be turned off", async () => {
  await using world = await startWorld({ RATE_LIMITS: "account-changes=3" });
  const { baseUrl, alice, clock, service } = world;
  const visitor = await signedIn(baseUrl, alice);
  await setUpTwoStep(visitor, clock.now);
  const makeCodes = async () =>
    (await visitor.send("/account/two-step", { change: "new-codes" })).status;
  assert.deepEqual([await makeCodes(), await makeCodes()], [200, 200]);
  const before = await rowsOf(service);
  for (let times = 0; times < 3; times += 1) assert.equal(await makeCodes(), 429);
  const after = await rowsOf(service);
  for (const table of ["revocation", "audit_event", "recovery_code", "account_notice"]) {
    assert.deepEqual(after[table], before[table], table);
  }
  const moved = { screen_name: "alice", name: "A", email: "new@users.example" };
  assert.equal((await visitor.send("/account/profile", moved)).status, 429);
  assert.equal((await visitor.send("/account/two-step", { change: "turn-off" })).status, 303);
});

// interface §14.63, §15.64
test("429 — T25: names, choices and new secrets leave so many rows in an hour, and keep no one from a new password", async () => {
  await using world = await startWorld({
    RATE_LIMITS: "profile-changes=3,new-credentials=3,account-changes=1",
  });
  const { baseUrl, alice, clock, service } = world;
  const visitor = await signedIn(baseUrl, alice);
  const names = async (name: string, screen_name = "alice") =>
    (await visitor.send("/account/profile", { name, screen_name, email: "alice@users.example" }))
      .status;
  const wants = async (kinds: Readonly<Record<string, string>>) =>
    (await visitor.send("/account/notifications", kinds)).status;
  assert.deepEqual([await names("alice"), await names("alice")], [303, 303], "as it stands");
  assert.deepEqual(
    [await names("A"), await names("A", "alice_2"), await wants({})],
    [303, 303, 303],
  );
  const makes = async () => {
    clock.now += 1;
    const statuses: number[] = [];
    for (const [credential, fields] of [
      ["consumer-secret", { change: "regenerate", overlap: "1h" }],
      ["bearer-token", { change: "issue" }],
      ["access-token", { change: "create" }],
    ] as const) {
      statuses.push((await send(world, visitor, credential, fields)).status);
    }
    return statuses;
  };
  assert.deepEqual(await makes(), [201, 201, 201]);
  const before = await rowsOf(service);
  assert.deepEqual(
    [await names("B", "alice_2"), await names("A", "alice"), await wants({ limits: "on" })],
    [429, 429, 429],
  );
  assert.deepEqual(await wants({}), 303, "as it stands");
  assert.deepEqual(await makes(), [429, 429, 429]);
  const after = await rowsOf(service);
  for (const table of ["revocation", "audit_event", "notice", "account_notice", "application"]) {
    assert.deepEqual(after[table], before[table], table);
  }
  for (const credential of ["bearer-token", "access-token"] as const) {
    assert.equal((await send(world, visitor, credential, { change: "revoke" })).status, 303);
  }
  const form = { current_password: alice.password, new_password: "another long one" };
  assert.equal((await visitor.send("/account/password", form)).status, 303);
});

// interface §17.22
test("T25 — an address that no one has proven gets so many mails a day, of all kinds together and in every spelling", async () => {
  await using world = await startMailing({ RATE_LIMITS: "email-verification/recipient=3" });
  const { baseUrl, ledger, application, mails, clock } = world;
  const mallory = await signedIn(baseUrl, await makeUser(ledger, "mallory"));
  const name = (email: string) =>
    mallory.send("/account/profile", {
      ...{ screen_name: "mallory", name: "M", email },
      current_password: "a long enough password",
    });
  const anonymous = new Visitor(baseUrl);
  const victims = () => mails.received.filter(({ to }) => to.join().endsWith("victim.example"));
  /** A reset email goes to the address that the account has when its turn comes. */
  const victimsHave = async (wanted: number) => {
    for (let count = mails.received.length; victims().length < wanted; count += 1) {
      await mails.has(count);
    }
  };
  const cause = async () => {
    const before = victims().length;
    await name("it@victim.example");
    await name("IT+1@victim.example");
    await victimsHave(before + 2);
    await anonymous.submit(await anonymous.get("/reset"), { who: "mallory" });
    await victimsHave(before + 3);
    await name("it+2@victim.example");
    await name("it@victim\u{3002}example");
    await name("m@users.example");
  };
  /**
   * What was asked for and notices take turns, each in their order, and notices about accounts come before those about
   * applications. So once one mail of both is there all others were.
   */
  const settled = async () => {
    const from = mails.received.length;
    const because = `Spam at ${clock.now}.` as Reason;
    await ledger.suspendApplication(application.id, because, byCommandLine(clock.now));
    await anonymous.submit(await anonymous.get("/reset"), { who: "alice" });
    for (let count = from + 2; ; count += 1) {
      const received = (await mails.has(count)).slice(from);
      if (received.filter(({ to }) => to.includes("alice@users.example")).length === 2) return;
    }
  };
  await cause();
  await settled();
  assert.equal(victims().length, 3);
  clock.now += day;
  await cause();
  await settled();
  assert.equal(victims().length, 6);
  assert.equal(limits["email-verification/recipient"].windowMs, day);
});

// interface §14.33
test("T12 — a limit that the database could not note is mailed once it can", async () => {
  await using world = await startMailing({ RATE_LIMITS: "oauth2/token=2" });
  const { baseUrl, application, ledger, mails, clock } = world;
  const failed = failsOnce(ledger, "noteLimitReached");
  await bearerFor(baseUrl, application);
  await bearerFor(baseUrl, application);
  await failed;
  const because = "It floods users." as Reason;
  await ledger.suspendApplication(application.id, because, byCommandLine(clock.now));
  const text = (await mails.has(2)).map((one) => one.text).join();
  assert.match(text, /It floods users/);
  assert.match(text, /has reached its oauth2\/token limit/);
});

// interface §14.60
test("T23 — an email to an unverified address that cannot be counted waits until it can", async () => {
  await using world = await startMailing({ RATE_LIMITS: "" });
  const { alice, ledger, mails, clock, service } = world;
  const { id: userId } = await makeUser(ledger, "bob");
  const on = byCommandLine(clock.now);
  const profile = { userId, screenName: "bob", email: "bob@new.example" };
  await ledger.changeProfile(profile, on);
  await mails.has(1);
  const setPassword = (userId: UserId) => ledger.setPassword(userId, "$new", on);
  const failed = failsOnce(service.dependencies.rateLimiter, "hit");
  await setPassword(userId);
  await failed;
  await setPassword(alice.id);
  const [before, ...recipients] = (await mails.has(3)).flatMap(({ to }) => to);
  assert.equal(before, "bob@users.example");
  assert.deepEqual(recipients.toSorted(), ["alice@users.example", "bob@new.example"]);
});

// interface §14.62
test("429 — T05: the profile says of so many screen names that they are taken, as sign-up does", async () => {
  await using world = await startWorld({ RATE_LIMITS: "sign-up=2" });
  const { baseUrl, alice, ledger } = world;
  await makeUser(ledger, "bob");
  const visitor = await signedIn(baseUrl, alice);
  const wants = async (screen_name: string) =>
    (
      await visitor.send("/account/profile", {
        screen_name,
        name: "A",
        email: "alice@users.example",
      })
    ).status;
  assert.deepEqual([await wants("bob"), await wants("bob")], [422, 422]);
  assert.equal(await wants("bob"), 429);
  assert.equal(await wants("nobody_has_it"), 429);
  assert.equal(await wants("alice"), 303, "one's own is no question");
});

// interface §15.63
test("429 — T05: invitations and offers say of so many screen names whether someone has them", async () => {
  await using world = await startWorld({ RATE_LIMITS: "sign-up=2" });
  const { baseUrl, alice, application, ledger } = world;
  await makeUser(ledger, "bob");
  const visitor = await signedIn(baseUrl, alice);
  const path = `/portal/applications/${application.id}`;
  const invite = async (screen_name: string) =>
    (await visitor.send(`${path}/collaborators`, { change: "invite", role: "viewer", screen_name }))
      .status;
  const offer = async (screen_name: string) =>
    (await visitor.send(`${path}/transfer`, { change: "offer", screen_name })).status;
  assert.deepEqual([await invite("nobody_has_it"), await offer("nobody_has_it")], [422, 422]);
  for (const name of ["bob", "nobody_has_it"]) {
    assert.deepEqual([await invite(name), await offer(name)], [429, 429]);
  }
});

/** The next call of this method fails. Resolves once it has. */
function failsOnce(on: object, name: string): Promise<void> {
  const method: unknown = Reflect.get(on, name);
  return new Promise((resolve) => {
    const fails = async () => {
      Reflect.set(on, name, method);
      resolve();
      throw new Error("the store cannot be reached");
    };
    Reflect.set(on, name, fails);
  });
}
