/**
 * Accounts that are opened by identities: linking, unlinking, confirming at a provider, and services without passwords.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { tokenDigest } from "../../src/domain/credentials.ts";
import { writtenRule } from "../../src/domain/second-factor.ts";
import { sessionLife } from "../../src/domain/session.ts";
import * as english from "../../src/pages/languages/english.ts";
import type { FalseProvider } from "../support/false-provider.ts";
import { startFalseProvider } from "../support/false-provider.ts";
import { requestTokenFor } from "../support/flow.ts";
import {
  begin,
  entryOf,
  ledTo,
  linkTo,
  startIdentityService,
  throughProvider,
} from "../support/identities.ts";
import { saying } from "../support/saying.ts";
import {
  makeAdmin,
  makeApplication,
  makeUser,
  startTestService,
  type TestService,
  type TestUser,
} from "../support/service.ts";
import { appOn, setUpTwoStep } from "../support/two-step.ts";
import { decoded, formOn, signedIn, Visitor } from "../support/visitor.ts";

const claims = { preferred_username: "alice", email: "alice@users.example", email_verified: true };

/** A browser that is signed in to a new account, which only the identity opens. */
async function newcomer(service: TestService, provider: FalseProvider, screenName = "alice") {
  provider.userinfo = claims;
  const visitor = new Visitor(service.baseUrl);
  await throughProvider(visitor, provider, await visitor.get("/sign-in"));
  const made = await visitor.submit(await visitor.get("/sign-in/first"), {
    screen_name: screenName,
  });
  assert.equal(made.status, 303);
  return visitor;
}

// interface §3.36
test("the address of a new account is the one that was proven to the provider, or none", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const { ledger } = service.dependencies;
  for (const [verified, name] of [
    [true, "a"],
    [false, "b"],
    ["true", "c"],
  ] as const) {
    provider.token = { sub: name };
    provider.userinfo = { ...claims, email_verified: verified };
    const visitor = new Visitor(service.baseUrl);
    await throughProvider(visitor, provider, await visitor.get("/sign-in"));
    await visitor.submit(await visitor.get("/sign-in/first"), { screen_name: name });
    const user = await ledger.userByScreenName(name);
    const expected = verified === true ? ["alice@users.example", true] : ["", false];
    assert.deepEqual([user?.email, user?.emailVerified], expected, String(verified));
  }
});

// interface §3.38
test("a forced sign-in asks the provider for credentials, and believes nothing older", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const { ledger } = service.dependencies;
  const carol = await makeUser(ledger, "carol");
  const application = await makeApplication(ledger, carol);
  await newcomer(service, provider);
  const { token } = await requestTokenFor(service.baseUrl, application);
  const forced = `/oauth/authorize?oauth_token=${token}&force_login=true`;
  const visitor = new Visitor(service.baseUrl);
  // The provider remembers the browser, but that does not count as a sign-in for this request.
  const plain = await throughProvider(visitor, provider, await visitor.get(`/sign-in`), {
    fields: { continue: `/oauth/authorize?oauth_token=${token}` },
  });
  assert.equal((await visitor.get(plain.location ?? "")).status, 200);
  const page = await visitor.get(forced);
  assert.match(page.html, /name="password"/);
  const leading = await begin(visitor, page);
  const sent = new URL(ledTo(leading)).searchParams;
  assert.deepEqual([sent.get("prompt"), sent.has("max_age")], ["login", true]);
  for (const [auth_time, status] of [
    [undefined, 502],
    [Math.floor(Date.now() / 1000) - 3600, 502],
  ] as const) {
    provider.token = { auth_time };
    const back = await throughProvider(visitor, provider, await visitor.get(forced));
    assert.equal(back.status, status);
  }
  provider.token = {};
  const back = await throughProvider(visitor, provider, await visitor.get(forced));
  assert.equal(back.location, forced);
  const consent = await visitor.get(forced);
  assert.match(consent.html, /name="decision"/);
  const allowed = await visitor.submit(consent, { decision: "allow" });
  assert.match(allowed.location ?? "", /^https:\/\/weather\.example\/callback\?oauth_token=/);
});

