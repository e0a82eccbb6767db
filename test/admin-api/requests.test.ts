import assert from "node:assert/strict";
import { test } from "node:test";
import { adminRequestDigests } from "../../src/domain/admin-request.ts";
import { Secret } from "../../src/domain/credentials.ts";
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

test("T69 — what changed something and has no response is not run again", async () => {
  await using service = await startAdminService();
  const { manager, viewer, dependencies } = service;
  const { ledger } = dependencies;
  await makeUser(ledger, "alice");
  const key = { "idempotency-key": "pipeline-19" };
  const stalled = await makeApiKey(ledger, "manager");
  const client = clientOf(service.internalUrl, stalled.secret);
  const sent = {
    target: ["POST", "/admin/v1/applications", "application/json"],
    bytes: Buffer.from(JSON.stringify(weather)),
  };
  const digests = adminRequestDigests(new Secret(stalled.secret), "pipeline-19", sent);
  const claim = { ...digests, apiKeyId: stalled.id, attempt: "earlier" };
  const at = Date.now() - 60_000;
  await ledger.record({ at, actor: "service", claim, name: "application.created" });
  const again = await client.call("POST", "/applications", weather, key);
  assertProblem(again, 409, "request-outcome-unknown");
  assert.equal((await viewer.call("GET", "/applications")).body.data.length, 0);
  assert.equal((await manager.call("POST", "/applications", weather, key)).status, 201);
});

