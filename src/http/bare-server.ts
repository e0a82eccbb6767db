/** The web framework, without what it does by itself: parse bodies, answer errors, refuse methods. */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { bodyReader, EncodedBody, isEncoded } from "./bodies.ts";
import type { ConnectionTimes } from "./connection-times.ts";
import type { Connections } from "./connections.ts";

const mostBodyBytes = 64 * 1024;
const mostHeaderBytes = 16 * 1024;

export interface BareServerParts {
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  readonly connectionTimes: ConnectionTimes;
}

/** `refuseUrl` answers a request whose URL cannot be routed; no hook runs before it. */
export function bareServer(
  { tls, connectionTimes: times }: BareServerParts,
  connections: Connections,
  refuseUrl: (request: FastifyRequest, reply: FastifyReply) => unknown,
): FastifyInstance {
  const options = {
    logger: false,
    exposeHeadRoutes: false,
    bodyLimit: mostBodyBytes,
    return503OnClosing: false,
    forceCloseConnections: "idle" as const,
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    clientErrorHandler: connections.broken,
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      refuseUrl(request, reply),
  };
  const parser = {
    maxHeaderSize: mostHeaderBytes,
    // Node would refuse a request without Host itself, with an empty body.
    requireHostHeader: false,
    connectionsCheckingInterval: times.check,
  };
  const app = (
    tls === undefined
      ? fastify({ ...options, http: parser })
      : fastify({ ...options, https: { ...parser, ...tls, handshakeTimeout: times.headers } })
  ) as FastifyInstance;
  // Nobody takes it, and the framework would refuse it for its body before it looks for its path.
  app.addHttpMethod("QUERY", { hasBody: false, overrideExisting: true });
  // Some clients send a form with GET, and their signature covers it.
  for (const method of ["GET", "HEAD"]) {
    app.addHttpMethod(method, { hasBody: true, overrideExisting: true });
  }
  keepBodiesAsSent(app);
  return app;
}

/** Bodies stay bytes, because signatures cover them as sent, regardless of their Content-Type. */
function keepBodiesAsSent(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const readBody = bodyReader();
  app.addContentTypeParser("*", (request, _payload, done) => {
    if (isEncoded(request.raw)) done(new EncodedBody());
    else readBody(request.raw, request.routeOptions.bodyLimit ?? mostBodyBytes, done);
  });
}

/**
 * Routes have no schemas. Setting compilers keeps the framework from loading its own, which take some
 * megabytes.
 */
function noSchema(): never {
  throw new Error("no route has a schema");
}
