/** Opening a rejected request by its id: what its application's users see, what no one sees, and for how long. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cause } from "../../src/doctor/cause.ts";
import { Secret } from "../../src/domain/credentials.ts";
import { dayMs } from "../../src/domain/day.ts";
import { requestIdHeader } from "../../src/domain/logged-request.ts";
import type { Sunset } from "../../src/domain/sunset.ts";
import { planSunset } from "../../src/http/actions/sunsets.ts";
import { explained } from "../../src/pages/languages/causes.ts";
import * as english from "../../src/pages/languages/english.ts";
import { addCollaborator } from "../support/collaborators.ts";
import { bearerFor } from "../support/flow.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken, makeAdmin, makeApplication, makeUser } from "../support/service.ts";
import { decoded, type Shown, signedIn, Visitor } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";
import { ask, settings, signedVerification } from "../verification/asking.ts";

const { check, requests } = english.portal;
const verify = "/1.1/account/verify_credentials.json";

async function started(settings: Readonly<Record<string, string>> = {}) {
  const world = await startWorld(settings);
  const owner = await signedIn(world.baseUrl, world.alice);
  const path = `/portal/applications/${world.application.id}/requests`;
  const token = await makeAccessToken(world.ledger, world.application, world.alice);
  return { world, owner, path, token };
}

/** The id in a rejection, once the request is stored. */
async function idOf({ service }: World, response: Response): Promise<string> {
  const id = response.headers.get(requestIdHeader);
  assert.match(id ?? "", /^[0-9a-f]{12}-[0-9a-z]+$/);
  await service.dependencies.rejected.settled();
  return id ?? "";
}

function says(page: Shown, cause: Cause): void {
  const { what, change } = explained(cause, check.causes);
  // Names of parameters are code, and what the request has is isolated.
  const text = decoded(page.html.replaceAll(/<\/?(?:code|bdi)>/g, ""));
  for (const one of [what, change]) assert.ok(text.includes(one), `${one}\n${text}`);
}

const open = (visitor: Visitor, path: string, id: string) => visitor.get(`${path}/${id}`);

// interface §12.8, §15.61
test("200 — a wrong signature: the list has it, and its page says why, with both base strings", async () => {
  const { world, owner, path, token } = await started();
  await using _ = world;
  assert.match((await owner.get(path)).html, saying(requests.none));
  const wrong = { ...token, secret: world.application.consumerSecret };
  const response = await world.signed("GET", `${verify}?skip_status=1`, { token: wrong });
  assert.equal(response.status, 401);
  const id = await idOf(world, response);
  // Before its first call was verified, the overview leads there too.
  const { firstCall } = english.portal.application;
  const overview = await owner.get(path.replace(/\/requests$/, ""));
  assert.match(overview.html, saying(firstCall.rejected.what));
  assert.ok(decoded(overview.html).includes(`href="${path}/${id}"`));
  const list = await owner.get(path);
  assert.ok(list.html.includes(`${path}/${id}#request`));
  assert.ok(decoded(list.html).includes(`GET ${verify}?skip_status=1`), list.html);
  const page = await open(owner, path, id);
  assert.equal(page.status, 200);
  says(page, { id: "token-secret-is-consumer-secret" });
  assert.match(page.html, saying(check.certainty.certain.means));
  const text = decoded(page.html);
  assert.ok(text.includes(`GET ${verify}?skip_status=1`));
  assert.ok(text.includes('oauth_signature="[hidden]"'));
  assert.ok(text.includes(`oauth_token="${token.token}"`));
  assert.match(page.html, /id="expected-base-string"/);
});

