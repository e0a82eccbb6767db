/** The public HTTP server: registers the routes and sends replies. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { mayBeOurs } from "../authentication/csrf.ts";
import { formPairsOf, type Incoming } from "../authentication/incoming.ts";
import { languageAsked, setLanguage, textsFor } from "../authentication/language.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Standing } from "../domain/limits.ts";
import { Refusal } from "../domain/refusals.ts";
import {
  type Endpoint,
  jsonReply,
  type PathParameters,
  type Reply,
  secretFieldsOf,
} from "../endpoint.ts";
import { defaultLanguage } from "../languages/languages.ts";
import { returnAddress } from "../pages/own-page.ts";
import { standingHeaders } from "../rate-limits/standing-headers.ts";
import { asRefusal, refusalJson, refusalReply } from "../refusal-reply.ts";
import type { Spans } from "../spans.ts";
import type { Frame } from "../views/layout.ts";
import { BodyTooLarge, bodyReader } from "./bodies.ts";
import { seenOf } from "./check-call.ts";
import { boundedConnections, type Connections, type ConnectionTimes } from "./connections.ts";
import {
  hasOneHost,
  hideContentType,
  oneHostOnly,
  type Received,
  readIncoming,
} from "./incoming.ts";
import { compressedOnce, contentTypes, encoded, isWhole } from "./outgoing.ts";
import type { Rehearsal } from "./rehearsal.ts";
import { newRequestId } from "./request-id.ts";
import { type Routed, routes } from "./routes.ts";
import { runOperation } from "./run-operation.ts";
import { setPageHeaders, transportSecurity } from "./security-headers.ts";
import { trustedProxies } from "./trusted-proxies.ts";

/** Called once for every request that was answered. */
export type Served = (
  incoming: Incoming,
  endpoint: string,
  status: number,
  refusal: Refusal | undefined,
  /** Duration in milliseconds. */
  took: number,
) => void;

export interface ServerParts {
  readonly endpoints: readonly Endpoint[];
  readonly dependencies: Dependencies;
  /** The common part of all pages' frames. */
  readonly frame: Omit<Frame, "texts" | "here">;
  readonly served: Served;
  /** Called, instead of `served`, for a program's request that was refused because too many were in progress. */
  readonly turnedAway: () => void;
  /** Called with the reason if a response that has begun cannot be finished. */
  readonly cutShort: (reason: string) => void;
  readonly openApi: () => string;
  /** Undefined: requests go directly to their operations. */
  readonly rehearsal: Rehearsal | undefined;
  readonly spans: Spans | undefined;
  readonly connectionTimes: ConnectionTimes;
  /** Called with errors of the listening sockets; requests continue. */
  readonly troubled: (error: Error) => void;
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined;
}

const noSuchPath = () => new Refusal("noSuchPath");
/**
 * The most requests of programs in progress at once: two full commits. More are refused before they are looked
 * at, so that waiting times stay bounded. Pages are not counted, so that people can sign in while programs
 * wait. docs/adr/0027-more-than-can-be-answered.md has the measurements.
 */
export const mostInHand = 512;
const overCapacity = new Refusal("overCapacity");
const mostBodyBytes = 64 * 1024;
const mostHeaderBytes = 16 * 1024;
const openApiPath = "/openapi.json";

