/** The administrators' pages: users and applications. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { tokenDigest } from "../../src/domain/credentials.ts";
import * as english from "../../src/pages/languages/english.ts";
import { inFullWidthDigits } from "../support/digits.ts";
import { bearerFor, requestErrorOf, verifyCredentials } from "../support/flow.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken, makeAdmin, makeApplication, makeUser } from "../support/service.ts";
import { decoded, formOn, signedIn, Visitor, withoutLanguages } from "../support/visitor.ts";
import { errorOf, startWorld, type World } from "../support/world.ts";

const older = 16 * 60_000;

async function adminIn(world: World): Promise<Visitor> {
  return signedIn(world.baseUrl, await makeAdmin(world.ledger, "carol"));
}

// interface §16.1
test("404 — to a user who is not an administrator these pages do not exist, and sign-in is not offered", async () => {
  await using world = await startWorld();
  const { baseUrl, alice, application } = world;
  const anonymous = new Visitor(baseUrl);
  const alices = await signedIn(baseUrl, alice);
  const paths = ["users", "applications", `users/${alice.id}`, `applications/${application.id}`];
  for (const path of paths.map((one) => `/admin/${one}`)) {
    const asked = await anonymous.get(path);
    assert.equal(asked.status, 303);
    assert.equal(asked.location, `/sign-in?continue=${encodeURIComponent(path)}`);
    assert.equal((await alices.get(path)).status, 404, path);
  }
  assert.doesNotMatch((await alices.get("/account")).html, /href="\/admin"/);
  const carol = await makeAdmin(world.ledger, "carol");
  const carols = new Visitor(baseUrl);
  assert.equal((await carols.get(`/sign-in?continue=/admin/users/${alice.id}`)).status, 200);
  const shown = await carols.open(`/sign-in?continue=/admin/users/${alice.id}`, carol);
  assert.match(shown.html, /<bdi>@alice<\/bdi>/);
  assert.match(shown.html, /href="\/admin"/);
});

// interface §16.4
test("200 — users and applications are found by what one knows of them, suspended ones alone too", async () => {
  await using world = await startWorld();
  const { ledger, alice, application } = world;
  const bob = await makeUser(ledger, "bob");
  await ledger.suspendUser(bob.id, "x", { at: 0, actor: "service" });
  const visitor = await adminIn(world);
  const results = async (path: string) => {
    return namesOn((await visitor.get(path)).html);
  };
  assert.deepEqual(await results("/admin/users"), ["@alice", "@bob", "@carol"]);
  assert.deepEqual(await results("/admin/users?q=AL"), ["@alice"]);
  assert.deepEqual(await results(`/admin/users?q=${alice.id}`), ["@alice"]);
  assert.deepEqual(await results("/admin/users?q=bob%40users.example"), ["@bob"]);
  assert.deepEqual(await results("/admin/users?state=suspended"), ["@bob"]);
  assert.match(
    (await visitor.get("/admin/users?q=nobody")).html,
    saying(english.admin.search.none),
  );
  assert.deepEqual(await results("/admin/applications?q=weather"), ["Weather Bot"]);
  assert.deepEqual(await results(`/admin/applications?q=${application.id}`), ["Weather Bot"]);
  assert.deepEqual(await results("/admin/applications?state=suspended"), []);
});

test("200 — users and applications are narrowed by filters, each of which can be removed; 422 — a value that is none", async () => {
  await using world = await startWorld();
  const { ledger, alice } = world;
  const tides = await makeApplication(ledger, alice, { name: "Tides", access: "write" });
  const use = { resolution: 3600, operation: "", kind: "verified", count: 1 } as const;
  await ledger.addUsage([{ ...use, of: tides.id, at: Date.UTC(2026, 4, 3, 12) }]);
  const visitor = await adminIn(world);
  const results = async (path: string) => namesOn((await visitor.get(path)).html);
  const list = "/admin/applications";
  assert.deepEqual(await results(`${list}?access=write`), ["Tides"]);
  assert.deepEqual(await results(`${list}?never_used=on`), ["Weather Bot"]);
  assert.deepEqual(await results(`${list}?last_used_from=2026-05-03`), ["Tides"]);
  assert.deepEqual(await results(`${list}?last_used_before=2026-05-03`), []);
  assert.deepEqual(await results(`${list}?owner=alice&order=recently-used`), [
    "Tides",
    "Weather Bot",
  ]);
  assert.deepEqual(await results(`${list}?owner=alice&created_before=2001-01-01`), []);
  assert.deepEqual(await results("/admin/users?admin=true&state=active"), ["@carol"]);
  const { html } = await visitor.get(`${list}?q=ti&access=write&owner=alice`);
  const hrefs = decoded(html);
  for (const left of ["q=ti&owner=alice", "q=ti&access=write", "access=write&owner=alice"]) {
    assert.ok(hrefs.includes(`class="chip" href="${list}?${left}"`), left);
  }
  const wrong = await visitor.get(`${list}?owner=nobody&created_from=May`);
  assert.equal(wrong.status, 422);
  assert.match(wrong.html, saying(english.audit.problems["unknown-user"]));
  assert.match(wrong.html, saying(english.audit.problems.day));
  assert.equal(
    (await visitor.get("/admin/users?waiting=on&state=unconfirmed-schemes")).status,
    200,
  );
});

test("200 — a long list comes in pages, and each keeps the search", async () => {
  await using world = await startWorld();
  const { ledger, alice } = world;
  for (let number = 0; number < 51; number += 1) {
    await makeApplication(ledger, alice, { name: `App & ${number}` });
  }
  const visitor = await adminIn(world);
  const first = await visitor.get("/admin/applications?q=app+%26");
  const [, next = ""] =
    /href="(\/admin\/applications\?[^"]*after=[^"]*)"/.exec(decoded(first.html)) ?? [];
  const second = await visitor.get(next);
  const count = (html: string) => html.match(/<th scope="row">/g)?.length;
  assert.deepEqual([count(first.html), count(second.html)], [50, 1]);
  assert.doesNotMatch(second.html, /after=/);
  assert.doesNotMatch(first.html, /before=/);
  for (const { html } of [first, second]) {
    assert.match(html, saying(english.admin.search.total(51, false)));
  }
  const [, previous = ""] =
    /href="(\/admin\/applications\?[^"]*before=[^"]*)"/.exec(decoded(second.html)) ?? [];
  const back = await visitor.get(previous);
  assert.deepEqual(namesOn(back.html), namesOn(first.html));
});

// interface §16.33
test("200 — users are counted, sorted by name or the newest first, and pages lead on and back", async () => {
  await using world = await startWorld();
  const { ledger, clock } = world;
  const visitor = await adminIn(world);
  for (let number = 0; number < 60; number += 1) {
    await makeUser(ledger, `p${number}`, clock.now + 3_600_000 - number);
  }
  const link = (html: string, name: "before" | "after") =>
    new RegExp(`href="(/admin/users\\?[^"]*${name}=[^"]*)"`).exec(decoded(html))?.[1];
  const firsts = {
    name: ["@alice"],
    "name-down": ["@p9", "@p8", "@p7"],
    newest: ["@p0", "@p1", "@p2"],
    oldest: [],
  };
  for (const [order, expected] of Object.entries(firsts)) {
    const first = await visitor.get(`/admin/users?order=${order}`);
    assert.match(first.html, saying(english.admin.search.total(62, false)));
    assert.equal(link(first.html, "before"), undefined);
    const second = await visitor.get(link(first.html, "after") ?? "");
    assert.deepEqual([namesOn(first.html).length, namesOn(second.html).length], [50, 12]);
    assert.equal(link(second.html, "after"), undefined);
    const back = await visitor.get(link(second.html, "before") ?? "");
    assert.deepEqual(namesOn(back.html), namesOn(first.html), order);
    assert.equal(link(back.html, "before"), undefined);
    assert.deepEqual(namesOn(first.html).slice(0, expected.length), expected);
  }
  const results = await visitor.get("/admin/users?q=p5&order=newest");
  assert.match(results.html, saying(english.admin.search.total(11, false)));
  assert.deepEqual(namesOn(results.html).slice(0, 2), ["@p5", "@p50"], "a search goes by names");
});

/** The names at the beginning of a list's rows. */
function namesOn(html: string): string[] {
  const rows = html.matchAll(/<th scope="row">.*?<bdi>([^<]*)<\/bdi>/gs);
  return [...rows].map(([, name = ""]) => decoded(name));
}

