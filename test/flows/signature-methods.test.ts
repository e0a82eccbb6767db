/** The signature methods that a service accepts, at its own operations and for APIs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as english from "../../src/pages/languages/english.ts";
import { requestErrorOf, requestTokenFor } from "../support/flow.ts";
import { saying } from "../support/saying.ts";
import { makeAccessToken } from "../support/service.ts";
import { formOn, signedIn } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";
import { ask, settings, signedVerification } from "../verification/asking.ts";

const path = "/1.1/account/verify_credentials.json";
const methods = ["HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512"] as const;

/** By method: whether the service's own operations accept it, with a user's token and without, and an API. */
async function accepted(world: World): Promise<Record<string, boolean>> {
  const token = await makeAccessToken(world.ledger, world.application, world.alice);
  const results: Record<string, boolean> = {};
  for (const oauth_signature_method of methods) {
    const oauth = { oauth_signature_method };
    const signed = await world.signed("GET", path, { token, oauth });
    const response = await world.signed("POST", "/oauth/request_token", {
      oauth: { ...oauth, oauth_callback: "oob" },
    });
    const verificationRequest = signedVerification(world, "GET", "/1/things", { token, oauth });
    const alone = signedVerification(world, "GET", "/1/things", { oauth });
    const { json } = await ask(world, "/verify/batch", { requests: [verificationRequest, alone] });
    const all = [signed.ok, response.ok, json.decisions[0].valid, json.decisions[1].valid];
    assert.equal(new Set(all).size, 1, `${oauth_signature_method}: ${all}`);
    results[oauth_signature_method] = signed.ok;
  }
  return results;
}

for (const [setting, sha1, sha256, sha512] of [
  ["", true, false, false],
  ["HMAC-SHA1,HMAC-SHA256", true, true, false],
  ["HMAC-SHA256", false, true, false],
  ["HMAC-SHA512, HMAC-SHA256", false, true, true],
] as const) {
  test(`200, 400 — the signature methods ${setting || "without the setting"}`, async () => {
    await using world = await startWorld({ ...settings, SIGNATURE_METHODS: setting });
    const expected = { "HMAC-SHA1": sha1, "HMAC-SHA256": sha256, "HMAC-SHA512": sha512 };
    assert.deepEqual(await accepted(world), expected);
  });
}

test("400 (code 215) — another method; the message names those that are accepted", async () => {
  await using world = await startWorld({ SIGNATURE_METHODS: "HMAC-SHA256,HMAC-SHA512" });
  for (const oauth_signature_method of ["HMAC-SHA1", "PLAINTEXT", "hmac-sha256"]) {
    const response = await world.signed("GET", path, { oauth: { oauth_signature_method } });
    assert.equal(response.status, 400);
    assert.match(
      await response.text(),
      /"code":215,.*oauth_signature_method must be HMAC-SHA256 or HMAC-SHA512\./,
    );
  }
});

const both = { ...settings, SIGNATURE_METHODS: "HMAC-SHA1,HMAC-SHA256" };
const by = { at: 0, actor: "command-line" };

async function changeRule({ ledger, application }: World, requireSha256: boolean): Promise<void> {
  const from = await ledger.applicationById(application.id);
  assert.ok(from);
  const draft = { ...from, requireSha256 };
  assert.ok(await ledger.changeApplication({ applicationId: from.id, from, draft, now: 0 }, by));
}

