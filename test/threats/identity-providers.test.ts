/** T41 to T47, T56 and T57: attacks on signing in with an identity provider. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { tokenDigest } from "../../src/domain/credentials.ts";
import type { Reason } from "../../src/domain/operating.ts";
import { sessionLife } from "../../src/domain/session.ts";
import { issueUserLink } from "../../src/http/actions/issue-link.ts";
import { maxInHand } from "../../src/http/server/serve-requests.ts";
import { type FalseProvider, startFalseProvider } from "../support/false-provider.ts";
import { begin, entryOf, ledTo, startIdentityService } from "../support/identities.ts";
import { makeUser, type TestService } from "../support/service.ts";
import { setUpTwoStep } from "../support/two-step.ts";
import { formOn, type Shown, signedIn, Visitor, withoutLanguages } from "../support/visitor.ts";

/** The address to which the provider sends the browser after signing in as `sub`. */
async function answerFor(
  provider: FalseProvider,
  visitor: Visitor,
  page: Shown,
  token: Record<string, unknown> = {},
): Promise<string> {
  const leading = await begin(visitor, page);
  provider.token = token;
  const back = provider.signIn(ledTo(leading));
  return back.pathname + back.search;
}

async function accountOf(
  service: TestService,
  provider: FalseProvider,
  sub: string,
  screenName: string,
): Promise<Visitor> {
  const visitor = new Visitor(service.baseUrl);
  await visitor.get(await answerFor(provider, visitor, await visitor.get("/sign-in"), { sub }));
  const made = await visitor.submit(await visitor.get("/sign-in/first"), {
    screen_name: screenName,
  });
  assert.equal(made.status, 303);
  return visitor;
}

async function isSignedIn(visitor: Visitor): Promise<boolean> {
  return (await visitor.get("/account")).status === 200;
}

// interface §3.34
test("T41 — login CSRF: a response that an anonymous caller sends signs no one in, and begins nothing", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  await accountOf(service, provider, "mallory-1", "mallory");
  const mallory = new Visitor(service.baseUrl);
  const token = { sub: "mallory-1" };
  const address = await answerFor(provider, mallory, await mallory.get("/sign-in"), token);
  const alice = new Visitor(service.baseUrl);
  const page = await alice.get("/sign-in");
  const opened = await alice.get(address);
  assert.equal(opened.status, 403);
  assert.equal(await isSignedIn(alice), false);
  // It does not work either if alice has begun a sign-in herself.
  await begin(alice, page);
  assert.equal((await alice.get(address)).status, 403);
  assert.equal(await isSignedIn(alice), false);
  assert.equal((await mallory.get(address)).location, "/account");
});

test("T41 — login CSRF: no link and no form of another site begins a sign-in", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const alice = new Visitor(service.baseUrl);
  const { hidden } = formOn((await alice.get("/sign-in")).html);
  const path = "/sign-in/with/staff";
  assert.equal((await alice.get(path)).status, 405);
  const forged: readonly (readonly [Record<string, string>, Record<string, string>])[] = [
    [{ ...hidden, csrf: "" }, {}],
    [{ ...hidden, csrf: `${hidden["csrf"]}x` }, {}],
    [hidden, { "sec-fetch-site": "cross-site" }],
    [hidden, { origin: "https://evil.example" }],
  ];
  for (const [fields, headers] of forged) {
    const response = await alice.post(path, fields, headers);
    assert.equal(response.status, 403, JSON.stringify({ fields, headers }));
    assert.equal(alice.cookies.has("provider"), false);
  }
  assert.equal(provider.requests.document, 0);
  // It does not create an account from an identity that waits in the browser either.
  await alice.get(await answerFor(provider, alice, await alice.get("/sign-in")));
  const { hidden: own } = formOn((await alice.get("/sign-in/first")).html);
  for (const [fields, headers] of [
    [{}, {}],
    [{ csrf: `${own["csrf"]}x` }, {}],
    [own, { "sec-fetch-site": "cross-site" }],
    [own, { origin: "https://evil.example" }],
  ] as [Record<string, string>, Record<string, string>][]) {
    const made = await alice.post("/sign-in/first", { ...fields, screen_name: "alice" }, headers);
    assert.equal(made.status, 403);
  }
  assert.equal(await service.dependencies.ledger.userByScreenName("alice"), undefined);
});

