/** Mails about the identities that open a user's account, as a mail server receives them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FactorNews } from "../../src/domain/account-notice.ts";
import * as english from "../../src/pages/languages/english.ts";
import * as spanish from "../../src/pages/languages/spanish.ts";
import type { Texts } from "../../src/pages/languages/texts.ts";
import { plainPhrase } from "../../src/pages/views/phrase.ts";
import { type FalseProvider, startFalseProvider } from "../support/false-provider.ts";
import { entryOf, startIdentityService, throughProvider } from "../support/identities.ts";
import { makeAdmin, makeUser } from "../support/service.ts";
import { type Received, startMailServer, type TestMailServer } from "../support/smtp.ts";
import { type Shown, signedIn, Visitor } from "../support/visitor.ts";

// interface §14.45, §16.39
test("linked, unlinked and removed: one mail each to the user; what was rejected sends none", async () => {
  await using mails = await startMailServer();
  await using provider = await startFalseProvider();
  await using service = await serviceWith(provider, mails);
  const { ledger } = service.dependencies;
  const [alice, bob] = [await makeUser(ledger, "alice"), await makeUser(ledger, "bob")];
  const own = await signedIn(service.baseUrl, alice);
  await own.post("/language", { language: "es", continue: "/account" });

  assert.equal((await link(own, provider)).location, "/account/identities?linked");
  const bobs = await signedIn(service.baseUrl, bob);
  assert.equal((await link(bobs, provider)).status, 409, "it opens the account of alice");
  const unlinked = await unlink(own);
  assert.equal(unlinked.location, "/account/identities?unlinked");
  await link(own, provider);
  const carol = await signedIn(service.baseUrl, await makeAdmin(ledger, "carol"));
  const identity = { issuer: provider.issuer, subject: "alice-1" };
  const remove = (reason: string) =>
    carol.send(`/admin/users/${alice.id}`, { change: "remove-identity", ...identity, reason });
  assert.equal((await remove("")).status, 422);
  assert.equal((await remove("left the company")).status, 303);
  assert.equal((await remove("left the company")).status, 400, "it is gone");
  // Mails are sent in the order of events, so a mail about a rejected change would be among these.
  assert.equal((await link(bobs, provider)).status, 303);

  const received = await mails.has(5);
  const expected = [
    [spanish, "identityLinked", "alice"],
    [spanish, "identityUnlinked", "alice"],
    [spanish, "identityLinked", "alice"],
    [spanish, "identityRemoved", "alice"],
    [english, "identityLinked", "bob"],
  ] as const;
  assert.equal(received.length, expected.length);
  for (const [at, [texts, news, screenName]] of expected.entries()) {
    saysSo(received[at] ?? assert.fail(), texts, news, screenName);
  }
  for (const { raw, text } of received) {
    for (const told of [provider.issuer, "alice-1", "left the company"]) {
      assert.ok(!raw.includes(told) && !text.includes(told), `${told} stays here`);
    }
  }
});

test("an account that a provider opens is mailed at the address that the provider has proven, and one without an address at none", async () => {
  await using mails = await startMailServer();
  await using provider = await startFalseProvider();
  await using service = await serviceWith(provider, mails);
  const { ledger } = service.dependencies;
  const [carol, ids] = [await makeAdmin(ledger, "carol"), new Map<string, string>()];
  for (const [screenName, email] of [
    ["dave", undefined],
    ["erin", "erin@users.example"],
  ] as const) {
    provider.token = { sub: screenName };
    provider.userinfo = email === undefined ? {} : { email, email_verified: true };
    const visitor = new Visitor(service.baseUrl);
    await throughProvider(visitor, provider, await visitor.get("/sign-in"));
    await visitor.submit(await visitor.get("/sign-in/first"), { screen_name: screenName });
    const last = { change: "unlink", issuer: provider.issuer, subject: screenName };
    assert.equal(
      (await visitor.send("/account/identities", last)).status,
      409,
      "the last sign-in method",
    );
    ids.set(screenName, (await ledger.userByScreenName(screenName))?.id ?? assert.fail());
  }
  const admin = await signedIn(service.baseUrl, carol);
  for (const [subject, id] of ids) {
    const form = { change: "remove-identity", issuer: provider.issuer, subject, reason: "left" };
    assert.equal((await admin.send(`/admin/users/${id}`, form)).status, 303);
  }
  const received = await mails.has(1);
  assert.equal(received.length, 1);
  saysSo(received[0] ?? assert.fail(), english, "identityRemoved", "erin");
});

function serviceWith(provider: FalseProvider, mails: TestMailServer) {
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: "id@example.com" };
  return startIdentityService([entryOf(provider)], smtp);
}

/** Goes to the provider and back, and confirms here. */
async function link(own: Visitor, provider: FalseProvider): Promise<Shown> {
  const back = await throughProvider(own, provider, await own.get("/account/identities"));
  if (back.location !== "/account/identities/link") return back;
  return own.submit(await own.get(back.location), {});
}

async function unlink(own: Visitor): Promise<Shown> {
  return own.submit(await own.get("/account/identities"), { change: "unlink" });
}

function saysSo(mail: Received, texts: Texts, news: FactorNews, screenName: string): void {
  const { subject, said, advice } = texts.mail.factors;
  assert.deepEqual(mail.to, [`${screenName}@users.example`]);
  assert.equal(mail.from, "id@example.com");
  assert.equal(mail.headers.get("subject"), plainPhrase(subject("Countersign")));
  const text = mail.text.replaceAll(/\s+/g, " ");
  assert.ok(text.includes(plainPhrase(said[news](`@${screenName}`, "Countersign"))), news);
  assert.ok(text.includes(advice[news === "identityRemoved" ? "notAsked" : "notYou"]));
}
