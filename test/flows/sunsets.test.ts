/** What ends: its announcement, its brownout, and its end, on the service's own operations and at APIs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sunset } from "../../src/domain/sunset.ts";
import { planSunset, removeSunset } from "../../src/http/actions/sunsets.ts";
import { basicHeader, bearerFor } from "../support/flow.ts";
import { makeAccessToken, makeApplication } from "../support/service.ts";
import { signedIn } from "../support/visitor.ts";
import { errorOf, startWorld, type World } from "../support/world.ts";
import { ask, settings, signedVerification } from "../verification/asking.ts";

const path = "/1.1/account/verify_credentials.json";
const by = { at: 0, actor: "command-line" };
const hour = 3_600_000;
const day = 24 * hour;
const link = "https://example.com/sha1";

/** At the beginning of an hour, in UTC. */
function sha1Ends({ clock }: World, more: Partial<Sunset> = {}): Sunset {
  const now = Math.floor(clock.now / hour) * hour;
  return {
    ...{ name: "sha1", trait: "hmac-sha1", applicationId: undefined, exempt: [], rejects: true },
    ...{ deprecatedAt: now, endsAt: now + 30 * day, link, brownout: undefined },
    ...more,
  };
}

async function plan(world: World, sunset: Sunset): Promise<void> {
  const { dependencies } = world.service;
  const planned = await planSunset.run(dependencies, { sunset }, by);
  assert.ok(typeof planned !== "string", String(planned));
}

const sha256 = { oauth_signature_method: "HMAC-SHA256" };
const both = { ...settings, SIGNATURE_METHODS: "HMAC-SHA1,HMAC-SHA256" };

async function signer(world: World) {
  const token = await makeAccessToken(world.ledger, world.application, world.alice);
  return (oauth: Readonly<Record<string, string>> = {}) =>
    world.signed("GET", path, { token, oauth });
}