test("T42 — mix-up: what was begun at one provider takes no response of another", async () => {
  await using honest = await startFalseProvider();
  await using evil = await startFalseProvider();
  await using service = await startIdentityService([
    entryOf(honest),
    entryOf(evil, { id: "evil", name: "Evil" }),
  ]);
  await accountOf(service, honest, "alice-1", "alice");
  const alice = new Visitor(service.baseUrl);
  const leading = await begin(alice, await alice.get("/sign-in"), "evil");
  const sent = new URL(ledTo(leading));
  // To get the code, the evil provider sends the browser to the honest one with its own state.
  const onward = new URL(`${honest.issuer}/authorize${sent.search}`);
  const back = honest.signIn(onward.href);
  assert.equal(back.pathname, "/sign-in/from/evil", "each has a redirect URI of its own");
  const before = evil.requests.token;
  assert.equal((await alice.get(back.pathname + back.search)).status, 502);
  assert.equal(evil.requests.token, before, "the code is not shown to it");
  assert.equal(await isSignedIn(alice), false);
  const other = new Visitor(service.baseUrl);
  const begun = honest.signIn(ledTo(await begin(other, await other.get("/sign-in"))));
  const moved = await other.get(`/sign-in/from/evil${begun.search}`);
  assert.equal(moved.status, 403);
});

test("T43 — a replayed state: a response counts once, of many at once too", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  await accountOf(service, provider, "alice-1", "alice");
  const alice = new Visitor(service.baseUrl);
  const address = await answerFor(provider, alice, await alice.get("/sign-in"));
  const cookie = alice.cookies.get("provider") ?? "";
  // Sent by someone who has read the browser's history and its cookies.
  const thieves = [1, 2, 3].map(() => {
    const thief = new Visitor(service.baseUrl);
    thief.cookies.set("provider", cookie);
    return thief;
  });
  const responses = await Promise.all([alice, ...thieves].map((one) => one.get(address)));
  assert.equal(responses.filter(({ status }) => status === 303).length, 1);
  const later = new Visitor(service.baseUrl);
  later.cookies.set("provider", cookie);
  assert.equal((await later.get(address)).status, 403);
});

test("T44 — token substitution: a token of another client, nonce, issuer, time or signer proves nothing", async () => {
  await using provider = await startFalseProvider();
  await using other = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  await accountOf(service, provider, "alice-1", "alice");
  const long = Math.floor(Date.now() / 1000) - 3600;
  for (const token of [
    { aud: "another client" },
    { aud: ["countersign", "another client"], azp: "another client" },
    { nonce: "of another sign-in" },
    { nonce: undefined },
    { iss: other.issuer },
    { iat: long, exp: long + 300 },
    { sub: "" },
    { sub: 7 },
  ]) {
    const alice = new Visitor(service.baseUrl);
    const address = await answerFor(provider, alice, await alice.get("/sign-in"), token);
    assert.equal((await alice.get(address)).status, 502, JSON.stringify(token));
    assert.equal(await isSignedIn(alice), false);
  }
  // The userinfo endpoint describes another user than the token.
  provider.userinfo = { sub: "mallory-1" };
  const alice = new Visitor(service.baseUrl);
  const address = await answerFor(provider, alice, await alice.get("/sign-in"));
  assert.equal((await alice.get(address)).status, 502);
});

