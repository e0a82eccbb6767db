import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { makeAccessToken, makeApplication, makeUser } from "../support/service.ts";
import { assertProblem, startAdminService } from "./support.ts";

async function startWithTokens(count = 3) {
  const service = await startAdminService();
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const weather = await makeApplication(ledger, alice, { name: "Weather" });
  const tides = await makeApplication(ledger, alice, { name: "Tides" });
  for (let at = 0; at < count; at += 1) {
    await makeAccessToken(ledger, weather, await makeUser(ledger, `user${at}`));
  }
  return Object.assign(service, { ledger, alice, weather, tides });
}

type Service = Awaited<ReturnType<typeof startWithTokens>>;

/** The action, once it is over. */
async function over({ viewer }: Service, id: string) {
  for (;;) {
    const { body } = await viewer.call("GET", `/bulk_actions/${id}`);
    if (body.state !== "running") return body;
    await setTimeout(5);
  }
}

// interface §16.71, §16.72
test("T81 — 201 with counts, and nothing is done; once begun, what was issued before is revoked, and nothing newer", async () => {
  await using service = await startWithTokens();
  const { manager, viewer, ledger, weather } = service;
  const wanted = { kind: "revoke-access-tokens", application: weather.id, never_used: "true" };
  const announced = await manager.call("POST", "/bulk_actions", wanted);
  assert.equal(announced.status, 201, JSON.stringify(announced.body));
  const { id, items, users, state, done } = announced.body;
  assert.equal(announced.headers.get("location"), `/admin/v1/bulk_actions/${id}`);
  assert.deepEqual([items, users, state, done], [3, 3, "announced", 0]);
  const page = { applicationId: weather.id as never, userId: undefined, after: undefined, size: 9 };
  assert.equal((await ledger.accessTokens(page)).length, 3);
  await makeAccessToken(ledger, weather, await makeUser(ledger, "late"));
  assertProblem(await viewer.call("POST", `/bulk_actions/${id}/begin`), 403, "forbidden");
  const begun = await manager.call("POST", `/bulk_actions/${id}/begin`);
  assert.equal(begun.status, 200, JSON.stringify(begun.body));
  const ended = await over(service, id);
  assert.deepEqual([ended.state, ended.done], ["done", 3]);
  const left = await ledger.accessTokens(page);
  assert.deepEqual(
    left.map(({ screenName }) => screenName),
    ["late"],
  );
  assertProblem(await manager.call("POST", `/bulk_actions/${id}/begin`), 404, "not-found");
  assertProblem(await manager.call("POST", `/bulk_actions/${id}/stop`), 409, "conflict");
  const events = (await viewer.call("GET", "/events?name=bulk-action.ended")).body.data;
  assert.deepEqual(
    events.map(({ details }: { details: object }) => details),
    [{ action: id, kind: "revoke-access-tokens", items: 3 }],
  );
});

test("200 — a list of applications is suspended and restored, and keeps what was suspended before", async () => {
  await using service = await startWithTokens(0);
  const { manager, ledger, weather, tides } = service;
  await ledger.suspendApplication(tides.id, "abuse", { at: Date.now(), actor: "command-line" });
  const both = { ids: [weather.id, tides.id] };
  const suspend = { kind: "suspend-applications", because: "spam", ...both };
  const announced = await manager.call("POST", "/bulk_actions", suspend);
  assert.deepEqual([announced.body.items, announced.body.users], [1, null]);
  await manager.call("POST", `/bulk_actions/${announced.body.id}/begin`);
  await over(service, announced.body.id);
  assert.equal((await ledger.applicationById(weather.id))?.suspendedBecause, "spam");
  assert.equal((await ledger.applicationById(tides.id))?.suspendedBecause, "abuse");
  const restore = { kind: "restore-applications", ...both };
  const restoring = await manager.call("POST", "/bulk_actions", restore);
  await manager.call("POST", `/bulk_actions/${restoring.body.id}/begin`);
  assert.equal((await over(service, restoring.body.id)).done, 2);
});

test("400 — without a filter of applications, or without whose tokens; 404 — an unknown application or action", async () => {
  await using service = await startWithTokens(0);
  const { manager } = service;
  const post = (body: object) => manager.call("POST", "/bulk_actions", body);
  const ids = Array.from({ length: 1001 }, (_, at) => String(at + 1));
  for (const wrong of [
    {},
    { kind: "delete-users" },
    { kind: "revoke-access-tokens" },
    { kind: "revoke-access-tokens", never_used: "true" },
    { kind: "revoke-access-tokens", user: "alice", unused_since: "May" },
    { kind: "suspend-applications", because: "spam" },
    { kind: "suspend-applications", ids: ["1"] },
    { kind: "restore-applications", ids },
    { kind: "restore-applications", ids: [] },
    { kind: "restore-applications", ids: ["x"] },
  ]) {
    assertProblem(await post(wrong), 400, "invalid-request");
  }
  const { body } = await post({ kind: "delete-users" });
  assert.match(
    body.detail,
    /kind must be revoke-access-tokens, suspend-applications, or restore-applications/,
  );
  const blank = { kind: "suspend-applications", because: " ", ids: ["1"] };
  assertProblem(await post(blank), 422, "rejected");
  assertProblem(await post({ kind: "revoke-access-tokens", application: "7" }), 404, "not-found");
  for (const call of [
    "GET /bulk_actions/7",
    "POST /bulk_actions/7/begin",
    "POST /bulk_actions/7/stop",
  ]) {
    const [method = "", path = ""] = call.split(" ");
    assertProblem(await manager.call(method as "GET", path), 404, "not-found");
  }
});
