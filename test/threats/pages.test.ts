/** T15, T16, T18, T19, T20, T21, T27, T28, T35: what attackers can make a browser do, and what it shows. */
import assert from "node:assert/strict";
import crypto from "node:crypto";
import { request } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { test } from "node:test";
import { limitWindowMs } from "../../src/domain/limits.ts";
import { maxSessions } from "../../src/domain/session.ts";
import { endpoints } from "../../src/http/endpoints/index.ts";
import { approvalOf, exchange, requestTokenFor, verifierIn } from "../support/flow.ts";
import { makeAccessToken, makeApplication, makeUser } from "../support/service.ts";
import { decoded, formOn, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

async function consentFor(world: World, visitor: Visitor, user = world.alice) {
  const requested = await requestTokenFor(world.baseUrl, world.application);
  const path = `/oauth/authorize?oauth_token=${requested.token}`;
  const page = await visitor.open(path, user);
  return { requested, path, page, form: formOn(page.html) };
}

async function isAnswered({ ledger, clock }: World, token: string): Promise<boolean> {
  return (await ledger.requestToken(token, clock.now))?.decided ?? true;
}

// interface §3.11
test("T15 — 403: a consent form from elsewhere, by Fetch Metadata, Origin, or its token", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const visitor = new Visitor(baseUrl);
  const { requested, form } = await consentFor(world, visitor);
  const others = await consentFor(world, new Visitor(baseUrl), bob);
  const { csrf = "" } = form.hidden;
  const good = { csrf, oauth_token: requested.token, decision: "allow" };
  const forged: [Record<string, string>, Record<string, string>][] = [
    [good, { "sec-fetch-site": "cross-site" }],
    [good, { "sec-fetch-site": "same-site" }],
    [good, { "sec-fetch-site": "none" }],
    [good, { "sec-fetch-site": "nonsense" }],
    [good, { origin: "https://evil.example" }],
    [good, { origin: baseUrl.replace("http:", "https:") }],
    [good, { origin: `${baseUrl}.evil.example` }],
    [good, { origin: "https://evil.example", "sec-fetch-site": "same-origin" }],
    [good, { origin: baseUrl, "sec-fetch-site": "cross-site" }],
    [good, { origin: "", "sec-fetch-site": "same-origin" }],
    [{ ...good, csrf: "" }, {}],
    [{ oauth_token: requested.token, decision: "allow" }, {}],
    [{ ...good, csrf: others.form.hidden["csrf"] ?? "" }, {}],
    [{ ...good, csrf: `${csrf}x` }, {}],
    [{ ...good, csrf: csrf.slice(0, -1) }, {}],
    [{ ...good, csrf: csrf.slice(csrf.indexOf(".") + 1) }, {}],
    [{ ...good, csrf: csrf.toLowerCase() }, { origin: "null" }],
  ];
  for (const [fields, headers] of forged) {
    const response = await visitor.post("/oauth/authorize", fields, headers);
    assert.equal(response.status, 403, JSON.stringify({ fields, headers }));
    assert.equal(await isAnswered(world, requested.token), false);
  }
  const anonymous = await new Visitor(baseUrl).post("/oauth/authorize", good);
  assert.equal(anonymous.status, 403);
  for (const headers of [
    { "sec-fetch-site": "same-origin" },
    { origin: "null", "sec-fetch-site": "same-origin" },
    { origin: baseUrl, "sec-fetch-site": "same-origin" },
    { origin: "null" },
    { origin: baseUrl },
  ]) {
    const { requested, form } = await consentFor(world, visitor);
    const fields = { ...form.hidden, oauth_token: requested.token, decision: "allow" };
    assert.equal((await visitor.post(form.action, fields, headers)).status, 303);
  }
});

test("T15 — 403: sign-in itself, so that no one is signed in as the attacker", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const { token } = await requestTokenFor(baseUrl, application);
  const visitor = new Visitor(baseUrl);
  const page = await visitor.get(`/oauth/authorize?oauth_token=${token}`);
  const { action, hidden } = formOn(page.html);
  const fields = { ...hidden, username: alice.screenName, password: alice.password };
  const before = visitor.cookies.get("session");
  for (const [changed, headers] of [
    [{ csrf: "" }, {}],
    [{ csrf: "x.y" }, {}],
    [{}, { "sec-fetch-site": "cross-site" }],
    [{}, { origin: "https://evil.example" }],
  ] as const) {
    const response = await visitor.post(action, { ...fields, ...changed }, headers);
    assert.equal(response.status, 403);
    assert.equal(visitor.cookies.get("session"), before);
  }
  const anonymous = await new Visitor(baseUrl).post(action, fields);
  assert.equal(anonymous.status, 403);
  assert.equal((await visitor.post(action, fields)).status, 303);
});