test("T45 — an address takes over no account: not an unverified one, not a verified one, not a screen name", async () => {
  await using provider = await startFalseProvider();
  for (const email_verified of [false, true]) {
    const named = { first_admin: { claim: "email", value: "alice@users.example" } };
    await using service = await startIdentityService([entryOf(provider, named)]);
    const { ledger } = service.dependencies;
    const alice = await makeUser(ledger, "alice");
    provider.userinfo = {
      preferred_username: "alice",
      email: "alice@users.example",
      email_verified,
    };
    const mallory = new Visitor(service.baseUrl);
    const token = { sub: "mallory-1" };
    const address = await answerFor(provider, mallory, await mallory.get("/sign-in"), token);
    assert.equal((await mallory.get(address)).location, "/sign-in/first");
    assert.equal(await isSignedIn(mallory), false);
    const first = await mallory.get("/sign-in/first");
    assert.equal((await mallory.submit(first, { screen_name: "alice" })).status, 422);
    await mallory.submit(first, { screen_name: "mallory" });
    const made = await ledger.userByScreenName("mallory");
    assert.equal(made?.emailVerified, email_verified);
    assert.equal(
      made?.isAdmin,
      email_verified,
      "an unverified address makes no user an administrator",
    );
    assert.deepEqual(await ledger.identitiesOf(alice.id), []);
  }
});

test("T46 — linking by an open session: nothing is linked without the proof of its user", async () => {
  await using provider = await startFalseProvider();
  const clock = { now: Date.now() };
  await using service = await startIdentityService([entryOf(provider)], {}, () => clock.now);
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const open = await signedIn(service.baseUrl, alice);
  clock.now += sessionLife.recentMs + 1000;
  const seconds = Math.floor(clock.now / 1000);
  const token = { sub: "mallory-1", iat: seconds, exp: seconds + 300, auth_time: seconds };
  const page = await open.get("/account/identities");
  const back = await open.get(await answerFor(provider, open, page, token));
  assert.equal(back.location, "/account/identities/link");
  const confirm = await open.get("/account/identities/link");
  for (const fields of [{}, { current_password: "a wrong password" }]) {
    assert.equal((await open.submit(confirm, fields)).status, 422);
  }
  assert.deepEqual(await ledger.identitiesOf(alice.id), []);
  // It does not work in another user's session either, to whose browser it was copied.
  const bob = await signedIn(service.baseUrl, await makeUser(ledger, "bob"));
  bob.cookies.set("identity", open.cookies.get("identity") ?? "");
  assert.equal((await bob.get("/account/identities/link")).status, 404);
  assert.equal((await bob.send("/account/identities/link", {})).status, 404);
  // An identity for which the provider remembers someone else is not linked until credentials are entered.
  const own = await open.submit(confirm, { current_password: alice.password });
  assert.equal(own.status, 303);
  const stale = { ...token, sub: "carol-1", auth_time: seconds - 3600 };
  const carols = await bob.get(
    await answerFor(provider, bob, await bob.get("/account/identities"), stale),
  );
  assert.equal(carols.status, 502);
});

test("T46 — an identity that someone left in the browser is named, and ends with their sign-out", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const alice = await makeUser(service.dependencies.ledger, "alice");
  provider.userinfo = { preferred_username: "mallory" };
  const shared = new Visitor(service.baseUrl);
  await shared.get(
    await answerFor(provider, shared, await shared.get("/sign-in"), { sub: "mallory-1" }),
  );
  const page = await shared.get("/sign-in");
  const credentials = { username: "alice", password: alice.password };
  assert.equal((await shared.submit(page, credentials)).location, "/account");
  const confirm = await shared.get("/account/identities/link");
  assert.match(confirm.html, /<bdi>mallory<\/bdi>/);
  await shared.send("/sign-out", {});
  await shared.submit(await shared.get("/sign-in"), credentials);
  assert.equal((await shared.get("/account/identities/link")).status, 404);
});

