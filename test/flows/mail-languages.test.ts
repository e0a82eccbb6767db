/** Mails about an account are in its user's language, even if another user's browser caused them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FactorNews } from "../../src/domain/account-notice.ts";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import * as english from "../../src/pages/languages/english.ts";
import * as spanish from "../../src/pages/languages/spanish.ts";
import { plainPhrase } from "../../src/pages/views/phrase.ts";
import { authenticator } from "../support/authenticator.ts";
import { addPasskey, localhost, signInWith } from "../support/passkeys.ts";
import { makeAdmin, makeUser } from "../support/service.ts";
import { type Received, startMailServer } from "../support/smtp.ts";
import { setUpTwoStep } from "../support/two-step.ts";
import { decoded, type Shown, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

// interface §14.58
test("what an administrator does to an account is mailed in its user's language", async () => {
  await using world = await startMailing();
  const { baseUrl, alice, clock, ledger, visitor } = world;
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  await read(admin, "ar");
  await setUpTwoStep(visitor, clock.now);
  const { key } = await addPasskey(visitor, baseUrl);
  await world.next(2);
  const does = async (news: FactorNews, change: string, factor = "") => {
    const path = `/admin/users/${alice.id}`;
    const form = { change, factor, reason: "lost it", ...(await admin.creation(path)) };
    const response = await admin.send(path, form);
    assert.ok(response.status < 400, `${news}: ${response.status}`);
    assertNotice(await world.next(), news);
  };
  await does("passkeyTaken", "remove-factor", `passkey:${key.id}`);
  await does("appRemoved", "remove-factor", "totp");
  await setUpTwoStep(await spanishBrowser(world), clock.now);
  await world.next();
  await does("removed", "remove-factors");
  await does("recoveryLinkMade", "create-recovery-link");
});

// interface §14.58
test("a language that is no longer offered is replaced by the first that is", async () => {
  await using world = await startMailing({ LANGUAGES: "es,en" });
  const { alice, baseUrl, ledger } = world;
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  await read(admin, "en");
  const path = `/admin/users/${alice.id}`;
  const form = { change: "remove-factors", factor: "", reason: "lost it" };
  await setUpTwoStep(world.visitor, world.clock.now);
  await world.next();
  await ledger.noteLanguage(alice.id, "ar");
  await admin.send(path, { ...form, ...(await admin.creation(path)) });
  assertNotice(await world.next(), "removed");
});

// interface §14.58
test("what an anonymous caller causes is mailed in the language of the user whose account it is", async () => {
  await using world = await startMailing();
  const { baseUrl, alice, clock, visitor } = world;
  const app = await setUpTwoStep(visitor, clock.now);
  const { key } = await addPasskey(visitor, baseUrl, {
    key: authenticator(baseUrl, { counts: 5 }),
  });
  await world.next(2);

  const anonymous = new Visitor(baseUrl);
  await read(anonymous, "ar");
  const atCode = async () => {
    const page = await anonymous.get("/sign-in?continue=/account");
    const credentials = { username: alice.screenName, password: alice.password };
    const response = await anonymous.submit(page, credentials);
    return anonymous.get(response.location ?? "");
  };
  const page = await atCode();
  for (let times = 0; times < 5; times += 1) await anonymous.submit(page, { code: "000000" });
  assertNotice(await world.next(), "codesRejected");
  // An account's language is the one of the pages that it is signed in to; this browser opens none of them.
  const [code = ""] = app.recoveryCodes;
  assert.equal((await anonymous.submit(page, { code })).status, 303);
  assertNotice(await world.next(), "codeUsed");
  assert.equal((await signInWith(key, baseUrl)).response.status, 303);
  const copied = await signInWith(key, baseUrl, { untrue: { counter: 0 } });
  assert.equal(copied.response.status, 422);
  assertNotice(await world.next(), "passkeyCounterBack");
});

// interface §14.58
test("a link to a new password, and what is done with it, are mailed in the user's language", async () => {
  await using world = await startMailing();
  const { baseUrl, alice, ledger } = world;
  const anonymous = new Visitor(baseUrl);
  await read(anonymous, "ar");
  const texts = spanish.mail;
  await anonymous.submit(await anonymous.get("/reset"), { who: alice.screenName });
  const page = await world.next();
  said(page, plainPhrase(texts.passwordReset.asked("Countersign")));
  await useLink(anonymous, linkIn(page.text));
  const changed = await world.next();
  said(changed, plainPhrase(texts.passwordChanged.changed("@alice", "Countersign")));

  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  const path = `/admin/users/${alice.id}`;
  const form = { change: "create-recovery-link", reason: "lost everything" };
  const made = await admin.send(path, { ...form, ...(await admin.creation(path)) });
  assertNotice(await world.next(), "recoveryLinkMade");
  await useLink(anonymous, linkIn(decoded(made.html)));
  assertNotice(await world.next(), "recovered");
});

// interface §14.58, §14.60
test("another screen name and a deleted account are mailed in the user's language", async () => {
  await using world = await startMailing();
  const { alice, application, ledger, visitor, clock } = world;
  const { screenNameChanged, accountDeleted } = spanish.mail;
  const profile = { screen_name: "alice_2", name: "Alice", email: "alice@users.example" };
  assert.equal(
    (await visitor.send("/account/profile", profile)).location,
    "/account/profile?saved",
  );
  said(await world.next(), plainPhrase(screenNameChanged.changed("@alice", "Countersign")));
  await ledger.deleteApplication(application.id, byCommandLine(clock.now));
  const form = { screen_name: "alice_2", current_password: alice.password };
  assert.equal((await visitor.send("/account/delete", form)).status, 200);
  const deleted = await world.next();
  assert.deepEqual(deleted.to, ["alice@users.example"]);
  said(deleted, plainPhrase(accountDeleted.changed("@alice_2", "Countersign")));
});

// interface §14.58
test("a user whose language is not known gets what others cause in the default language, and what their browser asks for in its own", async () => {
  await using world = await startMailing();
  const { baseUrl, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const admin = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  await read(admin, "ar");
  const path = `/admin/users/${bob.id}`;
  const form = { change: "create-recovery-link", reason: "lost everything" };
  await admin.send(path, { ...form, ...(await admin.creation(path)) });
  const { recoveryLinkMade } = english.mail.factors.said;
  said(await world.next(), plainPhrase(recoveryLinkMade("@bob", "Countersign")));
  const own = new Visitor(baseUrl);
  await read(own, "es");
  await own.submit(await own.get("/reset"), { who: bob.screenName });
  said(await world.next(), plainPhrase(spanish.mail.passwordReset.asked("Countersign")));
});

/** A service that sends mail, and alice, who reads Spanish. `next`: the next mail, or the last of several. */
async function startMailing(more: Readonly<Record<string, string>> = {}) {
  const mails = await startMailServer();
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: "id@example.com" };
  const world = await startWorld({ ...localhost, ...smtp, RATE_LIMITS: "", ...more });
  const visitor = await spanishBrowser(world);
  let seen = 0;
  return {
    ...world,
    visitor,
    async next(count = 1): Promise<Received> {
      seen += count;
      const received = await mails.has(seen);
      assert.equal(received.length, seen);
      return received[seen - 1] ?? assert.fail();
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await mails[Symbol.asyncDispose]();
    },
  };
}

async function spanishBrowser({ baseUrl, alice }: Awaited<ReturnType<typeof startWorld>>) {
  const visitor = await signedIn(baseUrl, alice);
  await read(visitor, "es");
  assert.match((await visitor.get("/account")).html, /<html lang="es"/);
  return visitor;
}

async function read(visitor: Visitor, language: string): Promise<void> {
  await visitor.post("/language", { language, continue: "/" });
}

function assertNotice(mail: Received, news: FactorNews): void {
  said(mail, plainPhrase(spanish.mail.factors.said[news]("@alice", "Countersign")));
}

function said({ text }: Received, paragraph: string): void {
  assert.ok(text.replaceAll(/\s+/g, " ").includes(paragraph), `${paragraph}\n\n${text}`);
}

function linkIn(text: string): string {
  const [link = ""] = /\/reset\/password\?token=[A-Za-z0-9]{43}/.exec(text) ?? [];
  return link;
}

async function useLink(visitor: Visitor, link: string): Promise<Shown> {
  const response = await visitor.submit(await visitor.get(link), {
    new_password: "another long password of hers",
  });
  assert.equal(response.status, 303);
  return response;
}