// interface §16.5, §16.47
test("suspend — from the next request on nothing works; the reason is shown to a user who knows the password", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, application } = world;
  const bob = await makeUser(ledger, "bob");
  const token = await makeAccessToken(ledger, application, bob);
  const bobs = await signedIn(baseUrl, bob);
  const visitor = await adminIn(world);
  const path = `/admin/users/${bob.id}`;
  for (const reason of ["", " ", "\u{3164}", "\u{202E}", "x".repeat(201), "two\nlines"]) {
    const rejected = await visitor.send(path, { change: "suspend", reason });
    assert.equal(rejected.status, 422);
  }
  assert.equal((await bobs.get("/account")).status, 200);
  const reason = "Sold <b>followers</b>";
  const response = await visitor.send(path, { change: "suspend", reason: ` ${reason} ` });
  assert.equal(response.location, `${path}?suspended`);
  assert.equal((await ledger.userById(bob.id))?.suspendedBecause, reason);
  assert.match(
    (await visitor.get(`${path}?suspended`)).html,
    saying(english.admin.user.done.suspended),
  );
  assert.equal((await bobs.get("/account")).status, 303);
  assert.equal((await verifyCredentials(baseUrl, application, token)).status, 403);
  const anonymous = new Visitor(baseUrl);
  const tries = [bob.password, "a wrong password"].map(async (password) =>
    decoded((await anonymous.open("/sign-in", { ...bob, password })).html).includes(reason),
  );
  assert.deepEqual(await Promise.all(tries), [true, false]);
});