test("T46 — an identity that the provider only remembers is not linked: its user may have left", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const { ledger } = service.dependencies;
  const mallory = await makeUser(ledger, "mallory");
  const credentials = { username: "mallory", password: mallory.password };
  const waiting = async (since: number) => {
    const shared = new Visitor(service.baseUrl);
    const old = { sub: "alice-1", auth_time: Math.floor(Date.now() / 1000) + since };
    const page = await shared.get("/sign-in?continue=%2Fportal");
    const back = await shared.get(await answerFor(provider, shared, page, old));
    assert.equal(back.location, "/sign-in/first");
    await shared.submit(page, credentials);
    const confirm = await shared.get("/account/identities/link");
    assert.doesNotMatch(confirm.html, /action="\/account\/identities\/link"/);
    assert.equal((await shared.send("/account/identities/link", {})).status, 200);
    assert.deepEqual(await ledger.identitiesOf(mallory.id), []);
    return { shared, confirm };
  };
  // As from a provider whose clock was ahead.
  await waiting(3600);
  const { shared, confirm } = await waiting(-3600);
  // A user who enters credentials at the provider may link it.
  await shared.get(await answerFor(provider, shared, confirm, { sub: "mallory-1" }));
  const linked = await shared.submit(await shared.get("/account/identities/link"), {});
  assert.equal(linked.location, "/portal");
  const [identity] = await ledger.identitiesOf(mallory.id);
  assert.equal(identity?.subject, "mallory-1");
});

test("T47 — downgrade: a provider stands in for the password alone, and a silent answer is no fresh proof", async () => {
  await using provider = await startFalseProvider();
  const clock = { now: Date.now() };
  await using service = await startIdentityService([entryOf(provider)], {}, () => clock.now);
  const visitor = await accountOf(service, provider, "alice-1", "alice");
  await setUpTwoStep(visitor, clock.now);
  const later = new Visitor(service.baseUrl);
  const back = await later.get(await answerFor(provider, later, await later.get("/sign-in")));
  assert.match(back.location ?? "", /^\/sign-in\/code\?/);
  assert.equal(await isSignedIn(later), false);
  const session = later.cookies.get("session") ?? "";
  assert.equal(await service.dependencies.ledger.session(tokenDigest(session)), undefined);
  // Claims in the token do not prove a second factor; only the administrator's file says whether there was one.
  const claiming = { amr: ["mfa", "otp"], acr: "2" };
  const claimed = new Visitor(service.baseUrl);
  const answer = await answerFor(provider, claimed, await claimed.get("/sign-in"), claiming);
  assert.match((await claimed.get(answer)).location ?? "", /^\/sign-in\/code\?/);
  // If the provider only remembered the browser, the user is signed in, but is asked again before important changes.
  const old = Math.floor(clock.now / 1000) - 3600;
  for (const auth_time of [old, undefined]) {
    const bob = await accountOf(service, provider, `bob-${auth_time}`, `bob${auth_time ? 1 : 2}`);
    await bob.send("/sign-out", {});
    const sub = `bob-${auth_time}`;
    await bob.get(await answerFor(provider, bob, await bob.get("/sign-in"), { sub, auth_time }));
    assert.equal(await isSignedIn(bob), true);
    const moved = { name: "", screen_name: `bob${auth_time ? 1 : 2}`, email: "x@users.example" };
    assert.equal((await bob.send("/account/profile", moved)).status, 422);
  }
});

test("T47 — enumeration: the sign-in methods that are offered say nothing of an account", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const { ledger } = service.dependencies;
  await accountOf(service, provider, "alice-1", "alice");
  await makeUser(ledger, "bob");
  const answers = [];
  for (const username of ["alice", "bob", "nobody"]) {
    const visitor = new Visitor(service.baseUrl);
    const page = await visitor.get("/sign-in");
    const wrong = await visitor.submit(page, { username, password: "a wrong password" });
    assert.equal(wrong.status, 422);
    const csrf = formOn(page.html).hidden["csrf"] ?? "";
    const same = withoutLanguages(wrong.html).replaceAll(csrf, "").replaceAll(username, "");
    answers.push(same);
  }
  assert.equal(new Set(answers).size, 1);
});

