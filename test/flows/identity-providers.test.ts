import assert from "node:assert/strict";
import { test } from "node:test";
import { startFalseProvider } from "../support/false-provider.ts";
import {
  begin,
  entryOf,
  ledTo,
  startIdentityService,
  throughProvider,
} from "../support/identities.ts";
import { makeUser } from "../support/service.ts";
import { setUpTwoStep } from "../support/two-step.ts";
import { decoded, signedIn, Visitor, withoutLanguages } from "../support/visitor.ts";

const claims = {
  preferred_username: "alice.smith",
  name: "Alice",
  email: "alice@users.example",
  email_verified: true,
};

// interface §3.33 §3.34 §3.35
test("303 — the first sign-in makes an account, under a name that the user chooses", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  provider.userinfo = claims;
  const visitor = new Visitor(service.baseUrl);
  const page = await visitor.get("/sign-in?continue=%2Fportal");
  assert.match(page.html, /Sign in with <bdi>Staff<\/bdi>/);
  const back = await throughProvider(visitor, provider, page);
  assert.equal(back.location, "/sign-in/first");
  const first = await visitor.get("/sign-in/first");
  assert.match(first.html, /value="alice\.smith"/);
  assert.match(first.html, /alice@users\.example/);
  assert.doesNotMatch(withoutLanguages(first.html), /type="password"/);
  const wrong = await visitor.submit(first, { screen_name: "no name" });
  assert.equal(wrong.status, 422);
  const made = await visitor.submit(first, { screen_name: "alice" });
  assert.deepEqual([made.status, made.location], [303, "/portal"]);
  assert.equal((await visitor.get("/portal")).status, 200);
  const user = await service.dependencies.ledger.userByScreenName("alice");
  assert.deepEqual(
    [user?.name, user?.email, user?.emailVerified],
    ["Alice", "alice@users.example", true],
  );
  // A second use creates nothing.
  assert.equal((await visitor.get("/sign-in/first")).location, "/sign-in");
  const later = new Visitor(service.baseUrl);
  const again = await throughProvider(later, provider, await later.get("/sign-in"));
  assert.equal(again.location, "/account");
  assert.match((await later.get("/account")).html, /@alice/);
});

test("422 — a screen name that is taken costs nothing", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  await makeUser(service.dependencies.ledger, "bob");
  provider.userinfo = { preferred_username: "bob" };
  const visitor = new Visitor(service.baseUrl);
  await throughProvider(visitor, provider, await visitor.get("/sign-in"));
  const first = await visitor.get("/sign-in/first");
  const taken = await visitor.submit(first, { screen_name: "Bob" });
  assert.equal(taken.status, 422);
  assert.match(taken.html, /value="Bob"/);
  assert.equal((await visitor.submit(taken, { screen_name: "bob2" })).location, "/account");
});

// interface §3.35 §14.44
test("303 — who has an account links it: signs in to it, and confirms", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider, { first_sign_in: "link" })]);
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const elsewhere = await signedIn(service.baseUrl, alice);
  provider.userinfo = claims;
  const visitor = new Visitor(service.baseUrl);
  const page = await visitor.get("/sign-in?continue=%2Fportal");
  await throughProvider(visitor, provider, page);
  const first = await visitor.get("/sign-in/first");
  assert.doesNotMatch(first.html, /name="screen_name"/);
  const rejected = await visitor.post("/sign-in/first", { screen_name: "alice2" });
  assert.equal(rejected.status, 403, "without the token of the form");
  const [, toSignIn = ""] = /href="(\/sign-in\?continue=[^"]+)"/.exec(decoded(first.html)) ?? [];
  const asked = await visitor.get(decoded(toSignIn));
  const signedInHere = await visitor.submit(asked, { username: "alice", password: alice.password });
  assert.equal(signedInHere.location, "/account/identities/link");
  const confirm = await visitor.get("/account/identities/link");
  assert.match(confirm.html, /alice\.smith/);
  assert.deepEqual(await ledger.identitiesOf(alice.id), []);
  const linked = await visitor.submit(confirm, {});
  assert.equal(linked.location, "/portal");
  assert.equal((await visitor.get("/portal")).status, 200);
  assert.match((await elsewhere.get("/account")).location ?? "", /^\/sign-in\?/, "others end");
  const [identity] = await ledger.identitiesOf(alice.id);
  assert.equal(identity?.subject, "alice-1");
  const later = new Visitor(service.baseUrl);
  const again = await throughProvider(later, provider, await later.get("/sign-in"));
  assert.equal(again.location, "/account");
});

