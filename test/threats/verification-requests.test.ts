/** T05, T09, T13, T22, T27 and T33 in verification requests to the internal address. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { bearerFor } from "../support/flow.ts";
import { mutations } from "../support/mutations.ts";
import { sendText } from "../support/raw-http.ts";
import { makeAccessToken, makeApplication, makeUser } from "../support/service.ts";
import { startWorld, type World } from "../support/world.ts";
import { api, ask, settings, signedVerification } from "../verification/asking.ts";

const formType = "application/x-www-form-urlencoded";
const by = { at: 0, actor: "command-line" };

/** A decision without the parts that differ in any two decisions. */
async function decision(world: World, verificationRequest: object) {
  const { json } = await ask(world, "/verify", verificationRequest);
  const { decision_id: _, ...rest } = json;
  const { headers = {} } = rest.response ?? {};
  // Each rejection has its own ID; whether it has one must not reveal anything either.
  if ("x-countersign-request" in headers) headers["x-countersign-request"] = "an ID";
  return rest;
}

test("T05 — who cannot sign learns nothing: of a key, of a token, of a suspension", async () => {
  await using world = await startWorld(settings);
  const { ledger, application, alice } = world;
  const token = await makeAccessToken(ledger, application, alice);
  const unknown = { ...application, consumerKey: "n".repeat(25) };
  const none = { token: "1-nothing", secret: "nothing" };
  const verify = (as: typeof application, one: typeof none) =>
    decision(world, signedVerification(world, "GET", "/1/things", { as, token: one }));
  assert.deepEqual(await verify(unknown, token), await verify(unknown, none));
  assert.deepEqual(await verify(unknown, token), await verify(application, none));
  const forged = { ...token, secret: "a guess" };
  const before = await verify(application, forged);
  assert.deepEqual([before.code, before.cause], [32, "signature"]);
  await ledger.suspendUser(alice.id, "x", by);
  assert.deepEqual(await verify(application, forged), before);
  await ledger.suspendApplication(application.id, "x", by);
  assert.deepEqual(await verify(application, forged), before);
});

test("T09 — 400 (code 215): an oauth_* parameter that stands twice, wherever the second one is", async () => {
  await using world = await startWorld(settings);
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "write");
  for (const name of ["oauth_token", "oauth_nonce", "oauth_signature", "oauth_consumer_key"]) {
    const added = `${name}=other`;
    const verificationRequest = (target: string) =>
      signedVerification(world, "POST", target, { token });
    const plain = verificationRequest("/1/things");
    for (const polluted of [
      verificationRequest(`/1/things?${added}`),
      { ...plain, content_type: formType, body: added },
      { ...plain, authorization: `${plain.authorization}, ${name}="other"` },
    ]) {
      const { valid, code, cause, response } = await decision(world, polluted);
      assert.deepEqual([valid, code, cause, response.status], [false, 215, "malformed", 400], name);
    }
  }
  const repeated = signedVerification(world, "POST", "/1/things?a=1&a=1", {
    token,
    form: [
      ["a", "2"],
      ["a", "2"],
    ],
  });
  assert.equal((await decision(world, repeated)).valid, true);
});

test("T13 — 401 or 400: every alteration of a bearer token, and of an access token that its secret signs", async () => {
  await using world = await startWorld({ ...settings, RATE_LIMITS: "off" });
  const bearer = await bearerFor(world.baseUrl, world.application);
  const { token, secret } = await makeAccessToken(world.ledger, world.application, world.alice);
  const one = { method: "GET", origin: api, target: "/1/things" };
  const verificationRequests = [
    ...[...mutations(bearer)]
      .filter((altered) => altered.trim() !== bearer)
      .map((altered) => ({ ...one, authorization: `Bearer ${altered}` })),
    ...[...mutations(token)].map((altered) =>
      signedVerification(world, "GET", "/1/things", { token: { token: altered, secret } }),
    ),
  ];
  assert.ok(verificationRequests.length > 500);
  for (let at = 0; at < verificationRequests.length; at += 100) {
    const requests = verificationRequests.slice(at, at + 100);
    const { status, json } = await ask(world, "/verify/batch", { requests });
    assert.equal(status, 200);
    for (const [index, { valid, response }] of json.decisions.entries()) {
      const what = JSON.stringify(requests[index]);
      assert.equal(valid, false, what);
      assert.ok([400, 401].includes(response.status), `${response.status}: ${what}`);
    }
  }
  const whole = { ...one, authorization: `Bearer ${bearer}` };
  assert.equal((await decision(world, whole)).valid, true);
});

