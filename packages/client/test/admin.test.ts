/** `@countersign/client/admin` against a running service, and behind a proxy that loses responses. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { inspect, promisify } from "node:util";
import sharp from "sharp";
import { makeApiKey, startAdminService } from "../../../test/admin-api/support.ts";
import { guideBlock } from "../../../test/support/guide-block.ts";
import { makeUser } from "../../../test/support/service.ts";
import { type AdminClient, AdminProblem, adminClient } from "../src/admin.ts";
import { listen } from "./apis.ts";

const weather = { name: "Weather", owner: "alice", access: "read" } as const;

async function startWithClient(
  settings: Readonly<Record<string, string>> = {},
  clock?: () => number,
) {
  const service = await startAdminService(settings, clock);
  const { ledger } = service.dependencies;
  const [{ secret: key }] = await Promise.all([
    makeApiKey(ledger, "manager"),
    makeUser(ledger, "alice"),
  ]);
  const url = String(service.internalUrl);
  return {
    ...{ ledger, url, key, admin: adminClient({ url, key }) },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

async function problemOf(call: Promise<unknown>): Promise<AdminProblem> {
  const error = await call.then(
    () => assert.fail("the call succeeded"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof AdminProblem, String(error));
  return error;
}

async function namesIn(admin: AdminClient, limit: string): Promise<string[]> {
  const names: string[] = [];
  for await (const one of admin.list("GET /applications", { query: { limit } }))
    names.push(one.name);
  return names.sort();
}

test("an application is created, read, changed with its ETag, listed over pages, and deleted", async () => {
  await using at = await startWithClient();
  const { body: created } = await at.admin.call("POST /applications", { body: weather });
  assert.match(created.consumer_secret, /^\w{50}$/);
  const params = { id: created.id };
  const read = await at.admin.call("GET /applications/{id}", { params });
  const body = { description: "Where it rains" };
  const change = { params, body, ifMatch: read.etag };
  const changed = await at.admin.call("PATCH /applications/{id}", change);
  assert.equal(changed.body.description, "Where it rains");
  assert.notEqual(changed.etag, read.etag);
  const late = { ...change, body: { description: "Where it snows" } };
  const stale = await problemOf(at.admin.call("PATCH /applications/{id}", late));
  assert.deepEqual(
    [stale.status, stale.type],
    [412, "urn:countersign:problem:precondition-failed"],
  );

  for (const name of ["Rain", "Snow", "Hail", "Wind"]) {
    await at.admin.call("POST /applications", { body: { ...weather, name } });
  }
  const all = ["Hail", "Rain", "Snow", "Weather", "Wind"];
  for (const limit of ["2", "5", "50"]) assert.deepEqual(await namesIn(at.admin, limit), all);

  const create = { width: 300, height: 300, channels: 3, background: "#168" } as const;
  const bytes = new Uint8Array(await sharp({ create }).png().toBuffer());
  const upload = { params, body: bytes, contentType: "image/png" } as const;
  assert.ok((await at.admin.call("PUT /applications/{id}/icon", upload)).body.icon);
  const deleted = await at.admin.call("DELETE /applications/{id}", { params });
  assert.deepEqual(deleted, { body: undefined });
  assert.equal((await problemOf(at.admin.call("GET /applications/{id}", { params }))).status, 404);
});

test("problems have the service's words, and never the key", async () => {
  await using at = await startWithClient();
  const wrong = adminClient({ url: at.url, key: `${at.key}x` });
  const unauthorized = await problemOf(wrong.call("GET /users"));
  assert.deepEqual(
    [unauthorized.status, unauthorized.type, unauthorized.title],
    [401, "urn:countersign:problem:unauthorized", "An API key is required."],
  );
  const viewer = adminClient({ url: at.url, key: (await makeApiKey(at.ledger, "viewer")).secret });
  const forbidden = await problemOf(viewer.call("POST /applications", { body: weather }));
  assert.equal(forbidden.type, "urn:countersign:problem:forbidden");

  // @ts-expect-error: applications have no shade
  const shaded = at.admin.call("POST /applications", { body: { ...weather, shade: "red" } });
  const unknown = await problemOf(shaded);
  assert.equal(unknown.status, 400);
  assert.deepEqual(
    unknown.errors.map((one) => one.at),
    ["shade"],
  );
  assert.ok(unknown.instance);
  assert.match(unknown.message, /^POST \/applications: 400: The request is not valid\. ./);

  const gone = await adminClient({ url: "http://127.0.0.1:1", key: at.key, retries: 0 })
    .call("GET /health")
    .catch((error: unknown) => error);
  assert.match(String(gone), /^Error: GET \/health: /);
  for (const one of [unauthorized, forbidden, unknown, gone, at.admin]) {
    const text = inspect(one, { depth: 20, showHidden: true });
    assert.ok(!text.includes(at.key), text);
  }
});

test("a key, a URL and a part of a path that cannot be one are TypeErrors", async () => {
  const url = "http://127.0.0.1:1";
  for (const key of ["", "cs_live_a\n", "cs live"]) {
    assert.throws(() => adminClient({ url, key }), /^TypeError: key is what `countersign api-key/);
  }
  const unset = process.env["COUNTERSIGN_NO_SUCH_KEY"];
  assert.throws(() => adminClient({ url, key: unset }), /it is undefined: is the environment/);
  assert.throws(() => adminClient({ url: "countersign", key: "k" }), TypeError);
  for (const id of ["", ".", ".."]) {
    const call = adminClient({ url, key: "k" }).call("DELETE /users/{id}", { params: { id } });
    await assert.rejects(call, TypeError);
  }
});

/** Passes calls on to the service, and lets `meddle` handle the first responses itself. */
async function startProxy(
  url: string,
  meddle: ((request: IncomingMessage, response: ServerResponse) => void)[],
) {
  const seen: IncomingMessage[] = [];
  const server = await listen(async (request, response) => {
    seen.push(request);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const passed = await fetch(`${url}${request.url}`, {
      method: String(request.method),
      headers: Object.entries(request.headers).filter(([name]) =>
        /^(authorization|content-type|idempotency-key)$/.test(name),
      ) as [string, string][],
      body: request.method === "GET" ? null : Buffer.concat(chunks),
    });
    const first = meddle.shift();
    if (first !== undefined) return first(request, response);
    response.writeHead(passed.status, Object.fromEntries(passed.headers.entries()));
    response.end(await passed.text());
  });
  return { ...server, url: server.url, seen };
}

