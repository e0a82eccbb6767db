/** Mails about an account are in its person's language, even if another person's browser caused them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FactorNews } from "../../src/domain/account-notice.ts";
import { byCommandLine } from "../../src/events/context.ts";
import * as english from "../../src/languages/english.ts";
import * as spanish from "../../src/languages/spanish.ts";
import { plainPhrase } from "../../src/views/phrase.ts";
import { authenticator } from "../support/authenticator.ts";
import { addPasskey, localhost, signInWith } from "../support/passkeys.ts";
import { decoded, Person, type Shown, signedIn } from "../support/person.ts";
import { makeOperator, makeUser } from "../support/service.ts";
import { type Received, startMailServer } from "../support/smtp.ts";
import { setUpTwoStep } from "../support/two-step.ts";
import { startWorld } from "../support/world.ts";

// interface §14.58
test("what an operator does to an account is mailed in its person's language", async () => {
  await using world = await startMailing();
  const { baseUrl, alice, clock, ledger, person } = world;
  const operator = await signedIn(baseUrl, await makeOperator(ledger, "carol"));
  await read(operator, "ar");
  await setUpTwoStep(person, clock.now);
  const { key } = await addPasskey(person, baseUrl);
  await world.next(2);
  const does = async (news: FactorNews, change: string, factor = "") => {
    const path = `/admin/people/${alice.id}`;
    const form = { change, factor, reason: "lost it", ...(await operator.creation(path)) };
    const answer = await operator.send(path, form);
    assert.ok(answer.status < 400, `${news}: ${answer.status}`);
    told(await world.next(), news);
  };
  await does("passkeyTaken", "remove-second-factor", `passkey:${key.id}`);
  await does("appRemoved", "remove-second-factor", "totp");
  await setUpTwoStep(await spanishBrowser(world), clock.now);
  await world.next();
  await does("removed", "remove-second-factors");
  await does("recoveryLinkMade", "make-recovery-link");
});

// interface §14.58
test("what a stranger causes is mailed in the language of the person whose account it is", async () => {
  await using world = await startMailing();
  const { baseUrl, alice, clock, person } = world;
  const app = await setUpTwoStep(person, clock.now);
  const { key } = await addPasskey(person, baseUrl, { key: authenticator(baseUrl, { counts: 5 }) });
  await world.next(2);

  const stranger = new Person(baseUrl);
  await read(stranger, "ar");
  const atCode = async () => {
    const page = await stranger.get("/sign-in?continue=/account");
    const credentials = { username: alice.screenName, password: alice.password };
    const answer = await stranger.submit(page, credentials);
    return stranger.get(answer.location ?? "");
  };
  const asked = await atCode();
  for (let times = 0; times < 5; times += 1) await stranger.submit(asked, { code: "000000" });
  told(await world.next(), "codesRefused");
  // An account's language is the one of the pages that it is signed in to; this browser opens none of them.
  const [code = ""] = app.recoveryCodes;
  assert.equal((await stranger.submit(asked, { code })).status, 303);
  told(await world.next(), "codeUsed");
  assert.equal((await signInWith(key, baseUrl)).answer.status, 303);
  const copied = await signInWith(key, baseUrl, { untrue: { counter: 0 } });
  assert.equal(copied.answer.status, 422);
  told(await world.next(), "passkeyCounterBack");
});

// interface §14.58
test("a link to a new password, and what is done with it, are mailed in the person's language", async () => {
  await using world = await startMailing();
  const { baseUrl, alice, ledger } = world;
  const stranger = new Person(baseUrl);
  await read(stranger, "ar");
  const texts = spanish.mail;
  await stranger.submit(await stranger.get("/reset"), { who: alice.screenName });
  const asked = await world.next();
  said(asked, plainPhrase(texts.passwordReset.asked("Countersign")));
  await useLink(stranger, linkIn(asked.text));
  const changed = await world.next();
  said(changed, plainPhrase(texts.passwordChanged.changed("@alice", "Countersign")));

  const operator = await signedIn(baseUrl, await makeOperator(ledger, "carol"));
  const path = `/admin/people/${alice.id}`;
  const form = { change: "make-recovery-link", reason: "lost everything" };
  const made = await operator.send(path, { ...form, ...(await operator.creation(path)) });
  told(await world.next(), "recoveryLinkMade");
  await useLink(stranger, linkIn(decoded(made.html)));
  told(await world.next(), "recovered");
});

// interface §14.58, §14.60
test("another screen name and a deleted account are mailed in the person's language", async () => {
  await using world = await startMailing();
  const { alice, application, ledger, person, clock } = world;
  const { screenNameChanged, accountDeleted } = spanish.mail;
  const profile = { screen_name: "alice_2", name: "Alice", email: "alice@people.example" };
  assert.equal((await person.send("/account/profile", profile)).location, "/account/profile?saved");
  said(await world.next(), plainPhrase(screenNameChanged.changed("@alice", "Countersign")));
  await ledger.deleteApplication(application.id, byCommandLine(clock.now));
  const form = { screen_name: "alice_2", current_password: alice.password };
  assert.equal((await person.send("/account/delete", form)).status, 200);
  const deleted = await world.next();
  assert.deepEqual(deleted.to, ["alice@people.example"]);
  said(deleted, plainPhrase(accountDeleted.changed("@alice_2", "Countersign")));
});

// interface §14.58
test("a person whose language is not known gets what others cause in the default language, and what their browser asks for in its own", async () => {
  await using world = await startMailing();
  const { baseUrl, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const operator = await signedIn(baseUrl, await makeOperator(ledger, "carol"));
  await read(operator, "ar");
  const path = `/admin/people/${bob.id}`;
  const form = { change: "make-recovery-link", reason: "lost everything" };
  await operator.send(path, { ...form, ...(await operator.creation(path)) });
  const { recoveryLinkMade } = english.mail.factors.said;
  said(await world.next(), plainPhrase(recoveryLinkMade("@bob", "Countersign")));
  const own = new Person(baseUrl);
  await read(own, "es");
  await own.submit(await own.get("/reset"), { who: bob.screenName });
  said(await world.next(), plainPhrase(spanish.mail.passwordReset.asked("Countersign")));
});

/** A service that sends mail, and alice, who reads Spanish. `next`: the next mail, or the last of several. */
async function startMailing() {
  const mails = await startMailServer();
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: "id@example.com" };
  const world = await startWorld({ ...localhost, ...smtp, RATE_LIMITS: "" });
  const person = await spanishBrowser(world);
  let seen = 0;
  return {
    ...world,
    person,
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
  const person = await signedIn(baseUrl, alice);
  await read(person, "es");
  assert.match((await person.get("/account")).html, /<html lang="es"/);
  return person;
}

async function read(person: Person, language: string): Promise<void> {
  await person.post("/language", { language, continue: "/" });
}

function told(mail: Received, news: FactorNews): void {
  said(mail, plainPhrase(spanish.mail.factors.said[news]("@alice", "Countersign")));
}

function said({ text }: Received, paragraph: string): void {
  assert.ok(text.replaceAll(/\s+/g, " ").includes(paragraph), `${paragraph}\n\n${text}`);
}

function linkIn(text: string): string {
  const [link = ""] = /\/reset\/password\?token=[A-Za-z0-9]{43}/.exec(text) ?? [];
  return link;
}

async function useLink(person: Person, link: string): Promise<Shown> {
  const answer = await person.submit(await person.get(link), {
    new_password: "another long password of hers",
  });
  assert.equal(answer.status, 303);
  return answer;
}