test("T15 — GET, HEAD and OPTIONS with everything that a POST has change nothing", async () => {
  await using world = await startWorld();
  const { baseUrl, alice } = world;
  const visitor = new Visitor(baseUrl);
  const { requested, form } = await consentFor(world, visitor);
  const query = new URLSearchParams({ ...form.hidden, decision: "allow" });
  for (const method of ["GET", "HEAD", "OPTIONS"]) {
    for (const path of ["/oauth/authorize", "/oauth/authenticate"]) {
      await fetch(`${baseUrl}${path}?${query}`, {
        method,
        redirect: "manual",
        headers: { cookie: `session=${visitor.cookies.get("session")}` },
      });
      assert.equal(await isAnswered(world, requested.token), false, `${method} ${path}`);
    }
  }
  const signIn = new URLSearchParams({ username: alice.screenName, password: alice.password });
  const anonymous = new Visitor(baseUrl);
  assert.equal((await anonymous.get(`/sign-in?${signIn}`)).status, 200);
  assert.equal((await anonymous.get("/account")).location, "/sign-in?continue=%2Faccount");
});

// interface §3.12
test("T20 — altered forms: whatever they add or change, the state on the server decides", async () => {
  await using world = await startWorld({}, { access: "write" });
  const { baseUrl, application, alice, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const visitor = new Visitor(baseUrl);
  const requested = await requestTokenFor(baseUrl, application, undefined, {
    svc_auth_access_type: "read",
  });
  const page = await visitor.open(`/oauth/authorize?oauth_token=${requested.token}`, alice);
  const { action, hidden } = formOn(page.html);
  for (const decision of ["", "ALLOW", "allow ", "yes", "deny,allow", "true"]) {
    assert.equal((await visitor.post(action, { ...hidden, decision })).status, 400, decision);
  }
  for (const oauth_token of ["", "unknown", `${requested.token} `, `${requested.token}x`]) {
    const response = await visitor.post(action, { ...hidden, oauth_token, decision: "allow" });
    assert.ok(response.status === 400 || response.status === 403, oauth_token);
  }
  assert.equal(await isAnswered(world, requested.token), false);
  const response = await visitor.post(action, {
    ...hidden,
    decision: "allow",
    user_id: bob.id,
    access: "write",
    callback: "https://evil.example/",
    oauth_callback: "https://evil.example/",
    oauth_verifier: "chosen",
    email_granted: "1",
  });
  assert.match(response.location ?? "", /^https:\/\/weather\.example\/callback\?oauth_token=/);
  assert.notEqual(verifierIn(response), "chosen");
  const exchanged = await exchange(baseUrl, application, requested, verifierIn(response));
  const form = new URLSearchParams(await exchanged.text());
  assert.equal(form.get("user_id"), alice.id);
  const used = await world.signed("GET", "/1.1/account/verify_credentials.json", {
    token: { token: form.get("oauth_token") ?? "", secret: form.get("oauth_token_secret") ?? "" },
  });
  assert.equal(used.headers.get("x-access-level"), "read");
});

// interface §3.17
test("T20 — sign-in continues to pages of ours alone", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const { token } = await requestTokenFor(baseUrl, application);
  for (const target of [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "/oauth/authorize",
    "/oauth/authorize\\?x",
    "/oauth/authorize?x\\",
    "/oauth/authorize/../../evil?x",
    "/oauth/authorize?x\r\nSet-Cookie: a=b",
    "javascript:alert(1)",
    "/sign-in",
    "/account/../evil",
    "/account//evil.example",
    "/accountant",
    "/account?oauth_token=x",
    "/1.1/account/verify_credentials.json?x",
    "",
  ]) {
    const visitor = new Visitor(baseUrl);
    const page = await visitor.get(`/oauth/authorize?oauth_token=${token}`);
    const response = await visitor.submit(page, {
      continue: target,
      username: alice.screenName,
      password: alice.password,
    });
    assert.equal(response.status, 400, target);
    assert.equal(response.location, undefined);
  }
});

