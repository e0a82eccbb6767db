/** Plans, from an administrator's call to the next request of an application. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { bearerFor } from "../support/flow.ts";
import { makeApplication, makeUser } from "../support/service.ts";
import { api, ask, settings } from "../verification/asking.ts";
import { assertProblem, startAdminService } from "./support.ts";

async function startPlanned() {
  const clock = { now: Date.UTC(2026, 10, 15, 12) };
  const limits = "exports:application:5/1m";
  const service = await startAdminService({ ...settings, API_LIMITS: limits }, () => clock.now);
  const { ledger } = service.dependencies;
  const application = await makeApplication(ledger, await makeUser(ledger, "alice"));
  const bearer = await bearerFor(service.baseUrl, application);
  const decide = async (cost?: number) => {
    const authorization = `Bearer ${bearer}`;
    const question = { method: "GET", origin: api, target: "/1/exports", limit: "exports" };
    return (await ask({ service }, "/verify", { ...question, authorization, cost })).json;
  };
  const change = async (method: "PATCH" | "PUT", path: string, body: object) => {
    const { headers } = await service.manager.call("GET", path);
    return service.manager.call(method, path, body, { "if-match": headers.get("etag") ?? "" });
  };
  return Object.assign(service, { ledger, clock, application, decide, change });
}

const free = { "api/exports": "2/1m 20/month", "oauth2/token": 50 };

// interface §16.69, §16.70
test("200 — a plan is created, made the default one, changed, and deleted, from the next request on and with events", async () => {
  await using service = await startPlanned();
  const { manager, application, decide, change, ledger, clock } = service;
  assert.equal((await decide()).rate_limit.limit, 5);
  const created = await manager.call("POST", "/plans", {
    ...{ name: "free", description: "For trying it.", limits: free, is_default: true },
  });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  assert.deepEqual((await decide()).rate_limit, {
    ...{ limit: 2, remaining: 0 },
    reset: clock.now / 1000 + 60,
  });
  assert.equal((await decide()).code, 88, "what was counted stays counted");

  const partner = { "api/exports": "100/1m 5000/month" };
  await manager.call("POST", "/plans", { name: "partner", limits: partner });
  const path = `/applications/${application.id}/plan`;
  const { body } = await manager.call("PUT", path, { plan: "partner" });
  assert.equal(body.plan, "partner");
  assert.equal((await decide()).rate_limit.limit, 100);
  const { body: changed } = await change("PATCH", "/plans/partner", {
    limits: { "api/exports": "200/1m" },
  });
  assert.deepEqual([changed.version, changed.applications], [2, 1], JSON.stringify(changed));
  assert.equal((await decide()).rate_limit.limit, 200);
  const limits = `/applications/${application.id}/limits`;
  await change("PUT", limits, { "api/exports": 300 });
  assert.equal((await decide()).rate_limit.limit, 300, "its own limit is before its plan's");
  await change("PUT", limits, {});

  assertProblem(await manager.call("DELETE", "/plans/partner"), 409, "conflict");
  assert.equal((await manager.call("DELETE", "/plans/partner?to_default=true")).status, 204);
  assert.equal((await ledger.applicationById(application.id))?.plan, undefined);
  assert.equal((await decide()).code, 88, "the default plan's again");
  assert.equal((await manager.call("DELETE", "/plans/free")).status, 204);
  clock.now += 60_000;
  assert.equal((await decide()).rate_limit.limit, 5, "as configured");
  const { body: events } = await manager.call("GET", "/events?limit=200");
  const names = events.data.map((one: { name: string }) => one.name);
  for (const name of ["plan.created", "plan.changed", "plan.deleted", "application.plan-changed"]) {
    assert.ok(names.includes(name), name);
  }
});

test("422 — limits that there are not, windows that can't be read, and names of other forms", async () => {
  await using service = await startPlanned();
  const { manager, application } = service;
  for (const limits of [
    { "api/other": "5/1m" },
    { "sign-in": 5 },
    { "api/exports": "5" },
    { "api/exports": "5/1m 6/60s" },
    { "api/exports": "5/32d" },
    { "oauth2/token": "5/1m" },
    { "oauth2/token": 1_000_001 },
  ]) {
    assertProblem(await manager.call("POST", "/plans", { name: "a", limits }), 422, "rejected");
  }
  assertProblem(await manager.call("POST", "/plans", { name: "A b" }), 400, "invalid-request");
  const path = `/applications/${application.id}/plan`;
  assertProblem(await manager.call("PUT", path, { plan: "none" }), 422, "rejected");
});

test("T79 — 200 — a plan that is changed while requests are under way admits no more than the higher limit", async () => {
  await using service = await startPlanned();
  const { manager, decide } = service;
  await manager.call("POST", "/plans", { name: "free", limits: free, is_default: true });
  const change = (limit: number) =>
    service.change("PATCH", "/plans/free", { limits: { "api/exports": `${limit}/1m 20/month` } });
  const changing = (async () => {
    for (const limit of [4, 3, 6, 2]) await change(limit);
  })();
  const decisions = [];
  for (let batch = 0; batch < 8; batch += 1) {
    decisions.push(...(await Promise.all(Array.from({ length: 4 }, () => decide()))));
  }
  await changing;
  const admitted = decisions.filter(({ valid }) => valid).length;
  assert.ok(admitted >= 2 && admitted <= 6, `${admitted} admitted`);
  assert.equal((await decide()).valid, false);
});

test("200 — applications are filtered by their plan, and a configuration has plans", async () => {
  await using service = await startPlanned();
  const { manager, application } = service;
  const configuration = {
    plans: { partner: { limits: { "oauth2/token": 70 }, is_default: false } },
    applications: [{ consumer_key: application.consumerKey, plan: "partner" }],
  };
  const plan = async () => {
    const { body } = await manager.call("POST", "/configuration/plan", configuration);
    return body.changes ?? assert.fail(JSON.stringify(body));
  };
  const [first, second] = await plan();
  assert.deepEqual([first.part, second.part], ["plans.partner", "applications[0]"]);
  const { plans, applications } = configuration;
  for (const [part, tag] of [
    [{ plans }, first.tag],
    [{ applications }, second.tag],
  ]) {
    const body = { configuration: part, tag };
    const made = await manager.call("POST", "/configuration/changes", body);
    assert.equal(made.status, 204, JSON.stringify(made.body));
  }
  assert.deepEqual(await plan(), []);
  const { body: present } = await manager.call("GET", "/configuration");
  assert.deepEqual(present.plans.partner.limits, { "oauth2/token": 70 });
  const found = async (name: string) =>
    (await manager.call("GET", `/applications?plan=${name}`)).body.data.length;
  assert.deepEqual(
    [await found("partner"), await found("free,partner"), await found("free")],
    [1, 1, 0],
  );
});
