/** The walk, in which developers try the flow of their own application. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import { inArabicDigits } from "../support/digits.ts";
import { verifyCredentials } from "../support/flow.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken, makeApplication, makeUser } from "../support/service.ts";
import { decoded, formOn, pinOn, type Shown, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

// interface §15.31, §15.32
test("200 — from the button over the consent page to an access token of one's own", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const consent = await begin(world, visitor);
  assert.match(consent.html, /Authorize as /);
  assert.match(consent.html, new RegExp(new URL(baseUrl).host));

  const agreed = await visitor.submit(consent, { decision: "allow" });
  assert.equal(agreed.status, 303);
  const back = new URL(agreed.location ?? "");
  assert.equal(back.origin + back.pathname, `${baseUrl}${pathOf(application.id)}`);
  const approved = await visitor.get(back.pathname + back.search);
  assert.equal(approved.status, 200);
  assert.equal(
    (await ledger.grants(application.id, alice.id)).length,
    0,
    "seeing it exchanges nothing",
  );

  const done = await visitor.post(pathOf(application.id), exchangeFormOn(approved));
  assert.equal(done.status, 200);
  assert.deepEqual(await ledger.grants(application.id, alice.id), [
    { access: "read", emailGranted: false },
  ]);
  const text = decoded(done.html);
  const token = await makeAccessToken(ledger, application, alice);
  assert.match(text, new RegExp(`oauth_token=${token.token.slice(0, 6)}…`));
  assert.match(text, new RegExp(`oauth_token_secret=${token.secret.slice(0, 6)}…`));
  assert.match(text, /"screen_name": "alice"/);
  for (const [, value = ""] of back.search.matchAll(/=([^&]+)/g)) {
    assert.ok(!done.html.includes(value), "no token or verifier in full");
  }
  for (const secret of [token.token, token.secret, application.consumerSecret]) {
    assert.ok(!done.html.includes(secret));
  }
  assert.equal((await verifyCredentials(world.baseUrl, application, token)).status, 200);

  const again = await visitor.post(pathOf(application.id), exchangeFormOn(approved));
  assert.equal(again.status, 422);
  assert.match(again.html, saying(english.portal.walk.problems.expired.what));
});

// interface §15.33
test("200 — without callback URLs the consent page shows a PIN, and the walk asks for it", async () => {
  await using world = await startWorld({}, { callbacks: [], access: "write" });
  const { baseUrl, alice, application, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const started = await visitor.post(pathOf(application.id), { csrf: await visitor.csrf() });
  assert.match(started.location ?? "", /^\/portal\/applications\/\d+\/try\?oauth_token=\w{27}$/);
  const consentPage = await visitor.get(started.location ?? "");
  const form = exchangeFormOn(consentPage);
  const early = await visitor.post(pathOf(application.id), { ...form, oauth_verifier: "1234567" });
  assert.equal(early.status, 422);
  assert.match(early.html, saying(english.portal.walk.problems["not-approved"].what));

  const authorize = `/oauth/authorize?oauth_token=${form["oauth_token"]}`;
  assert.ok(consentPage.html.includes(`href="${authorize}"`));
  const pin = pinOn((await visitor.decide(authorize, alice, "allow")).html);
  const wrong = pin === "0000000" ? "1111111" : "0000000";
  const rejected = await visitor.post(pathOf(application.id), { ...form, oauth_verifier: wrong });
  assert.equal(rejected.status, 422);
  assert.match(rejected.html, saying(english.portal.walk.problems["wrong-verifier"].what));
  const inGroups = ` ${pin.slice(0, 3)} ${inArabicDigits(pin.slice(3))} `;
  const done = await visitor.post(pathOf(application.id), { ...form, oauth_verifier: inGroups });
  assert.equal(done.status, 200);
  assert.ok(!done.html.includes(pin));
  assert.deepEqual(await ledger.grants(application.id, alice.id), [
    { access: "write", emailGranted: false },
  ]);
});

test("200 — canceled on the consent page, the walk says so and starts again", async () => {
  await using world = await startWorld();
  const visitor = await signedIn(world.baseUrl, world.alice);
  const canceled = await visitor.submit(await begin(world, visitor), { decision: "deny" });
  const back = new URL(canceled.location ?? "");
  const page = await visitor.get(back.pathname + back.search);
  assert.match(page.html, /You canceled/);
  assert.match(page.html, saying(english.portal.walk.start));
});

// interface §15.34
test("T21 — 404: another user's application, and one that there is not, begin no walk", async () => {
  await using world = await startWorld();
  const { baseUrl, application, ledger } = world;
  const bob = await signedIn(baseUrl, await makeUser(ledger, "bob"));
  for (const id of [application.id, "999", "x"]) {
    assert.equal((await bob.get(pathOf(id))).status, 404);
    assert.equal((await bob.post(pathOf(id), { csrf: await bob.csrf() })).status, 404);
  }
  const anonymous = await new Visitor(baseUrl).get(pathOf(application.id));
  assert.match(anonymous.location ?? "", /^\/sign-in\?/);
});

test("T21 — what someone else authorized is not exchanged, nor can they exchange it", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const bob = await makeUser(ledger, "bob");
  const other = await signedIn(baseUrl, bob);
  const address = await begin(world, visitor, true);
  const back = new URL((await other.decide(address, bob, "allow")).location ?? "");
  assert.equal((await other.get(back.pathname + back.search)).status, 404);

  const approved = await visitor.get(back.pathname + back.search);
  const rejected = await visitor.post(pathOf(application.id), exchangeFormOn(approved));
  assert.equal(rejected.status, 422);
  assert.match(rejected.html, saying(english.portal.walk.problems["somebody-else"].what));
  assert.equal((await ledger.grants(application.id, bob.id)).length, 0);
  assert.equal((await ledger.grants(application.id, alice.id)).length, 0);
});

test("T20 — 422: a request token of another application, or with another callback, goes nowhere", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const second = await makeApplication(ledger, alice);
  const agreed = await visitor.submit(await begin(world, visitor), { decision: "allow" });
  const form = Object.fromEntries(new URL(agreed.location ?? "").searchParams);
  const csrf = await visitor.csrf();
  assert.equal((await visitor.post(pathOf(second.id), { csrf, ...form })).status, 422);

  const requested = await world.signed("POST", "/oauth/request_token", {
    oauth: { oauth_callback: "https://weather.example/callback" },
  });
  const oauth_token = new URLSearchParams(await requested.text()).get("oauth_token") ?? "";
  const elsewhere = await visitor.decide(
    `/oauth/authorize?oauth_token=${oauth_token}`,
    alice,
    "allow",
  );
  const verified = Object.fromEntries(new URL(elsewhere.location ?? "").searchParams);
  assert.equal((await visitor.post(pathOf(application.id), { csrf, ...verified })).status, 422);
  assert.equal((await ledger.grants(application.id, alice.id)).length, 0);
  assert.equal((await ledger.grants(second.id, alice.id)).length, 0);
});

// interface §15.35
test("403 (code 415) — the page of a walk is no callback that anyone can ask for", async () => {
  await using world = await startWorld();
  const { baseUrl, application } = world;
  const response = await world.signed("POST", "/oauth/request_token", {
    oauth: { oauth_callback: `${baseUrl}${pathOf(application.id)}` },
  });
  assert.equal(response.status, 403);
});

// interface §15.34
test("T31 — 403: a suspended application begins and ends no walk, and its page says why", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application, ledger } = world;
  const visitor = await signedIn(baseUrl, alice);
  const agreed = await visitor.submit(await begin(world, visitor), { decision: "allow" });
  const approved = Object.fromEntries(new URL(agreed.location ?? "").searchParams);
  await ledger.suspendApplication(application.id, "It sends spam.", { at: 0, actor: "service" });
  const csrf = await visitor.csrf();
  for (const form of [{ csrf }, { csrf, ...approved }]) {
    const rejected = await visitor.post(pathOf(application.id), form);
    assert.equal(rejected.status, 403);
    assert.match(rejected.html, /It sends spam\./);
  }
  assert.equal((await ledger.grants(application.id, alice.id)).length, 0);
});

test("T25 — 429: request tokens of walks count against the application's limit", async () => {
  await using world = await startWorld({ RATE_LIMITS: "oauth/request_token=2" });
  const visitor = await signedIn(world.baseUrl, world.alice);
  const csrf = await visitor.csrf();
  const statuses = [];
  for (let times = 0; times < 3; times += 1) {
    statuses.push((await visitor.post(pathOf(world.application.id), { csrf })).status);
  }
  assert.deepEqual(statuses, [303, 303, 429]);
});

function pathOf(id: string): string {
  return `/portal/applications/${id}/try`;
}

/** Presses the button; returns the consent page that follows, or its address. */
async function begin(world: World, visitor: Visitor): Promise<Shown>;
async function begin(world: World, visitor: Visitor, addressOnly: true): Promise<string>;
async function begin({ application }: World, visitor: Visitor, addressOnly?: true) {
  const page = await visitor.get(pathOf(application.id));
  assert.equal(page.status, 200);
  assert.equal(formOn(page.html).action, pathOf(application.id));
  const started = await visitor.post(pathOf(application.id), { csrf: await visitor.csrf() });
  assert.equal(started.status, 303);
  assert.match(started.location ?? "", /^\/oauth\/authorize\?oauth_token=\w{27}$/);
  return addressOnly ? (started.location ?? "") : visitor.get(started.location ?? "");
}

/** The hidden fields of the form that continues the walk. */
function exchangeFormOn({ html }: Shown): Record<string, string> {
  const { hidden } = formOn(html.slice(html.indexOf("</ol>")));
  return hidden;
}
