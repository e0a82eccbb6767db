import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { text as wholeText } from "node:stream/consumers";
import { test } from "node:test";
import { adminEndpoints } from "../../src/http/admin-api/endpoints.ts";
import { sendRaw, sendText } from "../support/raw-http.ts";
import { makeApplication, makeUser } from "../support/service.ts";
import { assertProblem, clientOf, makeApiKey, startAdminService } from "./support.ts";

test("T70, T72 — 401 without a key, with a wrong, an expired or a revoked one, or with the secret of gateways", async () => {
  const secret = "c3b1Qm5nJx0vT2yP8rZk";
  await using service = await startAdminService({ INTERNAL_SECRET: secret });
  const { internalUrl, dependencies } = service;
  const { ledger } = dependencies;
  const expired = await makeApiKey(ledger, "manager", { expiresAt: Date.now() - 1 });
  const revoked = await makeApiKey(ledger, "manager");
  await ledger.revokeApiKey(revoked.id, { at: Date.now(), actor: "command-line" });
  const wrong = [
    {},
    { authorization: `Bearer cs_live_${"x".repeat(43)}` },
    { authorization: `Bearer ${expired.secret}` },
    { authorization: `Bearer ${revoked.secret}` },
    { authorization: `Bearer ${secret}` },
    { "x-countersign-secret": secret },
  ];
  for (const headers of wrong) {
    for (const path of ["/applications", "/nothing", "/openapi.json"]) {
      const response = await fetch(`${internalUrl}/admin/v1${path}`, { headers });
      assert.equal(response.status, 401);
      assert.match(response.headers.get("www-authenticate") ?? "", /^Bearer /);
    }
  }
});

test("401 — two Authorization headers, of which another server could read the other one", async () => {
  await using service = await startAdminService();
  const { internalUrl = "" } = service;
  const { secret } = await makeApiKey(service.dependencies.ledger, "manager");
  const line = `Authorization: Bearer ${secret}`;
  for (const [lines, status] of [
    [[line], 200],
    [[line, line], 401],
    [[line, "Authorization: Basic x"], 401],
    [["Authorization: Basic x", line], 401],
  ] as const) {
    const request = { method: "GET", target: "/admin/v1/applications", lines };
    assert.equal((await sendRaw(internalUrl, request)).status, status, lines.join());
  }
});

test("429 — an address that sends many wrong keys waits, and valid keys still work there", async () => {
  await using service = await startAdminService({ RATE_LIMITS: "failed-credentials=3" });
  const wrong = clientOf(service.internalUrl, `cs_live_${"x".repeat(43)}`);
  for (let count = 0; count < 3; count += 1) {
    assertProblem(await wrong.call("GET", "/applications"), 401, "unauthorized");
  }
  const limited = await wrong.call("GET", "/applications");
  assertProblem(limited, 429, "rate-limited");
  assert.ok(Number(limited.headers.get("retry-after")) > 0);
  assert.equal((await service.viewer.call("GET", "/applications")).status, 200);
});

test("T72 — an API key opens nothing that is for gateways", async () => {
  const secret = "c3b1Qm5nJx0vT2yP8rZk";
  await using service = await startAdminService({ INTERNAL_SECRET: secret });
  const key = await makeApiKey(service.dependencies.ledger, "manager");
  for (const path of ["/verify", "/verify/batch", "/introspect", "/gateway/nginx"]) {
    for (const headers of [
      { authorization: `Bearer ${key.secret}` },
      { "x-countersign-secret": key.secret },
    ]) {
      const { status } = await fetch(`${service.internalUrl}${path}`, { headers });
      assert.ok(status === 401 || path.startsWith("/gateway/"), `${path}: ${status}`);
      assert.notEqual(status, 200);
    }
  }
  const isPublic = await fetch(`${service.baseUrl}/admin/v1/applications`, {
    headers: { authorization: `Bearer ${key.secret}` },
  });
  assert.equal(isPublic.status, 404, "the public address has none of it");
});

/** They are POSTs for what they are asked, and change nothing. */
const asksOnly = ["/admin/v1/configuration/plan", "/admin/v1/search"];

/** A key replaces itself, and no other. */
const changesItself = "/admin/v1/api_key/rotation";

test("T68 — a stolen viewer key changes nothing but itself", async () => {
  await using service = await startAdminService();
  let checked = 0;
  for (const { path, operations } of adminEndpoints) {
    for (const { method, role, upload } of operations) {
      if (role === "viewer") {
        assert.ok(method === "GET" || [...asksOnly, changesItself].includes(path), path);
        continue;
      }
      const at = path.replace("/admin/v1", "").replace(/:\w+/g, "1");
      const body = upload ? Buffer.from("x") : method === "GET" ? undefined : {};
      assertProblem(await service.viewer.call(method, at, body), 403, "forbidden");
      checked += 1;
    }
  }
  assert.ok(checked >= 36);
});

