/** CORS with the middleware of every framework: preflights, and rejections that a page of another origin can read. */
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import fastifyCors from "@fastify/cors";
import cors from "cors";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { cors as honoCors } from "hono/cors";
import { bearerFor } from "../../../test/support/flow.ts";
import { startWorld, type World } from "../../../test/support/world.ts";
import { api as origin, settings } from "../../../test/verification/asking.ts";
import type { MiddlewareOptions } from "../src/decide.ts";
import { countersign as forExpress } from "../src/express.ts";
import { countersign as forFastify } from "../src/fastify.ts";
import { countersign as forHono } from "../src/hono.ts";
import { type Api, listen, listenTo, type StartApi } from "./apis.ts";

const page = "https://app.example.com";
const preflight = { origin: page, "access-control-request-method": "GET" };
/** An application with read access may send OPTIONS too. */
const read = { requires: { access: "read" } } as const;

interface Starts {
  /** The framework's own `cors` answers preflights, before anything is verified. */
  readonly withCors: StartApi;
  /** Each route is protected, and OPTIONS responds with 200 and the caller, or with "no one". */
  readonly withHandler: StartApi;
}

const frameworks: Readonly<Record<string, Starts>> = {
  express: {
    withCors(options) {
      const app = express();
      app.use(cors({ origin: page }));
      app.use(forExpress(options)());
      app.get("/1/things", (_request, response) => response.json({}));
      return listen(app);
    },
    withHandler(options) {
      const app = express();
      app.use(forExpress(options)(read));
      // biome-ignore lint/suspicious/noExplicitAny: express has no types here
      app.options("/1/things", (request: any, response: any) =>
        response.json(request.countersign ?? "nobody"),
      );
      return listen(app);
    },
  },
  fastify: {
    async withCors(options) {
      const app = fastify();
      await app.register(fastifyCors, { origin: page });
      await app.register(forFastify, options);
      app.get("/1/things", () => ({}));
      return listening(app);
    },
    async withHandler(options) {
      const app = fastify();
      await app.register(forFastify, options);
      const route = { config: { countersign: read } };
      app.options("/1/things", route, (request, reply) =>
        reply.send(request.countersign ?? '"nobody"'),
      );
      return listening(app);
    },
  },
  hono: {
    withCors(options) {
      const app = new Hono();
      const protect = forHono(options);
      app.use(honoCors({ origin: page }));
      app.get("/1/things", protect(), (c) => c.json({}));
      return listenTo(app);
    },
    withHandler(options) {
      const app = new Hono();
      app.use(forHono(options)(read));
      app.options("/1/things", (c) => c.json(c.get("countersign") ?? "nobody"));
      return listenTo(app);
    },
  },
};

for (const [name, { withCors, withHandler }] of Object.entries(frameworks)) {
  test(`${name}: 204 — cors() answers a preflight, and a page can read the status of a rejection`, async () => {
    await using world = await startWorld(settings);
    await using api = await withCors(optionsOf(world));
    const asked = await ask(api, { method: "OPTIONS", headers: preflight });
    assert.equal(asked.status, 204);
    assert.equal(asked.headers.get("access-control-allow-origin"), page);
    for (const authorization of [undefined, "Bearer wrong"]) {
      const headers = { origin: page, ...(authorization && { authorization }) };
      const rejected = await ask(api, { headers });
      assert.equal(rejected.status, 401);
      assert.equal(rejected.headers.get("access-control-allow-origin"), page);
      assert.match(await rejected.text(), /"errors"/);
    }
    const authorization = `Bearer ${await bearerFor(world.baseUrl, world.application)}`;
    const allowed = await ask(api, { headers: { origin: page, authorization } });
    assert.equal(allowed.status, 200);
    assert.equal(allowed.headers.get("access-control-allow-origin"), page);
  });

  test(`${name}: 200 — preflight: "pass" runs the handler of a preflight without a caller, and of nothing else`, async () => {
    await using world = await startWorld(settings);
    await using api = await withHandler({ ...optionsOf(world), preflight: "pass" });
    const options = (headers: Record<string, string>) => ask(api, { method: "OPTIONS", headers });
    const passed = await options(preflight);
    assert.deepEqual([passed.status, await passed.json()], [200, "nobody"]);
    const { origin: from, ...withoutOrigin } = preflight;
    assert.equal((await options(withoutOrigin)).status, 401);
    assert.equal((await options({ origin: from })).status, 401);
    assert.equal((await options({ ...preflight, authorization: "Bearer wrong" })).status, 401);
    for (const header of ["content-type", "X-HTTP-Method-Override", "x_method_override"]) {
      assert.equal((await options({ ...preflight, [header]: "DELETE" })).status, 401, header);
    }
    assert.equal((await ask(api, { headers: preflight })).status, 401);
    const authorization = `Bearer ${await bearerFor(world.baseUrl, world.application)}`;
    const verified = await options({ ...preflight, authorization });
    const { consumerKey } = (await verified.json()) as { consumerKey: string };
    assert.equal(consumerKey, world.application.consumerKey);
  });

  test(`${name}: 401 (code 215) — a preflight, unless the API lets it pass`, async () => {
    await using world = await startWorld(settings);
    await using api = await withHandler(optionsOf(world));
    const rejected = await ask(api, { method: "OPTIONS", headers: preflight });
    assert.equal(rejected.status, 401);
    assert.match(await rejected.text(), /"code":215/);
  });
}

test("a value that preflight does not have stops the start", () => {
  const options = { url: "http://127.0.0.1:1", origin, preflight: "passes" };
  assert.throws(() => forExpress(options as never), /preflight must be "pass" or left out/);
});

function optionsOf({ service }: World): MiddlewareOptions {
  return { url: String(service.internalUrl), secret: settings.INTERNAL_SECRET, origin };
}

function ask({ url }: Api, request: RequestInit): Promise<Response> {
  return fetch(`${url}/1/things`, request);
}

async function listening(app: ReturnType<typeof fastify>): Promise<Api> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => app.close() };
}