// interface §15.61, §16.66
test("200 — a sunset's rejection names it, when it ends, and its link, also for a bearer token and a pasted request", async () => {
  const { world, owner, path, token } = await started();
  await using _ = world;
  const { application, clock, service, baseUrl } = world;
  const [now, link] = [clock.now, "https://example.com/old"];
  const authorization = `Bearer ${await bearerFor(baseUrl, application)}`;
  const sunset: Sunset = {
    ...{ name: "old-app", trait: undefined, applicationId: application.id, exempt: [], link },
    ...{ deprecatedAt: now, endsAt: now + 2 * dayMs, rejects: true },
    brownout: { from: now, until: now + dayMs, minutes: 60 },
  };
  const by = { at: now, actor: "command-line" };
  assert.ok(typeof (await planSunset.run(service.dependencies, { sunset }, by)) === "object");
  const cause = {
    id: "retired",
    sunset: "old-app",
    ends: now + 2 * dayMs,
    over: false,
    link,
  } as const;
  const limits = `${baseUrl}/1.1/application/rate_limit_status.json`;
  for (const response of [
    await world.signed("GET", verify, { token }),
    await fetch(limits, { headers: { authorization } }),
  ]) {
    assert.equal(response.status, 403);
    const page = await open(owner, path, await idOf(world, response));
    assert.ok(page.html.includes(`<a href="${link}" rel="noreferrer">${link}</a>`), page.html);
    const text = decoded(page.html.replaceAll(/<\/?(?:a|code|bdi)\b[^>]*>/g, ""));
    const { what, change } = explained(cause, check.causes);
    for (const one of [what, change]) assert.ok(text.includes(one), `${one}\n${text}`);
  }
  const checked = path.replace(/requests$/, "check");
  const pasted = `curl '${limits}' -H 'Authorization: ${authorization}'`;
  const paste = async () => decoded((await owner.send(checked, { request: pasted })).html);
  assert.match(await paste(), /A brownout of the planned end “old-app” rejects it/);
  clock.now += dayMs + 1;
  assert.doesNotMatch(await paste(), /old-app/, "between the brownout and the end");
  clock.now += dayMs;
  assert.match(await paste(), /The planned end “old-app” rejects it: what it uses ended on/);
});

// interface §12.8
test("200 — a response that is no rejection names no request, nor does one about no one's application", async () => {
  const { world, token } = await started();
  await using _ = world;
  const fine = await world.signed("GET", verify, { token });
  assert.equal(fine.status, 200);
  const unsigned = await fetch(world.baseUrl + verify);
  const unknown = await fetch(world.baseUrl + verify, { headers: { authorization: "Bearer x" } });
  const nowhere = await fetch(`${world.baseUrl}/nowhere`);
  for (const one of [fine, unsigned, unknown, nowhere]) {
    assert.equal(one.headers.get(requestIdHeader), null);
  }
});

// interface §15.61
test("200 — what was known when it was rejected stays the response: token, nonce, clock and callback", async () => {
  const { world, owner, path, token } = await started();
  await using _ = world;
  const { application, clock, ledger } = world;
  const wrong = await world.signed("GET", verify, { token: { ...token, secret: token.token } });
  const rejected = await idOf(world, wrong);
  const ahead = await world.signed("GET", verify, {
    token,
    oauth: { oauth_timestamp: String(Math.floor(clock.now / 1000) + 7200) },
  });
  const late = await idOf(world, ahead);
  const again = { token, oauth: { oauth_nonce: "the same" } };
  await world.signed("GET", verify, again);
  const used = await idOf(world, await world.signed("GET", verify, again));
  const callback = { oauth_callback: "https://weather.example/Callback" };
  const sent = await world.signed("POST", "/oauth/request_token", { oauth: callback });
  assert.equal(sent.status, 403);
  const elsewhere = await idOf(world, sent);
  assert.equal((await world.signed("POST", "/1.1/oauth/invalidate_token", { token })).status, 200);
  clock.now += 60 * 60_000;
  says(await open(owner, path, rejected), { id: "token-secret-is-token" });
  says(await open(owner, path, late), { id: "clock", seconds: 7200, likely: "time-zone" });
  says(await open(owner, path, used), { id: "nonce-used" });
  const page = await open(owner, path, elsewhere);
  says(page, {
    id: "callback-unregistered",
    sent: "https://weather.example/Callback",
    nearest: "https://weather.example/callback",
    difference: "case",
  });
  const { what } = explained({ id: "nonce-used" }, check.causes);
  const [, own = ""] = page.html.split('id="request"');
  assert.ok(!decoded(own).includes(what), "its own nonce is no second one");
  const logged = await ledger.loggedRequests(application.id, 0);
  assert.equal(logged.filter(({ code }) => code !== 0).length, 4);
});