// interface §3.18
test("T21 — the consent page of no session, and of an expired one, asks to sign in and changes nothing", async () => {
  await using world = await startWorld();
  const { baseUrl, clock } = world;
  const visitor = new Visitor(baseUrl);
  await consentFor(world, visitor);
  clock.now += 14 * 86_400_000;
  const issued = await world.signed("POST", "/oauth/request_token", {
    oauth: { oauth_callback: "https://weather.example/callback" },
  });
  const token = new URLSearchParams(await issued.text()).get("oauth_token") ?? "";
  const page = await visitor.get(`/oauth/authorize?oauth_token=${token}`);
  assert.ok(page.html.includes('name="password"'), "14 days idle end a session");
  const { hidden } = formOn(page.html);
  const response = await visitor.post("/oauth/authorize", {
    csrf: hidden["csrf"] ?? "",
    oauth_token: token,
    decision: "allow",
  });
  assert.equal(response.status, 200);
  assert.ok(response.html.includes('name="password"'), "asked to sign in");
  assert.equal(await isAnswered(world, token), false);
});

// interface §3.20
test("T16, T18 — every HTML answer, errors too: no framing, no script, no referrer", async () => {
  await using world = await startWorld({ RATE_LIMITS: "oauth/authorize=12,oauth/authenticate=12" });
  const { baseUrl, alice } = world;
  const visitor = new Visitor(baseUrl);
  const { page, requested, form } = await consentFor(world, visitor);
  const pages = [
    page,
    await new Visitor(baseUrl).get(`/oauth/authorize?oauth_token=${requested.token}`),
    await visitor.get("/oauth/authorize"),
    await visitor.get("/oauth/authorize?oauth_token=unknown"),
    await visitor.get("/oauth/authenticate?oauth_token=a&oauth_token=b"),
    await visitor.post("/oauth/authorize", { csrf: "x" }),
    await visitor.post("/oauth/authorize", { ...form.hidden, decision: "?" }),
    await visitor.post("/sign-in", { continue: "https://evil.example" }),
    await visitor.post("/oauth/authorize", { csrf: "x".repeat(70_000) }),
    await visitor.get("/sign-in"),
  ];
  for (const method of ["PUT", "DELETE", "OPTIONS"]) {
    const response = await fetch(`${baseUrl}/oauth/authorize`, { method });
    pages.push({
      status: response.status,
      headers: response.headers,
      html: await response.text(),
      location: undefined,
    });
  }
  for (let times = 0; times < 12; times += 1) pages.push(await visitor.get("/oauth/authorize"));
  pages.push(await visitor.submit(page, { decision: "allow" }));
  const statuses = new Set(pages.map((one) => one.status));
  for (const status of [200, 400, 403, 405, 413, 429]) assert.ok(statuses.has(status), `${status}`);
  for (const { headers, html, status } of pages) {
    if (status !== 303) assert.match(headers.get("content-type") ?? "", /^text\/html/, `${status}`);
    const policy = headers.get("content-security-policy") ?? "";
    assert.match(policy, /frame-ancestors 'none'/, `${status}`);
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /script-src|unsafe|\*/);
    assert.equal(headers.get("x-frame-options"), "DENY");
    assert.equal(headers.get("referrer-policy"), "no-referrer");
    assert.equal(headers.get("cache-control"), "no-store");
    assert.doesNotMatch(html, /<script|javascript:| on[a-z]+=|style="/i);
  }
  assert.ok(alice);
});

// interface §1.3
test("T19 — a redirect is a 303, and only pages redirect", async () => {
  await using world = await startWorld({}, { signIn: true });
  const { baseUrl, application, alice } = world;
  await makeAccessToken(world.ledger, application, alice);
  for (const decision of ["allow", "deny"] as const) {
    const { token } = await requestTokenFor(baseUrl, application);
    const visitor = new Visitor(baseUrl);
    const signInPage = await visitor.get(`/oauth/authorize?oauth_token=${token}`);
    const signedIn = await visitor.submit(signInPage, {
      username: alice.screenName,
      password: alice.password,
    });
    assert.equal(signedIn.status, 303);
    const consent = await visitor.get(signedIn.location ?? "");
    assert.equal((await visitor.submit(consent, { decision })).status, 303);
  }
  for (const { paths, methods, produces } of endpoints) {
    if (produces === "page") continue;
    for (const path of paths) {
      for (const method of methods) {
        const response = await fetch(baseUrl + path, { method, redirect: "manual" });
        assert.ok(response.status < 300 || response.status >= 400, path);
      }
    }
  }
});

