/** Bodies with a signed hash, with the middleware of every framework: compared, and left for the handler to read. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { test } from "node:test";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { startWorld, type World } from "../../../test/support/world.ts";
import { api as origin, settings, signedVerification } from "../../../test/verification/asking.ts";
import { createVerifier } from "../src/client.ts";
import type { Rules } from "../src/contract.ts";
import type { MiddlewareOptions } from "../src/decide.ts";
import { countersign as forExpress, keepBody } from "../src/express.ts";
import { countersign as forFastify } from "../src/fastify.ts";
import { countersign as forHono } from "../src/hono.ts";
import { type Api, listen, listenTo } from "./apis.ts";

const target = "/1/things";
const json = JSON.stringify({ amount: 10, to: "bób" });
const changed = json.replace("10", "1000");
const digest = (body: string, name = "sha1") => hash(name, body, "base64");

/** Each answers every method with the body that its handler read from the stream, and with its state. */
type Start = (options: MiddlewareOptions, rules: Rules, ran: () => void) => Promise<Api>;

const frameworks: Readonly<Record<string, Start>> = {
  express(options, rules, ran) {
    const app = express();
    // biome-ignore lint/suspicious/noExplicitAny: express has no types here
    app.all(target, forExpress(options)(rules), async (request: any, response: any) => {
      ran();
      response.json({ text: await textOf(request), state: request.countersign.body });
    });
    return listen(app);
  },
  async fastify(options, rules, ran) {
    const app = fastify({ bodyLimit: 4 * 1024 * 1024 });
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "string" }, (_request, text, done) =>
      done(null, text),
    );
    await app.register(forFastify, options);
    app.all(target, { config: { countersign: rules } }, (request) => {
      ran();
      return { text: request.body ?? "", state: request.countersign.body };
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => app.close() };
  },
  hono(options, rules, ran) {
    const app = new Hono();
    app.all(target, forHono(options)(rules), async (c) => {
      ran();
      const raw = await c.req.raw.text();
      return c.json({ text: raw, state: c.get("countersign").body });
    });
    return listenTo(app);
  },
};

/** `run.times` is how often the handler ran. */
async function started(world: World, start: Start, rules: Rules = {}, more = {}) {
  const run = { times: 0 };
  const options = {
    url: String(world.service.internalUrl),
    secret: settings.INTERNAL_SECRET,
    origin,
    ...more,
  };
  const api = await start(
    options,
    { ...rules, requires: { access: "read", ...rules.requires } },
    () => {
      run.times += 1;
    },
  );
  return { api, run, [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]() };
}

function headersFor(world: World, oauth_body_hash?: string, method = "PUT", more: object = {}) {
  const oauth = { ...more, ...(oauth_body_hash !== undefined && { oauth_body_hash }) };
  const { authorization } = signedVerification(world, method, target, { oauth });
  return { authorization, "content-type": "application/json" };
}

const put = (
  api: Api,
  headers: Record<string, string>,
  body: string | ReadableStream,
  path = target,
) => fetch(api.url + path, { method: "PUT", headers, body, duplex: "half" });

