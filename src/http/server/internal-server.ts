/** The internal address has operations for the administrator's own servers, at exact paths and behind a secret. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { RequestError, type RequestErrorRow, requestErrors } from "../../domain/errors.ts";
import { asRequestError, commonHeaders } from "../../verification/error-response.ts";
import { toClient } from "../../verification/gateway-reply.ts";
import { BadRequest, UnknownOrigin } from "../../verification/verification-request.ts";
import { servedMethods } from "../operation/endpoint.ts";
import {
  type InternalCall,
  type InternalEndpoint,
  type InternalReply,
  internalReply,
  type Misconfiguration,
} from "../operation/internal-endpoint.ts";
import { BodyTooLarge, bodyReader, ConnectionEnded, isArriving, isEncoded } from "./bodies.ts";
import { type BoundedServer, type BoundedServerParts, boundedServer } from "./bounded-server.ts";
import { type CallOfPage, callsOfPages } from "./calls-of-pages.ts";
import { distinctHeaders, hasOneHost, newRequestId, oneHostOnly } from "./incoming.ts";
import type { InternalSecrets } from "./internal-secrets.ts";
import { sendPieces } from "./send-reply.ts";
import { createTurns } from "./turns.ts";

export interface InternalParts
  extends Pick<
      InternalCall,
      "dependencies" | "idempotencyKeys" | "health" | "readiness" | "metrics" | "decided" | "warn"
    >,
    Pick<BoundedServerParts, "connectionTimes" | "onProblem"> {
  readonly endpoints: readonly InternalEndpoint[];
  readonly misconfigured: (call: MisconfiguredCall) => void;
  readonly endsConnections: () => boolean;
  readonly secrets: InternalSecrets;
}

/** Its sender's configuration makes the call impossible. It holds nothing of the secret that was sent. */
export interface MisconfiguredCall {
  readonly problem: Misconfiguration;
  readonly id: string;
  readonly endpoint: string;
  readonly address: string | undefined;
  readonly reason?: string;
}

/** Calls of gateways include the headers of the client's request, so headers can be larger than those of clients. */
const maxHeaderBytes = 64 * 1024;

/** Gateways and services keep a few open and reuse them. */
const maxInternalConnections = 1000;

