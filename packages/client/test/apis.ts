/** Small APIs behind the middleware, one for each framework, all with the same routes. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import type { MiddlewareOptions } from "../src/decide.ts";
import { countersign as forExpress } from "../src/express.ts";
import { countersign as forFastify } from "../src/fastify.ts";
import { countersign as forHono } from "../src/hono.ts";

export interface Api extends AsyncDisposable {
  readonly url: string;
}

export type StartApi = (options: MiddlewareOptions) => Promise<Api>;

/**
 * `GET /1/things/…` uses the limit `timeline`; `POST /1/things` also returns the form's `a`; `GET /1/own` is only for
 * users; `GET /open` is for everyone. Each responds with the caller.
 */
export const apis: Readonly<Record<string, StartApi>> = {
  async fastify(options) {
    const app = fastify();
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    );
    await app.register(forFastify, options);
    app.get("/1/things/*", { config: { countersign: { limit: "timeline" } } }, (request) => ({
      caller: request.countersign,
    }));
    app.post("/1/things", (request) => ({
      caller: request.countersign,
      a: (request.body as { a?: string } | undefined)?.a,
    }));
    const forUsers = { config: { countersign: { requires: { context: "user" } } } } as const;
    app.get("/1/own", forUsers, (request) => ({ caller: request.countersign }));
    app.get("/open", { config: { countersign: false } }, (request) => ({
      caller: request.countersign ?? "nobody",
    }));
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => app.close() };
  },

  async express(options) {
    const app = express();
    const protect = forExpress(options);
    const router = express.Router();
    router.get("/things/*rest", protect({ limit: "timeline" }), answer);
    router.post(
      "/things",
      protect(),
      express.urlencoded({ extended: true }),
      express.json(),
      answer,
    );
    router.get("/own", protect({ requires: { context: "user" } }), answer);
    app.use("/1", router);
    app.get("/open", answer);
    return listen(app);
  },

  async hono(options) {
    const app = new Hono();
    const protect = forHono(options);
    app.get("/1/things/*", protect({ limit: "timeline" }), (c) =>
      c.json({ caller: c.get("countersign") }),
    );
    app.post("/1/things", protect(), async (c) => {
      const isJson = c.req.header("content-type") === "application/json";
      const { a } = isJson ? await c.req.json() : await c.req.parseBody();
      return c.json({ caller: c.get("countersign"), a });
    });
    app.get("/1/own", protect({ requires: { context: "user" } }), (c) =>
      c.json({ caller: c.get("countersign") }),
    );
    app.get("/open", (c) => c.json({ caller: c.get("countersign") ?? "nobody" }));
    return listenTo(app);
  },
};

/** As `@hono/node-server` does it: the application gets a Request, and Node's own request in its environment. */
export function listenTo(app: Hono): Promise<Api> {
  return listen(async (incoming, outgoing) => {
    const { method = "", headers, url = "" } = incoming;
    const hasBody = method !== "GET" && method !== "HEAD";
    const request = new Request(new URL(url, "http://localhost"), {
      method,
      headers: new Headers(headers as Record<string, string>),
      ...(hasBody && { body: Readable.toWeb(incoming), duplex: "half" }),
    });
    const response = await app.fetch(request, { incoming, outgoing });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(await response.text());
  });
}

// biome-ignore lint/suspicious/noExplicitAny: express has no types here
export function answer(request: any, response: any): void {
  response.json({ caller: request.countersign ?? "nobody", a: request.body?.a });
}

export async function listen(listener: RequestListener): Promise<Api> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