// interface §14.44 §14.45
test("an account links an identity after credentials there and here, and unlinks it", async () => {
  await using provider = await startFalseProvider();
  const clock = { now: Date.now() };
  await using service = await startIdentityService([entryOf(provider)], {}, () => clock.now);
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const elsewhere = await signedIn(service.baseUrl, alice);
  const own = await signedIn(service.baseUrl, alice);
  const page = await own.get("/account/identities");
  assert.match(page.html, /No identity is linked/);
  const leading = await begin(own, page);
  const sent = new URL(ledTo(leading)).searchParams;
  assert.deepEqual([sent.get("prompt"), sent.has("max_age")], ["login", true]);
  const answer = provider.signIn(ledTo(leading));
  const back = await own.get(answer.pathname + answer.search);
  assert.equal(back.location, "/account/identities/link");
  const confirm = await own.get("/account/identities/link");
  assert.match(confirm.html, /alice-1/);
  const before = own.cookies.get("session");
  const linked = await own.submit(confirm, {});
  assert.equal(linked.location, "/account/identities?linked");
  assert.notEqual(own.cookies.get("session"), before);
  assert.match((await elsewhere.get("/account")).location ?? "", /^\/sign-in\?/);
  const listed = await own.get("/account/identities?linked");
  assert.match(listed.html, /The identity is linked/);
  const unlinked = await own.submit(listed, { change: "unlink" });
  assert.equal(unlinked.location, "/account/identities?unlinked");
  assert.deepEqual(await ledger.identitiesOf(alice.id), []);
  const { events } = await eventsOf(service, alice);
  assert.deepEqual(events.slice(0, 2), ["identity.unlinked", "identity.linked"]);
});

test("409 — an identity that another account has is not linked", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  await newcomer(service, provider, "bob");
  const alice = await makeUser(service.dependencies.ledger, "alice");
  const own = await signedIn(service.baseUrl, alice);
  await throughProvider(own, provider, await own.get("/account/identities"));
  const response = await own.submit(await own.get("/account/identities/link"), {});
  assert.equal(response.status, 409);
  assert.match(response.html, /linked to another account/);
});

// interface §14.44
test("303 — an identity that was not linked, because an account has it, opens nothing a second time", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  await newcomer(service, provider, "bob");
  const alice = await makeUser(service.dependencies.ledger, "alice");
  const own = await signedIn(service.baseUrl, alice);
  for (const status of [409, 303]) {
    await throughProvider(own, provider, await own.get("/account/identities"));
    const copied = own.cookies.get("identity") ?? "";
    const confirm = await own.get("/account/identities/link");
    assert.equal((await own.submit(confirm, {})).status, status);
    const thief = new Visitor(service.baseUrl);
    thief.cookies.set("identity", copied);
    assert.equal((await thief.get("/sign-in/first")).location, "/sign-in");
    provider.token = { sub: "alice-2" };
    await throughProvider(own, provider, await own.get("/account/identities"));
    await own.submit(await own.get("/account/identities/link"), {});
  }
});

// interface §14.45
test("409 — the last sign-in method stays", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const visitor = await newcomer(service, provider);
  const page = await visitor.get("/account/identities");
  assert.match(page.html, /only way to sign in/);
  assert.doesNotMatch(page.html, /value="unlink"/);
  const unlink = { change: "unlink", issuer: provider.issuer, subject: "alice-1" };
  assert.equal((await visitor.send("/account/identities", unlink)).status, 409);
});