test("T69 — a loser that finds the change already made gets the response, not a conflict", async () => {
  await using service = await startAdminService();
  const { manager } = service;
  const bob = { screen_name: "bob", password: "correct horse battery" };
  const key = { "idempotency-key": "pipeline-20" };
  const outcomes = await Promise.all([1, 2, 3].map(() => manager.call("POST", "/users", bob, key)));
  for (const one of outcomes) {
    if (one.status !== 201) assertProblem(one, 409, "request-in-progress");
  }
  assert.equal((await manager.call("POST", "/users", bob, key)).status, 201);
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

test("400 — each problem is a sentence with its place and what to change", async () => {
  await using service = await startAdminService();
  const { manager } = service;
  const fine = { name: "Weather", access: "read", owner: "alice" };
  const cases = [
    ["/applications", { ...fine, name: undefined, nam: "Weather" }],
    "name is required. nam: unknown member (did you mean name?).",
    ["/applications", { ...fine, name: 7, sign_in: "yes", callbacks: {} }],
    "name must be text. callbacks must be an array. sign_in must be true or false.",
    ["/applications", { ...fine, access: "admin" }],
    "access must be read or write.",
    ["/applications", { ...fine, name: "x".repeat(201), callbacks: Array(101).fill("x") }],
    "name can have up to 200 characters. callbacks can have up to 100 entries.",
    ["/applications", { ...fine, callbacks: ["https://x.example/", 7] }],
    "callbacks[1] must be text.",
    ["/applications", []],
    "The body must be an object.",
    ["/revocations", {}],
    "The body must have one of access_token, bearer_token, application, user, and all; application and user can go together.",
    ["/revocations", { all: false }],
    "all must be true.",
    ["/revocations", { user: "1", application: "x" }],
    "application must be an ID, 1 to 16 digits.",
    ["/users", { screen_name: "bob" }],
    "password is required.",
  ] as const;
  for (let at = 0; at < cases.length; at += 2) {
    const [path = "", body] = cases[at] as readonly [string, unknown];
    const { status, body: problem } = await manager.call("POST", path, body);
    assert.deepEqual([status, problem.detail], [400, cases[at + 1]]);
    const sentences = problem.errors.map((one: { detail: string }) => one.detail);
    assert.equal(sentences.join(" "), cases[at + 1]);
  }
  for (const [path, detail] of [
    ["/applications?limit=1000", "limit must be 1 to 200."],
    ["/applications?limit=0", "limit must be 1 to 200."],
    ["/applications?limits=1", "limits: unknown parameter (did you mean limit?)."],
    ["/applications?__proto__=1", "__proto__: unknown parameter."],
    ["/applications?cursor=!", "cursor must be the next_cursor of the page before."],
    ["/applications?never_used=yes", "never_used must be true."],
    ["/applications?limit=1&limit=1", "limit appears twice."],
    ["/applications?q=%ff", "q is not UTF-8."],
    ["/applications?q=%ED%A0%80", "q is not UTF-8."],
    ["/applications?%ff=1", "query is not UTF-8."],
    ["/events?from=yesterday", "from must be a time in UTC, such as 2026-05-03T09:00:00.000Z."],
    ["/events?follow=x", "follow must be the ID of an event, or 0."],
  ] as const) {
    const { status, body: problem } = await manager.call("GET", path);
    assert.deepEqual([status, problem.detail], [400, detail], path);
  }
});

test("400 — a body that is not one JSON text, or means two things, is not parsed", async () => {
  await using service = await startAdminService();
  const text = `{"name":"Weather","access":"read","owner":"alice"}`;
  for (const [body, at, detail] of [
    [`${text}x`, "body", "The body is not JSON."],
    [text.replace("{", '{"owner":"bob",'), "owner", 'The body has the member "owner" twice.'],
    [
      text.replace("alice", String.raw`\ud800`),
      "body",
      "The body has text that is not Unicode: a surrogate without its other half.",
    ],
    [Buffer.from(text.replace("alice", "\xff"), "latin1"), "body", "The body is not UTF-8."],
    [
      Buffer.from(text.replace("alice", "\xed\xa0\x80"), "latin1"),
      "body",
      "The body is not UTF-8.",
    ],
  ] as const) {
    const headers = { "content-type": "application/json" };
    const sent = await service.manager.call("POST", "/applications", Buffer.from(body), headers);
    assertProblem(sent, 400, "invalid-request");
    assert.deepEqual(sent.body.errors, [{ at, detail }]);
  }
});

test("400, 415 — a body where none belongs, or in an encoding", async () => {
  await using service = await startAdminService();
  const { manager } = service;
  const alice = await makeUser(service.dependencies.ledger, "alice");
  const links = `/users/${alice.id}/reset_links`;
  const surplus = await manager.call("POST", links, {});
  assertProblem(surplus, 400, "invalid-request");
  assert.equal(surplus.body.detail, "This operation has no request body; send none.");
  const events = await manager.call("GET", `/events?user=${alice.id}&changes=true`);
  const names = events.body.data.map((one: { name: string }) => one.name);
  assert.ok(!names.includes("user.password-reset-link-created"));
  for (const encoding of ["gzip", "br", "identity, gzip"]) {
    const bytes = Buffer.from(JSON.stringify(weather));
    const sent = await manager.call("POST", "/applications", bytes, {
      "content-type": "application/json",
      "content-encoding": encoding,
    });
    assertProblem(sent, 415, "unsupported-media-type");
  }
  const plain = { "content-encoding": "identity" };
  assert.equal((await manager.call("POST", "/applications", weather, plain)).status, 201);
});

test("400 — parameters and entries are counted before anything looks at them", async () => {
  await using service = await startAdminService();
  const { viewer } = service;
  const parameters = (count: number) => Array.from({ length: count }, (_, at) => `a${at}`);
  const many = await viewer.call("GET", `/users?${parameters(51).join("&")}`);
  assertProblem(many, 400, "invalid-request");
  assert.equal(many.body.detail, "The query can have up to 50 parameters.");
  const fifty = await viewer.call("GET", `/users?${parameters(50).join("&")}`);
  assert.match(fifty.body.detail, /^a0: unknown parameter/);
  assert.equal(fifty.body.errors.length, 20, "as many as help");

  const entry = { owner: "alice", name: "x" };
  for (const [body, detail] of [
    [{ applications: Array(1001).fill(0) }, "has an array with more than 1000 entries"],
    [{ applications: Array(1001).fill(entry) }, "has an array with more than 1000 entries"],
    [{ administrators: Array(60_000).fill("a") }, "has an array with more than 1000 entries"],
    [{ a: Object.fromEntries(parameters(1001).map((one) => [one, 1])) }, "has an object with more"],
    [{ applications: Array(900).fill(Array(30).fill(1)) }, "has more than 20000 values"],
  ] as const) {
    const sent = await viewer.call("POST", "/configuration/plan", body);
    assertProblem(sent, 400, "invalid-request");
    assert.match(sent.body.detail, new RegExp(`^The body ${detail}`));
  }
  const deep = Buffer.from("[".repeat(200_000));
  const headers = { "content-type": "application/json" };
  const nested = await viewer.call("POST", "/configuration/plan", deep, headers);
  assert.equal(nested.body.detail, "The body has more than 20000 values.");
});

test("200 — HEAD gets what GET would, without a body", async () => {
  await using service = await startAdminService();
  assert.equal((await service.viewer.call("HEAD", "/applications")).body, undefined);
});