test("403 — a provider of which no one unknown may come", async () => {
  await using provider = await startFalseProvider();
  const entry = entryOf(provider, { first_sign_in: "reject" });
  await using service = await startIdentityService([entry]);
  provider.userinfo = claims;
  const visitor = new Visitor(service.baseUrl);
  const back = await throughProvider(visitor, provider, await visitor.get("/sign-in"));
  assert.equal(back.status, 403);
  assert.match(back.html, /You have no account here/);
  assert.equal((await visitor.get("/sign-in/first")).location, "/sign-in");
  assert.deepEqual(await service.dependencies.ledger.users({ after: undefined, size: 9 }), []);
});

// interface §3.37
test("303 — the second step is asked for here, unless the provider asks for one", async () => {
  await using provider = await startFalseProvider();
  const strong = entryOf(provider, { second_factor: true });
  for (const [entry, expected] of [
    [entryOf(provider), "/sign-in/code?continue=%2Faccount"],
    [strong, "/account"],
  ] as const) {
    await using service = await startIdentityService([entry]);
    const alice = await makeUser(service.dependencies.ledger, "alice");
    const own = await signedIn(service.baseUrl, alice);
    await throughProvider(own, provider, await own.get("/account/identities"));
    await own.submit(await own.get("/account/identities/link"), {});
    await setUpTwoStep(own, Date.now());
    const visitor = new Visitor(service.baseUrl);
    const back = await throughProvider(visitor, provider, await visitor.get("/sign-in"));
    assert.equal(back.location, expected);
  }
});

// interface §3.39
test("503 — a provider that is down: a page says so, and the others still let users in", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const alice = await makeUser(service.dependencies.ledger, "alice");
  provider.fixedResponse = { status: 500, body: "{}" };
  const visitor = new Visitor(service.baseUrl);
  const page = await visitor.get("/sign-in");
  const down = await begin(visitor, page);
  assert.equal(down.status, 503);
  assert.equal(down.headers.get("refresh"), null);
  assert.match(down.html, /isn’t available right now/);
  const credentials = { username: "alice", password: alice.password };
  assert.equal((await visitor.submit(page, credentials)).location, "/account");
});

test("403 — the user says no there", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const visitor = new Visitor(service.baseUrl);
  const leading = await begin(visitor, await visitor.get("/sign-in"));
  const state = new URL(ledTo(leading)).searchParams.get("state") ?? "";
  const query = new URLSearchParams({ state, error: "access_denied", iss: provider.issuer });
  const back = await visitor.get(`/sign-in/from/staff?${query}`);
  assert.equal(back.status, 403);
  assert.match(back.html, /canceled at <bdi>Staff<\/bdi>/);
});

test("403 — someone who is suspended hears why", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const { ledger } = service.dependencies;
  provider.userinfo = claims;
  const visitor = new Visitor(service.baseUrl);
  await throughProvider(visitor, provider, await visitor.get("/sign-in"));
  await visitor.submit(await visitor.get("/sign-in/first"), { screen_name: "alice" });
  const user = await ledger.userByScreenName("alice");
  await ledger.suspendUser(user?.id ?? assert.fail(), "spam <b>", { at: 1, actor: "service" });
  const back = await throughProvider(visitor, provider, await visitor.get("/sign-in"));
  assert.equal(back.status, 403);
  assert.match(back.html, /spam &#60;b&#62;/);
});

test("404 — a provider that there is not; 400 — a page that is not ours", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const visitor = new Visitor(service.baseUrl);
  const page = await visitor.get("/sign-in");
  assert.equal((await visitor.get("/sign-in/from/other?state=x")).status, 404);
  assert.equal((await visitor.post("/sign-in/with/other", {})).status, 404);
  for (const address of ["https://evil.example/", "//evil.example", "/oauth2/token"]) {
    const response = await begin(visitor, page, "staff", { continue: address });
    assert.equal(response.status, 400, address);
    assert.equal(visitor.cookies.has("provider"), false);
  }
});