// interface §15.61
test("200 — an API that needs a user or an application, and a method that the application rules out", async () => {
  const { world, owner, path, token } = await started({
    ...settings,
    SIGNATURE_METHODS: "HMAC-SHA1,HMAC-SHA256",
  });
  await using _ = world;
  const { ledger, service, application } = world;
  const rejected = async (more: object, verification: object) => {
    const { json } = await ask(world, "/verify", { ...verification, requires: more });
    await service.dependencies.rejected.settled();
    return open(owner, path, json.response.headers[requestIdHeader]);
  };
  const alone = signedVerification(world, "GET", "/1/things");
  says(await rejected({ context: "user" }, alone), { id: "token-missing" });
  const forUser = signedVerification(world, "GET", "/1/things", { token });
  says(await rejected({ context: "application" }, forUser), { id: "token-unwanted" });
  const from = await ledger.applicationById(application.id);
  assert.ok(from);
  const draft = { ...from, requireSha256: true };
  const by = { at: 0, actor: "command-line" };
  await ledger.changeApplication({ applicationId: from.id, from, draft, now: 0 }, by);
  says(await rejected({ context: "any" }, signedVerification(world, "GET", "/1/things")), {
    ...{ id: "method-ruled-out", sent: "HMAC-SHA1", accepted: ["HMAC-SHA256"] },
  });
});

// interface §15.61
test("200 — Basic credentials, a bearer token where a user is needed, and what the doctor has no name for", async () => {
  const { world, owner, path } = await started();
  await using _ = world;
  const { application, baseUrl } = world;
  const basic = (secret: string, form: string) =>
    fetch(`${baseUrl}/oauth2/token`, {
      method: "POST",
      headers: {
        authorization: `Basic ${btoa(`${application.consumerKey}:${secret}`)}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: form,
    });
  const wrong = await idOf(world, await basic("not the secret", "grant_type=client_credentials"));
  says(await open(owner, path, wrong), { id: "basic-secret" });
  const missing = await basic(application.consumerSecret, "");
  const id = await idOf(world, missing);
  const page = await open(owner, path, id);
  assert.match(page.html, saying(requests.noCause.what));
  assert.match(page.html, saying("Missing required parameter: grant_type"));
  const unsupported = await basic(application.consumerSecret, "grant_type=password");
  assert.deepEqual([missing.status, unsupported.status], [403, 400]);
  assert.match(page.html, saying(`${missing.status} · 170`));
  const other = await open(owner, path, await idOf(world, unsupported));
  assert.match(other.html, saying(`${unsupported.status} · 170`));
  assert.ok(decoded(other.html).includes(`-u '${application.consumerKey}:CONSUMER_SECRET'`));
  const issued = await basic(application.consumerSecret, "grant_type=client_credentials");
  const { access_token: bearer } = (await issued.json()) as { access_token: string };
  const asUser = await fetch(baseUrl + verify, { headers: { authorization: `Bearer ${bearer}` } });
  assert.equal(asUser.status, 403);
  const shown = await open(owner, path, await idOf(world, asUser));
  says(shown, { id: "bearer" });
  assert.ok(!shown.html.includes(bearer.slice(0, 20)));
});

// interface §15.61
test("200 — an ended consumer secret is the cause, signed or as Basic; a replaced one is likely", async () => {
  const { world, owner, path, token } = await started();
  await using _ = world;
  const { application, baseUrl, clock, ledger } = world;
  const from = await ledger.applicationById(application.id);
  assert.ok(from);
  const by = { at: clock.now, actor: "command-line" };
  clock.now += 60_000;
  const change = { applicationId: from.id, secretSetAt: from.secretSetAt, now: clock.now };
  assert.ok(await ledger.revokeConsumerSecret({ ...change, unknown: new Secret("x") }, by));
  const at = clock.now;
  clock.now += 60_000;
  const signed = await idOf(world, await world.signed("GET", verify, { token }));
  says(await open(owner, path, signed), { id: "secret-revoked", at });
  const basic = await fetch(`${baseUrl}/oauth2/token`, {
    method: "POST",
    headers: {
      authorization: `Basic ${btoa(`${application.consumerKey}:${application.consumerSecret}`)}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
  });
  says(await open(owner, path, await idOf(world, basic)), { id: "secret-revoked", at });
  const { now } = clock;
  const next = { secret: new Secret("y".repeat(50)), overlap: "0", previousUntil: 0 } as const;
  assert.ok(await ledger.regenerateConsumerSecret({ applicationId: from.id, now, ...next }, by));
  const old = await idOf(world, await world.signed("GET", verify, { token }));
  const wrong = { id: "wrong-secret", setAt: now, replaced: true, withToken: true } as const;
  says(await open(owner, path, old), wrong);
});

// interface §15.62
test("404 and 403 — for the owner and editors alone, by the application that it named", async () => {
  const { world, owner, path, token } = await started();
  await using _ = world;
  const { baseUrl, ledger } = world;
  const wrong = { ...token, secret: "x" };
  const id = await idOf(world, await world.signed("GET", verify, { token: wrong }));
  const bob = await makeUser(ledger, "bob");
  const bobs = await signedIn(baseUrl, bob);
  const bobsApp = await makeApplication(ledger, bob, { name: "Bob's" });
  const bobsPath = `/portal/applications/${bobsApp.id}/requests`;
  assert.equal((await open(bobs, path, id)).status, 404);
  const [his, none] = [await open(bobs, bobsPath, id), await open(bobs, bobsPath, `${id}0`)];
  assert.deepEqual([his.status, none.status], [404, 404]);
  assert.ok(!his.html.includes("verify_credentials"));
  assert.match(his.html, saying(requests.notFound.what));
  await addCollaborator(world, bob.id, "viewer");
  assert.equal((await open(bobs, path, id)).status, 403);
  const anonymous = await fetch(`${baseUrl}${path}/${id}`, { redirect: "manual" });
  assert.equal(anonymous.status, 303);
  for (const other of ["x", "'--", `${id}%00`, `%20${id}`, "9".repeat(5000)]) {
    assert.equal((await open(owner, path, other)).status, 404, other);
  }
});

// interface §15.61, §15.62
test("200 — the link on a request's page opens it for a collaborator, after signing in too", async () => {
  const { world, owner, path, token } = await started();
  await using _ = world;
  const { baseUrl, ledger } = world;
  const wrong = { ...token, secret: world.application.consumerSecret };
  const id = await idOf(world, await world.signed("GET", verify, { token: wrong }));
  const shown = await open(owner, `${path}`, `${id}?show=rejected&cause=32`);
  const [, link = ""] = decoded(shown.html).split(requests.link);
  const [, href = ""] = /^ <a href="([^"]*)"/.exec(link) ?? [];
  assert.equal(href, `${path}/${id}`, "without the filters");
  const bob = await makeUser(ledger, "bob");
  const before = await (await signedIn(baseUrl, bob)).get(href);
  assert.equal(before.status, 404);
  await addCollaborator(world, bob.id, "editor");
  const signedOut = new Visitor(baseUrl);
  const { location = "" } = await signedOut.get(href);
  assert.ok(decodeURIComponent(location).includes(href), location);
  const page = await (await signedIn(baseUrl, bob)).get(href);
  assert.equal(page.status, 200);
  says(page, { id: "token-secret-is-consumer-secret" });
});

