import assert from "node:assert/strict";
import { test } from "node:test";
import { tokenDigest } from "../../src/domain/credentials.ts";
import { makeUser } from "../support/service.ts";
import { assertProblem, clientOf, makeApiKey, startAdminService } from "./support.ts";

const weather = { name: "Weather", access: "read", owner: "alice" };

test("T69 — a replayed POST gets the same response, and creates nothing more", async () => {
  await using service = await startAdminService();
  const { manager, viewer, dependencies } = service;
  await makeUser(dependencies.ledger, "alice");
  const key = { "idempotency-key": "pipeline-17" };
  const first = await manager.call("POST", "/applications", weather, key);
  const second = await manager.call("POST", "/applications", weather, key);
  assert.equal(first.headers.get("idempotency-replayed"), null);
  assert.equal(second.headers.get("idempotency-replayed"), "true");
  assert.deepEqual([second.status, second.body], [201, first.body], "with the secret");
  assert.equal(second.headers.get("location"), first.headers.get("location"));
  assert.equal((await viewer.call("GET", "/applications")).body.data.length, 1);

  const other = { ...weather, name: "Rain" };
  const reused = await manager.call("POST", "/applications", other, key);
  assertProblem(reused, 422, "idempotency-key-reused");
  // Another API key has keys of its own.
  const own = clientOf(
    service.internalUrl,
    (await makeApiKey(dependencies.ledger, "manager")).secret,
  );
  assert.equal((await own.call("POST", "/applications", other, key)).status, 201);
});

test("T69 — of several at once one runs; a problem of the caller frees the key", async () => {
  await using service = await startAdminService();
  const { manager, viewer, dependencies } = service;
  const key = { "idempotency-key": "pipeline-18" };
  const unknown = await manager.call("POST", "/applications", weather, key);
  assertProblem(unknown, 422, "rejected");
  await makeUser(dependencies.ledger, "alice");
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => manager.call("POST", "/applications", weather, key)),
  );
  for (const one of outcomes) {
    if (one.status === 201) continue;
    assertProblem(one, 409, "request-in-progress");
    assert.equal(one.headers.get("retry-after"), "1");
  }
  assert.ok(outcomes.some(({ status }) => status === 201));
  assert.equal((await viewer.call("GET", "/applications")).body.data.length, 1);
});

test("T69 — what began and never ended is not run again", async () => {
  await using service = await startAdminService();
  const { manager, dependencies } = service;
  const { ledger } = dependencies;
  await makeUser(ledger, "alice");
  const key = { "idempotency-key": "pipeline-19" };
  const stalled = await makeApiKey(ledger, "manager");
  const client = clientOf(service.internalUrl, stalled.secret);
  const body = Buffer.from(JSON.stringify(weather)).toString("base64");
  const sent = ["POST", "/admin/v1/applications", "application/json", body];
  await ledger.beginAdminRequest({
    digest: tokenDigest(`${stalled.id} pipeline-19`),
    request: tokenDigest(JSON.stringify(sent)),
    begunAt: Date.now() - 60_000,
  });
  const again = await client.call("POST", "/applications", weather, key);
  assertProblem(again, 409, "request-outcome-unknown");
  assert.equal((await manager.call("POST", "/applications", weather, key)).status, 201);
});

test("400 — unknown members and parameters are named, as is what has another type", async () => {
  await using service = await startAdminService();
  const { manager } = service;
  const wrong = await manager.call("POST", "/applications", {
    name: 7,
    access: "admin",
    shade: "red",
    __proto__: { owner: "alice" },
  });
  assertProblem(wrong, 400, "invalid-request");
  assert.deepEqual(wrong.body.errors.map((one: { at: string }) => one.at).sort(), [
    "access",
    "name",
    "owner",
    "shade",
  ]);
  const query = await manager.call("GET", "/applications?shade=red");
  assert.equal(query.body.errors[0].at, "shade");
  for (const body of ["{", "\ud800", "[]", "null", '"x"']) {
    const sent = await manager.call("POST", "/applications", Buffer.from(body), {
      "content-type": "application/json",
    });
    assertProblem(sent, 400, "invalid-request");
  }
  for (const name of ["__proto__", "\\u005f_proto__"]) {
    const text = `{"applications":[{"name":"X","owner":"alice","collaborators":{"${name}":"editor"}}]}`;
    const sent = await manager.call("POST", "/configuration/plan", Buffer.from(text), {
      "content-type": "application/json",
    });
    assertProblem(sent, 400, "invalid-request");
    assert.equal(sent.body.errors[0].at, "__proto__");
  }
  assertProblem(await manager.call("GET", "/applications/0"), 404, "not-found");
  assertProblem(await manager.call("GET", "/nothing"), 404, "not-found");
  const put = await manager.call("PUT", "/applications", {});
  assertProblem(put, 405, "method-not-allowed");
  assert.equal(put.headers.get("allow"), "GET, HEAD, POST");
  const large = await manager.call("POST", "/applications", { name: "x".repeat(65_536) });
  assertProblem(large, 413, "body-too-large");
  const badKey = await manager.call("POST", "/applications", weather, {
    "idempotency-key": "x".repeat(256),
  });
  assertProblem(badKey, 400, "invalid-request");
});

test("200 — HEAD gets what GET would, without a body", async () => {
  await using service = await startAdminService();
  assert.equal((await service.viewer.call("HEAD", "/applications")).body, undefined);
});
