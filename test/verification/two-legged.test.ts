/** Requests to APIs that the application signs alone, without a token. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { requestErrorOf } from "../support/flow.ts";
import { makeAccessToken, makeApplication } from "../support/service.ts";
import { encode, type Pairs, signedFetch, signedPairs } from "../support/signing.ts";
import { signedIn } from "../support/visitor.ts";
import { secondsOf, startWorld, type World } from "../support/world.ts";
import { api, ask, settings, signedVerification } from "./asking.ts";

const by = { at: 0, actor: "command-line" };

const verify = async (world: World, verificationRequest: object) =>
  (await ask(world, "/verify", verificationRequest)).json;

const application = ({ application: { id, consumerKey } }: World) => ({
  context: "application",
  app_id: id,
  consumer_key: consumerKey,
  access: "read",
});

/** A launch as a browser posts it: everything is in the form, and there is no Authorization header. */
function launch(world: World, fields: Pairs, oauth: Readonly<Record<string, string>> = {}) {
  const target = "/launch?course=1%20a";
  const all: Pairs = [["lti_message_type", "basic-lti-launch-request"], ...fields];
  const times = { oauth_timestamp: secondsOf(world.clock.now), ...oauth };
  const signed = [...all, ["course", "1 a"]] as const;
  const pairs = signedPairs("POST", api + target, world.application, signed, times);
  return {
    ...{ method: "POST", origin: api, target, requires: { access: "read" } },
    content_type: "application/x-www-form-urlencoded",
    body: [...all, ...pairs].map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&"),
  };
}

test("200 valid — signed without a token: the application, one by one and in a batch", async () => {
  await using world = await startWorld(settings);
  for (const oauth of [{}, { oauth_token: "" }, { oauth_callback: "about:blank" }]) {
    for (const requires of [{}, { context: "application" }, { context: "any" }]) {
      const verificationRequest = {
        ...signedVerification(world, "GET", "/1/things?a=b", { oauth }),
        requires,
      };
      const decision = await verify(world, { ...verificationRequest, limit: "search" });
      assert.deepEqual(decision.caller, application(world));
      assert.notEqual(decision.rate_limit, null);
      world.clock.now += 60_000;
    }
  }
  const requests = [signedVerification(world, "GET", "/1"), signedVerification(world, "GET", "/2")];
  const { json } = await ask(world, "/verify/batch", { requests });
  for (const { caller } of json.decisions) assert.deepEqual(caller, application(world));
});

test("200 valid — launches with line ends, spaces, HTML and emoji in their values", async () => {
  await using world = await startWorld(settings);
  for (const value of [
    "one\r\ntwo\nthree\rfour",
    "  two  spaces   and three\t",
    '<p class="a">R&amp;D\'s 100% + ½</p>',
    "👩🏽‍🚀 مرحبا ñ e\u0301",
    "a=b&c=d;e~*!'()",
    "",
  ]) {
    const fields: Pairs = [
      ["resource_link_description", value],
      ["custom_é", value],
      ["roles", "Learner"],
      ["roles", "Instructor"],
    ];
    const decision = await verify(world, launch(world, fields, { oauth_callback: "about:blank" }));
    assert.deepEqual(decision.caller, application(world), JSON.stringify(value));
  }
});

test("200 invalid (code 32) — an unknown key, a wrong secret and a changed request are alike", async () => {
  await using world = await startWorld(settings);
  const other = await makeApplication(world.ledger, world.alice);
  const good = signedVerification(world, "GET", "/1/things");
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "read");
  const withoutToken = signedVerification(world, "GET", "/1/things", {
    token,
    oauth: { oauth_token: undefined },
  });
  const responses = new Set<string>();
  for (const verificationRequest of [
    signedVerification(world, "GET", "/1/things", {
      as: { ...world.application, consumerKey: "no" },
    }),
    signedVerification(world, "GET", "/1/things", {
      as: { ...world.application, consumerSecret: other.consumerSecret },
    }),
    { ...good, target: "/1/other" },
    { ...good, authorization: good.authorization.replace("OAuth ", 'OAuth oauth_token="", ') },
    withoutToken,
  ]) {
    const { valid, code, cause, response } = await verify(world, verificationRequest);
    assert.deepEqual([valid, code, cause], [false, 32, "signature"]);
    delete response.headers["x-countersign-request"];
    responses.add(JSON.stringify(response));
  }
  assert.equal(responses.size, 1, [...responses].join("\n"));
  assert.equal((await verify(world, good)).valid, true);
});