// interface §16.6
test("restore — what worked before works again", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, application, alice } = world;
  const token = await makeAccessToken(ledger, application, alice);
  const alices = await signedIn(baseUrl, alice);
  const visitor = await adminIn(world);
  const pages = [`/admin/users/${alice.id}`, `/admin/applications/${application.id}`];
  for (const path of pages) await visitor.send(path, { change: "suspend", reason: "x" });
  assert.notEqual((await verifyCredentials(baseUrl, application, token)).status, 200);
  for (const path of pages) {
    const response = await visitor.send(path, { change: "restore" });
    assert.equal(response.location, `${path}?restored`);
  }
  assert.equal((await verifyCredentials(baseUrl, application, token)).status, 200);
  assert.equal((await alices.get("/account")).status, 303, "but no session");
  assert.equal((await (await signedIn(baseUrl, alice)).get("/account")).status, 200);
});

// interface §16.6
test("409 — a page of an earlier suspension does not lift one for another reason", async () => {
  await using world = await startWorld();
  const { ledger, application, alice } = world;
  const visitor = await adminIn(world);
  const reasons = async () => [
    (await ledger.userById(alice.id))?.suspendedBecause,
    (await ledger.applicationById(application.id))?.suspendedBecause,
  ];
  const pages = [`/admin/users/${alice.id}`, `/admin/applications/${application.id}`];
  for (const path of pages) await visitor.send(path, { change: "suspend", reason: "spam" });
  const old = await Promise.all(
    pages.map(async (path) => restoringOn((await visitor.get(path)).html)),
  );
  for (const path of pages) await visitor.send(path, { change: "suspend", reason: "stolen" });
  for (const [at, path] of pages.entries()) {
    const { status, html } = await visitor.post(path, { ...old[at], change: "restore" });
    assert.equal(status, 409);
    assert.match(html, saying(english.admin.suspension.changedSince));
    assert.match(html, /stolen/);
  }
  assert.deepEqual(await reasons(), ["stolen", "stolen"]);
  for (const path of pages) {
    const shown = restoringOn((await visitor.get(path)).html);
    for (let times = 0; times < 2; times += 1) {
      const response = await visitor.post(path, { ...shown, change: "restore" });
      assert.equal(response.location, `${path}?restored`, "also when it is sent twice");
    }
  }
  assert.deepEqual(await reasons(), [undefined, undefined]);
});