test("T22 — 429: failures count against the address of the question, by its network, and never against who can prove themselves", async () => {
  await using world = await startWorld({ ...settings, RATE_LIMITS: "failed-credentials=2" });
  const bearer = await bearerFor(world.baseUrl, world.application);
  const asked = async (address: string, token: string, headers = {}) => {
    const verificationRequest = { method: "GET", origin: api, target: "/", address };
    const authorization = `Bearer ${token}`;
    const { json } = await ask(
      world,
      "/verify",
      { ...verificationRequest, authorization },
      headers,
    );
    return json.valid ? 200 : json.response.status;
  };
  for (const [address, expected] of [
    ["203.0.113.1", 401],
    ["::ffff:203.0.113.1", 401],
    ["203.0.113.1", 429],
    ["203.0.113.2", 401],
    ["2001:db8::1", 401],
    ["2001:DB8:0:0::ffff", 401],
    ["2001:db8::2", 429],
    ["2001:db8:0:1::1", 401],
  ] as const) {
    const forwarded = { "x-forwarded-for": "198.51.100.7", forwarded: "for=198.51.100.7" };
    assert.equal(await asked(address, "wrong", forwarded), expected, address);
  }
  assert.equal(await asked("203.0.113.1", bearer), 200);
});

test("T27 — the Host of the caller is in no signature, challenge or answer", async () => {
  await using world = await startWorld(settings);
  const token = await makeAccessToken(world.ledger, world.application, world.alice);
  const decisionAt = async (host: string, verificationRequest: object) => {
    const body = JSON.stringify(verificationRequest);
    const lines = [
      "POST /verify HTTP/1.1",
      `Host: ${host}`,
      `X-Forwarded-Host: ${host}`,
      "Connection: close",
      `X-Countersign-Secret: ${settings.INTERNAL_SECRET}`,
      `Content-Length: ${body.length}`,
    ];
    const text = await sendText(
      world.service.internalUrl ?? "",
      `${lines.join("\r\n")}\r\n\r\n${body}`,
    );
    assert.doesNotMatch(text, /evil/);
    return JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4));
  };
  const good = signedVerification(world, "GET", "/1/things", { token });
  assert.equal((await decisionAt("evil.example", good)).valid, true);
  const wrong = { ...good, target: "/1/other" };
  const { response } = await decisionAt("evil.example", wrong);
  assert.equal(response.headers["www-authenticate"], `OAuth realm="${world.baseUrl}"`);
  const elsewhere = signedVerification(world, "GET", "/1/things", { token, origin: "http://evil" });
  const { status } = await ask(world, "/verify", elsewhere);
  assert.equal(status, 400);
});

test("T33 — a body of another type is outside the signature, and is never taken for a form", async () => {
  await using world = await startWorld(settings);
  const bob = await makeUser(world.ledger, "bob");
  const application = await makeApplication(world.ledger, bob, { access: "write" });
  const token = await makeAccessToken(world.ledger, application, bob, "write");
  const body = "a=b&oauth_token=other";
  const signedWith = (form?: [string, string][]) => {
    const {
      body: _,
      content_type: __,
      ...verificationRequest
    } = signedVerification(world, "POST", "/1/things", {
      as: application,
      token,
      ...(form && { form }),
    });
    return verificationRequest;
  };
  for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=a", ""]) {
    const asked = { ...signedWith(), content_type: type, body };
    assert.equal((await decision(world, asked)).valid, true, type);
    const counted = { ...signedWith([["a", "b"]]), content_type: type, body: "a=b" };
    assert.equal((await decision(world, counted)).cause, "signature", type);
  }
  for (const type of [`text/${formType}`, `${formType}x`, "text/x-www-form-urlencoded"]) {
    const asked = { ...signedWith(), content_type: type, body };
    assert.equal((await decision(world, asked)).cause, "malformed", type);
  }
  for (const type of [formType, `${formType}; charset=utf-8`, formType.toUpperCase()]) {
    const asked = { ...signedWith([["a", "b"]]), content_type: type, body: "a=b" };
    assert.equal((await decision(world, asked)).valid, true, type);
    const left = { ...signedWith(), content_type: type, body: "a=b" };
    assert.equal((await decision(world, left)).cause, "signature", type);
  }
});