/** A server that is ready to listen. */
export function createServer(parts: ServerParts): FastifyInstance {
  const { dependencies, served } = parts;
  const secretFields = secretFieldsOf(parts.endpoints);
  const plainFrame = { ...parts.frame, texts: defaultLanguage, here: "/" };
  const proxies = trustedProxies(dependencies.config.trustedProxies);
  const hsts = transportSecurity(dependencies.config.hsts);
  const connections = boundedConnections(
    dependencies.config.maxConnections,
    parts.connectionTimes,
    parts.troubled,
  );
  // No hook runs before this, so the request takes its turn here.
  const app = bareServer(parts, connections, (request, reply) =>
    connections.takeTurn(request.raw, reply.raw, () => refuse(request, reply, noSuchPath)),
  );
  connections.watch(app.server);
  app.addHook("onRequest", (request, reply, done) =>
    connections.takeTurn(request.raw, reply.raw, done),
  );
  // Bodies stay bytes, because signatures cover them as sent, regardless of their Content-Type.
  app.removeAllContentTypeParsers();
  const readBody = bodyReader();
  app.addContentTypeParser("*", (request, _payload, done) =>
    readBody(request.raw, request.routeOptions.bodyLimit ?? mostBodyBytes, done),
  );
  app.addHook("onRequest", (request, _reply, done) => {
    hideContentType(request.raw);
    done(
      hasOneHost(request.raw)
        ? undefined
        : new Refusal("badAuthenticationData", { detail: oneHostOnly }),
    );
  });
  for (const endpoint of parts.endpoints) {
    for (const path of endpoint.paths) route(path, endpoint);
  }
  let openApi: Reply | undefined;
  app.get(openApiPath, (request, reply) => {
    openApi ??= compressedOnce({ status: 200, type: "json", body: parts.openApi() });
    send(request, reply, openApi);
  });
  /** Requests of programs in progress. */
  let inHand = 0;
  let closing = false;
  app.addHook("preClose", async () => {
    closing = true;
    connections.closeIdle();
  });
  const routedAt = routes([
    ...parts.endpoints,
    { paths: [openApiPath], methods: ["GET"] as const },
  ]);
  app.setNotFoundHandler((request, reply) => {
    const received = receive(request);
    const seen = seenOf(received, request.raw, dependencies);
    if (seen !== undefined) {
      send(request, reply, jsonReply(seen));
      return;
    }
    const routed = routedAt(received.incoming.path);
    if (routed === undefined) refuse(request, reply, noSuchPath);
    else refuseMethod(request, reply, routed);
  });
  const byPath = new Map(parts.endpoints.flatMap((one) => one.paths.map((path) => [path, one])));
  app.setErrorHandler((error, request, reply) =>
    refuse(
      request,
      reply,
      (requestId) => frameworkRefusal(error, requestId),
      byPath.get(request.routeOptions.url ?? ""),
    ),
  );
  return app;

  function route(path: string, endpoint: Endpoint): void {
    app.route({
      method: [...endpoint.methods],
      url: path,
      ...(endpoint.mostBodyBytes !== undefined && { bodyLimit: endpoint.mostBodyBytes }),
      handler: (request, reply) => serve(request, reply, endpoint),
    });
  }

  function refuseMethod(
    request: FastifyRequest,
    reply: FastifyReply,
    routed: Endpoint | Routed,
  ): void {
    const wrongMethod = new Refusal("methodNotAllowed", { allow: routed.methods });
    refuse(request, reply, () => wrongMethod, "name" in routed ? routed : undefined);
  }

  function serve(
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: Endpoint,
  ): Promise<void> | void {
    const { produces } = endpoint;
    if (produces === "page" || produces === "asset") return serveNow(request, reply, endpoint);
    if (inHand >= mostInHand) {
      parts.turnedAway();
      const { authorization } = request.headers;
      send(request, reply, refusalJson(overCapacity, authorization, "", endpoint));
      return;
    }
    inHand += 1;
    return serveNow(request, reply, endpoint).finally(() => {
      inHand -= 1;
    });
  }

  async function serveNow(
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: Endpoint,
  ): Promise<void> {
    const began = performance.now();
    const received = receive(request);
    if (parts.rehearsal !== undefined) {
      const staged = await parts.rehearsal.before(received.incoming, endpoint);
      if (staged === "cut") {
        reply.hijack();
        request.raw.destroy();
        return;
      }
      if (staged !== undefined) return refuse(request, reply, () => staged, endpoint);
    }
    const frame = frameFor(received.incoming, endpoint);
    const serveIt = () => runOperation(received, endpoint, dependencies, frame);
    const { method, headers } = received.incoming;
    const result = await (parts.spans === undefined
      ? serveIt()
      : parts.spans.request(
          { operation: endpoint.name, method, headers },
          serveIt,
          ({ reply: { status } }) => status,
        ));
    const took = performance.now() - began;
    served(received.incoming, endpoint.name, result.reply.status, result.refusal, took);
    const replied = inAskedLanguage(received.incoming, endpoint, result.reply);
    send(request, reply, replied, result.standing);
  }

  /** Asking for a refused form's page in another language sets the language for all pages. */
  function inAskedLanguage(incoming: Incoming, endpoint: Endpoint, replied: Reply): Reply {
    const texts = endpoint.produces === "page" ? languageAsked(incoming) : undefined;
    if (texts === undefined || !mayBeOurs(incoming, dependencies)) return replied;
    return { ...replied, cookies: [...(replied.cookies ?? []), setLanguage(texts, dependencies)] };
  }

  function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    refusalFor: (requestId: string) => Refusal,
    endpoint?: Endpoint,
  ): void {
    const { incoming } = receive(request);
    const refusal = refusalFor(incoming.id);
    served(incoming, endpoint?.name ?? "none", refusal.row.status, refusal, 0);
    const [realm] = dependencies.origins;
    const frame = frameFor(incoming, endpoint);
    send(request, reply, refusalReply(refusal, incoming, realm, endpoint, frame));
  }

  /** Operations for programs have no language, so they skip choosing one. */
  function frameFor(incoming: Incoming, endpoint: Endpoint | undefined): Frame {
    if (endpoint?.produces !== "page") return plainFrame;
    const frame = { ...parts.frame, texts: textsFor(incoming), here: returnAddress(incoming) };
    if (incoming.method !== "POST") return frame;
    const fields = () =>
      formPairsOf(incoming).filter(([name]) => !secretFields.has(name) && name !== "language");
    return { ...frame, sent: { path: incoming.path, fields } };
  }

  function receive(request: FastifyRequest): Received {
    const body = Buffer.isBuffer(request.body) ? request.body : undefined;
    const parameters = request.params as PathParameters;
    return readIncoming(request.raw, body, proxies, newRequestId(), parameters);
  }

  /** Written in one piece, bypassing the framework, whose sending costs as much as looking up a token. */
  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    replied: Reply,
    standing?: Standing,
  ): void {
    if (replied.type === "html" || replied.type === "none") {
      setPageHeaders(request.raw, reply.raw, replied);
    }
    const { body, headers } = encoded(replied, request.headers["accept-encoding"]);
    reply.hijack();
    const all = contentHeaders(replied, body);
    if (dependencies.origins[0].startsWith("https:")) all["strict-transport-security"] = hsts;
    // A kept-alive connection would keep the stopping process running.
    if (closing) all["connection"] = "close";
    const limited = standing && standingHeaders(standing);
    reply.raw.writeHead(replied.status, Object.assign(all, headers, limited, replied.headers));
    if (isWhole(body)) reply.raw.end(body);
    // A failure on the way cuts the connection, so that nobody takes a part for the whole.
    else {
      pipeline(Readable.from(body), reply.raw).catch((error) => {
        if (!hasLeft(error)) parts.cutShort(String(error));
        reply.raw.destroy();
      });
    }
  }
}

