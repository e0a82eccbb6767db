import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { type LimitName, limits, limitWindowMs } from "../../src/domain/limits.ts";
import { basicHeader, bearerFor, requestErrorOf, requestTokenFor } from "../support/flow.ts";
import {
  makeAccessToken,
  makeApplication,
  makeUser,
  startTestService,
  type TestApplication,
  type TestService,
} from "../support/service.ts";
import { signedFetch } from "../support/signing.ts";
import { formOn, type Shown, Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";

const callback = "https://weather.example/callback";

/** A call of each operation that has a limit, by the limit's name. */
async function callsOf(world: World): Promise<Partial<Record<LimitName, () => Promise<Response>>>> {
  const { baseUrl, application, alice, ledger } = world;
  const access = await makeAccessToken(ledger, application, alice);
  return {
    "oauth/request_token": () =>
      world.signed("POST", "/oauth/request_token", { oauth: { oauth_callback: callback } }),
    "oauth/authorize": () => fetch(`${baseUrl}/oauth/authorize`),
    "oauth/authenticate": () => fetch(`${baseUrl}/oauth/authenticate`),
    "oauth/access_token": async () => {
      const { mintRequestToken } = await import("../../src/domain/credentials.ts");
      const { token, secret } = mintRequestToken(world.service.dependencies.random);
      await ledger.issueRequestToken({
        token,
        secret,
        applicationId: application.id,
        callback,
        access: "read",
        requestEmail: false,
        seen: { access: "read", callbacks: [callback] },
        now: world.clock.now,
        expiresAt: world.clock.now + 60_000,
      });
      return world.signed("POST", "/oauth/access_token", {
        token: { token, secret: secret.reveal() },
      });
    },
    "oauth/invalidate_token": async () => {
      const token = await makeAccessToken(ledger, application, alice, "write");
      return world.signed("POST", "/1.1/oauth/invalidate_token", { token });
    },
    "oauth2/token": () =>
      fetch(`${baseUrl}/oauth2/token`, {
        method: "POST",
        headers: { authorization: basicHeader(application) },
        body: new URLSearchParams({ grant_type: "client_credentials" }),
      }),
    "oauth2/invalidate_token": () =>
      world.signed("POST", "/oauth2/invalidate_token?access_token=unknown", { token: access }),
    "account/verify_credentials": () =>
      world.signed("GET", "/1.1/account/verify_credentials.json", { token: access }),
    "account-pages": () => fetch(`${baseUrl}/account`, { redirect: "manual" }),
    search: () => fetch(`${baseUrl}/search`, { redirect: "manual" }),
    "portal/preview": () =>
      fetch(`${baseUrl}/portal/preview`, { method: "POST", redirect: "manual" }),
    "sign-in": () => fetch(`${baseUrl}/sign-in`),
    "sign-out/from": () =>
      fetch(`${baseUrl}/sign-out/from/nobody`, {
        method: "POST",
        body: new URLSearchParams({ logout_token: "x" }),
      }),
    language: () =>
      fetch(`${baseUrl}/language`, {
        method: "POST",
        body: new URLSearchParams({ language: "es", continue: "/account" }),
        redirect: "manual",
      }),
    "application/rate_limit_status": () =>
      world.signed("GET", "/1.1/application/rate_limit_status.json", { token: access }),
  };
}

const limited = (Object.keys(limits) as LimitName[]).filter(
  (name) =>
    !/^(sign-in\/|sign-up|password-reset|email-verification|portal\/check|credential-search|account-changes|profile-changes|new-credentials|invitation|admin-api|failed)/.test(
      name,
    ),
);

for (const name of limited) {
  const isToken = name === "oauth2/token";
  const expected = isToken ? "403 (code 99)" : "429 (code 88)";
  // interface §7.10, §13.1, §13.2, §13.3
  test(`${expected} — ${name} beyond its limit, with headers that count down and Retry-After`, async () => {
    await using world = await startWorld({ RATE_LIMITS: `${name}=3` });
    const call = (await callsOf(world))[name];
    assert.ok(call !== undefined);
    const resetAt = (Math.floor(world.clock.now / limitWindowMs) + 1) * (limitWindowMs / 1000);
    for (const remaining of [2, 1, 0]) {
      const { status, headers } = await call();
      assert.ok(status < 429, `${status}`);
      assert.equal(headers.get("x-rate-limit-limit"), "3");
      assert.equal(headers.get("x-rate-limit-remaining"), String(remaining));
      assert.equal(headers.get("x-rate-limit-reset"), String(resetAt));
    }
    const rejected = await call();
    assert.equal(rejected.status, isToken ? 403 : 429);
    assert.equal(rejected.headers.get("x-rate-limit-remaining"), "0");
    const wait = Number(rejected.headers.get("retry-after"));
    assert.equal(wait, resetAt - Math.floor(world.clock.now / 1000));
    if (limits[name].per !== "client address")
      assert.equal(await requestErrorOf(rejected), expected);

    world.clock.now = resetAt * 1000 - 1;
    assert.equal((await call()).status, rejected.status, "to the last moment");
    world.clock.now = resetAt * 1000;
    const { headers } = await call();
    assert.equal(headers.get("x-rate-limit-remaining"), "2", "a new window");
  });
}

// interface §13.1
test("admission is exact — of twice the limit at once exactly the limit are admitted", async () => {
  await using world = await startWorld({ RATE_LIMITS: "account/verify_credentials=20" });
  const token = await makeAccessToken(world.ledger, world.application, world.alice);
  const responses = await Promise.all(
    Array.from({ length: 40 }, () =>
      world.signed("GET", "/1.1/account/verify_credentials.json", { token }),
    ),
  );
  assert.equal(responses.filter((one) => one.status === 200).length, 20);
  assert.equal(responses.filter((one) => one.status === 429).length, 20);
});

test("whom a limit counts — one application, or one user of it, leaves others alone", async () => {
  await using world = await startWorld({
    RATE_LIMITS: "oauth/request_token=1,account/verify_credentials=1",
  });
  const { ledger, alice, application } = world;
  const other = await makeApplication(ledger, alice);
  const bob = await makeUser(ledger, "bob");
  const ask = (as: typeof application) =>
    world.signed("POST", "/oauth/request_token", { as, oauth: { oauth_callback: callback } });
  assert.equal((await ask(application)).status, 200);
  assert.equal((await ask(application)).status, 429);
  assert.equal((await ask(other)).status, 200);
  const verify = async (user: typeof alice, as = application) => {
    const token = await makeAccessToken(ledger, as, user);
    return (await world.signed("GET", "/1.1/account/verify_credentials.json", { as, token }))
      .status;
  };
  assert.deepEqual([await verify(alice), await verify(alice)], [200, 429]);
  assert.equal(await verify(bob), 200);
  assert.equal(await verify(alice, other), 200);
});

// interface §13.4
test("anonymous callers spend no application's limit", async () => {
  await using world = await startWorld({ RATE_LIMITS: "oauth/request_token=2,oauth2/token=2" });
  const { application, baseUrl } = world;
  const wrong = { ...application, consumerSecret: "wrong" };
  for (let tries = 0; tries < 5; tries += 1) {
    const signed = await world.signed("POST", "/oauth/request_token", {
      as: wrong,
      oauth: { oauth_callback: callback },
    });
    assert.equal(await requestErrorOf(signed), "401 (code 32)");
    assert.equal(signed.headers.get("x-rate-limit-limit"), null);
    await assert.rejects(bearerFor(baseUrl, wrong), /"code":32/);
  }
  const own = await world.signed("POST", "/oauth/request_token", {
    oauth: { oauth_callback: callback },
  });
  assert.equal(own.headers.get("x-rate-limit-remaining"), "1");
  await bearerFor(baseUrl, application);
});

// interface §13.5
test("429 (code 88) — too many failed credentials of one address, while valid requests still pass", async () => {
  await using world = await startWorld({ RATE_LIMITS: "failed-credentials=3" });
  const { application, baseUrl, alice, ledger } = world;
  const token = await makeAccessToken(ledger, application, alice);
  const path = "/1.1/account/verify_credentials.json";
  const failures = [
    () => world.signed("GET", path, { token: { ...token, secret: "wrong" } }),
    () => world.signed("GET", path, { token: { token: "unknown", secret: "x" } }),
    () => fetch(baseUrl + path, { headers: { authorization: "Bearer unknown" } }),
  ];
  for (const [index, fail] of failures.entries()) {
    assert.equal((await fail()).status, 401, `failure ${index + 1}`);
  }
  for (const fail of failures) {
    const rejected = await fail();
    assert.equal(await requestErrorOf(rejected), "429 (code 88)");
    assert.ok(Number(rejected.headers.get("retry-after")) > 0);
  }
  const basic = await fetch(`${baseUrl}/oauth2/token`, {
    method: "POST",
    headers: { authorization: basicHeader({ ...application, consumerSecret: "wrong" }) },
  });
  assert.equal(((await basic.json()) as { error: string }).error, "temporarily_unavailable");
  assert.equal(basic.status, 429);
  assert.equal((await world.signed("GET", path, { token })).status, 200);
  await bearerFor(baseUrl, application);
  world.clock.now += limitWindowMs;
  assert.equal((await failures[0]?.())?.status, 401);
});

// interface §13.5
test("429 (code 88) — credentials that cannot be read, and none, count as wrong ones do, wherever they stand", async () => {
  const path = "/1.1/account/verify_credentials.json";
  const basic = (authorization: string): [string, RequestInit] => [
    "/oauth2/token",
    { method: "POST", headers: { authorization } },
  ];
  const unreadable: [string, RequestInit?][] = [
    basic(`Basic${" ".repeat(15_000)}!`),
    basic("Basic !"),
    basic(`Basic ${btoa("no colon")}`),
    basic("Basic"),
    [path, { headers: { authorization: "Bearer a b" } }],
    [path, { headers: { authorization: 'OAuth oauth_token="' } }],
    [path, { headers: { authorization: 'OAuth oauth_consumer_key="a"' } }],
    [`${path}?oauth_token=a&oauth_token=b`],
    ["/oauth/request_token"],
    [`${path}?${"a&".repeat(257)}`],
  ];
  const rejections = unreadable.map(([target, init]) => [target, init, "400 (code 215)"] as const);
  for (const [target, init, first] of [
    ...rejections,
    [path, undefined, "401 (code 215)"] as const,
  ]) {
    await using world = await startWorld({ RATE_LIMITS: "failed-credentials=2" });
    const ask = async () => {
      const response = await fetch(world.baseUrl + target, init);
      const { errors } = (await response.json()) as { errors: { code: number }[] };
      return `${response.status} (code ${errors[0]?.code})`;
    };
    const answers = [await ask(), await ask(), await ask()];
    const what = JSON.stringify([target, init]).slice(0, 100);
    assert.deepEqual(answers, [first, first, "429 (code 88)"], what);
    const token = await makeAccessToken(world.ledger, world.application, world.alice);
    assert.equal((await world.signed("GET", path, { token })).status, 200, "others still pass");
    world.clock.now += limitWindowMs;
    assert.equal(await ask(), first);
  }
});

// interface §13.5
test("401 (code 135) — a request with a wrong clock gets the right time, however often it is sent", async () => {
  await using world = await startWorld({ RATE_LIMITS: "failed-credentials=1" });
  for (let time = 0; time < 3; time += 1) {
    const late = await world.signed("POST", "/oauth/request_token", {
      oauth: { oauth_timestamp: "1" },
    });
    assert.equal(await requestErrorOf(late), "401 (code 135)");
  }
});

async function signInAs(visitor: Visitor, world: World, screenName: string, password: string) {
  const issued = await world.signed("POST", "/oauth/request_token", {
    oauth: { oauth_callback: callback },
  });
  const token = new URLSearchParams(await issued.text()).get("oauth_token");
  const page = await visitor.get(`/oauth/authorize?oauth_token=${token}&force_login=true`);
  return visitor.submit(page, { username: screenName, password });
}

// interface §13.6
test("422 — the right password after failed sign-ins of one account, no matter from where; a known browser has its own budget", async () => {
  await using world = await startWorld({
    RATE_LIMITS: "sign-in/account=3,sign-in/known-browser=2",
  });
  const { alice, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const known = new Visitor(world.baseUrl);
  assert.equal((await signInAs(known, world, "alice", alice.password)).status, 303);

  for (let tries = 0; tries < 3; tries += 1) {
    assert.equal((await signInAs(new Visitor(world.baseUrl), world, "ALICE", "wrong")).status, 422);
  }
  const locked = await signInAs(new Visitor(world.baseUrl), world, "alice", alice.password);
  assert.equal(locked.status, 422);
  assert.match(locked.html, /or there were too many attempts/);
  assert.equal(
    (await signInAs(new Visitor(world.baseUrl), world, "bob", bob.password)).status,
    303,
  );
  assert.equal(
    (await signInAs(known, world, "alice", alice.password)).status,
    303,
    "anonymous callers lock no one out",
  );

  for (let tries = 0; tries < 2; tries += 1) {
    assert.equal((await signInAs(known, world, "alice", "wrong")).status, 422);
  }
  assert.equal((await signInAs(known, world, "alice", alice.password)).status, 429);
  world.clock.now += limitWindowMs;
  const again = await signInAs(new Visitor(world.baseUrl), world, "alice", alice.password);
  assert.equal(again.status, 303);
});

test("422 — failed sign-ins of a long name count for it alone, not for another that begins like it", async () => {
  await using world = await startWorld({ RATE_LIMITS: "sign-in/account=2" });
  const { baseUrl, ledger } = world;
  const [one, other] = [`${"n".repeat(63)}1`, `${"n".repeat(63)}2`];
  const [user, another] = [await makeUser(ledger, one), await makeUser(ledger, other)];
  for (const password of ["wrong", "wrong", user.password]) {
    assert.equal((await signInAs(new Visitor(baseUrl), world, one, password)).status, 422);
  }
  assert.equal((await signInAs(new Visitor(baseUrl), world, other, another.password)).status, 303);
});

test("422 — a forged known-browser cookie buys no budget", async () => {
  await using world = await startWorld({ RATE_LIMITS: "sign-in/account=1" });
  const { alice, baseUrl, ledger } = world;
  const mallory = await makeUser(ledger, "mallory");
  const own = new Visitor(baseUrl);
  await signInAs(own, world, "mallory", mallory.password);
  const [, browserId, ...mac] = (own.cookies.get("browser") ?? "").split(".");
  assert.equal((await signInAs(new Visitor(baseUrl), world, "alice", "wrong")).status, 422);
  for (const cookie of [
    [alice.id, browserId, ...mac].join("."),
    `${alice.id}.x..`,
    `${alice.id}.x.y.z`,
    "",
  ]) {
    const forger = new Visitor(baseUrl);
    forger.cookies.set("browser", cookie);
    assert.equal((await signInAs(forger, world, "alice", alice.password)).status, 422);
  }
});

test("429 — failed sign-ins of one address over many names; right ones are not counted", async () => {
  await using world = await startWorld({ RATE_LIMITS: "sign-in/address=4" });
  const { alice, baseUrl } = world;
  for (let times = 0; times < 6; times += 1) {
    const right = await signInAs(new Visitor(baseUrl), world, "alice", alice.password);
    assert.equal(right.status, 303);
  }
  for (let tries = 0; tries < 4; tries += 1) {
    assert.equal((await signInAs(new Visitor(baseUrl), world, `n${tries}`, "wrong")).status, 422);
  }
  const rejected = await signInAs(new Visitor(baseUrl), world, "alice", alice.password);
  assert.equal(rejected.status, 429);
});

/** Cookies of browsers that signed in to the account, one for each sign-in. */
async function knownBrowserCookies(world: World, password: string, count: number) {
  const cookies: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const visitor = new Visitor(world.baseUrl);
    assert.equal((await signInAs(visitor, world, "alice", password)).status, 303);
    cookies.push(visitor.cookies.get("browser") ?? "");
  }
  return cookies;
}

async function tryWith(cookie: string, world: World, password: string): Promise<number> {
  const visitor = new Visitor(world.baseUrl);
  visitor.cookies.set("browser", cookie);
  return (await signInAs(visitor, world, "alice", password)).status;
}

// interface §13.9
test("429 — known browsers of one account have one budget together; a browser that signs in again stays one", async () => {
  await using world = await startWorld({
    RATE_LIMITS: "sign-in/known-browser=3,sign-in/known-browsers=4",
  });
  const { alice } = world;
  const cookies = await knownBrowserCookies(world, alice.password, 5);
  const wrong: number[] = [];
  for (const cookie of cookies) wrong.push(await tryWith(cookie, world, "wrong"));
  assert.deepEqual(wrong, [422, 422, 422, 422, 429]);
  assert.equal(await tryWith(cookies[0] ?? "", world, alice.password), 429);
  const anonymous = await signInAs(new Visitor(world.baseUrl), world, "alice", alice.password);
  assert.equal(anonymous.status, 303, "other browsers are not meant");

  world.clock.now += limitWindowMs;
  const visitor = new Visitor(world.baseUrl);
  const ids = new Set<string | undefined>();
  for (let times = 0; times < 3; times += 1) {
    assert.equal((await signInAs(visitor, world, "alice", alice.password)).status, 303);
    ids.add(visitor.cookies.get("browser")?.split(".")[1]);
  }
  assert.equal(ids.size, 1);
});

// interface §13.9
test("429 — who knew an earlier password uses up no tries of the browsers that know the present one", async () => {
  await using world = await startWorld({ RATE_LIMITS: "sign-in/known-browsers=2" });
  const { alice } = world;
  const former = await knownBrowserCookies(world, alice.password, 3);
  const own = new Visitor(world.baseUrl);
  await signInAs(own, world, "alice", alice.password);
  const changed = { current_password: alice.password, new_password: "another long password" };
  assert.equal((await own.send("/account/password", changed)).status, 303);
  const tried: number[] = [];
  for (const cookie of former) tried.push(await tryWith(cookie, world, alice.password));
  assert.deepEqual(tried, [422, 422, 429]);
  const cookie = own.cookies.get("browser") ?? "";
  assert.equal(await tryWith(cookie, world, "another long password"), 303);
});

// interface §13.10
test("429 — right passwords are limited by account and network, and exactly; wrong ones spend nothing, and browsers that were there before have their own", async () => {
  const settings = { RATE_LIMITS: "sign-in/right=4", TRUSTED_PROXIES: "127.0.0.1" };
  await using world = await startWorld(settings);
  const { alice, ledger, baseUrl } = world;
  const bob = await makeUser(ledger, "bob");
  for (let times = 0; times < 4; times += 1) {
    assert.equal((await signInAs(new Visitor(baseUrl), world, "alice", "wrong")).status, 422);
  }
  const users = Array.from({ length: 6 }, () => new Visitor(baseUrl));
  const pages = await Promise.all(users.map((one) => one.get("/sign-in")));
  const credentials = { username: "alice", password: alice.password };
  const responses = await Promise.all(
    users.map((one, at) => one.submit(pages[at] as Shown, credentials)),
  );
  assert.equal(responses.filter((one) => one.status === 303).length, 4);
  assert.equal(responses.filter((one) => one.status === 429).length, 2);
  const [known] = users.filter((_, at) => responses[at]?.status === 303);
  assert.ok(known !== undefined);
  const again = await signInAs(new Visitor(baseUrl), world, "alice", alice.password);
  assert.equal(again.status, 429);
  assert.ok(Number(again.headers.get("retry-after")) > 0);
  const elsewhere = new Visitor(baseUrl);
  const { action, hidden } = formOn((await elsewhere.get("/sign-in")).html);
  const from = { "x-forwarded-for": "203.0.113.1" };
  const there = await elsewhere.post(action, { ...hidden, ...credentials }, from);
  assert.equal(there.status, 303, "from another network");
  for (const status of [303, 303, 303, 303, 429]) {
    const own = await signInAs(known, world, "alice", alice.password);
    assert.equal(own.status, status, "a known browser has as many");
  }
  assert.equal((await signInAs(new Visitor(baseUrl), world, "bob", bob.password)).status, 303);
  world.clock.now += limitWindowMs;
  assert.equal((await signInAs(known, world, "alice", alice.password)).status, 303);
});

test("N parallel sign-ins with wrong passwords have one budget", async (t) => {
  await using world = await startWorld({ RATE_LIMITS: "sign-in/account=5" });
  const verify = t.mock.method(world.service.dependencies.passwords, "verify");
  const visitor = new Visitor(world.baseUrl);
  const { token } = await requestTokenFor(world.baseUrl, world.application);
  const page = await visitor.get(`/oauth/authorize?oauth_token=${token}`);
  const responses = await Promise.all(
    Array.from({ length: 20 }, () =>
      visitor.submit(page, { username: "alice", password: "wrong" }),
    ),
  );
  assert.equal(responses.filter((one) => one.status === 303).length, 0);
  const compared = verify.mock.calls.filter((one) => one.arguments[1] !== undefined);
  assert.equal(compared.length, 5, "with the account's hash; the others with the decoy");
});

test("429 (code 88) — an application's own limit holds from the next request on, after a restart, and for no one else", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-test-"));
  try {
    const settings = { RATE_LIMITS: "", DATA_DIR: dataDir };
    const ask = async ({ baseUrl }: TestService, application: TestApplication) => {
      const oauth = { oauth_callback: callback };
      const url = `${baseUrl}/oauth/request_token`;
      return (await signedFetch("POST", url, application, { oauth })).status;
    };
    let application: TestApplication;
    {
      await using world = await startWorld(settings);
      ({ application } = world);
      const other = await makeApplication(world.ledger, world.alice);
      const limitTo = async (limits: { "oauth/request_token"?: number }) => {
        const { ledger, ownLimits } = world.service.dependencies;
        const change = { applicationId: application.id, limits };
        await ledger.changeApplicationLimits(change, byCommandLine(world.clock.now));
        ownLimits.changed(change);
      };
      await limitTo({ "oauth/request_token": 1 });
      const both = [await ask(world.service, application), await ask(world.service, application)];
      assert.deepEqual(both, [200, 429]);
      assert.equal(await ask(world.service, other), 200);
      await limitTo({});
      assert.equal(await ask(world.service, application), 200);
      await limitTo({ "oauth/request_token": 1 });
    }
    await using again = await startTestService(settings);
    const both = [await ask(again, application), await ask(again, application)];
    assert.deepEqual(both, [200, 429]);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
