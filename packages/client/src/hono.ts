/**
 * `@countersign/client/hono`: a middleware for each route that asks who is calling. For Hono on Node, with
 * `@hono/node-server`.
 */
import type { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler, Next } from "hono";
import type { Caller, CallerOf, Rules } from "./contract.ts";
import { checkedRules, createDecide, type MiddlewareOptions } from "./decide.ts";

export type { Caller, Rules, UserCaller } from "./contract.ts";
export type { MiddlewareOptions } from "./decide.ts";

declare module "hono" {
  interface ContextVariableMap {
    /** The caller. Absent on routes without the middleware, and in a preflight that passes. */
    countersign: Caller;
  }
}

/** A handler behind it gets the callers that the rules let through: with `requires: { context: "user" }`, a user. */
export type Protect = <Given extends Rules = Rules>(
  rules?: Given,
) => MiddlewareHandler<{ Variables: { countersign: CallerOf<Given> } }>;

/** `const protect = countersign({ url, secret, origin })`, then `app.get(path, protect({ requires, limit }), …)`. */
export function countersign(options: MiddlewareOptions): Protect {
  const decide = createDecide(options);
  return <Given extends Rules>(given?: Given) => {
    const rules: Rules = given ?? {};
    checkedRules(rules);
    return async (c: Context, next: Next) => {
      const decision = await decide(rawRequest(c), rules, (maxBytes) => bodyBytes(c, maxBytes));
      if (decision.valid === "preflight") return await next();
      if (!decision.valid) {
        const { status, headers, body } = decision.response;
        return new Response(c.req.method === "HEAD" ? null : body, { status, headers });
      }
      c.set("countersign", decision.caller);
      for (const [name, value] of Object.entries(decision.headers)) c.header(name, value);
      return await next();
    };
  };
}

/**
 * The URL of a Request has passed a URL parser, which removes `..` and encodes some characters.
 * Node's own request has the target that was signed. Without it, a request whose target was changed is rejected.
 */
function rawRequest({ req, env }: Context) {
  const incoming = (env as { incoming?: IncomingMessage } | undefined)?.incoming;
  const { method } = req.raw;
  if (incoming?.url !== undefined && incoming.rawHeaders !== undefined) {
    const { url: target, rawHeaders, socket } = incoming;
    return { method, target, rawHeaders, address: socket?.remoteAddress };
  }
  const target = req.raw.url.replace(/^[a-z]+:\/\/[^/?#]*/i, "");
  return { method, target, rawHeaders: [...req.raw.headers].flat(), address: undefined };
}

/** Hono keeps a body that its own methods have read. One that is read here is put back into the Request. */
async function bodyBytes({ req }: Context, maxBytes: number): Promise<Uint8Array | undefined> {
  const kept = await (req.bodyCache.arrayBuffer ?? req.bodyCache.text);
  if (kept !== undefined) return Buffer.from(kept as ArrayBuffer);
  if (req.raw.bodyUsed || Object.keys(req.bodyCache).length > 0) throw new Error(eaten);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // To cancel the stream would close the connection before the client has read its response.
  for await (const chunk of req.raw.body?.values({ preventCancel: true }) ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) break;
    chunks.push(chunk);
  }
  if (bytes > maxBytes) {
    req.raw.body?.pipeTo(new WritableStream()).catch(() => {});
    return undefined;
  }
  const whole = new Uint8Array(Buffer.concat(chunks));
  if (req.raw.body !== null) req.raw = new Request(req.raw, { body: whole });
  return whole;
}

const eaten =
  "countersign: something has read this body before its signature could be checked. Put the countersign middleware first, or read the body there with c.req.text() or c.req.arrayBuffer(), which Hono keeps.";