// interface §14.46
test("422 — 15 minutes later a change asks to confirm at the provider, and believes it for as long", async () => {
  await using provider = await startFalseProvider();
  const clock = { now: Date.now() };
  await using service = await startIdentityService([entryOf(provider)], {}, () => clock.now);
  const visitor = await newcomer(service, provider);
  clock.now += sessionLife.recentMs + 1000;
  const form = {
    name: "",
    screen_name: "alice",
    email: "other@users.example",
  };
  const page = await visitor.send("/account/profile", form);
  assert.equal(page.status, 422);
  assert.doesNotMatch(page.html, /type="password"/);
  assert.match(page.html, /Confirm with <bdi>Staff<\/bdi>/);
  const [, backTo = ""] = /name="reauthenticate_at" value="([^"]+)"/.exec(page.html) ?? [];
  assert.equal(backTo, "/account/profile");
  const authenticate = async (token: Record<string, unknown>) => {
    provider.token = token;
    const { hidden } = formOn(page.html);
    const leading = await visitor.post("/sign-in/with/staff", {
      ...hidden,
      reauthenticate_at: backTo,
    });
    const answer = provider.signIn(ledTo(leading));
    return visitor.get(answer.pathname + answer.search);
  };
  // At the service's time, because the test has moved it.
  const seconds = Math.floor(clock.now / 1000);
  const now = { iat: seconds, exp: seconds + 300 };
  const other = await authenticate({ ...now, auth_time: seconds, sub: "mallory" });
  assert.equal(other.status, 403);
  assert.match(other.html, /signed in as someone else/);
  assert.equal((await visitor.send("/account/profile", form)).status, 422);
  const authenticated = await authenticate({ ...now, auth_time: seconds });
  assert.equal(authenticated.location, "/account/profile");
  assert.equal((await visitor.send("/account/profile", form)).status, 303);
});

// interface §14.57
test("422 — who has to set up a second factor confirms at the provider, and comes back to the page as it was", async () => {
  await using provider = await startFalseProvider();
  const clock = { now: Date.now() };
  await using service = await startIdentityService([entryOf(provider)], {}, () => clock.now);
  const visitor = await newcomer(service, provider);
  const rule = writtenRule({ requiredFor: "everybody", graceDays: 0, since: clock.now });
  await service.dependencies.ledger.changeSetting("second-factor", rule, byCommandLine(clock.now));
  clock.now += sessionLife.recentMs + 1000;
  const path = "/account/two-step/set-up?continue=%2Fportal";
  const page = await visitor.get(path);
  const send = () => {
    const fields = { ...formOn(page.html).hidden, code: appOn(page)(clock.now) };
    return visitor.post("/account/two-step/set-up", fields);
  };
  const asked = await send();
  assert.equal(asked.status, 422);
  const [, backTo = ""] = /name="reauthenticate_at" value="([^"]+)"/.exec(asked.html) ?? [];
  assert.equal(decoded(backTo), path);
  const { csrf = "" } = formOn(asked.html).hidden;
  const link = { csrf, continue: path, for: "link" };
  assert.equal((await visitor.post("/sign-in/with/staff", link)).status, 400, "nothing else");
  const leading = await visitor.post("/sign-in/with/staff", { csrf, reauthenticate_at: path });
  const seconds = Math.floor(clock.now / 1000);
  provider.token = { iat: seconds, exp: seconds + 300, auth_time: seconds };
  const answer = provider.signIn(ledTo(leading));
  assert.equal((await visitor.get(answer.pathname + answer.search)).location, path);
  assert.equal((await send()).status, 200);
  assert.equal((await visitor.get("/portal")).status, 200);
});

// interface §14.47
test("an account without a password is asked for none, and gets none", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const visitor = await newcomer(service, provider);
  const page = await visitor.get("/account/password");
  assert.match(page.html, /Your account has no password/);
  assert.doesNotMatch(page.html, /type="password"/);
  const set = { current_password: "x", new_password: "correct horse battery" };
  assert.equal((await visitor.send("/account/password", set)).status, 403);
  const deletion = await visitor.get("/account/delete");
  assert.doesNotMatch(deletion.html, /type="password"/);
  const gone = await visitor.submit(deletion, { screen_name: "alice" });
  assert.match(gone.html, /deleted/);
  assert.equal(await service.dependencies.ledger.userByScreenName("alice"), undefined);
});