function restoringOn(html: string): Record<string, string> {
  const form = html.match(/<form.*?<\/form>/gs)?.find((one) => one.includes('value="restore"'));
  return formOn(form ?? "").hidden;
}

// interface §16.7
test("end-sessions — every session of the user ends, or all of one's own but this", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, alice } = world;
  const carol = await makeAdmin(ledger, "carol");
  const [visitor, elsewhere] = [await signedIn(baseUrl, carol), await signedIn(baseUrl, carol)];
  const browsers = [await signedIn(baseUrl, alice), await signedIn(baseUrl, alice)];
  await visitor.send(`/admin/users/${alice.id}`, { change: "end-sessions" });
  for (const one of browsers) assert.equal((await one.get("/account")).status, 303);
  assert.equal((await elsewhere.get("/account")).status, 200);
  await visitor.send(`/admin/users/${carol.id}`, { change: "end-sessions" });
  assert.equal((await elsewhere.get("/account")).status, 303);
  assert.equal((await visitor.get("/account")).status, 200);
});

// interface §16.8
test("administrators — made and unmade from the next request on, but never by themselves", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, alice } = world;
  const carol = await makeAdmin(ledger, "carol");
  const visitor = await signedIn(baseUrl, carol);
  const alices = await signedIn(baseUrl, alice);
  await visitor.send(`/admin/users/${alice.id}`, { change: "grant-admin" });
  assert.equal((await alices.get("/admin/users")).status, 200);
  await visitor.send(`/admin/users/${alice.id}`, { change: "revoke-admin" });
  assert.equal((await alices.get("/admin/users")).status, 404);
  for (const change of ["suspend", "revoke-admin"]) {
    const response = await visitor.send(`/admin/users/${carol.id}`, { change, reason: "x" });
    assert.equal(response.status, 400);
  }
  assert.match((await visitor.get(`/admin/users/${carol.id}`)).html, /This is you/);
});

// interface §16.9
test("create-reset-link — shown once, and the database has its digest alone", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, alice, clock } = world;
  const visitor = await adminIn(world);
  const path = `/admin/users/${alice.id}`;
  const made = { change: "create-reset-link", ...(await visitor.creation(path)) };
  const { html } = await visitor.send(path, made);
  const [, token = ""] =
    new RegExp(`${baseUrl}/reset/password\\?token=([A-Za-z0-9]{43})<`).exec(decoded(html)) ?? [];
  const [link] = await ledger.links("password-reset", clock.now, { after: undefined, size: 9 });
  assert.equal(link?.userId, alice.id);
  assert.equal(link?.digest, tokenDigest(token));
  assert.equal(link?.expiresAt, clock.now + 3_600_000);
  assert.ok(!(await visitor.get(path)).html.includes(token));
});

// interface §16.44
test("404 — a link that an administrator made works no more once another one took their rights away", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, alice } = world;
  const visitor = await adminIn(world);
  const dora = await makeAdmin(ledger, "dora");
  const other = await signedIn(baseUrl, dora);
  const path = `/admin/users/${alice.id}`;
  const linkBy = async (by: Visitor) => {
    const made = { change: "create-reset-link", ...(await by.creation(path)) };
    const { html } = await by.send(path, made);
    return /\/reset\/password\?token=[A-Za-z0-9]{43}/.exec(decoded(html))?.[0] ?? assert.fail(html);
  };
  const [theirs, own] = [await linkBy(other), await linkBy(visitor)];
  const opens = async (link: string) => (await new Visitor(baseUrl).get(link)).status;
  assert.deepEqual([await opens(theirs), await opens(own)], [200, 200]);
  await visitor.send(`/admin/users/${dora.id}`, { change: "revoke-admin" });
  assert.deepEqual([await opens(theirs), await opens(own)], [404, 200]);
});

