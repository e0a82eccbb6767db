/** The middleware's cache of accepted bearer tokens: what is kept, for how long, and how much. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { byCommandLine } from "../../../src/domain/audit-context.ts";
import { bearerFor } from "../../../test/support/flow.ts";
import { makeAccessToken } from "../../../test/support/service.ts";
import { startWorld, type World } from "../../../test/support/world.ts";
import { api as origin, settings, signedVerification } from "../../../test/verification/asking.ts";
import { acceptedBearers } from "../src/accepted-bearers.ts";
import type { Accepted, VerificationRequest } from "../src/contract.ts";
import { createDecide } from "../src/decide.ts";
import { apis } from "./apis.ts";

const maxAge = 1;
const withMaxAge = { ...settings, DECISION_MAX_AGE: String(maxAge) };

const accepted: Accepted = {
  valid: true,
  caller: {
    ...{ context: "application", appId: "1", consumerKey: "k" },
    ...{ access: "read", body: "unsigned" },
  },
  rateLimit: undefined,
  sunset: undefined,
  maxAge: 60,
  decisionId: "d1",
};
const token = "AAAAAAAAAAAAAAAAAAAAAMLheAAAAAAA0.-~+/bQ==";
const request: VerificationRequest = {
  ...{ method: "GET", target: "/1/things?page=2&sort=name" },
  authorization: `Bearer ${token}`,
};

for (const [name, startApi] of Object.entries(apis)) {
  test(`${name}: 401 (code 89) — T78: a revoked bearer token, at the latest after max_age`, async () => {
    await using world = await startWorld(withMaxAge, { access: "write" });
    await using api = await startApi({ ...verifierOf(world), cachedDecisions: 10 });
    const authorization = `Bearer ${await bearerFor(world.baseUrl, world.application)}`;
    const headers = { authorization, "content-type": "application/json" };
    const call = async () => {
      const begun = performance.now();
      const options = { method: "POST", headers, body: '{"a":"b"}' };
      const response = await fetch(`${api.url}/1/things`, options);
      const { caller, a } = (await response.json()) as { caller?: { appId: string }; a?: string };
      if (response.ok) assert.deepEqual([caller?.appId, a], [world.application.id, "b"]);
      return { begun, status: response.status };
    };
    assert.equal((await call()).status, 200);
    await world.ledger.revokeBearerTokenOf(world.application.id, byCommandLine(world.clock.now));
    const revoked = performance.now();
    let last = await call();
    assert.equal(last.status, 200, "it is cached");
    while (last.status === 200) {
      assert.ok(last.begun - revoked < maxAge * 1000, `${last.begun - revoked} ms`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      last = await call();
    }
    assert.equal(last.status, 401);
  });
}

test("without the option, or without max_age, a revoked bearer token is rejected at once", async () => {
  for (const [set, cachedDecisions] of [
    [withMaxAge, 0],
    [settings, 10],
  ] as const) {
    await using world = await startWorld(set);
    const decide = createDecide({ ...verifierOf(world), cachedDecisions });
    const authorization = `Bearer ${await bearerFor(world.baseUrl, world.application)}`;
    const isValid = async () => (await decide(raw("GET", authorization), {}, noBody)).valid;
    assert.equal(await isValid(), true);
    await world.ledger.revokeBearerTokenOf(world.application.id, byCommandLine(world.clock.now));
    assert.equal(await isValid(), false);
  }
});

test("kept decisions need no call; other requirements, another method, and signed requests do", async () => {
  await using world = await startWorld({ ...settings, DECISION_MAX_AGE: "300" });
  const decide = createDecide({ ...verifierOf(world), cachedDecisions: 10 });
  const authorization = `Bearer ${await bearerFor(world.baseUrl, world.application)}`;
  const token = await makeAccessToken(world.ledger, world.application, world.alice, "read");
  const signed = signedVerification(world, "GET", "/1/plain", { token }).authorization;
  const first = await decide(raw("GET", authorization), {}, noBody);
  const again = await decide(raw("GET", authorization, "/1/other?a=1"), {}, noBody);
  assert.ok(first.valid === true && again.valid === true);
  assert.equal(again.decisionId, first.decisionId);
  assert.deepEqual(again.caller, first.caller);
  for (const [rules, method, target] of [
    [{ requires: { context: "user" } }, "GET", "/1/plain"],
    [{ requires: { access: "write" } }, "GET", "/1/plain"],
    [{ requires: { body: "hashed" } }, "GET", "/1/plain"],
    [{}, "POST", "/1/plain"],
    [{}, "GET", "/1/plain?oauth_token=a"],
    [{}, "GET", "/1/plain?%6fauth_token=a"],
    [{}, "GET", `/1/plain?${"a&".repeat(256)}a`],
  ] as const) {
    const decision = await decide(raw(method, authorization, target), rules, noBody);
    assert.equal(decision.valid, false, `${method} ${target} ${JSON.stringify(rules)}`);
  }
  const limited = { limit: "search" };
  const counted = [];
  for (let call = 0; call < 3; call += 1) {
    counted.push((await decide(raw("GET", authorization), limited, noBody)).valid);
  }
  assert.deepEqual(counted, [true, true, false], "each request counts");
  assert.equal((await decide(raw("GET", signed), {}, noBody)).valid, true);
  assert.equal((await decide(raw("GET", signed), {}, noBody)).valid, false, "its nonce is spent");
});

test("the number of kept decisions is bounded, the oldest go first, and what is over goes too", () => {
  let now = 0;
  const kept = acceptedBearers(3, () => ({ monotonic: now, wall: now }));
  const keys = Array.from({ length: 6 }, (_, at) => {
    return kept.keyOf({ ...request, authorization: `Bearer t${at}` }) ?? assert.fail();
  });
  const found = () => keys.map((key) => kept.find(key) !== undefined);
  for (const key of keys.slice(0, 4)) kept.keep(key, accepted, kept.now());
  assert.deepEqual(found(), [false, true, true, true, false, false]);
  now = 59_999;
  kept.keep(keys[4] ?? "", accepted, kept.now());
  assert.deepEqual(found(), [false, false, true, true, true, false]);
  now = 60_000;
  assert.deepEqual(found(), [false, false, false, false, true, false]);
  kept.keep(keys[5] ?? "", { ...accepted, maxAge: 0 }, kept.now());
  assert.deepEqual(found(), [false, false, false, false, true, false]);
});

test("a decision is over by either clock: one that is set, and one that stops while the machine sleeps", () => {
  for (const later of [
    { monotonic: 60_000, wall: 0 },
    { monotonic: 0, wall: 60_000 },
    { monotonic: 0, wall: -60_000 },
  ]) {
    let now = { monotonic: 0, wall: 0 };
    const kept = acceptedBearers(3, () => now);
    kept.keep("a", accepted, kept.now());
    assert.ok(kept.find("a"));
    now = later;
    assert.equal(kept.find("a"), undefined);
  }
});

test("no key has the token, or its plain digest; each process has its own", () => {
  const [one, two] = [acceptedBearers(3), acceptedBearers(3)];
  const key = one.keyOf(request) ?? assert.fail();
  assert.match(key, /^[\w-]{43}$/);
  assert.equal(key, one.keyOf({ ...request, target: "/other" }));
  assert.notEqual(key, two.keyOf(request));
  one.keep(key, accepted, one.now());
  assert.ok(!inspect(one, { depth: 10, showHidden: true }).includes(token));
});

test("no decision is kept for a form, a limit, a signature, two tokens, or no token", () => {
  const kept = acceptedBearers(3);
  const contentType = "Application/X-WWW-form-urlencoded; charset=utf-8";
  for (const other of [
    { limit: "search" },
    { contentType },
    { authorization: 'OAuth oauth_token="a"' },
    { authorization: "Basic YTpi" },
    { authorization: "Bearer" },
    { authorization: "Bearer a b" },
    { authorization: "Bearer a, Bearer b" },
    { authorization: "" },
  ]) {
    assert.equal(kept.keyOf({ ...request, ...other }), undefined, JSON.stringify(other));
  }
});

test("TypeError — the number of decisions must be a number", () => {
  for (const cachedDecisions of [-1, 1.5, Number.NaN, "10" as unknown as number]) {
    const options = { url: "http://127.0.0.1:1", origin, cachedDecisions };
    assert.throws(() => createDecide(options), /cachedDecisions must be a number of decisions/);
  }
});

function verifierOf({ service }: World) {
  return { url: String(service.internalUrl), secret: settings.INTERNAL_SECRET, origin };
}

function raw(method: string, authorization: string, target = "/1/plain") {
  return { method, target, rawHeaders: ["Authorization", authorization], address: undefined };
}

async function noBody(): Promise<Uint8Array> {
  return new Uint8Array();
}