// interface §3.40
test("where providers are the only sign-in method, no page asks for a password, and a claim names the first administrator", async () => {
  await using provider = await startFalseProvider();
  const named = { first_admin: { claim: "groups", value: "admins" } };
  await using service = await startIdentityService([entryOf(provider, named)], {
    SIGN_IN_METHODS: "identity-providers",
  });
  const { ledger } = service.dependencies;
  const bob = await makeUser(ledger, "bob");
  const visitor = new Visitor(service.baseUrl);
  const page = await visitor.get("/sign-in");
  for (const absent of [/type="password"/, /href="\/sign-up/, /href="\/reset/]) {
    assert.doesNotMatch(page.html, absent);
  }
  const { hidden } = formOn(page.html);
  const withPassword = { ...hidden, username: "bob", password: bob.password };
  const rejected = await visitor.post("/sign-in", withPassword);
  assert.equal(rejected.status, 403);
  assert.match((await visitor.get("/account")).location ?? "", /^\/sign-in\?/);
  for (const path of ["/sign-up", "/reset", "/reset/password?token=x"]) {
    const response = await visitor.get(path);
    assert.equal(response.status, 403, path);
    assert.doesNotMatch(response.html, /type="password"/);
  }
  provider.userinfo = { ...claims, groups: ["admins"] };
  await throughProvider(visitor, provider, page);
  await visitor.submit(await visitor.get("/sign-in/first"), { screen_name: "alice" });
  const admin = await visitor.get("/admin");
  assert.equal(admin.status, 200);
  assert.doesNotMatch(admin.html, /href="\/account\/password"/);
  assert.equal(service.firstAdminFile, undefined);
});