for (const [name, start] of Object.entries(frameworks)) {
  test(`${name}: 200 — hashed by SHA-1, SHA-256 and SHA-512, of any length, in chunks; the handler reads it`, async () => {
    await using world = await startWorld(settings);
    await using running = await started(world, start, { requires: { body: "hashed" } });
    const { api } = running;
    for (const body of [json, "", "é".repeat(300_000), "x".repeat(1024 * 1024)]) {
      for (const algorithm of ["sha1", "sha256", "sha512"]) {
        const response = await put(api, headersFor(world, digest(body, algorithm)), body);
        assert.equal(response.status, 200, `${body.length} ${algorithm}`);
        assert.deepEqual(await response.json(), { text: body, state: "hashed" });
      }
    }
    const chunks = new Blob([json.slice(0, 5), json.slice(5)]).stream();
    const response = await put(api, headersFor(world, digest(json)), chunks);
    assert.deepEqual(await response.json(), { text: json, state: "hashed" });
    const nothing = headersFor(world, digest(""), "GET");
    const get = await fetch(api.url + target, { headers: nothing });
    assert.deepEqual(await get.json(), { text: "", state: "hashed" });
  });

  test(`${name}: 401 (code 32) — another body; its request can still be sent, and the handler runs once`, async () => {
    await using world = await startWorld(settings);
    await using running = await started(world, start);
    const { api, run } = running;
    const headers = headersFor(world, digest(json));
    for (const body of [changed, "", `${json} `, "x".repeat(500_000)]) {
      const response = await put(api, headers, body);
      assert.equal(response.status, 401);
      assert.match(await response.text(), /"code":32,.*oauth_body_hash doesn.t match/);
    }
    assert.equal(run.times, 0);
    assert.equal((await put(api, headers, json)).status, 200);
    assert.equal((await put(api, headers, json)).status, 401, "a replay");
    const get = await fetch(api.url + target, { headers: headersFor(world, digest(json), "GET") });
    assert.equal(get.status, 401);
    assert.equal(run.times, 1);
  });

  test(`${name}: 401 (code 32) — the parameter in the query, and its name encoded`, async () => {
    await using world = await startWorld(settings);
    await using running = await started(world, start);
    const { api, run } = running;
    for (const spelling of ["oauth_body_hash", "oauth%5Fbody_hash", "%6fauth_body_has%68"]) {
      const { authorization, ...rest } = headersFor(world, digest(json));
      const inHeader = authorization.replace("oauth_body_hash", spelling);
      const value = encodeURIComponent(digest(json));
      const inQuery = authorization.replace(/oauth_body_hash="[^"]*", /, "");
      assert.notEqual(inQuery, authorization);
      for (const [header, path] of [
        [inHeader, target],
        [inQuery, `${target}?${spelling}=${value}`],
      ] as const) {
        const wrong = await put(api, { ...rest, authorization: header }, changed, path);
        assert.equal(wrong.status, 401, `${spelling} ${path}`);
        assert.match(await wrong.text(), /oauth_body_hash doesn.t match/);
      }
      assert.equal((await put(api, { ...rest, authorization: inHeader }, json)).status, 200);
    }
    assert.equal(run.times, 3);
  });

  test(`${name}: 401 (code 32) — a SHA-1 hash of an application that requires SHA-256`, async () => {
    const methods = { SIGNATURE_METHODS: "HMAC-SHA1,HMAC-SHA256" };
    await using world = await startWorld({ ...settings, ...methods }, { requireSha256: true });
    await using running = await started(world, start);
    const { api, run } = running;
    const headers = (algorithm: string) =>
      headersFor(world, digest(json, algorithm), "PUT", { oauth_signature_method: "HMAC-SHA256" });
    const rejected = await put(api, headers("sha1"), json);
    assert.equal(rejected.status, 401);
    assert.match(await rejected.text(), /"code":32,.*oauth_body_hash must be SHA-256 or SHA-512/);
    assert.equal(run.times, 0);
    assert.equal((await put(api, headers("sha256"), json)).status, 200);
  });

  test(`${name}: 413 (code 215) — a longer body with a hash; one without a hash is not read`, async () => {
    await using world = await startWorld(settings);
    await using running = await started(world, start, {}, { bodyLimit: 1000 });
    const { api, run } = running;
    const long = "x".repeat(1001);
    const rejected = await put(api, headersFor(world, digest(long)), long);
    assert.equal(rejected.status, 413);
    assert.match(await rejected.text(), /"code":215,.*over 1000 bytes/);
    const larger = await put(api, headersFor(world, digest(json)), "x".repeat(3_000_000));
    assert.equal(larger.status, 413);
    assert.equal(run.times, 0);
    const exact = "x".repeat(1000);
    assert.equal((await put(api, headersFor(world, digest(exact)), exact)).status, 200);
    const unsigned = await put(api, headersFor(world), long);
    assert.deepEqual(await unsigned.json(), { text: long, state: "unsigned" });
  });

  test(`${name}: 401 (code 32) — a body without a hash, where one is required; a signed form is enough`, async () => {
    await using world = await startWorld(settings);
    await using running = await started(world, start, { requires: { body: "hashed" } });
    const { api, run } = running;
    const unsigned = await put(api, headersFor(world), json);
    assert.equal(unsigned.status, 401);
    assert.match(await unsigned.text(), /sign the hash of the body in oauth_body_hash/);
    assert.equal(run.times, 0);
    for (const form of [[["a", "b c"]], []] as const) {
      const signed = signedVerification(world, "PUT", target, { form });
      const headers = {
        authorization: signed.authorization,
        "content-type": `${signed.content_type}`,
      };
      const response = await put(api, headers, String(signed.body));
      assert.deepEqual(await response.json(), { text: signed.body, state: "signed" });
    }
  });

  test(`${name}: a client that leaves in the middle of its body: no handler runs, and the next request is served`, async () => {
    await using world = await startWorld(settings);
    await using running = await started(world, start);
    const { api, run } = running;
    const headers = headersFor(world, digest(json));
    const lines = Object.entries(headers).map(([key, value]) => `${key}: ${value}\r\n`);
    const head = `PUT ${target} HTTP/1.1\r\nHost: x\r\n${lines.join("")}Content-Length: 500\r\n\r\n`;
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const socket = connect(Number(new URL(api.url).port), "127.0.0.1", () => {
      socket.write(head + json, () => socket.destroy());
    });
    socket.once("close", () => resolve());
    await closed;
    assert.equal((await put(api, headers, json)).status, 200);
    assert.equal(run.times, 1);
  });
}

