/** Limits of the administrator's APIs, from an administrator's call to the next request. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { bearerFor } from "../support/flow.ts";
import { makeApplication, makeUser } from "../support/service.ts";
import { api, ask, settings } from "../verification/asking.ts";
import { assertProblem, startAdminService } from "./support.ts";

async function startLimited() {
  const clock = { now: Date.UTC(2026, 10, 15, 12) };
  const limits = "fixed:application:5/1m";
  const service = await startAdminService({ ...settings, API_LIMITS: limits }, () => clock.now);
  const { ledger } = service.dependencies;
  const application = await makeApplication(ledger, await makeUser(ledger, "alice"));
  const bearer = await bearerFor(service.baseUrl, application);
  const decide = async (limit = "exports", cost?: number) => {
    const authorization = `Bearer ${bearer}`;
    const question = { method: "GET", origin: api, target: "/1/exports", limit };
    return (await ask({ service }, "/verify", { ...question, authorization, cost })).json;
  };
  const change = async (body: object) => {
    const { headers } = await service.manager.call("GET", "/api-limits/exports");
    const match = { "if-match": headers.get("etag") ?? "" };
    return service.manager.call("PATCH", "/api-limits/exports", body, match);
  };
  return Object.assign(service, { ledger, clock, application, decide, change });
}

const exports = { name: "exports", per: "application", windows: "3/1m 100/month" };

// interface §16.74
test("200 — a limit of an API is created, changed, and deleted, from the next request on and with events", async () => {
  await using service = await startLimited();
  const { manager, decide, change, clock } = service;
  const unknown = await decide();
  assert.match(JSON.stringify(unknown), /unknown limit .*there are: fixed/);
  const created = await manager.call("POST", "/api-limits", exports);
  assert.equal(created.status, 201, JSON.stringify(created.body));
  assert.deepEqual(created.body, { ...exports, is_configured: false, version: 1 });
  const reset = clock.now / 1000 + 60;
  assert.deepEqual((await decide()).rate_limit, { limit: 3, remaining: 2, reset });
  const changed = await change({ windows: "10/1m 100/month" });
  assert.equal(changed.body.version, 2, JSON.stringify(changed.body));
  assert.deepEqual(
    (await decide()).rate_limit,
    { limit: 10, remaining: 8, reset },
    "what was counted stays counted",
  );
  await change({ windows: "2/1m 100/month" });
  assert.equal((await decide()).code, 88, "a lower limit may be used up already");
  await change({ windows: "2/2m" });
  assert.equal((await decide()).rate_limit.remaining, 1, "a window of a new length begins at 0");
  const { body: events } = await manager.call("GET", "/events?limit=200");
  assert.equal((await manager.call("DELETE", "/api-limits/exports")).status, 204);
  assert.match(JSON.stringify(await decide()), /unknown limit/);
  const names = events.data.map((one: { name: string }) => one.name);
  for (const name of ["api-limit.created", "api-limit.changed"]) {
    assert.ok(names.includes(name), name);
  }
  const { body: last } = await manager.call("GET", "/events?name=api-limit.deleted");
  assert.deepEqual(last.data[0].details, { limit: "exports" });
});

test("409 — a limit that a plan has is not deleted; those of the settings are changed there", async () => {
  await using service = await startLimited();
  const { manager } = service;
  await manager.call("POST", "/api-limits", exports);
  assertProblem(await manager.call("POST", "/api-limits", exports), 409, "conflict");
  const plan = { name: "free", limits: { "api/exports": "2/1m" } };
  assert.equal((await manager.call("POST", "/plans", plan)).status, 201);
  const kept = await manager.call("DELETE", "/api-limits/exports");
  assertProblem(kept, 409, "conflict");
  assert.match(kept.body.detail, /Plans have this limit/);
  assert.equal((await manager.call("DELETE", "/plans/free")).status, 204);
  assert.equal((await manager.call("DELETE", "/api-limits/exports")).status, 204);
  assertProblem(await manager.call("DELETE", "/api-limits/exports"), 404, "not-found");
  assertProblem(await manager.call("DELETE", "/api-limits/fixed"), 409, "conflict");
  const taken = { ...exports, name: "fixed" };
  assertProblem(await manager.call("POST", "/api-limits", taken), 409, "conflict");
  const { body } = await manager.call("GET", "/api-limits");
  assert.deepEqual(body.data, [
    { name: "fixed", per: "application", windows: "5/1m", is_configured: true, version: 0 },
  ]);
  for (const windows of ["", "5", "5/1m 6/60s", "5/32d", "0/1m"]) {
    const sent = { ...exports, windows };
    assertProblem(await manager.call("POST", "/api-limits", sent), 400, "invalid-request");
  }
});

test("T79 — 200 — a limit that is changed and deleted while requests are under way admits no more than the highest", async () => {
  await using service = await startLimited();
  const { manager, decide, change } = service;
  await manager.call("POST", "/api-limits", { ...exports, windows: "2/1m" });
  const changing = (async () => {
    for (const limit of [4, 3, 6, 2]) await change({ windows: `${limit}/1m` });
    await manager.call("DELETE", "/api-limits/exports");
    await manager.call("POST", "/api-limits", { ...exports, windows: "2/1m" });
  })();
  const decisions = [];
  for (let batch = 0; batch < 10; batch += 1) {
    decisions.push(...(await Promise.all(Array.from({ length: 4 }, () => decide()))));
  }
  await changing;
  const admitted = decisions.filter(({ valid }) => valid).length;
  assert.ok(admitted >= 2 && admitted <= 6, `${admitted} admitted`);
  for (const one of decisions.filter(({ valid }) => valid !== true)) {
    assert.ok(one.code === 88 || /unknown limit/.test(JSON.stringify(one)), JSON.stringify(one));
  }
  assert.equal((await decide()).valid, false, "a limit that is there again has what was counted");
});

test("200 — a configuration has API limits, and plans that have them", async () => {
  await using service = await startLimited();
  const { manager, decide } = service;
  const { name, ...limit } = exports;
  const configuration = {
    api_limits: { [name]: limit },
    plans: { free: { limits: { "api/exports": "2/1m" }, is_default: true } },
  };
  const plan = async (wanted: object = configuration) => {
    const { body } = await manager.call("POST", "/configuration/plan", wanted);
    return body.changes ?? assert.fail(JSON.stringify(body));
  };
  const changes = await plan();
  assert.deepEqual(
    changes.map((one: { part: string }) => one.part),
    ["api_limits.exports", "plans.free"],
  );
  const make = (part: object, { tag }: { tag: string }) =>
    manager.call("POST", "/configuration/changes", { configuration: part, tag });
  const { api_limits, plans } = configuration;
  assert.equal((await make({ api_limits }, changes[0])).status, 204);
  assert.equal((await decide()).rate_limit.limit, 3, "this process knows it before its response");
  assert.equal((await make({ plans }, changes[1])).status, 204);
  assert.deepEqual(await plan(), []);
  const { body: present } = await manager.call("GET", "/configuration");
  assert.deepEqual(present.api_limits, { exports: limit });
  const absent = { api_limits: { exports: { state: "absent" } } };
  const [deletion] = await plan(absent);
  assert.deepEqual([deletion.action, deletion.what], ["delete", "API limit exports"]);
  assertProblem(await make(absent, deletion), 422, "rejected");
  for (const [wanted, problem] of [
    [{ api_limits: { fixed: limit } }, /COUNTERSIGN_API_LIMITS/],
    [{ api_limits: { other: { per: "user" } } }, /needs per and windows/],
    [{ plans: { free: { limits: { "api/other": "2/1m" } } } }, /Known limits/],
  ] as const) {
    const { body } = await manager.call("POST", "/configuration/plan", wanted);
    assert.match(JSON.stringify(body), problem);
  }
});