// interface §16.3
test("422 — what is sensitive asks for the password again when the sign-in is some time ago", async () => {
  await using world = await startWorld();
  const { ledger, alice, application, clock } = world;
  const visitor = await adminIn(world);
  clock.now += older;
  const tries = [
    [`/admin/users/${alice.id}`, "suspend"],
    [`/admin/users/${alice.id}`, "grant-admin"],
    [`/admin/users/${alice.id}`, "revoke-admin"],
    [`/admin/users/${alice.id}`, "create-reset-link"],
    [`/admin/applications/${application.id}`, "suspend"],
  ] as const;
  for (const [path, change] of tries) {
    for (const current_password of ["", "a wrong password"]) {
      const { creation } = await visitor.creation(path);
      const fields = { change, reason: "Kept as typed", current_password, creation };
      const { status, html } = await visitor.send(path, fields);
      assert.equal(status, 422, change);
      assert.match(html, /Nothing was changed/);
      if (change === "suspend") assert.match(html, /value="Kept as typed"/);
    }
  }
  const user = await ledger.userById(alice.id);
  assert.deepEqual([user?.suspendedBecause, user?.isAdmin], [undefined, false]);
  const fields = { change: "suspend", reason: "x", current_password: alice.password };
  assert.equal((await visitor.send(`/admin/users/${alice.id}`, fields)).status, 303);
});

// interface §16.10
test("suspend — every request of the application is rejected from the next one on", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, application, alice } = world;
  const token = await makeAccessToken(ledger, application, alice);
  await bearerFor(baseUrl, application);
  const visitor = await adminIn(world);
  const path = `/admin/applications/${application.id}`;
  const response = await visitor.send(path, { change: "suspend", reason: "Asked by its owner" });
  assert.equal(response.location, `${path}?suspended`);
  assert.equal(
    await requestErrorOf(await verifyCredentials(baseUrl, application, token)),
    "401 (code 416)",
  );
  await assert.rejects(bearerFor(baseUrl, application));
  assert.match((await visitor.get(path)).html, /Asked by its owner/);
});

// interface §16.11
test("429 (code 88) — an application's own limit holds from the next request on, until the field is empty", async () => {
  await using world = await startWorld({ RATE_LIMITS: "account-pages=100000" });
  const { ledger, application } = world;
  const visitor = await adminIn(world);
  const path = `/admin/applications/${application.id}`;
  const limit = "oauth/request_token";
  const ask = async () =>
    (await world.signed("POST", `/${limit}`, { oauth: { oauth_callback: "oob" } })).headers.get(
      "x-rate-limit-limit",
    );
  assert.equal(await ask(), "1000");
  for (const wrong of ["0", "-1", "1.5", "1000001", "many", "1e3"]) {
    const { status, html } = await visitor.send(path, {
      change: "set-limits",
      [limit]: "2000",
      "oauth2/token": wrong,
    });
    assert.equal(status, 422, wrong);
    assert.ok(html.includes(`value="${wrong}"`) && html.includes('value="2000"'), "kept as typed");
  }
  assert.deepEqual((await ledger.applicationById(application.id))?.limits, {});
  await visitor.send(path, {
    change: "set-limits",
    [limit]: ` ${inFullWidthDigits("2000")} `,
    "account-pages": "5",
  });
  assert.equal(await ask(), "2000");
  assert.deepEqual((await ledger.applicationById(application.id))?.limits, { [limit]: 2000 });
  assert.match((await visitor.get(path)).html, /value="2000"/);
  await visitor.send(path, { change: "set-limits", [limit]: "2" });
  const rejected = await world.signed("POST", `/${limit}`, { oauth: { oauth_callback: "oob" } });
  assert.equal(await requestErrorOf(rejected), "429 (code 88)");
  const { html: older } = await visitor.get(path);
  const seen = /name="seen" value="([^"]+)"/.exec(older)?.[1] ?? assert.fail(older);
  await visitor.send(path, { change: "set-limits", seen });
  assert.equal(await ask(), "1000");
  const late = await visitor.send(path, { change: "set-limits", seen, [limit]: "4321" });
  assert.equal(late.status, 409, "another administrator has changed them since");
  assert.ok(decoded(late.html).includes(english.admin.application.limits.changedSince));
  assert.doesNotMatch(late.html, /<input(?! type="hidden")[^>]*value="4321"/);
  assert.equal(await ask(), "1000");
});

