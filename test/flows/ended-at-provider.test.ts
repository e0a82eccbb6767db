/** Signing out at the provider as well, and the sessions here that end when a user signs out there. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { StoreFailure } from "../../src/domain/errors.ts";
import { sessionLife } from "../../src/domain/session.ts";
import { type FalseProvider, startFalseProvider } from "../support/false-provider.ts";
import { entryOf, ledTo, startIdentityService, throughProvider } from "../support/identities.ts";
import { makeUser, type TestService } from "../support/service.ts";
import { signedIn, Visitor } from "../support/visitor.ts";

const logout = "http://schemas.openid.net/event/backchannel-logout";

/** Signs in as this user, in a session that the provider calls `sid`; the first time, it creates the account. */
async function comeAs(
  service: TestService,
  provider: FalseProvider,
  sub: string,
  sid: string,
): Promise<Visitor> {
  const visitor = new Visitor(service.baseUrl);
  provider.token = { sub, sid };
  const back = await throughProvider(visitor, provider, await visitor.get("/sign-in"));
  if (back.location === "/sign-in/first") {
    await visitor.submit(await visitor.get("/sign-in/first"), { screen_name: sub });
  }
  assert.ok(await isIn(visitor));
  return visitor;
}

async function isIn(visitor: Visitor): Promise<boolean> {
  return (await visitor.get("/account")).status === 200;
}

/** The request that the provider's server sends to the service. */
function tell({ baseUrl }: TestService, token: string, id = "staff") {
  const body = new URLSearchParams({ logout_token: token });
  return fetch(`${baseUrl}/sign-out/from/${id}`, { method: "POST", body });
}

// interface §14.48
test("303 — who came from a provider is led there to sign out too, and has signed out here whatever happens", async () => {
  await using provider = await startFalseProvider();
  provider.described = { end_session_endpoint: `${provider.issuer}/end` };
  await using service = await startIdentityService([entryOf(provider)]);
  const alice = await comeAs(service, provider, "alice", "s1");
  const out = await alice.send("/sign-out", {});
  assert.equal(out.status, 200);
  const there = new URL(ledTo(out));
  assert.equal(there.origin + there.pathname, `${provider.issuer}/end`);
  assert.equal(there.searchParams.get("client_id"), "countersign");
  const backTo = there.searchParams.get("post_logout_redirect_uri") ?? "";
  assert.equal(backTo, `${service.baseUrl}/sign-out`);
  assert.equal(await isIn(alice), false);
  assert.equal((await alice.get("/sign-out")).location, "/sign-in?signed-out");
  // A session that did not begin at a provider ends only here.
  const bob = await signedIn(service.baseUrl, await makeUser(service.dependencies.ledger, "bob"));
  assert.equal((await bob.send("/sign-out", {})).location, "/sign-in?signed-out");
});

test("303 — a provider that has no such page, or is down, keeps no one from signing out", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const alice = await comeAs(service, provider, "alice", "s1");
  assert.equal((await alice.send("/sign-out", {})).location, "/sign-in?signed-out");
  assert.equal(await isIn(alice), false);
});

// interface §14.49
test("200 — a logout token ends the sessions of its sid, or of its subject, and no others", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const one = await comeAs(service, provider, "alice", "s1");
  const two = await comeAs(service, provider, "alice", "s2");
  const bob = await comeAs(service, provider, "bob", "s3");
  const response = await tell(service, provider.logoutToken({ sid: "s1" }));
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.deepEqual([await isIn(one), await isIn(two), await isIn(bob)], [false, true, true]);
  const both = await tell(service, provider.logoutToken({ sub: "alice", sid: "s3" }));
  assert.equal(both.status, 200, "there is none that has both");
  assert.deepEqual([await isIn(two), await isIn(bob)], [true, true]);
  assert.equal((await tell(service, provider.logoutToken({ sub: "alice" }))).status, 200);
  assert.deepEqual([await isIn(two), await isIn(bob)], [false, true]);
  const { ledger } = service.dependencies;
  const alice = (await ledger.userByScreenName("alice")) ?? assert.fail();
  const [latest] = await ledger.eventsOf(alice.id, { after: undefined, size: 1 });
  assert.equal(latest?.name, "user.sessions-ended");
  assert.deepEqual(latest?.details, { which: "provider" });
});

// interface §14.49
test("200 — a session that was confirmed at the provider ends with the sign-in there that confirmed it", async () => {
  await using provider = await startFalseProvider();
  const clock = { now: Date.now() };
  await using service = await startIdentityService([entryOf(provider)], {}, () => clock.now);
  const alice = await comeAs(service, provider, "alice", "s1");
  clock.now += sessionLife.recentMs + 1000;
  const [iat, fields] = [Math.floor(clock.now / 1000), { reauthenticate_at: "/account/profile" }];
  provider.token = { sub: "alice", sid: "s2", iat, exp: iat + 300, auth_time: iat };
  const rename = { screen_name: "alice2", name: "", email: "" };
  const asked = await alice.send("/account/profile", rename);
  assert.equal(asked.status, 422);
  const leading = await alice.send("/sign-in/with/staff", fields);
  const answer = provider.signIn(ledTo(leading));
  const back = await alice.get(answer.pathname + answer.search);
  assert.equal(back.location, "/account/profile");
  assert.equal((await alice.send("/account/profile", rename)).status, 303);
  const times = { iat, exp: iat + 120 };
  await tell(service, provider.logoutToken({ sid: "s1", ...times }));
  assert.ok(await isIn(alice), "it goes on in another sign-in");
  await tell(service, provider.logoutToken({ sid: "s2", ...times }));
  assert.equal(await isIn(alice), false);
});