// interface §3.35
test("T56 — an identity that was proved opens an account once: a copy of its cookie outlives no sign-out", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const { ledger } = service.dependencies;
  const alice = new Visitor(service.baseUrl);
  await alice.get(await answerFor(provider, alice, await alice.get("/sign-in")));
  const page = await alice.get("/sign-in/first");
  const copied = () => {
    const thief = new Visitor(service.baseUrl);
    for (const [name, value] of cookies) thief.cookies.set(name, value);
    return thief;
  };
  const cookies = [...alice.cookies];
  const named = { screen_name: "alice" };
  const [atOnce, late] = [copied(), copied()];
  const responses = await Promise.all([alice, atOnce].map((one) => one.submit(page, named)));
  assert.deepEqual(
    responses.map(({ status }) => status),
    [303, 303],
  );
  const isIn = await Promise.all([alice, atOnce].map(isSignedIn));
  assert.deepEqual(isIn.toSorted(), [false, true]);
  const made = (await ledger.userByScreenName("alice")) ?? assert.fail();
  for (const again of [named, { screen_name: "mallory" }]) {
    assert.equal((await late.submit(page, again)).location, "/sign-in");
    assert.equal(await isSignedIn(late), false);
  }
  // It does not create an account after that one is deleted, and it links none.
  await ledger.deleteUser({ userId: made.id }, { at: Date.now(), actor: "command-line" });
  assert.equal((await late.submit(page, named)).location, "/sign-in");
  assert.equal(await ledger.userByScreenName("alice"), undefined);
  const mallory = await signedIn(service.baseUrl, await makeUser(ledger, "mallory"));
  mallory.cookies.set("identity", new Map(cookies).get("identity") ?? "");
  assert.equal((await mallory.get("/account/identities/link")).status, 404);
});

// interface §14.49
test("T25 — logout tokens of anonymous callers, while the provider is silent, take no places from programs", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const { baseUrl } = service;
  const logout_token = provider.logoutToken({ sub: "alice-1" });
  provider.fixedResponse = "silence";
  let answered = 0;
  const statuses = Array.from({ length: maxInHand + 20 }, async () => {
    const body = new URLSearchParams({ logout_token });
    const { status } = await fetch(`${baseUrl}/sign-out/from/staff`, { method: "POST", body });
    answered += 1;
    return status;
  });
  while (answered < 20) await new Promise((resolve) => setImmediate(resolve));
  const other = await fetch(`${baseUrl}/1.1/application/rate_limit_status.json`);
  assert.equal(other.status, 401, "it was looked at");
  await provider[Symbol.asyncDispose]();
  assert.deepEqual(new Set(await Promise.all(statuses)), new Set([503]));
});

// interface §16.38
test("T57 — an identity that a thief linked opens nothing once the account was recovered", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const stolen = await signedIn(service.baseUrl, alice);
  const token = { sub: "mallory-1" };
  const page = await stolen.get("/account/identities");
  await stolen.get(await answerFor(provider, stolen, page, token));
  await stolen.submit(await stolen.get("/account/identities/link"), {});
  assert.equal((await ledger.identitiesOf(alice.id)).length, 1);
  const link = await issueUserLink(
    { ledger, random: randomBytes, origin: service.baseUrl },
    { purpose: "account-recovery", userId: alice.id, because: "everything is lost" as Reason },
    byCommandLine(Date.now()),
  );
  const { pathname, search } = new URL(link?.href ?? assert.fail());
  const recovering = new Visitor(service.baseUrl);
  const chosen = { new_password: "a new one, nobody guesses" };
  const reset = await recovering.submit(await recovering.get(pathname + search), chosen);
  assert.match(reset.location ?? "", /^\/sign-in\?changed/);
  const mallory = new Visitor(service.baseUrl);
  const back = await answerFor(provider, mallory, await mallory.get("/sign-in"), token);
  assert.equal((await mallory.get(back)).location, "/sign-in/first");
  assert.equal(await isSignedIn(mallory), false);
});