test("T70 — a key that is revoked in the middle of a list gets no next page", async () => {
  await using service = await startAdminService();
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  const key = await makeApiKey(ledger, "manager");
  const client = clientOf(service.internalUrl, key.secret);
  for (const name of ["One", "Two"]) {
    const application = { name, access: "read", owner: alice.screenName };
    assert.equal((await client.call("POST", "/applications", application)).status, 201);
  }
  const { body } = await client.call("GET", "/applications?limit=1");
  await ledger.revokeApiKey(key.id, { at: Date.now(), actor: "command-line" });
  const next = await client.call("GET", `/applications?limit=1&cursor=${body.next_cursor}`);
  assertProblem(next, 401, "unauthorized");
});

test("T70 — a key that is revoked while its body arrives does nothing", async () => {
  await using service = await startAdminService();
  const { ledger } = service.dependencies;
  const { internalUrl = "" } = service;
  const key = await makeApiKey(ledger, "manager");
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const writer = body.writable.getWriter();
  const sent = fetch(`${internalUrl}/admin/v1/invitations`, {
    method: "POST",
    headers: { authorization: `Bearer ${key.secret}`, "content-type": "application/json" },
    body: body.readable,
    duplex: "half",
  });
  await writer.write(Buffer.from("{"));
  // Once its use is recorded, the key was accepted.
  while ((await ledger.apiKeyWithDigest(key.digest))?.lastUsedAt === undefined) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  await ledger.revokeApiKey(key.id, { at: Date.now(), actor: "command-line" });
  await writer.write(Buffer.from("}"));
  await writer.close();
  assert.equal((await sent).status, 401);
  const { body: list } = await service.viewer.call("GET", "/invitations");
  assert.deepEqual(list.data, []);
});