test("express: 500 — a parser that has read the body; 200 — one that keeps its bytes, and one that comes later", async () => {
  await using world = await startWorld(settings);
  const options = {
    url: String(world.service.internalUrl),
    secret: settings.INTERNAL_SECRET,
    origin,
  };
  const protect = forExpress(options)({ requires: { access: "read", body: "hashed" } });
  const errors: string[] = [];
  const app = express();
  // biome-ignore lint/suspicious/noExplicitAny: express has no types here
  const answer = (request: any, response: any) => response.json({ amount: request.body.amount });
  app.put("/read", express.json(), protect, answer);
  app.put("/kept", express.json({ verify: keepBody }), protect, answer);
  app.put("/later", protect, express.json(), answer);
  // biome-ignore lint/suspicious/noExplicitAny: express has no types here
  app.use((error: Error, _request: any, response: any, _next: unknown) => {
    errors.push(error.message);
    response.status(500).end();
  });
  await using api = await listen(app);
  const send = (path: string, body: string) => {
    const oauth = { oauth_body_hash: digest(json) };
    const { authorization } = signedVerification(world, "PUT", path, { oauth });
    return put(api, { authorization, "content-type": "application/json" }, body, path);
  };
  assert.equal((await send("/read", json)).status, 500);
  assert.match(errors.join(), /before the parser, or .*verify: keepBody/);
  for (const path of ["/kept", "/later"]) {
    assert.deepEqual(await (await send(path, json)).json(), { amount: 10 });
    assert.equal((await send(path, changed)).status, 401);
  }
});

test("hono: a body that c.req has read before or reads later", async () => {
  await using world = await startWorld(settings);
  const options = {
    url: String(world.service.internalUrl),
    secret: settings.INTERNAL_SECRET,
    origin,
  };
  const app = new Hono();
  app.use("/read", async (c, next) => {
    await c.req.text();
    await next();
  });
  app.put("/:how", forHono(options)({ requires: { access: "read", body: "hashed" } }), async (c) =>
    c.json({ amount: (await c.req.json()).amount }),
  );
  await using api = await listenTo(app);
  for (const path of ["/read", "/later"]) {
    const oauth = { oauth_body_hash: digest(json) };
    const { authorization } = signedVerification(world, "PUT", path, { oauth });
    assert.equal((await put(api, { authorization }, changed, path)).status, 401);
    const response = await put(api, { authorization }, json, path);
    assert.deepEqual(await response.json(), { amount: 10 });
  }
});

test("verify: the body of another type goes as digests, and an invalid limit stops the start", async () => {
  await using world = await startWorld(settings);
  const options = {
    url: String(world.service.internalUrl),
    secret: settings.INTERNAL_SECRET,
    origin,
  };
  using verifier = createVerifier(options);
  const long = "x".repeat(5_000_000);
  const requires = { access: "read", body: "hashed" } as const;
  const { authorization, "content-type": contentType } = headersFor(world, digest(long, "sha512"));
  const request = { method: "PUT", target, authorization, contentType, requires };
  const wrong = await verifier.verify({ ...request, body: `${long}x` });
  assert.equal(!wrong.valid && wrong.cause, "body");
  const right = await verifier.verify({ ...request, body: Buffer.from(long) });
  assert.equal(right.valid && right.caller.body, "hashed");
  for (const bodyLimit of [-1, 1.5, Number.NaN, "1mb" as never]) {
    assert.throws(
      () => forExpress({ ...options, bodyLimit }),
      /bodyLimit must be a number of bytes/,
    );
  }
  assert.throws(() => forExpress(options)({ requires: { body: "signed" as never } }), TypeError);
});

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