// interface §11.29
test("400 (code 215) — HMAC-SHA1, of an application that requires SHA-256; no nonce is spent", async () => {
  await using world = await startWorld(both, { requireSha256: true });
  assert.deepEqual(await accepted(world), {
    "HMAC-SHA1": false,
    "HMAC-SHA256": true,
    "HMAC-SHA512": false,
  });
  const token = await makeAccessToken(world.ledger, world.application, world.alice);
  const oauth = { oauth_nonce: "once" };
  const pair = await requestTokenFor(world.baseUrl, world.application, "oob", {
    oauth_signature_method: "HMAC-SHA256",
  });
  const message =
    "Bad Authentication data: oauth_signature_method must be HMAC-SHA256, because the application requires SHA-256.";
  const verification = signedVerification(world, "GET", "/1/things", { oauth });
  const requests = [
    () =>
      world.signed("POST", "/oauth/request_token", { oauth: { ...oauth, oauth_callback: "oob" } }),
    () => world.signed("POST", "/oauth/access_token", { token: pair, oauth }),
    () => world.signed("GET", path, { token, oauth }),
  ];
  for (const request of [...requests, ...requests]) {
    const response = await request();
    assert.equal(response.status, 400);
    assert.deepEqual(await response.json(), { errors: [{ code: 215, message }] });
  }
  for (const _ of [1, 2]) {
    const { valid, code, cause, message: said } = (await ask(world, "/verify", verification)).json;
    assert.deepEqual([valid, code, cause, said], [false, 215, "signature-method", message]);
  }
  await changeRule(world, false);
  assert.equal((await world.signed("GET", path, { token, oauth })).status, 200);
  assert.equal((await ask(world, "/verify", verification)).json.valid, true);
});

test("401 (code 32) — a wrong signature does not learn of the rule", async () => {
  await using world = await startWorld(both, { requireSha256: true });
  const as = { ...world.application, consumerSecret: "another" };
  const rejected = await world.signed("POST", "/oauth/request_token", {
    ...{ as, oauth: { oauth_callback: "oob" } },
  });
  assert.equal(await requestErrorOf(rejected), "401 (code 32)");
});

test("400 (code 215) — the rule, where the service accepts only HMAC-SHA1", async () => {
  await using world = await startWorld(settings, { requireSha256: true });
  const { json } = await ask(world, "/verify", signedVerification(world, "GET", "/1/things"));
  assert.equal(json.cause, "signature-method");
  assert.match(
    json.message,
    /the application requires SHA-256, and the service accepts only HMAC-SHA1/,
  );
});

// interface §15.65
test("200, 303, 422 — the rule on the page of settings: what it does, and where it can work", async () => {
  await using world = await startWorld(both);
  const { application, baseUrl, alice, ledger } = world;
  const page = `/portal/applications/${application.id}/settings`;
  const visitor = await signedIn(baseUrl, alice);
  const texts = english.portal.settings;
  const form = {
    ...{ name: "Weather Bot", website: "https://weather.example", access: "read" },
    callbacks: "https://weather.example/callback",
  };
  assert.match((await visitor.get(page)).html, saying(texts.sha256.hint));
  const asked = await visitor.send(page, { ...form, require_sha256: "on" });
  assert.equal(asked.status, 200);
  assert.match(asked.html, saying(texts.confirm.sha1Rejected));
  const rule = async () => (await ledger.applicationById(application.id))?.requireSha256;
  assert.equal(await rule(), false, "nothing is saved yet");
  assert.equal((await visitor.post(page, formOn(asked.html).hidden)).status, 303);
  assert.equal(await rule(), true);
  const [event] = (await ledger.eventsAfter("0", 100)).slice(-1);
  assert.equal(event?.name, "application.changed");
  assert.match((await visitor.get(page)).html, /name="require_sha256"[^>]* checked/);
  assert.equal((await visitor.send(page, form)).status, 303);
  assert.equal(await rule(), false);
});

// interface §15.65
test("422 — the rule is not offered where the service accepts only HMAC-SHA1", async () => {
  await using world = await startWorld(settings);
  const { application, baseUrl, alice, ledger } = world;
  const page = `/portal/applications/${application.id}/settings`;
  const visitor = await signedIn(baseUrl, alice);
  assert.doesNotMatch((await visitor.get(page)).html, /require_sha256/);
  const form = { name: "Weather Bot", access: "read", require_sha256: "on" };
  const rejected = await visitor.send(page, form);
  assert.equal(rejected.status, 422);
  assert.match(rejected.html, saying(english.portal.settings.sha256.notAccepted));
  assert.equal((await ledger.applicationById(application.id))?.requireSha256, false);
  await changeRule(world, true);
  assert.match((await visitor.get(page)).html, saying(english.portal.settings.sha256.notAccepted));
  assert.equal((await ledger.applicationById(application.id))?.requireSha256, true);
});