// interface §3.46
test("303 — a session counts while the sign-in method is offered that opened it", async () => {
  await using provider = await startFalseProvider();
  const folder = mkdtempSync(join(tmpdir(), "countersign-test-"));
  using _removed = { [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
  const onDisk = { DATA_DIR: folder };
  const left = new Map<string, readonly [path: string, ReadonlyMap<string, string>]>();
  {
    await using service = await startIdentityService([entryOf(provider)], onDisk);
    const { baseUrl, dependencies } = service;
    const [alice, bob] = [
      await makeUser(dependencies.ledger, "alice"),
      await makeUser(dependencies.ledger, "bob"),
    ];
    const withPassword = await signedIn(baseUrl, alice);
    const atProvider = await newcomer(service, provider, "carol");
    await setUpTwoStep(await signedIn(baseUrl, bob), Date.now());
    const atCode = await signedIn(baseUrl, bob);
    assert.equal((await atCode.get("/sign-in/code")).status, 200);
    left.set("typed", ["/account", withPassword.cookies]);
    left.set("at the provider", ["/account", atProvider.cookies]);
    left.set("at the code", ["/sign-in/code", atCode.cookies]);
  }
  /** The names of the browsers that still get their page. */
  const shownOn = async ({ baseUrl }: TestService) => {
    const pages = [];
    for (const [name, [path, cookies]] of left) {
      const visitor = new Visitor(baseUrl);
      for (const [cookie, value] of cookies) visitor.cookies.set(cookie, value);
      const response = await visitor.get(path);
      if (response.status === 200) pages.push(name);
      else assert.match(response.location ?? "", /^\/sign-in\?/);
    }
    return pages;
  };
  const narrow = { ...onDisk, SIGN_IN_METHODS: "identity-providers" };
  {
    await using service = await startIdentityService([entryOf(provider)], narrow);
    assert.deepEqual(await shownOn(service), ["at the provider"]);
  }
  await using service = await startTestService(onDisk);
  assert.deepEqual(await shownOn(service), ["typed", "at the code"]);
});

// interface §16.41
// interface §14.11
test("200 — sessions are listed and counted while the sign-in method is offered that opened them", async () => {
  await using provider = await startFalseProvider();
  const folder = mkdtempSync(join(tmpdir(), "countersign-test-"));
  using _removed = { [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
  const onDisk = { DATA_DIR: folder };
  /** How many the user's list has, and the administrator's page. */
  const listed = async ({ baseUrl, dependencies }: TestService, { cookies }: Visitor) => {
    const visitor = new Visitor(baseUrl);
    for (const [name, value] of cookies) visitor.cookies.set(name, value);
    const { html } = await visitor.get("/account/sessions");
    const { id } = (await dependencies.ledger.userByScreenName("carol")) ?? {};
    const pages = (await visitor.get(`/admin/users/${id}`)).html;
    const [, counted] = /Active sessions<\/dt>\s*<dd>(\d+)</.exec(pages) ?? [];
    return [html.match(/<h2/g)?.length, Number(counted)];
  };
  let [byPassword, atProvider]: (Visitor | undefined)[] = [];
  {
    await using service = await startIdentityService([entryOf(provider)], onDisk);
    const { baseUrl, dependencies } = service;
    const { ledger } = dependencies;
    await newcomer(service, provider, "carol");
    const carol = (await ledger.userByScreenName("carol")) ?? assert.fail();
    const now = Date.now();
    await ledger.grantAdmin(carol.id, byCommandLine(now));
    byPassword = new Visitor(baseUrl);
    const other = { issuer: provider.issuer, subject: "other" };
    await linkTo({ ledger, clock: { now } }, carol, other, byPassword);
    atProvider = new Visitor(baseUrl);
    await throughProvider(atProvider, provider, await atProvider.get("/sign-in"));
    assert.deepEqual(await listed(service, atProvider), [2, 2]);
  }
  {
    const narrow = { ...onDisk, SIGN_IN_METHODS: "identity-providers" };
    await using service = await startIdentityService([entryOf(provider)], narrow);
    assert.deepEqual(await listed(service, atProvider), [1, 1]);
  }
  await using service = await startTestService(onDisk);
  assert.deepEqual(await listed(service, byPassword), [1, 1]);
});

test("409 — where providers are the only sign-in method, no invitation is made, and one that was made can be withdrawn", async () => {
  await using provider = await startFalseProvider();
  const named = { first_admin: { claim: "groups", value: "admins" } };
  await using service = await startIdentityService([entryOf(provider, named)], {
    SIGN_IN_METHODS: "identity-providers",
  });
  const { ledger } = service.dependencies;
  provider.userinfo = { ...claims, groups: ["admins"] };
  const alice = new Visitor(service.baseUrl);
  await throughProvider(alice, provider, await alice.get("/sign-in"));
  await alice.submit(await alice.get("/sign-in/first"), { screen_name: "alice" });
  const made = { digest: tokenDigest("made before"), purpose: "invitation", note: "" } as const;
  const lives = { createdAt: Date.now(), expiresAt: Date.now() + 3_600_000 };
  await ledger.createLink({ ...made, ...lives, userId: undefined }, byCommandLine(0));
  const path = "/admin/invitations";
  const page = await alice.get(path);
  assert.match(decoded(page.html), saying(english.admin.invitations.off.what));
  assert.ok(page.html.includes(`${service.baseUrl}/sign-in`));
  assert.doesNotMatch(page.html, /value="create"/);
  const links = () => ledger.links("invitation", Date.now(), { after: undefined, size: 9 });
  const rejected = await alice.send(path, { change: "create", note: "for bob" });
  assert.equal(rejected.status, 409);
  assert.equal((await links()).length, 1);
  const withdrawn = await alice.send(path, { change: "withdraw", invitation: made.digest });
  assert.equal(withdrawn.location, `${path}?withdrawn`);
  assert.deepEqual(await links(), []);
});

// interface §16.39
test("an administrator sees which identities a user has, and removes one with a reason", async () => {
  await using provider = await startFalseProvider();
  await using service = await startIdentityService([entryOf(provider)]);
  const { ledger } = service.dependencies;
  const visitor = await newcomer(service, provider);
  const { id = assert.fail() } = (await ledger.userByScreenName("alice")) ?? {};
  const carol = await signedIn(service.baseUrl, await makeAdmin(ledger, "carol"));
  const path = `/admin/users/${id}`;
  const page = decoded((await carol.get(path)).html);
  assert.ok(page.includes(provider.issuer) && page.includes("alice-1"));
  assert.doesNotMatch(page, /value="create-reset-link"/, "there is no password to reset");
  const identity = { issuer: provider.issuer, subject: "alice-1" };
  const remove = (reason: string, more: object = {}) =>
    carol.send(path, { change: "remove-identity", ...identity, reason, ...more });
  assert.equal((await remove("")).status, 422);
  assert.equal((await remove("left", { subject: "other" })).status, 400);
  assert.equal((await remove("left the company")).location, `${path}?identity-removed`);
  assert.deepEqual(await ledger.identitiesOf(id), []);
  assert.match((await visitor.get("/account")).location ?? "", /^\/sign-in\?/);
  const link = await carol.send(path, {
    change: "create-reset-link",
    ...(await carol.creation(path)),
  });
  assert.equal(link.status, 400);
});

async function eventsOf({ dependencies }: TestService, { id }: TestUser) {
  const page = { after: undefined, size: 10 };
  const found = await dependencies.ledger.eventsOf(id, page);
  return { events: found.map((one) => one.name) };
}
