/** The named limits of the administrator's APIs, in every place where the service shows limits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { bearerFor, requestErrorOf } from "../support/flow.ts";
import { makeAccessToken, makeAdmin, makeApplication } from "../support/service.ts";
import { signedIn } from "../support/visitor.ts";
import { startWorld, type World } from "../support/world.ts";
import { api, ask, settings, signedVerification } from "./asking.ts";

async function bearerVerification({ baseUrl, application }: World) {
  const bearer = await bearerFor(baseUrl, application);
  const authorization = `Bearer ${bearer}`;
  return { method: "GET", origin: api, target: "/1/search", authorization, limit: "search" };
}

async function statusOf(response: Response) {
  const { resources } = (await response.json()) as {
    resources: Record<string, Record<string, { limit: number; remaining: number; reset: number }>>;
  };
  return resources["api"];
}

// interface §10.3, §10.4
test("200 — rate_limit_status lists the limits of APIs as the decisions counted them; for a bearer, as its application's calls without a user were", async () => {
  await using world = await startWorld(settings);
  const token = await makeAccessToken(world.ledger, world.application, world.alice);
  const verificationRequest = signedVerification(world, "GET", "/1/timeline", { token });
  const decision = (await ask(world, "/verify", { ...verificationRequest, limit: "timeline" }))
    .json;
  assert.equal(decision.rate_limit.remaining, 2);
  const path = "/1.1/application/rate_limit_status.json";
  const listed = await statusOf(await world.signed("GET", path, { token }));
  assert.deepEqual(listed?.["/api/timeline"], decision.rate_limit);
  assert.deepEqual([listed?.["/api/search"]?.limit, listed?.["/api/search"]?.remaining], [2, 2]);
  const { authorization } = await bearerVerification(world);
  const byBearer = await fetch(world.baseUrl + path, { headers: { authorization } });
  const ofBearer = await statusOf(byBearer);
  assert.deepEqual(Object.keys(ofBearer ?? {}), ["/api/timeline", "/api/search"]);
  assert.equal(ofBearer?.["/api/timeline"]?.remaining, 3);
});

test("200 — without limits of APIs there is no such family", async () => {
  await using world = await startWorld({ ...settings, API_LIMITS: "" });
  const token = await makeAccessToken(world.ledger, world.application, world.alice);
  const path = "/1.1/application/rate_limit_status.json";
  assert.equal(await statusOf(await world.signed("GET", path, { token })), undefined);
});

// interface §15.12
test("200 — the owner sees how the limits of APIs stand that count the application, and looking counts nothing", async () => {
  await using world = await startWorld(settings);
  const { json } = await ask(world, "/verify", await bearerVerification(world));
  assert.equal(json.rate_limit.remaining, 1);
  const owner = await signedIn(world.baseUrl, world.alice);
  const path = `/portal/applications/${world.application.id}/usage`;
  for (let looks = 0; looks < 3; looks += 1) {
    const html = (await owner.get(path)).html.replaceAll("<wbr>", "");
    const rows = html.matchAll(/<code[^>]*>api\/search<\/code>(.*?)<(?:time|code)/gs);
    assert.ok([...rows].some(([, row]) => row?.includes('aria-valuemax="2" aria-valuenow="1"')));
    assert.doesNotMatch(html, /api\/timeline/);
  }
});

// interface §16.11
test("200 invalid (code 88) — an administrator gives an application a limit of its own at an API, in force with the next decision", async () => {
  await using world = await startWorld(settings);
  const { application, ledger, clock } = world;
  const admin = await signedIn(world.baseUrl, await makeAdmin(ledger, "carol"));
  const path = `/admin/applications/${application.id}`;
  const verificationRequest = await bearerVerification(world);
  const decision = async () => (await ask(world, "/verify", verificationRequest)).json;
  assert.equal((await decision()).rate_limit.limit, 2);

  const wrong = await admin.send(path, { change: "set-limits", "api/search": "0" });
  assert.equal(wrong.status, 422);
  assert.equal((await decision()).rate_limit.limit, 2);
  assert.equal((await decision()).code, 88);

  await admin.send(path, { change: "set-limits", "api/search": "4", "api/nothing": "9" });
  assert.deepEqual((await ledger.applicationById(application.id))?.limits, { "api/search": 4 });
  assert.match((await admin.get(path)).html, /name="api\/search"[^>]*value="4"/);
  const { limit, remaining } = (await decision()).rate_limit;
  assert.deepEqual([limit, remaining], [4, 1], "what was rejected was not counted");
  await decision();
  const { response } = await decision();
  const relayed = new Response(response.body, response);
  assert.equal(relayed.headers.get("x-rate-limit-limit"), "4");
  assert.equal(await requestErrorOf(relayed), "429 (code 88)");

  clock.now += 60_000;
  await admin.send(path, { change: "set-limits" });
  assert.equal((await decision()).rate_limit.limit, 2, "as usual again");
});

test("200 invalid (code 88) — a limit per user counts what an application calls without a user, signed or with a bearer token", async () => {
  await using world = await startWorld(settings);
  const { application, alice, ledger } = world;
  const bearer = { ...(await bearerVerification(world)), limit: "timeline" };
  const twoLegged = () => ({
    ...signedVerification(world, "GET", "/1/timeline"),
    limit: "timeline",
  });
  const decisionOn = async (described: object) => (await ask(world, "/verify", described)).json;
  const remaining = [];
  for (const described of [bearer, twoLegged(), bearer]) {
    const { valid, caller, rate_limit: quota } = await decisionOn(described);
    assert.deepEqual([valid, caller.context, quota.limit], [true, "application", 3]);
    remaining.push(quota.remaining);
  }
  assert.deepEqual(remaining, [2, 1, 0]);
  for (const described of [bearer, twoLegged()]) {
    const { valid, code, cause, response } = await decisionOn(described);
    assert.deepEqual([valid, code, cause, response.status], [false, 88, "limit", 429]);
    assert.equal(response.headers["x-rate-limit-remaining"], "0");
  }

  const token = await makeAccessToken(ledger, application, alice);
  const ofUser = signedVerification(world, "GET", "/1/timeline", { token });
  const decision = await decisionOn({ ...ofUser, limit: "timeline" });
  assert.equal(decision.rate_limit.remaining, 2, "users have their own counts");
  const other = await makeApplication(ledger, alice, { name: "Other" });
  const ofOther = signedVerification(world, "GET", "/1/timeline", { as: other });
  const { rate_limit: quota } = await decisionOn({ ...ofOther, limit: "timeline" });
  assert.equal(quota.remaining, 2, "so do other applications");
});