// interface §16.11
test("409 — limits that changed elsewhere stay, however often a form of before is sent; sent twice, it is done", async () => {
  await using world = await startWorld();
  const { ledger, application } = world;
  const visitor = await adminIn(world);
  const path = `/admin/applications/${application.id}`;
  const limit = "oauth/request_token";
  const seenOn = (html: string) =>
    /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? assert.fail(html);
  const seen = seenOn((await visitor.get(path)).html);
  for (let sent = 0; sent < 2; sent += 1) {
    const response = await visitor.send(path, { change: "set-limits", seen, [limit]: "20" });
    assert.equal(response.location, `${path}?limits-changed`);
  }
  const changes = await ledger.eventsBy(
    { name: "application.limits-changed" },
    { after: undefined, size: 5 },
  );
  assert.equal(changes.length, 1);
  const wrong = await visitor.send(path, { change: "set-limits", seen, [limit]: "many" });
  assert.equal(wrong.status, 409);
  assert.match(wrong.html, /value="20"/, "what stands is shown, and the form knows that it was");
  assert.deepEqual((await ledger.applicationById(application.id))?.limits, { [limit]: 20 });
});

// interface §2.16, §15.38, §16.20
test("403 (code 415) — a scheme without a domain waits until an administrator confirms it; a domain in reverse does not", async () => {
  await using world = await startWorld();
  const { baseUrl, ledger, application, alice, clock } = world;
  const own = `/portal/applications/${application.id}`;
  const owner = await signedIn(baseUrl, alice);
  const form = { name: "Weather Bot", access: "read", confirmed: "" };
  const callbacks = "https://weather.example/callback\nweather://\nMetro://\ncom.example.app://";
  assert.equal((await owner.send(`${own}/settings`, { ...form, callbacks })).status, 303);
  const shown = decoded((await owner.get(own)).html);
  assert.match(shown, /Callbacks with <bdi>weather:\/\/<\/bdi> and <bdi>metro:\/\/<\/bdi> need/);
  const ask = async (oauth_callback: string) => {
    const response = await world.signed("POST", "/oauth/request_token", {
      oauth: { oauth_callback },
    });
    return response.status === 200 ? "200" : requestErrorOf(response);
  };
  assert.equal(await ask("com.example.app://done"), "200");
  assert.equal(await ask("weather://done"), "403 (code 415)");
  const told = await world.signed("POST", "/oauth/request_token", {
    oauth: { oauth_callback: "weather://done" },
  });
  assert.match((await errorOf(told)).message, /an administrator must confirm/);

  const visitor = await adminIn(world);
  const path = `/admin/applications/${application.id}`;
  const confirm = (scheme: string, more = {}) =>
    visitor.send(path, { change: "confirm-scheme", scheme, ...more });
  for (const scheme of ["", "other", "https", "com.example.app", "METRO", "weather metro"]) {
    assert.equal((await confirm(scheme)).status, 400, scheme);
  }
  assert.equal(
    (await owner.send(path, { change: "confirm-scheme", scheme: "weather" })).status,
    404,
  );
  clock.now += older;
  const reauthentication = await confirm("weather", { current_password: "a wrong password" });
  assert.equal(reauthentication.status, 422);
  assert.match(reauthentication.html, /Nothing was changed/);
  assert.equal(await ask("weather://done"), "403 (code 415)");
  const response = await confirm("weather", { current_password: alice.password });
  assert.equal(response.location, `${path}?scheme-confirmed`);
  assert.equal(await ask("weather://done"), "200");
  assert.equal(await ask("metro://done"), "403 (code 415)");
  assert.equal((await confirm("weather", { current_password: alice.password })).status, 400);
  const filter = { name: "application.scheme-confirmed", applicationId: application.id } as const;
  const events = await ledger.eventsBy(filter, { after: undefined, size: 5 });
  assert.deepEqual(
    events.map((one) => one.details),
    [{ scheme: "weather" }],
  );
  // A confirmed scheme stays confirmed, whatever else the owner registers.
  const fewer = { ...form, callbacks: "weather://", current_password: alice.password };
  const effects = await owner.send(`${own}/settings`, fewer);
  assert.equal(effects.status, 200, "a callback that goes is said first");
  const [, confirmed = ""] =
    /name="confirmed" value="([^"]*)"/.exec(withoutLanguages(effects.html)) ?? [];
  const saved = await owner.send(`${own}/settings`, { ...fewer, confirmed: decoded(confirmed) });
  assert.equal(saved.status, 303);
  assert.equal(await ask("weather://done"), "200");
  assert.doesNotMatch((await owner.get(own)).html, /need an administrator’s confirmation/);
});

