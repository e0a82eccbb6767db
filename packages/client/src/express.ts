/** `@countersign/client/express`: a middleware for each route that asks who is calling. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { readAndPutBack } from "./body-bytes.ts";
import type { Caller, Rules } from "./contract.ts";
import { checkedRules, createDecide, type MiddlewareOptions } from "./decide.ts";

export type { Caller, Rules, UserCaller } from "./contract.ts";
export type { MiddlewareOptions } from "./decide.ts";
export { userOf } from "./user-of.ts";

declare global {
  namespace Express {
    interface Request {
      /** The caller. Absent on routes without the middleware, and in a preflight that passes. */
      countersign: Caller;
    }
  }
}

/** The part of Express's own request that is used; every version from 4 on has it. */
export interface ExpressRequest extends IncomingMessage {
  originalUrl: string;
  ip?: string | undefined;
  countersign: Caller;
}

export type ExpressMiddleware = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** `const protect = countersign({ url, secret, origin })`, then `app.get(path, protect({ requires, limit }), …)`. */
export function countersign(options: MiddlewareOptions): (rules?: Rules) => ExpressMiddleware {
  const decide = createDecide(options);
  return (rules = {}) => {
    checkedRules(rules);
    return (request, response, next) => {
      admits(request, response, rules).then((admitted) => {
        if (admitted) next();
      }, next);
    };
  };

  async function admits(
    request: ExpressRequest,
    response: ServerResponse,
    rules: Rules,
  ): Promise<boolean> {
    const { method = "", originalUrl, rawHeaders, ip } = request;
    const raw = { method, target: originalUrl, rawHeaders, address: ip };
    const decision = await decide(raw, rules, (maxBytes) => bodyBytes(request, maxBytes));
    if (decision.valid === "preflight") return true;
    if (!decision.valid) {
      const { status, headers, body } = decision.response;
      response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
      response.end(body);
      return false;
    }
    request.countersign = decision.caller;
    response.setHeaders(new Map(Object.entries(decision.headers)));
    return true;
  }
}

const bodies = new WeakMap<IncomingMessage, Uint8Array>();

/**
 * For a body parser that has to run first: `express.json({ verify: keepBody })` keeps the bytes that it reads.
 * Express's other parsers have the same option.
 */
export function keepBody(request: IncomingMessage, _response: unknown, bytes: Uint8Array): void {
  bodies.set(request, bytes);
}

async function bodyBytes(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const bytes = bodies.get(request);
  if (bytes !== undefined) return bytes;
  if (!request.readableDidRead) return readAndPutBack(request, maxBytes);
  // A parser that read no bytes has kept none.
  const { "content-length": length = "0", "transfer-encoding": chunked } = request.headers;
  if (length === "0" && chunked === undefined) return new Uint8Array();
  throw new Error(eaten);
}

const eaten =
  "countersign: a body parser has read this body before its signature could be checked. Put the countersign middleware before the parser, or let the parser keep the bytes: express.json({ verify: keepBody }), with keepBody from @countersign/client/express.";