test("200 invalid (code 32) — the second use of a nonce; a request with a token has nonces of its own", async () => {
  await using world = await startWorld(settings);
  const oauth = { oauth_nonce: "the-same" };
  const verificationRequest = signedVerification(world, "GET", "/1/things", { oauth });
  assert.equal((await verify(world, verificationRequest)).valid, true);
  for (const again of [
    verificationRequest,
    signedVerification(world, "GET", "/1/other", { oauth }),
    signedVerification(world, "GET", "/1/things", { oauth: { ...oauth, oauth_token: "" } }),
  ]) {
    const { valid, code, cause } = await verify(world, again);
    assert.deepEqual([valid, code, cause], [false, 32, "nonce"]);
  }
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "read");
  const byUser = signedVerification(world, "GET", "/1/things", { token, oauth });
  assert.equal((await verify(world, byUser)).caller.context, "user");
});

test("200 invalid (code 220) — an API that needs a user; the request spends no nonce", async () => {
  await using world = await startWorld(settings);
  const verificationRequest = signedVerification(world, "GET", "/1/me");
  const { valid, code, cause, response } = await verify(world, {
    ...verificationRequest,
    requires: { context: "user" },
  });
  assert.deepEqual([valid, code, cause, response.status], [false, 220, "context", 403]);
  assert.equal((await verify(world, verificationRequest)).valid, true);
});

test("200 invalid — a suspended application, its access level and its limit", async () => {
  await using world = await startWorld(settings);
  const { ledger, application } = world;
  const outcome = async (method: string, more: object = {}) => {
    const decision = await verify(world, { ...signedVerification(world, method, "/1/x"), ...more });
    return decision.valid ? decision.rate_limit?.remaining : decision.cause;
  };
  assert.equal(await outcome("POST"), "access");
  const counted = [];
  for (let call = 0; call < 3; call += 1) counted.push(await outcome("GET", { limit: "search" }));
  assert.deepEqual(counted, [1, 0, "limit"]);
  assert.equal(
    await outcome("GET", { limit: "timeline" }),
    2,
    "a limit per user counts it for the application",
  );
  await ledger.suspendApplication(application.id, "x", by);
  assert.equal(await outcome("GET"), "suspended-application");
});

test("200 — the application's usage and its rejected requests include those without a token", async () => {
  await using world = await startWorld(settings);
  const { usage, rejected } = world.service.dependencies;
  await verify(world, signedVerification(world, "GET", "/1/x"));
  const { response } = await verify(world, signedVerification(world, "POST", "/1/x"));
  const counted = await usage.usageOf(world.application.id, 300, { since: 0 });
  const sums = Object.fromEntries(counted.map(({ kind, count }) => [kind, count]));
  assert.deepEqual(sums, { verified: 1, "rejected 261": 1 });
  await rejected.settled();
  const owner = await signedIn(world.baseUrl, world.alice);
  const path = `/portal/applications/${world.application.id}/requests`;
  const id = response.headers["x-countersign-request"];
  const { status, html } = await owner.get(`${path}/${id}`);
  assert.equal(status, 200);
  assert.ok(html.includes("POST /1/x"), html);
});

// interface §9.1
test("400 (code 215) — the service's own operations still need a token", async () => {
  await using world = await startWorld(settings);
  for (const oauth_token of [undefined, ""]) {
    const url = `${world.baseUrl}/1.1/account/verify_credentials.json`;
    const times = { oauth_timestamp: secondsOf(world.clock.now), oauth_token };
    const response = await signedFetch("GET", url, world.application, { oauth: times });
    assert.equal(await requestErrorOf(response), "400 (code 215)");
  }
});