// interface §15.62
test("200 — another application of the owner is named to who works on it, and to no other editor", async () => {
  const { world, owner, path, token } = await started();
  await using _ = world;
  const { baseUrl, ledger, alice, application } = world;
  const garden = await makeApplication(ledger, alice, { name: "Garden" });
  const as = { ...application, consumerSecret: garden.consumerSecret };
  const id = await idOf(world, await world.signed("GET", verify, { as, token }));
  says(await open(owner, path, id), { id: "other-application-secret", application: "Garden" });
  const bob = await makeUser(ledger, "bob");
  await addCollaborator(world, bob.id, "editor");
  const page = await open(await signedIn(baseUrl, bob), path, id);
  assert.equal(page.status, 200);
  assert.ok(!page.html.includes("Garden"));
  assert.match(page.html, saying(check.certainty.guess.means));
});

// interface §15.61
test("404 — after a day it is gone", async () => {
  const { world, owner, path, token } = await started();
  await using _ = world;
  const wrong = { ...token, secret: "x" };
  const id = await idOf(world, await world.signed("GET", verify, { token: wrong }));
  world.clock.now += dayMs - 1;
  assert.equal((await open(owner, path, id)).status, 200);
  world.clock.now += 1;
  assert.equal((await open(owner, path, id)).status, 404);
  assert.match((await owner.get(path)).html, saying(requests.none));
});