test("T27 — a poisoned Host is in no link, redirect, form, signature or challenge", async () => {
  await using world = await startWorld({ ADDITIONAL_BASE_URLS: "http://127.0.0.2:1" });
  const { baseUrl, application, alice } = world;
  const { token } = await requestTokenFor(baseUrl, application);
  const poisoned = (path: string, headers: Record<string, string> = {}) =>
    new Promise<string>((resolve, reject) => {
      const all = {
        host: "evil.example",
        "x-forwarded-host": "evil.example",
        "x-original-host": "evil.example",
        forwarded: "host=evil.example;proto=https",
        ...headers,
      };
      request(baseUrl + path, { headers: all }, async (response) => {
        const body = String(Buffer.concat(await response.toArray()));
        resolve(JSON.stringify(response.headers) + body);
      })
        .on("error", reject)
        .end();
    });
  const access = await makeAccessToken(world.ledger, application, alice);
  const { authorizationHeader, signedPairs } = await import("../support/signing.ts");
  const verify = "/1.1/account/verify_credentials.json";
  const credentials = { ...application, token: access.token, tokenSecret: access.secret };
  const signedFor = (origin: string) =>
    authorizationHeader(signedPairs("GET", origin + verify, credentials));
  const answers = [
    await poisoned(`/oauth/authorize?oauth_token=${token}`),
    await poisoned("/oauth/authorize"),
    await poisoned("/nowhere"),
    await poisoned("/openapi.json"),
    await poisoned(verify, { authorization: 'OAuth oauth_token="x"' }),
    await poisoned(verify, { authorization: signedFor(baseUrl) }),
  ];
  for (const answer of answers) assert.ok(!answer.includes("evil.example"), answer);
  assert.match(answers.at(-1) ?? "", /"screen_name":"alice"/);
  const forEvil = await poisoned(verify, { authorization: signedFor("http://evil.example") });
  assert.match(forEvil, /"code":32/);
});

