/** The pages authorize, authenticate and sign-in, and the responses to their forms. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inArabicDigits } from "../support/digits.ts";
import {
  approvalOf,
  exchange,
  requestErrorOf,
  requestTokenFor,
  verifierIn,
} from "../support/flow.ts";
import { makeAccessToken, makeApplication, makeUser } from "../support/service.ts";
import { decoded, formOn, pinOn, Visitor } from "../support/visitor.ts";
import { startWorld } from "../support/world.ts";

const callback = "https://weather.example/callback";
const isSignIn = (html: string) => html.includes('name="password"');
const isConsent = (html: string) => html.includes('name="decision"');

// interface §3.4
test("303 — allow leads to the callback with its own query, the token and a verifier", async () => {
  await using world = await startWorld();
  const { token } = await requestTokenFor(
    world.baseUrl,
    world.application,
    `${callback}?kept=a%20b&x`,
  );
  const response = await new Visitor(world.baseUrl).decide(
    `/oauth/authorize?oauth_token=${token}`,
    world.alice,
    "allow",
  );
  assert.equal(response.status, 303);
  assert.match(
    response.location ?? "",
    new RegExp(
      `^https://weather\\.example/callback\\?kept=a%20b&x&oauth_token=${token}&oauth_verifier=[A-Za-z0-9]{32}$`,
    ),
  );
});

// interface §3.5
test("303 — deny leads to the callback with denied and no verifier; the request token is of no more use", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const request = await requestTokenFor(baseUrl, application, `${callback}?kept=1`);
  const visitor = new Visitor(baseUrl);
  const response = await visitor.decide(
    `/oauth/authorize?oauth_token=${request.token}`,
    alice,
    "deny",
  );
  assert.equal(response.status, 303);
  assert.equal(response.location, `${callback}?kept=1&denied=${request.token}`);
  const exchanged = await exchange(baseUrl, application, request, "guess");
  assert.equal(await requestErrorOf(exchanged), "401 (code 32)");
});

// interface §2.6, §3.6, §5.5
test("200 — oob: seven digits on a page, and canceling has a page too", async () => {
  await using world = await startWorld({}, { callbacks: [] });
  const { baseUrl, application, alice } = world;
  const visitor = new Visitor(baseUrl);
  const request = await requestTokenFor(baseUrl, application, "oob");
  const page = await visitor.decide(
    `/oauth/authorize?oauth_token=${request.token}`,
    alice,
    "allow",
  );
  assert.equal(page.status, 200);
  assert.match(pinOn(page.html), /^\d{7}$/);
  assert.equal((await exchange(baseUrl, application, request, pinOn(page.html))).status, 200);

  const other = await requestTokenFor(baseUrl, application, "oob");
  const canceled = await visitor.decide(
    `/oauth/authorize?oauth_token=${other.token}`,
    alice,
    "deny",
  );
  assert.equal(canceled.status, 200);
  assert.equal(canceled.location, undefined);
});

// interface §5.5, §5.7
test("200 — a PIN as a user types it, with its gap, a hyphen, or digits of their script; 401 (code 32) — another one, and any other verifier with a gap", async () => {
  await using world = await startWorld({}, { callbacks: [callback] });
  const { baseUrl, application, alice } = world;
  const visitor = new Visitor(baseUrl);
  const approved = async (to: string) => {
    const request = await requestTokenFor(baseUrl, application, to);
    const path = `/oauth/authorize?oauth_token=${request.token}`;
    return { request, response: await visitor.decide(path, alice, "allow") };
  };
  for (const format of [
    (pin: string) => `${pin.slice(0, 3)} ${pin.slice(3)}`,
    (pin: string) => ` ${pin.slice(0, 3)}-${pin.slice(3)}\n`,
    (pin: string) => `\u200f${pin.slice(0, 3)}\u00a0${pin.slice(3, 5)}\u2011${pin.slice(5)}`,
    inArabicDigits,
  ]) {
    const { request, response: answer } = await approved("oob");
    const pin = pinOn(answer.html);
    const other = format(pin.replace(/.$/, (digit) => `${9 - Number(digit)}`));
    for (const wrong of [other, format(`${pin}0`), format(pin.slice(1))]) {
      const rejected = await exchange(baseUrl, application, request, wrong);
      assert.equal(await requestErrorOf(rejected), "401 (code 32)", wrong);
    }
    const exchanged = await exchange(baseUrl, application, request, format(pin));
    assert.equal(exchanged.status, 200, format(pin));
  }
  const { request, response: answer } = await approved(callback);
  const verifier = new URL(answer.location ?? "").searchParams.get("oauth_verifier") ?? "";
  for (const wrong of [` ${verifier}`, `${verifier.slice(0, 9)}-${verifier.slice(9)}`]) {
    const rejected = await exchange(baseUrl, application, request, wrong);
    assert.equal(await requestErrorOf(rejected), "401 (code 32)", wrong);
  }
  assert.equal((await exchange(baseUrl, application, request, verifier)).status, 200);
});

// interface §3.2
test("400, 403 — pages for an address without a token, an unknown, an expired and an answered one", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice, clock } = world;
  const visitor = new Visitor(baseUrl);
  for (const path of ["/oauth/authorize", "/oauth/authenticate"]) {
    assert.equal((await visitor.get(path)).status, 400);
    assert.equal((await visitor.get(`${path}?oauth_token=`)).status, 400);
    assert.equal((await visitor.get(`${path}?oauth_token=unknown`)).status, 403);
    const { token } = await requestTokenFor(baseUrl, application);
    await visitor.decide(`/oauth/authorize?oauth_token=${token}`, alice, "allow");
    assert.equal((await visitor.get(`${path}?oauth_token=${token}`)).status, 403);
  }
  const { token } = await requestTokenFor(baseUrl, application);
  clock.now += 15 * 60_000;
  assert.equal((await visitor.get(`/oauth/authorize?oauth_token=${token}`)).status, 403);
});

// interface §3.7
test("answered once — of an approval and a cancellation shown at the same time the first counts", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const request = await requestTokenFor(baseUrl, application);
  const path = `/oauth/authorize?oauth_token=${request.token}`;
  const [asAlice, asBob] = [new Visitor(baseUrl), new Visitor(baseUrl)];
  const [shownAlice, shownBob] = [await asAlice.open(path, alice), await asBob.open(path, bob)];
  const approved = await asAlice.submit(shownAlice, { decision: "allow" });
  assert.equal(approved.status, 303);
  for (const decision of ["allow", "deny"]) {
    assert.equal((await asBob.submit(shownBob, { decision })).status, 403);
    assert.equal((await asAlice.submit(shownAlice, { decision })).status, 403);
  }
  const exchanged = await exchange(baseUrl, application, request, verifierIn(approved));
  assert.match(await exchanged.text(), new RegExp(`user_id=${alice.id}&screen_name=alice$`));
});

// interface §3.3
test("authorize always asks, even what was granted before", async () => {
  await using world = await startWorld({}, { signIn: true });
  const { baseUrl, application, alice } = world;
  await makeAccessToken(world.ledger, application, alice);
  const visitor = new Visitor(baseUrl);
  const { token } = await requestTokenFor(baseUrl, application);
  const page = await visitor.open(`/oauth/authorize?oauth_token=${token}`, alice);
  assert.ok(isConsent(page.html));
});

// interface §4.1
test("303 — authenticate goes straight back where access was granted before", async () => {
  await using world = await startWorld({}, { signIn: true });
  const { baseUrl, application, alice } = world;
  const granted = await makeAccessToken(world.ledger, application, alice);
  const request = await requestTokenFor(baseUrl, application);
  const visitor = new Visitor(baseUrl);
  const response = await visitor.open(`/oauth/authenticate?oauth_token=${request.token}`, alice);
  assert.equal(response.status, 303);
  const exchanged = await exchange(baseUrl, application, request, verifierIn(response));
  assert.match(await exchanged.text(), new RegExp(`^oauth_token=${granted.token}&`));
});

// interface §4.2, §4.3
test("T14 — consent is never skipped for a grant that was not authenticated", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, alice } = world;
  const bob = await makeUser(ledger, "bob");
  const draft = { signIn: true, access: "write" as const, requestEmail: true };
  const cases = [
    { name: "the setting is off", draft: { ...draft, signIn: false }, by: alice },
    { name: "never granted", draft, by: undefined },
    { name: "granted by somebody else", draft, by: bob },
    { name: "granted at a lower level", draft, by: alice, access: "read" as const },
    { name: "granted without the email address", draft, by: alice, email: false },
    { name: "force_login", draft, by: alice, query: "&force_login=true" },
  ];
  for (const { name, draft, by, access = "write", email = true, query = "" } of cases) {
    const application = await makeApplication(ledger, alice, draft);
    if (by !== undefined) await makeAccessToken(ledger, application, by, access, email);
    const { token } = await requestTokenFor(baseUrl, application);
    const visitor = new Visitor(baseUrl);
    const page = await visitor.open(`/oauth/authenticate?oauth_token=${token}${query}`, alice);
    assert.equal(page.status, 200, name);
    assert.ok(isConsent(page.html), name);
  }
});

// interface §4.1, §4.5
test("a grant at a higher level covers a lower request, and a revoked one covers nothing", async () => {
  await using world = await startWorld({}, { signIn: true, access: "write" });
  const { baseUrl, ledger, application, alice } = world;
  const granted = await makeAccessToken(ledger, application, alice, "write");
  const visitor = new Visitor(baseUrl);
  const ask = async () => {
    const { token } = await requestTokenFor(baseUrl, application, callback, {
      svc_auth_access_type: "read",
    });
    return visitor.open(`/oauth/authenticate?oauth_token=${token}`, alice);
  };
  assert.equal((await ask()).status, 303);
  const revoked = await world.signed("POST", "/1.1/oauth/invalidate_token", { token: granted });
  assert.equal(revoked.status, 200);
  const page = await ask();
  assert.equal(page.status, 200);
  assert.ok(isConsent(page.html));
});

// interface §4.4
test("403 — authenticate for a desktop request, with a link to authorize", async () => {
  await using world = await startWorld({}, { signIn: true, callbacks: [] });
  const { baseUrl, application, alice } = world;
  await makeAccessToken(world.ledger, application, alice);
  const { token } = await requestTokenFor(baseUrl, application, "oob");
  const page = await new Visitor(baseUrl).get(`/oauth/authenticate?oauth_token=${token}`);
  assert.equal(page.status, 403);
  assert.ok(decoded(page.html).includes(`href="/oauth/authorize?oauth_token=${token}"`));
});

// interface §3.8
test("force_login — true, True and 1 ask for credentials again; false and nonsense do not", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const visitor = new Visitor(baseUrl);
  const first = await requestTokenFor(baseUrl, application);
  await visitor.open(`/oauth/authorize?oauth_token=${first.token}`, alice);
  for (const path of ["/oauth/authorize", "/oauth/authenticate"]) {
    for (const [value, asks] of [
      ["true", true],
      ["True", true],
      ["1", true],
      ["false", false],
      ["0", false],
      ["", false],
      ["yes", false],
    ] as const) {
      const { token } = await requestTokenFor(baseUrl, application);
      const address = `${path}?oauth_token=${token}&force_login=${value}`;
      const page = await visitor.get(address);
      assert.equal(isSignIn(page.html), asks, address);
      if (asks) assert.ok(isConsent((await visitor.open(address, alice)).html), "asked only once");
    }
  }
});

// interface §3.8
test("force_login — credentials entered for one request do not serve another", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const visitor = new Visitor(baseUrl);
  const [one, other] = [
    await requestTokenFor(baseUrl, application),
    await requestTokenFor(baseUrl, application),
  ];
  const address = (token: string) => `/oauth/authorize?oauth_token=${token}&force_login=true`;
  assert.ok(isConsent((await visitor.open(address(one.token), alice)).html));
  assert.ok(isSignIn((await visitor.get(address(other.token))).html));
});

test("switch account — the other user who signs in is the one who is asked", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const visitor = new Visitor(baseUrl);
  const request = await requestTokenFor(baseUrl, application);
  const address = `/oauth/authorize?oauth_token=${request.token}`;
  // Signed in for this very request, so that force_login alone would ask nothing more.
  const shown = decoded((await visitor.open(address, alice)).html);
  const switchHref = /<a class="action" href="([^"]*)"/.exec(shown)?.[1] ?? "";
  assert.ok(isSignIn((await visitor.get(switchHref)).html));
  const page = await visitor.open(switchHref, bob);
  const account = /<div class="account">[\s\S]*?<\/div>/.exec(page.html)?.[0] ?? "";
  assert.ok(decoded(account).includes("@bob"));
  assert.ok(!decoded(account).includes("@alice"));
  const response = await visitor.submit(page, { decision: "allow" });
  const exchanged = await exchange(baseUrl, application, request, verifierIn(response));
  assert.match(await exchanged.text(), /screen_name=bob$/);
});

// interface §3.9, §3.10
test("screen_name fills the user name in; unknown parameters and secrets in the query do not come back", async () => {
  await using world = await startWorld();
  const { baseUrl, application } = world;
  const { token, secret } = await requestTokenFor(baseUrl, application);
  const query = `oauth_token=${token}&screen_name=ali%22ce&oauth_token_secret=${secret}&oauth_callback=https%3A%2F%2Fevil.example&lang=en`;
  for (const path of ["/oauth/authorize", "/oauth/authenticate"]) {
    const { html } = await new Visitor(baseUrl).get(`${path}?${query}`);
    assert.ok(!html.includes('value="ali"ce"'), "escaped");
    assert.ok(decoded(html).includes('value="ali"ce"'));
    assert.ok(!html.includes(secret));
    assert.ok(!html.includes("evil.example"));
    assert.ok(!html.includes("lang=en"));
    const hidden = formOn(html).hidden["continue"] ?? "";
    assert.equal(new URLSearchParams(hidden.split("?")[1]).get("oauth_token"), token);
  }
});

// interface §3.19
test("consent says who calls, for what, and where the user goes next", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, alice } = world;
  const application = await makeApplication(ledger, alice, {
    name: "Weather Bot",
    website: "https://weather.example/about",
    description: "Tells the weather",
    access: "write",
    requestEmail: true,
  });
  const { token } = await requestTokenFor(baseUrl, application);
  const { html } = await new Visitor(baseUrl).open(`/oauth/authorize?oauth_token=${token}`, alice);
  for (const part of [
    "Weather Bot",
    "@alice",
    "https://weather.example/about",
    "Tells the weather",
    "Post and make changes on your behalf",
    "See your email address",
    "weather.example",
    "Authorize as ",
    "Cancel",
  ]) {
    assert.ok(decoded(html).includes(part), part);
  }
});

// interface §3.16
test("422 — a wrong password; 403 — a suspended account, told only with the right password", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice, ledger } = world;
  const { token } = await requestTokenFor(baseUrl, application);
  const address = `/oauth/authorize?oauth_token=${token}`;
  const wrong = await new Visitor(baseUrl).open(address, { ...alice, password: "not it at all" });
  assert.equal(wrong.status, 422);
  assert.ok(!wrong.html.includes("not it at all"), "a password is never printed back");
  await ledger.suspendUser(alice.id, "spam", { at: 0, actor: "command-line" });
  const suspended = await new Visitor(baseUrl).open(address, alice);
  assert.equal(suspended.status, 403);
  const guessed = await new Visitor(baseUrl).open(address, { ...alice, password: "not it at all" });
  assert.equal(guessed.status, 422);
});

test("303 — screen names without regard to case", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const { token } = await requestTokenFor(baseUrl, application);
  const page = await new Visitor(baseUrl).open(`/oauth/authorize?oauth_token=${token}`, {
    ...alice,
    screenName: "ALICE",
  });
  assert.ok(isConsent(page.html));
});

// interface §5.3, §5.10, §6.3
test("one token per application, user and level; again the same while active, then another", async () => {
  await using world = await startWorld({}, { access: "write" });
  const { baseUrl, application, alice, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const flow = async (user: typeof alice, level: string, app = application) => {
    const request = await requestTokenFor(baseUrl, app, callback, { svc_auth_access_type: level });
    const verifier = await approvalOf(baseUrl, request.token, user);
    const form = new URLSearchParams(
      await (await exchange(baseUrl, app, request, verifier)).text(),
    );
    return { token: form.get("oauth_token") ?? "", secret: form.get("oauth_token_secret") ?? "" };
  };
  const reading = await flow(alice, "read");
  const writing = await flow(alice, "write");
  assert.notEqual(reading.token, writing.token, "levels live side by side");
  assert.deepEqual(await flow(alice, "read"), reading);
  assert.notEqual((await flow(bob, "read")).token, reading.token);
  const other = await makeApplication(ledger, alice, { access: "write" });
  assert.notEqual((await flow(alice, "read", other)).token, reading.token);

  await world.signed("POST", "/1.1/oauth/invalidate_token.json", { token: reading });
  const renewed = await flow(alice, "read");
  assert.notEqual(renewed.token, reading.token);
  assert.notEqual(renewed.secret, reading.secret);
  assert.match(renewed.token, new RegExp(`^${alice.id}-[A-Za-z0-9]{40}$`));
  assert.match(renewed.secret, /^[A-Za-z0-9]{45}$/);
  const used = await world.signed("GET", "/1.1/account/verify_credentials.json", {
    token: writing,
  });
  assert.equal(used.status, 200, "revoking one level leaves the other");
});

// interface §3.4
test("200 — only pages whose form may lead to an application have no form-action", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const { token } = await requestTokenFor(baseUrl, application);
  const policyOf = async (path: string, visitor = new Visitor(baseUrl)) =>
    (await visitor.get(path)).headers.get("content-security-policy") ?? "";
  const alices = new Visitor(baseUrl);
  await alices.open(`/oauth/authorize?oauth_token=${token}`, alice);
  const asks = `/oauth/authenticate?oauth_token=${token}`;
  const before = `continue=${encodeURIComponent(asks)}`;
  for (const [path, visitor] of [
    [asks],
    [`/sign-in?${before}`],
    [asks, alices],
    [`/account/password?${before}`, alices],
    [`/account/passkeys?${before}`, alices],
  ] as const) {
    assert.doesNotMatch(await policyOf(path, visitor), /form-action/, path);
  }
  for (const [path, visitor] of [
    ["/sign-in"],
    ["/sign-in?continue=%2Faccount"],
    ["/account/password", alices],
    ["/account/passkeys?continue=%2Fportal", alices],
  ] as const) {
    assert.match(await policyOf(path, visitor), /form-action 'self';/, path);
  }
});

// interface §2.11, §3.4
test("303 — an app's own scheme gets its verifier too", async () => {
  await using world = await startWorld({}, { callbacks: ["myapp://"] });
  const { baseUrl, application, alice } = world;
  const { token } = await requestTokenFor(baseUrl, application, "myapp://done?x=1");
  const visitor = new Visitor(baseUrl);
  const page = await visitor.open(`/oauth/authorize?oauth_token=${token}`, alice);
  const response = await visitor.submit(page, { decision: "allow" });
  assert.match(response.location ?? "", /^myapp:\/\/done\?x=1&oauth_token=/);
});