test("200 — verified requests are listed with their user, and filters choose among all of them", async () => {
  const { world, owner, path, token } = await started(settings);
  await using _ = world;
  assert.equal((await world.signed("GET", `${verify}?q=private`, { token })).status, 200);
  const things = signedVerification(world, "GET", "/1/things?page=2", { token });
  assert.equal((await ask(world, "/verify", things)).json.valid, true);
  const wrong = { ...token, secret: "x" };
  const id = await idOf(world, await world.signed("GET", verify, { token: wrong }));
  const { html } = await owner.get(path);
  const text = decoded(html);
  assert.ok(text.includes("@alice"));
  assert.ok(text.includes(`GET ${verify}?q=[hidden]`), text);
  assert.ok(text.includes("GET /1/things?page=[hidden]"), "values are left out");
  const results = [...html.matchAll(/<div class="request-result">(.*?)<\/div>/g)];
  assert.deepEqual(
    results.map(([, result = ""]) => result.replaceAll(/<[^>]*>/g, "")),
    [`401 · ${32}`, requests.verified, "200"],
    "only the API knows its status",
  );
  assert.ok(
    text.replaceAll(/<[^>]*>/g, "").includes(`@alice · ${english.portal.keys.levels.read}`),
  );
  assert.ok(!text.includes("private"));
  const shows = async (query: string) => {
    const page = decoded((await owner.get(`${path}?${query}`)).html);
    return [page.includes("q=[hidden]"), page.includes("/1/things"), page.includes(`/${id}`)];
  };
  assert.deepEqual(await shows("show=verified"), [true, true, false]);
  assert.deepEqual(await shows("show=rejected"), [false, false, true]);
  assert.deepEqual(await shows("q=THINGS"), [false, true, false]);
  assert.deepEqual(await shows("q=%40alice"), [true, true, false]);
  assert.deepEqual(await shows(`q=${id}`), [false, false, true]);
  assert.deepEqual(await shows("cause=32"), [false, false, true]);
  assert.deepEqual(await shows("within=hour"), [true, true, true]);
  const filters = { q: "things", show: "verified", cause: "32", within: "hour" };
  const search = await owner.send("/search", { list: path, ...filters });
  assert.equal(search.location, `${path}?q=things&cause=32&within=hour&show=verified`);
  world.clock.now += 3_600_001;
  assert.deepEqual(await shows("within=hour"), [false, false, false]);
});

test("200 — settings keep parameters and paths of APIs out, and turn the log off", async () => {
  const { world, owner, path, token } = await started({
    ...settings,
    REQUEST_LOG_EXCLUDED_PARAMETERS: "page",
    REQUEST_LOG_API_PATHS: "off",
  });
  await using _ = world;
  await world.signed("GET", `${verify}?page=private&size=20`, { token });
  await ask(world, "/verify", signedVerification(world, "GET", "/secret-place/things", { token }));
  const wrong = signedVerification(world, "GET", "/secret-place/things", {
    token: { ...token, secret: "x" },
  });
  const { json } = await ask(world, "/verify", wrong);
  await world.service.dependencies.rejected.settled();
  const list = decoded((await owner.get(path)).html);
  assert.ok(list.includes("?page=[hidden]&size=20"), list);
  assert.ok(!list.includes("private"));
  const one = await open(owner, path, json.response.headers[requestIdHeader]);
  assert.equal(one.status, 200);
  for (const html of [list, one.html]) assert.ok(!html.includes("secret-place"), html);
  const off = await started({ REQUEST_LOG_DAYS: "0" });
  await using __ = off.world;
  const rejection = await off.world.signed("GET", verify, { token: { ...off.token, secret: "x" } });
  assert.equal(rejection.headers.get(requestIdHeader), null);
  await off.world.signed("GET", verify, { token: off.token });
  const turnedOff = await off.owner.get(off.path);
  assert.match(turnedOff.html, saying(requests.off));
  assert.ok(!decoded(turnedOff.html).includes("0 days"));
});

// interface §15.62, §16.60
test("200 and 404 — an administrator reads the log from the application's page, and names no other application", async () => {
  const { world, owner, path, token } = await started();
  await using _ = world;
  const { baseUrl, ledger, application, alice } = world;
  const garden = await makeApplication(ledger, alice, { name: "Garden" });
  const as = { ...application, consumerSecret: garden.consumerSecret };
  const id = await idOf(world, await world.signed("GET", verify, { as, token }));
  const carol = await signedIn(baseUrl, await makeAdmin(ledger, "carol"));
  const adminPath = path.replace("/portal/", "/admin/");
  const incident = await carol.get(adminPath.replace(/\/requests$/, ""));
  assert.ok(decoded(incident.html).includes(`href="${adminPath}"`));
  assert.ok((await carol.get(adminPath)).html.includes(`${adminPath}/${id}#request`));
  const one = await open(carol, adminPath, id);
  assert.equal(one.status, 200);
  assert.match(one.html, saying(check.certainty.guess.means));
  for (const hidden of ["Garden", "/portal/applications/", requests.link]) {
    assert.ok(!decoded(one.html).includes(hidden), hidden);
  }
  const elsewhere = adminPath.replace(application.id, garden.id);
  assert.equal((await open(carol, elsewhere, id)).status, 404);
  assert.equal((await owner.get(adminPath)).status, 404);
});