test("T70 — 401 — a key that is revoked while the end of its empty body is held back", async () => {
  await using service = await startAdminService();
  const { ledger } = service.dependencies;
  const { internalUrl = "" } = service;
  const alice = await makeUser(ledger, "alice");
  const key = await makeApiKey(ledger, "manager");
  const socket = connect(Number(new URL(internalUrl).port), "127.0.0.1");
  socket.write(
    `DELETE /admin/v1/users/${alice.id} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${key.secret}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const response = wholeText(socket);
  // Once its use is recorded, the key was accepted.
  while ((await ledger.apiKeyWithDigest(key.digest))?.lastUsedAt === undefined) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  await ledger.revokeApiKey(key.id, { at: Date.now(), actor: "command-line" });
  socket.write("0\r\n\r\n");
  assert.match(await response, /^HTTP\/1\.1 401 /);
  assert.notEqual(await ledger.userById(alice.id), undefined);
});

test("T71 — a browser that another site has sent gets nothing, even with a key", async () => {
  await using service = await startAdminService();
  const { internalUrl = "", manager, dependencies } = service;
  await makeUser(dependencies.ledger, "alice");
  const application = { name: "Weather", access: "read", owner: "alice" };
  for (const origin of ["https://evil.example", "null", internalUrl]) {
    const denied = await manager.call("POST", "/applications", application, { origin });
    assertProblem(denied, 403, "origin-not-allowed");
  }
  for (const site of ["cross-site", "same-site", "same-origin"]) {
    const headers = { "sec-fetch-site": site };
    const denied = await manager.call("GET", "/applications", undefined, headers);
    assertProblem(denied, 403, "origin-not-allowed");
  }
  const key = await makeApiKey(dependencies.ledger, "manager");
  const { port } = new URL(internalUrl);
  const statusFor = async (host: string) => {
    const head = `GET /admin/v1/applications HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key.secret}\r\nConnection: close\r\n\r\n`;
    return Number(/^HTTP\/1.1 (\d+)/.exec(await sendText(internalUrl, head))?.[1]);
  };
  for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1.evil.example", ""]) {
    assert.equal(await statusFor(host), 421, host);
  }
  for (const host of [`127.0.0.1:${port}`, "localhost", "[::1]:1", "countersign", "id.internal"]) {
    assert.equal(await statusFor(host), 200, host);
  }
  // A form of another site needs no permission for these types.
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
    const sent = await manager.call("POST", "/applications", application, { "content-type": type });
    assertProblem(sent, 415, "unsupported-media-type");
  }
});

test("429 — a key has a limit of its own, with Retry-After", async () => {
  await using service = await startAdminService({ RATE_LIMITS: "admin-api=3" });
  const { rateLimiter } = service.dependencies;
  const key = await makeApiKey(service.dependencies.ledger, "viewer");
  for (let count = 0; count < 3; count += 1) {
    await rateLimiter.hit("admin-api", key.id, Date.now());
  }
  const client = clientOf(service.internalUrl, key.secret);
  const limited = await client.call("GET", "/applications");
  assertProblem(limited, 429, "rate-limited");
  assert.ok(Number(limited.headers.get("retry-after")) > 0);
  assert.equal(
    (await service.viewer.call("GET", "/applications")).status,
    200,
    "other keys have room",
  );
});

test("429 — a call with a large body or response counts as several", async () => {
  await using service = await startAdminService({ RATE_LIMITS: "" });
  const { rateLimiter, background, ledger, clock } = service.dependencies;
  const key = await makeApiKey(ledger, "viewer");
  const client = clientOf(service.internalUrl, key.secret);
  const used = async () => {
    await background.settled();
    const quota = await rateLimiter.quota("admin-api", key.id, clock());
    return quota === undefined ? 0 : quota.limit - quota.remaining;
  };
  await client.call("GET", "/applications");
  assert.equal(await used(), 1);
  // An invalid body was read all the same.
  const body = { applications: [{ description: "x".repeat(100_000) }] };
  assertProblem(await client.call("POST", "/configuration/plan", body), 400, "invalid-request");
  assert.equal(await used(), 1 + 1 + 3);
  const { body: document } = await client.call("GET", "/openapi.json");
  const bytes = JSON.stringify(document).length;
  assert.equal(await used(), 5 + 1 + Math.floor(bytes / 32_768));
});

test("the work for a caller who has left ends, and its Idempotency-Key is free", async () => {
  await using service = await startAdminService();
  const { ledger } = service.dependencies;
  const alice = await makeUser(ledger, "alice");
  for (let count = 0; count < 60; count += 1) await makeApplication(ledger, alice);
  const key = await makeApiKey(ledger, "viewer");
  const body = JSON.stringify({
    applications: Array.from({ length: 60 }, (_, at) => ({
      owner: "alice",
      name: `New ${at}`,
      access: "read",
    })),
  });
  const head = `HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key.secret}\r\n`;
  const post = `${head}Idempotency-Key: once\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const plan = () => service.viewer.call("POST", "/configuration/plan", JSON.parse(body));
  const present = () => service.viewer.call("GET", "/configuration");
  for (const [text, read, other] of [
    [`GET /admin/v1/configuration ${head}\r\n`, "collaborators", plan],
    [`POST /admin/v1/configuration/plan ${post}`, "userByScreenName", present],
  ] as const) {
    let reads = 0;
    const begun = Promise.withResolvers<void>();
    const original = ledger[read];
    Object.assign(ledger, {
      [read]: (...given: never[]) => {
        reads += 1;
        begun.resolve();
        return Reflect.apply(original, ledger, given);
      },
    });
    const { hostname, port } = new URL(service.internalUrl ?? "");
    const socket = connect(Number(port), hostname);
    socket.write(text);
    await begun.promise;
    socket.destroy();
    await once(socket, "close");
    // Another call takes as many turns, so by then it would have read everything.
    await other();
    Object.assign(ledger, { [read]: original });
    assert.ok(reads < 60, `${read} ${reads}`);
  }
  // Nothing was changed, so the same call may run.
  const again = clientOf(service.internalUrl, key.secret);
  const repeated = { "idempotency-key": "once" };
  const planned = await again.call("POST", "/configuration/plan", JSON.parse(body), repeated);
  assert.equal(planned.body.changes.length, 60);
});

test("200 — the last use of a key is known to the minute, and from where", async () => {
  await using service = await startAdminService();
  const { ledger, background } = service.dependencies;
  await service.viewer.call("GET", "/applications");
  await background.settled();
  const keys = await ledger.apiKeys({ after: undefined, size: 9 });
  const used = keys.filter((one) => one.lastUsedAt !== undefined);
  assert.deepEqual(
    used.map((one) => [one.name, one.lastUsedFrom]),
    [["watch", "127.0.0.1"]],
  );
  const { body } = await service.manager.call("GET", "/api_keys");
  // Whether the list shows this call of the other key is open, because a use is written in the background.
  const listed = body.data.find((one: { name: string }) => one.name === "watch");
  assert.equal(listed.last_used_from, "127.0.0.1");
});
