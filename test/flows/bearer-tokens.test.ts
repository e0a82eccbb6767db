/** oauth2/token, oauth2/invalidate_token, and requests with bearer tokens. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Overlap } from "../../src/domain/application.ts";
import { byCommandLine } from "../../src/domain/audit-context.ts";
import { regenerateConsumerSecret } from "../../src/http/actions/applications.ts";
import { basicHeader, bearerFor, requestErrorOf } from "../support/flow.ts";
import { makeAccessToken, makeApplication, makeUser } from "../support/service.ts";
import { errorOf, startWorld } from "../support/world.ts";

const status = "/1.1/application/rate_limit_status.json";
const form = "application/x-www-form-urlencoded;charset=UTF-8";

function ask(
  baseUrl: string,
  authorization: string | undefined,
  body = "grant_type=client_credentials",
  more: { type?: string; query?: string } = {},
): Promise<Response> {
  return fetch(`${baseUrl}/oauth2/token${more.query ?? ""}`, {
    method: "POST",
    headers: {
      "content-type": more.type ?? form,
      ...(authorization !== undefined && { authorization }),
    },
    body,
  });
}

const use = (baseUrl: string, bearer: string) =>
  fetch(baseUrl + status, { headers: { authorization: `Bearer ${bearer}` } });

// interface §7.1, §7.2, §7.3, §8.1, §8.2
test("200 — a bearer token that needs no encoding, the same until it is revoked", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice } = world;
  const response = await ask(baseUrl, basicHeader(application));
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8");
  assert.equal(response.headers.get("cache-control"), "no-store");
  const text = await response.text();
  assert.match(text, /^\{"token_type":"bearer","access_token":"[A-Za-z0-9]{110}"\}$/);
  const bearer = JSON.parse(text).access_token as string;
  assert.equal(await bearerFor(baseUrl, application), bearer);
  assert.equal((await use(baseUrl, bearer)).status, 200);

  const owner = await makeAccessToken(world.ledger, application, alice);
  const revoked = await world.signed("POST", `/oauth2/invalidate_token?access_token=${bearer}`, {
    token: owner,
  });
  assert.equal(revoked.status, 200);
  assert.deepEqual(await revoked.json(), { access_token: bearer });
  assert.equal(await requestErrorOf(await use(baseUrl, bearer)), "401 (code 89)");
  const next = await bearerFor(baseUrl, application);
  assert.notEqual(next, bearer);
  assert.equal((await use(baseUrl, next)).status, 200);
});

// interface §7.7
test("200 — Basic as clients write it: percent-encoded, in lines, in any case", async () => {
  await using world = await startWorld();
  const { baseUrl, application } = world;
  const { consumerKey, consumerSecret } = application;
  const encoded = [...consumerKey].map((one) => `%${one.charCodeAt(0).toString(16)}`).join("");
  const base64 = Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64");
  const inLines = base64.replace(/(.{20})/g, "$1 ");
  for (const authorization of [
    `basic ${base64}`,
    `BASIC   ${base64}`,
    `Basic ${inLines}`,
    `Basic ${base64.replace(/=+$/, "")}`,
    `Basic ${Buffer.from(`${encoded}:${consumerSecret}`).toString("base64")}`,
  ]) {
    assert.equal((await ask(baseUrl, authorization)).status, 200, authorization);
  }
});

// interface §7.4, §7.8, §7.9
test("grant_type — read from the form or the query, and only client_credentials", async () => {
  await using world = await startWorld();
  const { baseUrl, application } = world;
  const basic = basicHeader(application);
  const query = "?grant_type=client_credentials";
  assert.equal((await ask(baseUrl, basic, "", { query })).status, 200);
  const key = application.consumerKey;
  const named = `grant_type=client_credentials&client_id=${key}`;
  assert.equal((await ask(baseUrl, basic, named)).status, 200);

  const rejected: [string, string, string, string?][] = [
    ["", "403 (code 170)", "invalid_request"],
    ["grant_type=", "403 (code 170)", "invalid_request"],
    ["grant_type=password", "400 (code 170)", "unsupported_grant_type"],
    ["grant_type=client_credentials&grant_type=x", "400 (code 215)", "invalid_request"],
    ["grant_type=client_credentials&client_secret=x", "400 (code 215)", "invalid_request"],
    ["grant_type=client_credentials&client_id=x", "400 (code 215)", "invalid_request"],
    [
      '{"grant_type":"client_credentials"}',
      "403 (code 170)",
      "invalid_request",
      "application/json",
    ],
    ["grant_type=client_credentials", "403 (code 170)", "invalid_request", "text/plain"],
  ];
  for (const [body, expected, error, type] of rejected) {
    const response = await ask(baseUrl, basic, body, { ...(type !== undefined && { type }) });
    const answer = (await response.json()) as {
      error: string;
      error_description: string;
      errors: { code: number; message: string }[];
    };
    assert.equal(`${response.status} (code ${answer.errors[0]?.code})`, expected, body);
    assert.equal(answer.error, error, body);
    assert.equal(answer.error_description, answer.errors[0]?.message.replaceAll('"', "'"));
  }
});

// interface §7.6
test("401 (code 32) — wrong Basic credentials, with the challenge of their scheme", async () => {
  await using world = await startWorld();
  const { baseUrl, application } = world;
  const other = await makeApplication(world.ledger, world.alice);
  for (const wrong of [
    { ...application, consumerSecret: "" },
    { ...application, consumerSecret: `${application.consumerSecret}x` },
    { ...application, consumerSecret: application.consumerSecret.slice(0, -1) },
    { ...application, consumerSecret: other.consumerSecret },
    { ...application, consumerKey: "unknown" },
    { ...application, consumerKey: "" },
  ]) {
    const response = await ask(baseUrl, basicHeader(wrong));
    assert.equal(response.headers.get("www-authenticate"), `Basic realm="${baseUrl}"`);
    const body = (await response.json()) as { error: string; errors: { code: number }[] };
    assert.deepEqual(
      [response.status, body.errors[0]?.code, body.error],
      [401, 32, "invalid_client"],
    );
  }
});

// interface §7.5
test("400 (code 215) — no Basic at all, or none that can be read", async () => {
  await using world = await startWorld();
  const { baseUrl } = world;
  for (const authorization of [
    undefined,
    "Basic",
    "Basic !!!",
    `Basic ${btoa("no colon")}`,
    "Bearer abc",
    'OAuth oauth_consumer_key="x"',
  ]) {
    const response = await ask(baseUrl, authorization);
    assert.equal(await requestErrorOf(response), "400 (code 215)", authorization);
  }
});

// interface §8.1, §8.3, §8.4
test("invalidating — owner, value in the query or the form; unknown, another's and none rejected", async () => {
  await using world = await startWorld();
  const { baseUrl, application, alice, ledger } = world;
  const bob = await makeUser(ledger, "bob");
  const [owner, anonymous] = [
    await makeAccessToken(ledger, application, alice),
    await makeAccessToken(ledger, application, bob),
  ];
  const path = "/oauth2/invalidate_token";
  const bearer = await bearerFor(baseUrl, application);

  const notOwner = await world.signed("POST", `${path}?access_token=${bearer}`, {
    token: anonymous,
  });
  assert.equal(await requestErrorOf(notOwner), "403 (code 348)");
  const others = await makeApplication(ledger, alice);
  const othersBearer = await bearerFor(baseUrl, others);
  for (const query of [
    `?access_token=${othersBearer}`,
    "?access_token=unknown",
    "?access_token=",
    "",
  ]) {
    const rejected = await world.signed("POST", path + query, { token: owner });
    assert.equal(await requestErrorOf(rejected), "403 (code 99)", query);
  }
  assert.equal((await use(baseUrl, bearer)).status, 200);
  assert.equal((await use(baseUrl, othersBearer)).status, 200);

  const byForm = await world.signed("POST", path, {
    token: owner,
    form: [["access_token", bearer]],
  });
  assert.deepEqual(await byForm.json(), { access_token: bearer });
  const again = await world.signed("POST", `${path}?access_token=${bearer}`, { token: owner });
  assert.equal(await requestErrorOf(again), "403 (code 99)");
});

// interface §8.5
test("invalidating by Basic — 400 (code 215) as it is, 200 with basic-invalidate switched on", async () => {
  for (const [compat, expected] of [
    ["", "400 (code 215)"],
    ["basic-invalidate", "200"],
  ]) {
    await using world = await startWorld({ COMPAT: compat ?? "" });
    const { baseUrl, application } = world;
    const bearer = await bearerFor(baseUrl, application);
    const others = await bearerFor(baseUrl, await makeApplication(world.ledger, world.alice));
    const invalidate = (access_token: string, secret = application.consumerSecret) =>
      fetch(`${baseUrl}/oauth2/invalidate_token`, {
        method: "POST",
        headers: { authorization: basicHeader({ ...application, consumerSecret: secret }) },
        body: new URLSearchParams({ access_token }),
      });
    const response = await invalidate(bearer);
    if (expected !== "200") {
      assert.equal(await requestErrorOf(response), expected);
      assert.equal((await use(baseUrl, bearer)).status, 200);
      continue;
    }
    assert.deepEqual(await response.json(), { access_token: bearer });
    const [revoked] = await world.ledger.eventsBy(
      { name: "bearer-token.revoked", applicationId: application.id },
      { after: undefined, size: 1 },
    );
    assert.equal(revoked?.actor, `application:${application.id}`);
    assert.equal(await requestErrorOf(await invalidate(others)), "403 (code 99)");
    const wrong = await invalidate(others, "wrong");
    assert.equal(wrong.headers.get("www-authenticate"), `Basic realm="${baseUrl}"`);
    assert.equal(await requestErrorOf(wrong), "401 (code 32)");
    assert.equal((await use(baseUrl, others)).status, 200);
  }
});

// interface §6.5, §9.4, §11.19
test("403 (code 220) — a bearer where user context is needed; 401 (code 89) if it is not even good", async () => {
  await using world = await startWorld();
  const bearer = await bearerFor(world.baseUrl, world.application);
  for (const [method, path] of [
    ["GET", "/1.1/account/verify_credentials.json"],
    ["POST", "/1.1/oauth/invalidate_token"],
    ["POST", "/oauth2/invalidate_token"],
  ]) {
    const send = (token: string) =>
      fetch(`${world.baseUrl}${path}`, {
        method: method ?? "",
        headers: { authorization: `Bearer ${token}` },
      });
    assert.equal(await requestErrorOf(await send(bearer)), "403 (code 220)", path);
    const unknown = await send(`${bearer}x`);
    assert.equal(unknown.headers.get("www-authenticate"), 'Bearer error="invalid_token"');
    assert.equal(await requestErrorOf(unknown), "401 (code 89)", path);
  }
});

// interface §10.1, §10.2, §10.3
test("200 — rate_limit_status names the caller, for a bearer and for a user", async () => {
  await using world = await startWorld({ RATE_LIMITS: "oauth2/token=7" });
  const { baseUrl, application, alice } = world;
  const bearer = await bearerFor(baseUrl, application);
  const byBearer = (await (await use(baseUrl, bearer)).json()) as {
    rate_limit_context: object;
    resources: Record<string, Record<string, { limit: number; remaining: number; reset: number }>>;
  };
  assert.deepEqual(byBearer.rate_limit_context, { application: application.consumerKey });
  const { reset, ...token } = byBearer.resources["oauth2"]?.["/oauth2/token"] ?? {};
  assert.deepEqual(token, { limit: 7, remaining: 6 });
  assert.ok((reset ?? 0) * 1000 > world.clock.now);
  assert.equal(byBearer.resources["account"], undefined, "a bearer has no user");
  assert.equal(byBearer.resources["sign-in"], undefined);

  const access = await makeAccessToken(world.ledger, application, alice);
  const signed = await world.signed("GET", status, { token: access });
  const byUser = (await signed.json()) as typeof byBearer;
  assert.deepEqual(byUser.rate_limit_context, { access_token: access.token });
  assert.equal(byUser.resources["account"]?.["/account/verify_credentials"]?.limit, 75);
});

// interface §11.18
test("401 (code 416), 403 (code 64) — verify_credentials and everything else of the suspended", async () => {
  await using world = await startWorld();
  const { ledger, application, alice } = world;
  const access = await makeAccessToken(ledger, application, alice);
  const by = { at: 0, actor: "command-line" };
  const verify = () =>
    world.signed("GET", "/1.1/account/verify_credentials.json", { token: access });
  await ledger.suspendUser(alice.id, "spam", by);
  assert.equal(await requestErrorOf(await verify()), "403 (code 64)");
  await ledger.suspendApplication(application.id, "abuse", by);
  const both = await errorOf(await verify());
  assert.equal(both.code, 416, "the application comes first");
  assert.ok(!both.message.includes("abuse"), "the reason is the administrator's");
});

// interface §7.12, §11.16
test("401 (code 89) — a bearer token whose consumer secret was replaced, at once or when the overlap ends", async () => {
  await using world = await startWorld();
  const { baseUrl, application, ledger, clock, service } = world;
  const regenerate = async (overlap: Overlap, from: typeof application) => {
    clock.now += 1000;
    const present = (await ledger.applicationById(from.id)) ?? assert.fail();
    const regenerated = await regenerateConsumerSecret.run(
      service.dependencies,
      { application: present, overlap },
      byCommandLine(clock.now),
    );
    assert.ok(typeof regenerated === "object");
    return { ...from, consumerSecret: regenerated.secret.reveal() };
  };
  const first = await bearerFor(baseUrl, application);
  const fresh = await regenerate("0", application);
  assert.equal(await requestErrorOf(await use(baseUrl, first)), "401 (code 89)");
  assert.equal(await requestErrorOf(await ask(baseUrl, basicHeader(application))), "401 (code 32)");

  const second = await bearerFor(baseUrl, fresh);
  assert.notEqual(second, first);
  const newest = await regenerate("1h", fresh);
  const third = await bearerFor(baseUrl, newest);
  assert.equal(await bearerFor(baseUrl, fresh), second, "each secret has its own");
  assert.notEqual(third, second);
  clock.now += 3_600_000 - 1;
  for (const bearer of [second, third]) assert.equal((await use(baseUrl, bearer)).status, 200);
  clock.now += 1;
  assert.equal(await requestErrorOf(await use(baseUrl, second)), "401 (code 89)");
  assert.equal(await requestErrorOf(await ask(baseUrl, basicHeader(fresh))), "401 (code 32)");
  assert.equal((await use(baseUrl, third)).status, 200);
  assert.equal(await bearerFor(baseUrl, newest), third);
});
