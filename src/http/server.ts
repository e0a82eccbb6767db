/** The only file that knows all of the web framework: routes in, replies out. */
import { randomBytes } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import helmet from "@fastify/helmet";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Standing } from "../domain/limits.ts";
import { Refusal, refusals } from "../domain/refusals.ts";
import type { Endpoint, Reply } from "../endpoints/endpoint.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Frame } from "../views/layout.ts";
import { answer } from "./answer.ts";
import { type Received, readIncoming } from "./incoming.ts";
import { asRefusal, contentTypes, encoded, refusalReply, standingHeaders } from "./outgoing.ts";
import { pageHeaders } from "./security-headers.ts";
import { trustedProxies } from "./trusted-proxies.ts";

export interface ServedRequest {
  readonly id: string;
  readonly endpoint: string;
  readonly status: number;
  readonly code?: number;
  readonly address: string;
  /** For the operator alone. */
  readonly reason?: string;
}

export interface ServerParts {
  readonly endpoints: readonly Endpoint[];
  readonly surroundings: Surroundings;
  readonly frame: Frame;
  readonly served: (request: ServedRequest) => void;
  readonly openApi: () => string;
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined;
}

const noSuchPath = () => new Refusal("noSuchPath");
const mostBodyBytes = 64 * 1024;
const mostHeaderBytes = 16 * 1024;
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** A server that is ready to listen. */
export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const { surroundings, frame, served } = parts;
  const proxies = trustedProxies(surroundings.config.trustedProxies);
  const app = bareServer(parts.tls, (request, reply) => refuse(request, reply, noSuchPath));
  await app.register(helmet, { global: false });
  // Bodies stay bytes: signatures cover them as sent, whatever type they are said to have.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  for (const endpoint of parts.endpoints) {
    for (const path of endpoint.paths) route(path, endpoint);
  }
  app.get("/openapi.json", (request, reply) =>
    send(request, reply, { status: 200, type: "json", body: parts.openApi() }),
  );
  app.setNotFoundHandler((request, reply) => refuse(request, reply, noSuchPath));
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
    const others = methods.filter((method) => !endpoint.methods.some((one) => one === method));
    const wrongMethod = new Refusal("methodNotAllowed", { allow: endpoint.methods });
    app.route({
      method: [...endpoint.methods],
      url: path,
      handler: (request, reply) => serve(request, reply, endpoint),
    });
    app.route({
      method: others,
      url: path,
      handler: (request, reply) => refuse(request, reply, () => wrongMethod, endpoint),
    });
  }

  async function serve(
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: Endpoint,
  ): Promise<FastifyReply> {
    const received = receive(request);
    const answered = await answer(received, endpoint, surroundings, frame);
    report(received, endpoint.name, answered.reply.status, answered.refusal);
    return send(request, reply, answered.reply, answered.standing);
  }

  function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    refusalFor: (requestId: string) => Refusal,
    endpoint?: Endpoint,
  ): FastifyReply | Promise<FastifyReply> {
    const received = receive(request);
    const refusal = refusalFor(received.incoming.id);
    report(received, endpoint?.name ?? "none", refusal.row.status, refusal);
    const [realm] = surroundings.origins;
    return send(request, reply, refusalReply(refusal, received.incoming, realm, endpoint, frame));
  }

  function receive(request: FastifyRequest): Received {
    const body = Buffer.isBuffer(request.body) ? request.body : undefined;
    return readIncoming(request.raw, body, proxies, newRequestId());
  }

  function report(
    { incoming }: Received,
    endpoint: string,
    status: number,
    refusal: Refusal | undefined,
  ): void {
    const { id, address } = incoming;
    const code = refusal?.row.code;
    const reason = refusal?.more.reason;
    served({
      id,
      endpoint,
      status,
      address,
      ...(code !== undefined && { code }),
      ...(reason !== undefined && { reason }),
    });
  }

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    replied: Reply,
    standing?: Standing,
  ): FastifyReply | Promise<FastifyReply> {
    const overHttps = surroundings.origins[0].startsWith("https:");
    const { body, headers } = encoded(replied, request.headers["accept-encoding"]);
    const type = contentTypes[replied.type];
    reply.code(replied.status);
    reply.header("cache-control", "no-store");
    reply.header("x-content-type-options", "nosniff");
    if (overHttps) reply.header("strict-transport-security", "max-age=31536000");
    if (type !== undefined) reply.header("content-type", type);
    if (standing !== undefined) reply.headers(standingHeaders(standing));
    if (replied.cookies !== undefined && replied.cookies.length > 0) {
      reply.header("set-cookie", [...replied.cookies]);
    }
    reply.headers(headers);
    if (replied.headers !== undefined) reply.headers(replied.headers);
    if (replied.type !== "html" && replied.type !== "none") return reply.send(body);
    return withPageHeaders(reply, replied.formAction).then(() => reply.send(body));
  }

  async function withPageHeaders(reply: FastifyReply, formAction: string | undefined) {
    const overHttps = surroundings.origins[0].startsWith("https:");
    await reply.helmet(pageHeaders(formAction, overHttps));
  }
}

function bareServer(
  tls: ServerParts["tls"],
  refuseUrl: (request: FastifyRequest, reply: FastifyReply) => unknown,
): FastifyInstance {
  const options = {
    logger: false,
    exposeHeadRoutes: false,
    bodyLimit: mostBodyBytes,
    requestTimeout: 30_000,
    return503OnClosing: false,
    forceCloseConnections: "idle" as const,
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      refuseUrl(request, reply),
  };
  const app = (
    tls === undefined
      ? fastify({ ...options, http: { maxHeaderSize: mostHeaderBytes } })
      : fastify({ ...options, https: { ...tls, maxHeaderSize: mostHeaderBytes } })
  ) as FastifyInstance;
  // Some clients send a form by GET, and what they send there they have signed.
  app.addHttpMethod("GET", { hasBody: true, overrideExisting: true });
  return app;
}

/** Routes have no schemas here; naming compilers keeps the framework from loading its own, some megabytes of them. */
function noSchema(): never {
  throw new Error("no route has a schema");
}

/** What the framework itself refuses before an operation is reached. */
function frameworkRefusal(error: unknown, requestId: string): Refusal {
  const status =
    typeof error === "object" && error !== null && "statusCode" in error && error.statusCode;
  if (status === 413) return new Refusal("bodyTooLarge");
  if (typeof status === "number" && status < 500) {
    return new Refusal("badAuthenticationData", { detail: "the body could not be read" });
  }
  return asRefusal(error, requestId);
}

/** Requests that never became one: the parser gave up, so the answer is written by hand. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const row =
    error.code === "HPE_HEADER_OVERFLOW"
      ? refusals.headersTooLarge
      : refusals.badAuthenticationData;
  const body = JSON.stringify({ errors: [{ code: row.code, message: row.message }] });
  socket.end(
    [
      `HTTP/1.1 ${row.status} ${STATUS_CODES[row.status]}`,
      `Date: ${new Date().toUTCString()}`,
      "Content-Type: application/json; charset=utf-8",
      "Cache-Control: no-store",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}

const idStem = randomBytes(6).toString("hex");
let requestCount = 0;

function newRequestId(): string {
  requestCount += 1;
  return `${idStem}-${requestCount.toString(36)}`;
}