// interface §11.32, §16.66
test("200, then 403 (code 251) — headers announce the end, a brownout rejects some minutes, and then it is over", async () => {
  await using world = await startWorld(both);
  const { clock } = world;
  const call = await signer(world);
  const begin = Math.floor(clock.now / hour) * hour + hour;
  clock.now = begin;
  assert.equal((await call()).headers.get("deprecation"), null);
  const brownout = { from: begin + day, until: begin + 2 * day, minutes: 10 };
  await plan(world, sha1Ends(world, { brownout }));
  const announced = await call();
  assert.equal(announced.status, 200);
  assert.equal(announced.headers.get("deprecation"), `@${begin / 1000}`);
  assert.equal(announced.headers.get("sunset"), new Date(begin + 30 * day).toUTCString());
  assert.match(announced.headers.get("link") ?? "", /^<https:\/\/example\.com\/sha1>; rel="dep/);
  assert.equal((await call(sha256)).headers.get("deprecation"), null);

  clock.now = begin + day + 9 * 60_000;
  const rejected = await call();
  assert.equal(rejected.headers.get("deprecation"), `@${begin / 1000}`);
  const { status, code, message } = await errorOf(rejected);
  assert.deepEqual([status, code], [403, 251]);
  const until = new Date(begin + day + 10 * 60_000).toISOString();
  assert.ok(message.includes(`rejected until ${until}`) && message.endsWith(link), message);
  assert.equal((await call(sha256)).status, 200);
  clock.now = begin + day + 10 * 60_000;
  assert.equal((await call()).status, 200);
  clock.now = begin + 2 * day;
  assert.equal((await call()).status, 200);
  clock.now = begin + 30 * day;
  assert.equal((await call()).status, 403);
  assert.equal((await call(sha256)).status, 200);
  assert.ok(await removeSunset.run(world.service.dependencies, { name: "sha1" }, by));
  assert.equal((await call()).status, 200);
});

// interface §11.32
test("401 (code 32) — T82: a wrong signature learns nothing of a sunset, and a rejected request spends no nonce", async () => {
  await using world = await startWorld(both);
  const { application, clock } = world;
  const call = await signer(world);
  await plan(world, sha1Ends(world, { deprecatedAt: clock.now - day, endsAt: clock.now }));
  const wrong = { ...application, consumerSecret: "another" };
  const other = await world.signed("POST", "/oauth/request_token", { as: wrong });
  assert.deepEqual([other.status, other.headers.get("sunset")], [401, null]);
  assert.doesNotMatch(await other.text(), /ended/);
  const once = { oauth_nonce: "once" };
  assert.equal((await errorOf(await call(once))).code, 251);
  await removeSunset.run(world.service.dependencies, { name: "sha1" }, by);
  assert.equal((await call(once)).status, 200);
});

// interface §11.32
test("403 (code 251) — everything of one application, with each credential; another and an exempt one go on", async () => {
  await using world = await startWorld(both);
  const { application, baseUrl, ledger, alice, clock } = world;
  const call = await signer(world);
  const bearer = await bearerFor(baseUrl, application);
  const ended = { trait: undefined, deprecatedAt: clock.now - day, endsAt: clock.now } as const;
  const other = await makeApplication(ledger, alice);
  await plan(world, sha1Ends(world, { ...ended, applicationId: other.id }));
  assert.equal((await call()).status, 200);
  await plan(world, sha1Ends(world, { ...ended, applicationId: application.id }));
  const withBearer = () =>
    fetch(`${baseUrl}/1.1/application/rate_limit_status.json`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
  const token = () =>
    fetch(`${baseUrl}/oauth2/token`, {
      method: "POST",
      headers: {
        authorization: basicHeader(application),
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "grant_type=client_credentials",
    });
  for (const one of [() => call(sha256), withBearer, token]) {
    assert.equal((await errorOf(await one())).code, 251);
  }
  const introspected = async (): Promise<{ active: boolean }> =>
    (
      await fetch(`${world.service.internalUrl}/introspect`, {
        method: "POST",
        headers: {
          "x-countersign-secret": settings.INTERNAL_SECRET,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: `token=${bearer}`,
      })
    ).json() as Promise<{ active: boolean }>;
  assert.deepEqual(await introspected(), { active: false });
  await plan(world, sha1Ends(world, { ...ended, trait: "bearer", exempt: [application.id] }));
  for (const one of [() => call(sha256), withBearer, token])
    assert.equal((await one()).status, 200);
  assert.equal((await introspected()).active, true);
});

// interface §11.32
test("decisions announce the end, aren't cached, and then reject with cause ended; a gateway gets the headers", async () => {
  await using world = await startWorld({ ...both, DECISION_MAX_AGE: "60" });
  const { clock, baseUrl, application } = world;
  const bearer = await bearerFor(baseUrl, application);
  const request = {
    ...{ method: "GET", origin: "https://api.example.com", target: "/1/x" },
    authorization: `Bearer ${bearer}`,
  };
  assert.equal((await ask(world, "/verify", request)).json.max_age, 60);
  const bearerEnds = { trait: "bearer", endsAt: clock.now + day, deprecatedAt: clock.now } as const;
  await plan(world, sha1Ends(world, bearerEnds));
  const { json } = await ask(world, "/verify", request);
  assert.deepEqual(
    [json.valid, json.max_age, json.sunset],
    [
      true,
      0,
      {
        ...{ name: "sha1", link, deprecated_at: Math.floor(clock.now / 1000) },
        ends_at: Math.floor((clock.now + day) / 1000),
      },
    ],
  );
  const signed = signedVerification(world, "GET", "/1/x");
  assert.equal("sunset" in (await ask(world, "/verify", signed)).json, false);
  clock.now += day;
  const ended = (await ask(world, "/verify", request)).json;
  assert.deepEqual([ended.valid, ended.code, ended.cause], [false, 251, "ended"]);
  assert.match(ended.response.headers.sunset, /GMT$/);
});

test("of those who plan at once none is lost, and a sunset is removed while requests are under way", async () => {
  await using world = await startWorld(both);
  const { dependencies } = world.service;
  const names = ["one", "two", "three", "four"];
  await Promise.all(names.map((name) => plan(world, sha1Ends(world, { name }))));
  assert.equal(dependencies.sunsets.all?.length, 4);
  const call = await signer(world);
  const ended = { deprecatedAt: world.clock.now - day, endsAt: world.clock.now };
  await plan(world, sha1Ends(world, { name: "one", ...ended }));
  const before = Array.from({ length: 5 }, () => call());
  const removed = Promise.all(names.map((name) => removeSunset.run(dependencies, { name }, by)));
  for (const response of await Promise.all(before)) assert.ok([200, 403].includes(response.status));
  await removed;
  assert.equal(dependencies.sunsets.all, undefined);
  assert.equal((await call()).status, 200);
});

// interface §15.72
test("200 — an application's page and its owner's list show what of it ends; not what it never used, or is exempt from", async () => {
  await using world = await startWorld(both);
  const { application, baseUrl, alice, service } = world;
  const call = await signer(world);
  const owner = await signedIn(baseUrl, alice);
  const page = async () => (await owner.get(`/portal/applications/${application.id}`)).html;
  const list = async () => (await owner.get("/portal")).html;
  await plan(world, sha1Ends(world));
  assert.equal((await call(sha256)).status, 200);
  await service.dependencies.traitCounter.write();
  assert.doesNotMatch((await page()) + (await list()), /endings-title|uses ends on/);
  assert.equal((await call()).status, 200);
  await service.dependencies.traitCounter.write();
  assert.match(await page(), /Signatures with HMAC-SHA1<br><a href="https:\/\/example\.com\/sha1"/);
  assert.match(await list(), /Something that it uses ends on/);
  await plan(world, sha1Ends(world, { exempt: [application.id] }));
  assert.doesNotMatch((await page()) + (await list()), /endings-title|uses ends on/);
  const all = { trait: undefined, applicationId: application.id } as const;
  await plan(world, sha1Ends(world, all));
  assert.match(await page(), /Everything of this application/);
});