test("422 — a system's scheme is not registered; one that is registered by now stays", async () => {
  await using world = await startWorld({}, { callbacks: ["ftp://"] });
  const { application, alice, baseUrl } = world;
  const owner = await signedIn(baseUrl, alice);
  const save = (callbacks: string) =>
    owner.send(`/portal/applications/${application.id}/settings`, {
      name: "Weather Bot",
      access: "read",
      callbacks,
    });
  assert.equal((await save("ftp://\nsmb://")).status, 422);
  assert.equal((await save("ftp://")).status, 303);
  const { signed } = world;
  const response = await signed("POST", "/oauth/request_token", {
    oauth: { oauth_callback: "ftp://x" },
  });
  assert.equal(response.status, 200);
});

test("404 — a user, an application or a path that is not there", async () => {
  await using world = await startWorld();
  const visitor = await adminIn(world);
  for (const kind of ["users", "applications"]) {
    for (const id of ["4503599627370496", "x", "1", `${world.alice.id}0`, "%20"]) {
      assert.equal((await visitor.get(`/admin/${kind}/${id}`)).status, 404, id);
      const response = await visitor.send(`/admin/${kind}/${id}`, { change: "restore" });
      assert.equal(response.status, 404, id);
    }
  }
});

// interface §16.50
test("303 — an administrator ends an application's bearer tokens, with a proof, and there is an event", async () => {
  await using world = await startWorld();
  const { baseUrl, application, ledger, clock } = world;
  const visitor = await adminIn(world);
  const path = `/admin/applications/${application.id}`;
  const texts = english.admin.application;
  assert.doesNotMatch((await visitor.get(path)).html, saying(texts.bearer.end));
  const bearer = await bearerFor(baseUrl, application);
  const use = async () => {
    const headers = { authorization: `Bearer ${bearer}` };
    return (await fetch(`${baseUrl}/1.1/application/rate_limit_status.json`, { headers })).status;
  };
  assert.match((await visitor.get(path)).html, saying(texts.bearer.end));
  clock.now += older;
  const reauthentication = await visitor.send(path, { change: "revoke-bearer-token" });
  assert.equal(reauthentication.status, 422);
  assert.match(reauthentication.html, /revoke-bearer-token-reauthentication/);
  assert.equal(await use(), 200);
  const confirmation = { current_password: "a long enough password" };
  const ended = await visitor.send(path, { change: "revoke-bearer-token", ...confirmation });
  assert.equal(ended.location, `${path}?bearer-token-revoked`);
  assert.match(
    (await visitor.get(ended.location ?? "")).html,
    saying(texts.done["bearer-token-revoked"]),
  );
  assert.equal(await use(), 401);
  const filter = { name: "bearer-token.revoked", applicationId: application.id } as const;
  const [event] = await ledger.eventsBy(filter, { after: undefined, size: 5 });
  assert.equal(event?.actorScreenName, "carol");
});
