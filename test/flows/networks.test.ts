/** The networks from which an application's credentials may be used. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import { basicHeader, bearerFor, requestTokenFor } from "../support/flow.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken } from "../support/service.ts";
import { formOn, signedIn } from "../support/visitor.ts";
import { errorOf, startWorld, type World } from "../support/world.ts";
import { ask, settings, signedVerification } from "../verification/asking.ts";

const path = "/1.1/account/verify_credentials.json";
const by = { at: 0, actor: "command-line" };
const office = { networks: ["203.0.113.0/24", "2001:db8::/32"] };
const loopback = { networks: ["127.0.0.0/8", "::1"] };

async function changeRule(
  { ledger, application }: World,
  rule: { readonly networks?: readonly string[]; readonly networksForBearer?: boolean },
): Promise<void> {
  const from = await ledger.applicationById(application.id);
  assert.ok(from);
  const draft = { ...from, ...rule };
  assert.ok(await ledger.changeApplication({ applicationId: from.id, from, draft, now: 0 }, by));
}

async function decisionOf(world: World, request: object) {
  const { json } = await ask(world, "/verify", request);
  return json.valid ? "valid" : `${json.response.status} (code ${json.code}) ${json.cause}`;
}

// interface §11.30
test("403 (code 87) — from another network, with each credential; no nonce is spent", async () => {
  await using world = await startWorld(settings);
  const { application, baseUrl, ledger, alice } = world;
  const bearer = await bearerFor(baseUrl, application);
  const token = await makeAccessToken(ledger, application, alice);
  const pair = await requestTokenFor(baseUrl, application, "oob");
  const oauth = { oauth_nonce: "once" };
  const basic = { authorization: basicHeader(application) };
  const requests = [
    () =>
      world.signed("POST", "/oauth/request_token", { oauth: { ...oauth, oauth_callback: "oob" } }),
    () => world.signed("POST", "/oauth/access_token", { token: pair, oauth }),
    () => world.signed("GET", path, { token, oauth }),
    () =>
      fetch(`${baseUrl}/oauth2/token`, {
        method: "POST",
        headers: { ...basic, "content-type": "application/x-www-form-urlencoded" },
        body: "grant_type=client_credentials",
      }),
    () =>
      fetch(`${baseUrl}/1.1/application/rate_limit_status.json`, {
        headers: { authorization: `Bearer ${bearer}` },
      }),
  ];
  await changeRule(world, office);
  for (const request of requests) {
    const { status, code, message } = await errorOf(await request());
    assert.deepEqual([status, code], [403, 87]);
    assert.match(
      message,
      /this network: the request came from (?:127\.0\.0\.1|::1|::ffff:127\.0\.0\.1), which is in none of the application's networks/,
    );
  }
  await changeRule(world, loopback);
  assert.equal((await world.signed("GET", path, { token, oauth })).status, 200);
  assert.equal((await requests[4]?.())?.status, 200);
});

test("401 (code 32) — a wrong signature or secret does not learn of the rule", async () => {
  await using world = await startWorld({}, office);
  const as = { ...world.application, consumerSecret: "another" };
  const signed = await world.signed("POST", "/oauth/request_token", {
    ...{ as, oauth: { oauth_callback: "oob" } },
  });
  const basic = await fetch(`${world.baseUrl}/oauth2/token`, {
    method: "POST",
    headers: { authorization: basicHeader(as) },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  for (const response of [signed, basic]) {
    const { status, code } = await errorOf(response);
    assert.deepEqual([status, code], [401, 32]);
  }
});

test("T76 — at an API, the address that the gateway tells decides, in each of its spellings", async () => {
  await using world = await startWorld(settings);
  const bearer = await bearerFor(world.baseUrl, world.application);
  await changeRule(world, office);
  const signed = () => signedVerification(world, "GET", "/1/things");
  const byBearer = { ...signed(), authorization: `Bearer ${bearer}` };
  for (const request of [signed, () => byBearer]) {
    for (const [address, decision] of [
      ["203.0.113.9", "valid"],
      ["::ffff:203.0.113.9", "valid"],
      ["2001:DB8::1%eth0", "valid"],
      ["198.51.100.1", "403 (code 87) network"],
      ["unknown", "403 (code 87) network"],
    ] as const) {
      assert.equal(await decisionOf(world, { ...request(), address }), decision, address);
    }
    const { json } = await ask(world, "/verify", request());
    assert.match(json.message, /the API doesn't tell the client's address/);
  }
});

// interface §11.30
test("an introspected bearer token is active only for a client in one of the networks", async () => {
  await using world = await startWorld(settings);
  const token = await bearerFor(world.baseUrl, world.application);
  const isActive = async (more: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({ token, ...more }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return (await ask(world, "/introspect", body, headers)).json.active;
  };
  assert.equal(await isActive({}), true);
  await changeRule(world, office);
  assert.equal(await isActive({}), false, "no one told the address");
  assert.equal(await isActive({ address: "203.0.113.9" }), true);
  assert.equal(await isActive({ address: "198.51.100.1" }), false);
});

test("for its bearer token only, the consumer secret may be used from every network", async () => {
  await using world = await startWorld(settings, { ...office, networksForBearer: true });
  const bearer = await bearerFor(world.baseUrl, world.application);
  const token = await makeAccessToken(world.ledger, world.application, world.alice);
  assert.equal((await world.signed("GET", path, { token })).status, 200);
  const signed = signedVerification(world, "GET", "/1/things");
  assert.equal(await decisionOf(world, { ...signed, address: "198.51.100.1" }), "valid");
  const authorization = `Bearer ${bearer}`;
  const elsewhere = { ...signed, authorization, address: "198.51.100.1" };
  assert.equal(await decisionOf(world, elsewhere), "403 (code 87) network");
  assert.equal(await decisionOf(world, { ...elsewhere, address: "203.0.113.1" }), "valid");
});

test("a network that is removed allows nothing from the next request on, while others are under way", async () => {
  await using world = await startWorld(settings, office);
  const sent = () =>
    decisionOf(world, {
      ...signedVerification(world, "GET", "/1/things"),
      address: "203.0.113.9",
    });
  const before = Array.from({ length: 20 }, sent);
  const changed = changeRule(world, { networks: ["198.51.100.0/24"] });
  const during = Array.from({ length: 20 }, sent);
  await changed;
  const after = await Promise.all(Array.from({ length: 20 }, sent));
  assert.deepEqual(new Set(after), new Set(["403 (code 87) network"]));
  for (const decision of await Promise.all([...before, ...during])) {
    assert.match(decision, /^valid$|network$/);
  }
});

// interface §15.69
test("200, 303, 422 — the networks on the page of settings", async () => {
  await using world = await startWorld();
  const { application, baseUrl, alice, ledger } = world;
  const page = `/portal/applications/${application.id}/settings`;
  const visitor = await signedIn(baseUrl, alice);
  const texts = english.portal.settings;
  assert.match((await visitor.get(page)).html, saying(texts.networks.hint(20)));
  const form = {
    ...{ name: "Weather Bot", website: "https://weather.example", access: "read" },
    callbacks: "https://weather.example/callback",
  };
  const wrong = "203.0.113.7/24\r\nexample.com\r\n198.51.100.1";
  const rejected = await visitor.send(page, { ...form, networks: wrong });
  assert.equal(rejected.status, 422);
  assert.match(rejected.html, /203\.0\.113\.7\/24<.*must be written as .*203\.0\.113\.0\/24/);
  assert.match(rejected.html, /example\.com<.*is not a network\./);
  assert.doesNotMatch(rejected.html, /198\.51\.100\.1<[^\n]* (?:is|must) /);
  const networks = Array.from({ length: 21 }, (_, at) => `198.51.100.${at}`).join("\n");
  const tooMany = await visitor.send(page, { ...form, networks });
  assert.equal(tooMany.status, 422);
  assert.match(tooMany.html, saying(texts.networks.tooMany(20)));
  const sent = { ...form, networks: office.networks.join("\n"), networks_for_bearer: "on" };
  const asked = await visitor.send(page, sent);
  assert.equal(asked.status, 200);
  assert.match(asked.html, saying(texts.confirm.networksLimited));
  assert.equal((await visitor.post(page, formOn(asked.html).hidden)).status, 303);
  const stored = await ledger.applicationById(application.id);
  assert.deepEqual(stored?.networks, office.networks);
  assert.equal(stored?.networksForBearer, true);
  assert.equal((await visitor.send(page, form)).status, 303, "no one is told when a rule ends");
  assert.deepEqual((await ledger.applicationById(application.id))?.networks, []);
});