test("a POST whose response is lost is sent again with the same key, and runs once", async () => {
  await using at = await startWithClient();
  const cut = (request: IncomingMessage) => request.socket.destroy();
  await using proxy = await startProxy(at.url, [cut, cut]);
  const behind = adminClient({ url: proxy.url, key: at.key });
  const { body } = await behind.call("POST /applications", { body: weather });
  assert.match(body.consumer_secret, /^\w{50}$/);
  const keys = proxy.seen.map((one) => one.headers["idempotency-key"]);
  assert.deepEqual([keys.length, new Set(keys).size], [3, 1]);
  assert.deepEqual(await namesIn(at.admin, "50"), ["Weather"]);

  const idempotencyKey = "pipeline-17";
  const first = await at.admin.call("POST /applications", { body: weather, idempotencyKey });
  const again = await at.admin.call("POST /applications", { body: weather, idempotencyKey });
  assert.deepEqual(again.body, first.body);
});

test("a change whose response is lost is not sent again", async () => {
  await using at = await startWithClient();
  const { body } = await at.admin.call("POST /applications", { body: weather });
  await using proxy = await startProxy(at.url, [(request) => request.socket.destroy()]);
  const behind = adminClient({ url: proxy.url, key: at.key });
  const call = behind.call("DELETE /applications/{id}", { params: { id: body.id } });
  await assert.rejects(call, /^Error: DELETE \/applications\/\{id\}: /);
  assert.equal(proxy.seen.length, 1);
});

test("a call waits for Retry-After if there is time, and otherwise throws with it", async () => {
  // In the middle of a window, which would otherwise end now and then before the second call.
  const quarter = 15 * 60_000;
  const now = Math.floor(Date.now() / quarter) * quarter + quarter / 2;
  await using at = await startWithClient({ RATE_LIMITS: "admin-api=1" }, () => now);
  await using proxy = await startProxy(at.url, [
    (_, response) => {
      const type = "urn:countersign:problem:over-capacity";
      response.writeHead(503, { "content-type": "application/problem+json", "retry-after": "1" });
      response.end(JSON.stringify({ type, title: "Over capacity.", status: 503 }));
    },
  ]);
  const behind = adminClient({ url: proxy.url, key: at.key });
  const limited = await problemOf(behind.call("GET /health"));
  assert.equal(proxy.seen.length, 2, "the second one is over the limit of one call");
  assert.equal(limited.type, "urn:countersign:problem:rate-limited");
  assert.ok(Number(limited.retryAfter) > 30, String(limited.retryAfter));
});

test("a call ends after its timeout, or by its signal; another server is recognized", async () => {
  await using silent = await listen(() => {});
  const admin = adminClient({ url: silent.url, key: "k", timeoutMs: 100 });
  await assert.rejects(
    admin.call("GET /health"),
    /^Error: GET \/health: no response within 100 ms$/,
  );
  const controller = new AbortController();
  const call = adminClient({ url: silent.url, key: "k" }).call("GET /health", {
    signal: controller.signal,
  });
  controller.abort(new Error("stopped"));
  await assert.rejects(call, /^Error: stopped$/);

  await using other = await listen((_, response) => response.end("<h1>Hello</h1>"));
  const greeting = await problemOf(adminClient({ url: other.url, key: "k" }).call("GET /health"));
  assert.deepEqual([greeting.status, greeting.type], [200, "about:blank"]);
  await using moved = await listen((_, response) =>
    response.writeHead(307, { location: other.url }).end(),
  );
  const redirected = adminClient({ url: moved.url, key: "k", retries: 0 }).call("GET /health");
  await assert.rejects(redirected, /redirect/);
});

test("the example of docs/guide/automate.md runs, also again", async () => {
  await using at = await startWithClient();
  const directory = mkdtempSync(join(tmpdir(), "countersign-test-"));
  try {
    const script = guideBlock("automate", "weather.mjs", {
      "@countersign/client/admin": pathToFileURL("packages/client/src/admin.ts").href,
      "http://127.0.0.1:8081": at.url,
    });
    writeFileSync(join(directory, "weather.mjs"), script);
    const env = { ...process.env, COUNTERSIGN_API_KEY: at.key, CREATION_KEY: randomUUID() };
    const run = () =>
      promisify(execFile)(process.execPath, [join(directory, "weather.mjs")], { env });
    const { stdout } = await run();
    assert.match(stdout, /^\d+ Weather\n$/);
    assert.equal((await run()).stdout, stdout);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