/** Whether the client ended the connection, which is no fault of ours. */
function hasLeft(error: NodeJS.ErrnoException): boolean {
  return error.code === "ERR_STREAM_PREMATURE_CLOSE";
}

function contentHeaders(
  { type, cookies = [] }: Reply,
  body: Reply["body"],
): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  if (isWhole(body)) headers["content-length"] = String(Buffer.byteLength(body));
  const contentType = contentTypes[type];
  if (contentType !== undefined) headers["content-type"] = contentType;
  if (cookies.length > 0) headers["set-cookie"] = [...cookies];
  return headers;
}

function bareServer(
  { tls, connectionTimes: times }: Pick<ServerParts, "tls" | "connectionTimes">,
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
  app.addHttpMethod("GET", { hasBody: true, overrideExisting: true });
  return app;
}

/**
 * Routes have no schemas. Setting compilers keeps the framework from loading its own, which take some
 * megabytes.
 */
function noSchema(): never {
  throw new Error("no route has a schema");
}

/** Turns the framework's own errors into refusals. */
function frameworkRefusal(error: unknown, requestId: string): Refusal {
  if (error instanceof BodyTooLarge) return new Refusal("bodyTooLarge");
  const status =
    typeof error === "object" && error !== null && "statusCode" in error && error.statusCode;
  if (typeof status === "number" && status < 500) {
    return new Refusal("badAuthenticationData", { detail: "the body could not be read" });
  }
  return asRefusal(error, requestId);
}