export function createInternalServer(parts: InternalParts): BoundedServer {
  const byPath = new Map(parts.endpoints.map((one) => [one.path, one]));
  const methodsAt = new Map<InternalEndpoint | undefined, readonly string[]>(
    parts.endpoints.map((one) => [one, methodsOf(one)]),
  );
  const callOfPage = callsOfPages(parts.dependencies);
  const readBody = bodyReader();
  const turns = createTurns();
  let admin: ReturnType<typeof loadAdminApi> | undefined;
  const { maxConnections } = parts.dependencies.config;
  const bounds = {
    maxHeaderBytes,
    maxConnections: Math.min(maxInternalConnections, maxConnections),
    brokenBody,
  };
  return boundedServer({ ...parts, ...bounds }, (request, response) => {
    serve(request, response).catch(() => response.destroy());
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = "" } = request;
    const mark = url.indexOf("?");
    const path = mark === -1 ? url : url.slice(0, mark);
    const search = mark === -1 ? "" : url.slice(mark + 1);
    const call = { request, id: newRequestId(), path, search, endpoint: byPath.get(path) };
    try {
      send(response, await replyTo(call));
    } catch (error) {
      if (!(error instanceof ConnectionEnded)) send(response, failure(error, call));
    }
    request.resume();
  }

  function replyTo(call: Received): Promise<InternalReply> {
    const { request, path } = call;
    if (isAdminPath(path) && hasOneHost(request)) return replyToAdmin(call);
    // A gateway may be configured with a path that does not exist.
    return path.startsWith("/gateway/") ? replyToGateway(call) : replyToServer(call);
  }

  /** The caller has an API key. */
  async function replyToAdmin({ request, id }: Received): Promise<InternalReply> {
    admin ??= loadAdminApi();
    const replyToCall = await admin;
    return replyToCall(request, id);
  }

  /**
   * With its first call: many servers never get one, and the schemas take a fifth of the processor time of a start. Its
   * modules cannot be loaded if an upgrade has replaced the package of a running server.
   */
  async function loadAdminApi() {
    const { adminApi } = await import("./admin/admin-api.ts");
    return adminApi({ ...parts, readBody });
  }

  /** The caller has the secret, and passes on headers and errors of its client, who must learn no settings. */
  async function replyToGateway(call: Received): Promise<InternalReply> {
    const { id, path, endpoint } = call;
    const reply = endpoint?.toClient ?? toClient;
    const entered = enter(call, { passesOrigin: true });
    if ("status" in entered) {
      if (entered !== wrongSecret) parts.warn(`${id}: ${path.slice(0, 100)}: ${entered.body}`);
      return reply(new RequestError("internalError", { detail: `request ${id}` }));
    }
    try {
      return await run(call, entered);
    } catch (error) {
      if (error instanceof ConnectionEnded) throw error;
      return reply(requestErrorFor(error, id));
    }
  }

  /** The caller has the secret, or needs none, as health checks and monitoring. */
  async function replyToServer(call: Received): Promise<InternalReply> {
    const entered = enter(call, { passesOrigin: false });
    return "status" in entered ? entered : run(call, entered);
  }

  /** Returns the endpoint if it takes the request, otherwise the error response. */
  function enter(
    call: Received,
    options: { readonly passesOrigin: boolean },
  ): InternalEndpoint | InternalReply {
    const { request, endpoint } = call;
    const { method = "", headers } = request;
    if (!hasOneHost(request)) return otherHosts;
    const served = methodsAt.get(endpoint) ?? [];
    const takes = endpoint?.methods === "any" || served.includes(method);
    // The secret comes first: without it, existing and unknown paths look the same, except those of gateways.
    if (!parts.secrets.has(headers["x-countersign-secret"])) {
      const isOpen = parts.secrets.areNone() || (takes && endpoint?.open === true);
      if (!isOpen) {
        noteMisconfigured(call, "secret");
        return wrongSecret;
      }
      const found = callOfPage(request, options);
      if (found !== undefined)
        return internalReply(statusOf[found.problem], { error: found.detail });
    }
    if (endpoint === undefined) return noSuchPath;
    if (takes) return endpoint;
    const allow = served.join(", ");
    return internalReply(405, { error: `this path supports ${allow}` }, { allow });
  }

  async function run(call: Received, endpoint: InternalEndpoint): Promise<InternalReply> {
    const { request, id, search } = call;
    const { method = "", rawHeaders } = request;
    // A gateway passes on the header of its client, whose body may be for the API alone.
    if (endpoint.methods !== "any" && isEncoded(request)) throw new EncodedBody();
    const body = await readBody(request, endpoint.maxBodyBytes);
    await turns.next();
    const { dependencies, idempotencyKeys, health, readiness, metrics, decided, warn } = parts;
    let headers: ReturnType<InternalCall["headers"]> | undefined;
    return endpoint.operation({
      id,
      method,
      search,
      headers: () => (headers ??= distinctHeaders(rawHeaders)),
      body,
      dependencies,
      idempotencyKeys,
      health,
      readiness,
      metrics,
      decided,
      warn,
      misconfigured: (problem, reason) => noteMisconfigured(call, problem, reason),
    });
  }

  function noteMisconfigured(call: Received, problem: Misconfiguration, reason?: string): void {
    parts.misconfigured({
      problem,
      id: call.id,
      endpoint: call.endpoint?.name ?? "none",
      address: call.request.socket.remoteAddress,
      ...(reason !== undefined && { reason }),
    });
  }

  function send(response: ServerResponse, reply: InternalReply): void {
    // A gateway would keep using its connection.
    if (parts.endsConnections() || isArriving(response.req)) response.shouldKeepAlive = false;
    const { status, headers, body } = reply;
    const length = typeof body === "string" && { "content-length": Buffer.byteLength(body) };
    response.writeHead(status, { ...commonHeaders, ...length, ...headers });
    if (typeof body === "string") response.end(body);
    else sendPieces(body, response, parts.warn);
  }

  function requestErrorFor(error: unknown, id: string): RequestError {
    const rejection = asRequestError(error, id);
    if (!(error instanceof BodyTooLarge)) {
      parts.warn(`${id}: ${rejection.more.reason ?? rejection.message}`);
    }
    return rejection;
  }

  /** For the caller itself: it may name settings of this service. */
  function failure(error: unknown, call: Received): InternalReply {
    if (error instanceof UnknownOrigin) noteMisconfigured(call, "origin", error.message);
    if (error instanceof BadRequest) return internalReply(400, { error: error.message });
    if (error instanceof EncodedBody) return internalReply(415, { error: error.message });
    if (error instanceof BodyTooLarge) {
      return internalReply(413, { error: `the body is over ${error.maxBytes} bytes` });
    }
    const { message, row } = requestErrorFor(error, call.id);
    const { status, retryAfterSeconds } = row;
    const headers = { ...(retryAfterSeconds && { "retry-after": String(retryAfterSeconds) }) };
    return internalReply(status, { error: message }, headers);
  }
}

interface Received {
  readonly request: IncomingMessage;
  readonly id: string;
  readonly path: string;
  readonly search: string;
  /** It is undefined if the internal address has no such path, and for the admin API. */
  readonly endpoint: InternalEndpoint | undefined;
}

function isAdminPath(path: string): boolean {
  return path === "/admin/v1" || path.startsWith("/admin/v1/");
}

class EncodedBody extends Error {
  constructor() {
    super("the body has a Content-Encoding; send it uncompressed, without that header");
  }
}

const noSuchPath: InternalReply = internalReply(404, { error: "no such path" });

const otherHosts: InternalReply = internalReply(400, { error: oneHostOnly });

/** This address has another bound of headers, and its callers are the administrator's own. */
function brokenBody(row: RequestErrorRow): object {
  if (row === requestErrors.headersTooLarge) {
    return {
      error: "the request line and headers are over 64 KB, or the number of headers is over 1,000",
    };
  }
  const isUnread = row === requestErrors.badAuthenticationData;
  return { error: isUnread ? "the request cannot be read as HTTP" : row.message };
}

const wrongSecret: InternalReply = internalReply(401, {
  error: "X-Countersign-Secret is missing or wrong (COUNTERSIGN_INTERNAL_SECRET)",
});

const statusOf = {
  "unreadable-host": 400,
  origin: 403,
  "foreign-host": 421,
} as const satisfies Record<CallOfPage["problem"], number>;

function methodsOf({ methods }: InternalEndpoint): readonly string[] {
  return methods === "any" ? [] : servedMethods({ methods });
}
