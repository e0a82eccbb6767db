/** `@countersign/client/fastify`: every route that is registered after the plugin asks who is calling. */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { collect } from "./body-bytes.ts";
import type { Caller, Rules } from "./contract.ts";
import { checkedRules, createDecide, type MiddlewareOptions, type ReadBody } from "./decide.ts";

export type { Caller, Rules, UserCaller } from "./contract.ts";
export type { MiddlewareOptions } from "./decide.ts";
export { userOf } from "./user-of.ts";

declare module "fastify" {
  interface FastifyRequest {
    /**
     * The caller, from `preValidation` on. Absent on routes with `config: { countersign: false }`, and in a preflight
     * that passes.
     */
    countersign: Caller;
  }
  interface FastifyContextConfig {
    /** The route's requirements for its callers; false: anyone may call it. */
    countersign?: Rules | false;
  }
}

/** `await app.register(countersign, { url, secret, origin })`. The rules of a route are in its `config.countersign`. */
export async function countersign(app: FastifyInstance, options: MiddlewareOptions): Promise<void> {
  const decide = createDecide({
    onFailure: (error) => app.log.error(error, error.message),
    ...options,
  });
  app.decorateRequest("countersign");
  app.addHook("onRoute", ({ config }: RouteOptions) => {
    if (config?.countersign) checkedRules(config.countersign);
  });
  // preParsing is the last hook in which the body is still as it was sent. It uses a callback, because after a hook
  // that returns a promise Fastify runs the handler even if a rejected client left before it was answered.
  app.addHook("preParsing", (request, reply, payload: Readable, done) => {
    const rules = request.routeOptions.config.countersign ?? {};
    if (rules === false) return done(null, payload);
    const body = bodyIn(payload);
    decide(rawRequest(request), rules, body.read).then((decision) => {
      if (decision.valid === "preflight") return done(null, payload);
      if (!decision.valid) {
        const { status, headers, body } = decision.response;
        reply.code(status).headers(headers).send(body);
        return;
      }
      request.countersign = decision.caller;
      reply.headers(decision.headers);
      done(null, body.bytes === undefined ? payload : replayed(body.bytes));
    }, done);
  });
}

// Without this, the plugin would protect only routes registered inside it, and there are none. The package
// fastify-plugin does the same.
Object.assign(countersign, {
  [Symbol.for("skip-override")]: true,
  [Symbol.for("fastify.display-name")]: "countersign",
});

function rawRequest({ raw, method, originalUrl, ip }: FastifyRequest) {
  return {
    method,
    target: originalUrl,
    rawHeaders: raw.rawHeaders ?? pairs(raw.headers),
    address: ip,
  };
}

/** Requests that `app.inject` makes have no raw headers. */
function pairs(headers: FastifyReply["raw"]["req"]["headers"]): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((one) => [name, one]),
  );
}

function bodyIn(payload: Readable): { bytes?: Uint8Array | undefined; read: ReadBody } {
  const body: ReturnType<typeof bodyIn> = {
    async read(maxBytes) {
      if (payload.readableDidRead) throw new Error(eaten);
      body.bytes = await collect(payload, maxBytes);
      return body.bytes;
    },
  };
  return body;
}

const eaten =
  "countersign: a preParsing hook has read this body before the signature could be checked. Register countersign before the plugin that adds the hook.";

function replayed(bytes: Uint8Array): Readable {
  const stream = Readable.from(bytes.length === 0 ? [] : [bytes], { objectMode: false });
  // Fastify compares this number with Content-Length.
  return Object.assign(stream, { receivedEncodedLength: bytes.length });
}