// interface §14.49
test("503 — a logout that could not be written ends the sessions when its token comes again", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const alice = await comeAs(service, provider, "alice", "s1");
  const { ledger } = service.dependencies;
  const { endSessionsFrom } = ledger;
  ledger.endSessionsFrom = () => Promise.reject(new StoreFailure("the disk is full"));
  const token = provider.logoutToken({ sid: "s1" });
  assert.equal((await tell(service, token)).status, 503);
  ledger.endSessionsFrom = endSessionsFrom;
  assert.equal((await tell(service, token)).status, 200);
  assert.equal(await isIn(alice), false);
});

// interface §14.49
test("503 — a key that is unknown while its provider's keys are not asked for again may be a new one", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const alice = await comeAs(service, provider, "alice", "s1");
  assert.equal((await tell(service, provider.logoutToken({ sid: "s2" }))).status, 200);
  provider.keyId = "2";
  assert.equal((await tell(service, provider.logoutToken({ sid: "s1" }))).status, 503);
  assert.ok(await isIn(alice));
});

// interface §14.49
test("400 — a key that the provider's list lacks, however freshly it was asked for, signs nothing", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const token = provider.logoutToken({ sid: "s1" });
  provider.keyId = "2";
  assert.equal((await tell(service, token)).status, 400);
});

// interface §14.49
test("303 — a first sign-in that waits opens nothing once it has ended at the provider", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const alice = new Visitor(service.baseUrl);
  provider.token = { sub: "alice", sid: "s1" };
  const back = await throughProvider(alice, provider, await alice.get("/sign-in"));
  assert.equal(back.location, "/sign-in/first");
  assert.equal((await tell(service, provider.logoutToken({ sid: "s1" }))).status, 200);
  const sent = await alice.submit(await alice.get("/sign-in/first"), { screen_name: "alice" });
  assert.equal(sent.status, 409);
  assert.equal(await isIn(alice), false);
  const again = await comeAs(service, provider, "alice", "s2");
  assert.ok(await isIn(again), "who signs in there again comes in");
});

// interface §14.49
test("400 — a logout token that does not hold ends nothing; neither does one that was used", async () => {
  await using provider = await startFalseProvider();
  await using other = await startFalseProvider();
  await using service = await startIdentityService([
    entryOf(provider),
    entryOf(other, { id: "other", name: "Other" }),
  ]);
  const alice = await comeAs(service, provider, "alice", "s1");
  const seconds = Math.floor(Date.now() / 1000);
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const named = { sub: "alice" };
  for (const wrong of [
    { iss: other.issuer },
    { aud: "another client" },
    { events: undefined },
    { events: {} },
    { events: { [logout]: true } },
    { events: [logout] },
    { nonce: "n" },
    { sub: undefined },
    { sub: undefined, sid: "" },
    ...[{ of: "alice" }, ["alice"], 7, null, "", "x".repeat(300)].map((sub) => ({ sub })),
    { sub: null, sid: "s1" },
    { jti: undefined },
    { jti: "x".repeat(300) },
    { iat: seconds - 3600, exp: seconds - 3300 },
    { iat: seconds - 3600, exp: seconds + 300 },
    { iat: seconds + 3600, exp: seconds + 7200 },
    { exp: undefined },
  ]) {
    const response = await tell(service, provider.logoutToken({ ...named, ...wrong }));
    assert.equal(response.status, 400, JSON.stringify(wrong));
    assert.match(await response.text(), /"error":"invalid_request"/);
  }
  const token = provider.logoutToken(named);
  const [header = "", payload = ""] = token.split(".");
  const unsigned = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
  provider.signer = privateKey;
  const forged = provider.logoutToken(named);
  provider.signer = undefined;
  for (const wrong of [
    "",
    "a.b.c",
    "x".repeat(60_000),
    `${header}.${payload}.`,
    `${unsigned}.${payload}.`,
    forged,
  ]) {
    assert.equal((await tell(service, wrong)).status, 400, wrong.slice(0, 40));
  }
  assert.equal((await tell(service, token, "other")).status, 400);
  assert.equal((await tell(service, token, "nobody")).status, 400);
  assert.ok(await isIn(alice));
  const fits = provider.logoutToken({ sid: "of nobody" });
  assert.equal((await tell(service, fits)).status, 200);
  assert.equal((await tell(service, fits)).status, 400, "it was used");
  assert.ok(await isIn(alice));
});
