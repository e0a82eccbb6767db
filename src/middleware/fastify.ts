/** `countersign/fastify`: every route that is registered after the plugin asks who is calling. */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { Caller, Rules } from "./contract.ts";
import { checkedRules, createDecide, type MiddlewareOptions, type ReadForm } from "./decide.ts";
import { collect } from "./form-bytes.ts";

export type { Caller, Rules } from "./contract.ts";
export type { MiddlewareOptions } from "./decide.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who is calling, from `preValidation` on. Not there on routes with `config: { countersign: false }`. */
    countersign: Caller;
  }
  interface FastifyContextConfig {
    /** What this route asks of its callers; false: anybody may call it. */
    countersign?: Rules | false;
  }
}

/** `await app.register(countersign, { url, secret, origin })`. A route's rules stand in its `config.countersign`. */
export async function countersign(app: FastifyInstance, options: MiddlewareOptions): Promise<void> {
  const decide = createDecide({
    onFailure: (error) => app.log.error(error, error.message),
    ...options,
  });
  app.decorateRequest("countersign");
  app.addHook("onRoute", ({ config }: RouteOptions) => {
    if (config?.countersign) checkedRules(config.countersign);
  });
  // preParsing: the last moment at which the body is still the bytes that came. With a callback, because a hook
  // that returns a promise goes on to the handler where a refused client went away before it was answered.
  app.addHook("preParsing", (request, reply, payload: Readable, done) => {
    const rules = request.routeOptions.config.countersign ?? {};
    if (rules === false) return done(null, payload);
    const form = formIn(payload);
    decide(rawRequest(request), rules, form.read).then((decision) => {
      if (!decision.valid) {
        const { status, headers, body } = decision.response;
        reply.code(status).headers(headers).send(body);
        return;
      }
      request.countersign = decision.caller;
      reply.headers(decision.headers);
      done(null, form.bytes === undefined ? payload : replayed(form.bytes));
    }, done);
  });
}

// Without this the plugin would protect its own routes alone, and it has none (what the package fastify-plugin does).
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

/** Requests of `app.inject` have no raw headers. */
function pairs(headers: FastifyReply["raw"]["req"]["headers"]): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((one) => [name, one]),
  );
}

function formIn(payload: Readable): { bytes?: Uint8Array | undefined; read: ReadForm } {
  const form: ReturnType<typeof formIn> = {
    async read() {
      if (payload.readableDidRead) throw new Error(eaten);
      form.bytes = await collect(payload);
      return form.bytes;
    },
  };
  return form;
}

const eaten =
  "countersign: a preParsing hook has read this form before the signature could be checked. Register countersign before the plugin that adds the hook.";

function replayed(bytes: Uint8Array): Readable {
  const stream = Readable.from(bytes.length === 0 ? [] : [bytes], { objectMode: false });
  // Fastify compares this with Content-Length.
  return Object.assign(stream, { receivedEncodedLength: bytes.length });
}