test("T28 — names, descriptions, websites and what users type are escaped on every page", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, alice } = world;
  const nasty = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&\u202e\u0000`;
  const application = await makeApplication(ledger, alice, {
    name: nasty.slice(0, 50),
    description: nasty,
    website: 'https://weather.example/"><script>alert(2)</script>',
    callbacks: [],
  });
  const { token } = await requestTokenFor(baseUrl, application, "oob");
  const visitor = new Visitor(baseUrl);
  const typed = encodeURIComponent(nasty);
  const pages = [
    await visitor.get(`/oauth/authorize?oauth_token=${token}&screen_name=${typed}`),
    await visitor.get(`/oauth/authorize?oauth_token=${typed}`),
    await visitor.get(`/oauth/authenticate?oauth_token=${token}`),
  ];
  const [first] = pages;
  assert.ok(first !== undefined);
  pages.push(await visitor.submit(first, { username: nasty, password: nasty }));
  pages.push(await visitor.open(`/oauth/authorize?oauth_token=${token}`, alice));
  const consent = pages.at(-1);
  assert.ok(consent !== undefined);
  pages.push(await visitor.submit(consent, { decision: "allow" }));
  for (const { html } of pages) {
    assert.doesNotMatch(html, /<script(?! type="module" src="\/assets\/)|<img/i);
    const tags = html.replace(/<!doctype[^>]*>/i, "").match(/<[^>]*>/g) ?? [];
    for (const tag of tags) assert.doesNotMatch(tag, /\son\w+\s*=/i, tag);
    // Typed text reappears unchanged in its field, and nowhere else.
    const outside = html.replace(/ value="[^"]*"/g, "");
    assert.ok(!outside.includes("\u202e") && !outside.includes("\0"));
  }
  const json = await fetch(`${baseUrl}/%3Cscript%3E`);
  assert.match(json.headers.get("content-type") ?? "", /^application\/json/);
  assert.equal(json.headers.get("x-content-type-options"), "nosniff");
});

// interface §3.13
test("T35 — the session id changes at sign-in and at forced sign-in, and the old one is dead", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const visitor = new Visitor(baseUrl);
  const planted = "A".repeat(43);
  visitor.cookies.set("session", planted);
  const { token } = await requestTokenFor(baseUrl, application);
  const path = `/oauth/authorize?oauth_token=${token}`;
  await visitor.open(path, alice);
  const first = visitor.cookies.get("session");
  assert.notEqual(first, planted);
  const other = await requestTokenFor(baseUrl, application);
  await visitor.open(`/oauth/authorize?oauth_token=${other.token}&force_login=true`, alice);
  const second = visitor.cookies.get("session");
  assert.notEqual(second, first);
  for (const old of [planted, first ?? ""]) {
    const thief = new Visitor(baseUrl);
    thief.cookies.set("session", old);
    assert.ok((await thief.get(path)).html.includes('name="password"'), "signed out");
  }
  assert.ok((await visitor.get(path)).html.includes('name="decision"'));
});

// interface §3.18
test("T35 — a password change and a suspension end every session; 30 days end it anyway", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice, ledger, clock } = world;
  const by = { at: 0, actor: "command-line" };
  const asks = async (visitor: Visitor) => {
    const issued = await world.signed("POST", "/oauth/request_token", {
      oauth: { oauth_callback: "https://weather.example/callback" },
    });
    const token = new URLSearchParams(await issued.text()).get("oauth_token");
    const page = await visitor.get(`/oauth/authorize?oauth_token=${token}`);
    return page.html.includes('name="password"');
  };
  const signedIn = async () => {
    const visitor = new Visitor(baseUrl);
    const issued = await world.signed("POST", "/oauth/request_token", {
      oauth: { oauth_callback: "https://weather.example/callback" },
    });
    const token = new URLSearchParams(await issued.text()).get("oauth_token");
    await visitor.open(`/oauth/authorize?oauth_token=${token}`, alice);
    assert.equal(await asks(visitor), false);
    return visitor;
  };
  const [one, two] = [await signedIn(), await signedIn()];
  const hash = (await ledger.passwordOf("alice"))?.passwordHash ?? assert.fail();
  await ledger.setPassword(alice.id, hash, by);
  assert.deepEqual([await asks(one), await asks(two)], [true, true]);

  const three = await signedIn();
  await ledger.suspendUser(alice.id, "x", by);
  assert.equal(await asks(three), true);
  await ledger.restoreUser(alice.id, by);

  const four = await signedIn();
  const began = clock.now;
  for (let day = 10; day <= 20; day += 10) {
    clock.now = began + day * 86_400_000;
    assert.equal(await asks(four), false, `day ${day}`);
  }
  clock.now = began + 30 * 86_400_000;
  assert.equal(await asks(four), true);
  assert.ok(application);
});

test("T35 — who signs in with the old password while it is changed has no session behind the change", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, ledger } = world;
  const own = await signedIn(baseUrl, alice);
  const csrf = await own.csrf();
  const page = await new Visitor(baseUrl).get("/sign-in");
  const cookie = page.headers.getSetCookie().join("; ");
  const { hidden } = formOn(page.html);
  const credentials = { username: alice.screenName, password: alice.password };
  const change = { csrf, current_password: alice.password, new_password: "another long password" };
  const changing = own.post("/account/password", change);
  // A few at a time, so that some are always processed right after the change.
  let changed = false;
  const settled = changing.then(() => {
    changed = true;
  });
  // More sign-ins than this would end the first session.
  let guesses = maxSessions - 2;
  const guess = async () => {
    while (!changed && guesses > 0) {
      guesses -= 1;
      await new Visitor(baseUrl).post("/sign-in", { ...hidden, ...credentials }, { cookie });
    }
  };
  await Promise.all([settled, ...Array.from({ length: 6 }, guess)]);
  assert.equal((await changing).location, "/account/password?changed");
  const everything = { after: undefined, size: 100 };
  const open = await ledger.sessionsOf(alice.id, world.clock.now, everything);
  assert.equal(open.length, 1);
});

// interface §3.15
test("T05 — sign-in: a known and an unknown name look alike and cost alike", async (t) => {
  await using world = await startWorld();
  const { baseUrl, application } = world;
  const { token } = await requestTokenFor(baseUrl, application);
  // Node's own function, observed and not replaced.
  const derivations = t.mock.method(crypto, "argon2");
  syncBuiltinESMExports();
  t.after(() => {
    derivations.mock.restore();
    syncBuiltinESMExports();
  });
  const { rateLimiter } = world.service.dependencies;
  const calls = [t.mock.method(rateLimiter, "quota"), t.mock.method(rateLimiter, "hit")];
  const looks = () => calls.reduce((sum, { mock }) => sum + mock.callCount(), 0);
  const tryAs = async (username: string) => {
    const visitor = new Visitor(baseUrl);
    const page = await visitor.get(`/oauth/authorize?oauth_token=${token}`);
    const before = derivations.mock.callCount();
    const looked = looks();
    const response = await visitor.submit(page, { username, password: "wrong password" });
    const html = decoded(response.html)
      .replaceAll(username, "NAME")
      .replaceAll(/name="csrf" value="[^"]*"/g, "");
    return {
      derived: derivations.mock.callCount() - before,
      looked: looks() - looked,
      status: response.status,
      html,
    };
  };
  const known = await tryAs("alice");
  for (const name of ["nobody", "alice@users.example", "nobody@users.example"]) {
    const other = await tryAs(name);
    assert.equal(other.status, known.status);
    assert.equal(other.html, known.html);
    assert.deepEqual([known.derived, other.derived], [1, 1], "one argon2id each");
    assert.equal(other.looked, known.looked, "as many round trips on PostgreSQL");
  }
  assert.ok(await approvalOf(baseUrl, token, world.alice));
});

// interface §13.6
test("T05 — 422: a screen name and its address share their tries, and respond alike once these are used up", async (t) => {
  await using world = await startWorld({ RATE_LIMITS: "sign-in/account=3" });
  const { baseUrl, ledger, service, alice } = world;
  const verify = t.mock.method(service.dependencies.passwords, "verify");
  const tryAs = async (username: string, password = "wrong") => {
    const visitor = new Visitor(baseUrl);
    const tries = verify.mock.callCount();
    const response = await visitor.submit(await visitor.get("/sign-in"), { username, password });
    assert.equal(verify.mock.callCount() - tries, 1, "one computation each");
    return {
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
      html: decoded(response.html)
        .replaceAll(username, "NAME")
        .replaceAll(/name="csrf" value="[^"]*"/g, ""),
    };
  };
  const isHashUsed = () => verify.mock.calls.at(-1)?.arguments[1] !== undefined;
  const bob = await makeUser(ledger, "bob");
  const unknown = await tryAs("nobody@users.example");
  assert.equal(unknown.status, 422);
  for (const [user, one, other] of [
    [alice, "alice", "alice@users.example"],
    [bob, "bob@users.example", "BOB"],
  ] as const) {
    for (const name of [one, other, one]) {
      assert.deepEqual(await tryAs(name), unknown);
      assert.equal(isHashUsed(), true);
    }
    for (const name of [one, other, "nobody"]) {
      assert.deepEqual(await tryAs(name, user.password), unknown, "even with the right password");
      assert.equal(isHashUsed(), false, "the decoy");
    }
  }
  for (let tries = 0; tries < 5; tries += 1) assert.deepEqual(await tryAs("nobody"), unknown);
  world.clock.now += limitWindowMs;
  assert.equal((await tryAs("alice@users.example", alice.password)).status, 303);
});

test("400 — a change that no form has, although every object of the language has its name", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application } = world;
  const visitor = await signedIn(baseUrl, alice);
  const csrf = await visitor.csrf();
  for (const path of [
    "/account/sessions",
    `/portal/applications/${application.id}/bearer-token`,
    `/portal/applications/${application.id}/collaborators`,
  ]) {
    for (const change of [
      "constructor",
      "__proto__",
      "toString",
      "valueOf",
      "hasOwnProperty",
      "",
    ]) {
      assert.equal((await visitor.post(path, { csrf, change })).status, 400, `${path} ${change}`);
    }
  }
});
