/** The internal address has operations for the administrator's own servers, at exact paths and behind one secret. */
import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Secret } from "../../domain/credentials.ts";
import { RequestError, type RequestErrorRow, requestErrors } from "../../domain/errors.ts";
import { asRequestError, commonHeaders } from "../../verification/error-response.ts";
import { toClient as toGatewaysClient } from "../../verification/gateway-reply.ts";
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
  /** If undefined, no secret is needed, which is only allowed on a loopback address. */
  readonly secret: Secret | undefined;
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
  const isSecret = secretCheck(parts.secret);
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
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = newRequestId();
    const { method = "", url = "", rawHeaders } = request;
    const mark = url.indexOf("?");
    const path = mark === -1 ? url : url.slice(0, mark);
    const search = mark === -1 ? "" : url.slice(mark + 1);
    const endpoint = byPath.get(path);
    if (isAdminPath(path) && hasOneHost(request)) {
      admin ??= loadAdminApi();
      try {
        const answerCall = await admin;
        send(response, await answerCall(request, id));
      } catch (error) {
        // Its modules cannot be loaded if an upgrade has replaced the package of a running server.
        if (!(error instanceof ConnectionEnded)) send(response, failure(error, id));
      }
      request.resume();
      return;
    }
    // A gateway may be configured with a path that does not exist.
    const toClient =
      endpoint?.toClient ?? (path.startsWith("/gateway/") ? toGatewaysClient : undefined);
    const misconfigured: InternalCall["misconfigured"] = (problem, reason) =>
      parts.misconfigured({
        problem,
        id,
        endpoint: endpoint?.name ?? "none",
        address: request.socket.remoteAddress,
        ...(reason !== undefined && { reason }),
      });
    const entered = enter(request, endpoint, toClient !== undefined);
    if ("status" in entered) {
      request.resume();
      if (entered === wrongSecret) misconfigured("secret");
      else if (toClient !== undefined) parts.warn(`${id}: ${path.slice(0, 100)}: ${entered.body}`);
      const failed = new RequestError("internalError", { detail: `request ${id}` });
      send(response, toClient?.(failed) ?? entered);
      return;
    }
    try {
      // A gateway passes on the header of its client, whose body may be for the API alone.
      if (entered.methods !== "any" && isEncoded(request)) throw new EncodedBody();
      const body = await readBody(request, entered.maxBodyBytes);
      await turns.next();
      const headers = distinctHeaders(rawHeaders);
      const call = { ...parts, id, method, search, headers, body, misconfigured };
      send(response, await entered.operation(call));
    } catch (error) {
      if (error instanceof ConnectionEnded) return;
      request.resume();
      if (error instanceof UnknownOrigin) misconfigured("origin", error.message);
      if (toClient === undefined) send(response, failure(error, id));
      else send(response, toClient(requestErrorFor(error, id)));
    }
  }

  /** With its first call: many servers never get one, and the schemas take a fifth of the processor time of a start. */
  async function loadAdminApi() {
    const { adminApi } = await import("./admin/admin-api.ts");
    return adminApi({ ...parts, readBody });
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

  /** Returns the endpoint if it takes the request, otherwise the error response. */
  function enter(
    request: IncomingMessage,
    endpoint: InternalEndpoint | undefined,
    passesOrigin: boolean,
  ): InternalEndpoint | InternalReply {
    const { method = "", headers } = request;
    if (!hasOneHost(request)) return otherHosts;
    const served = methodsAt.get(endpoint) ?? [];
    const takes = endpoint?.methods === "any" || served.includes(method);
    // The secret comes first: without it, existing and unknown paths look the same, except those of gateways.
    if (!isSecret(headers["x-countersign-secret"])) {
      const isOpen = parts.secret === undefined || (takes && endpoint?.open === true);
      if (!isOpen) return wrongSecret;
      const found = callOfPage(request, { passesOrigin });
      if (found !== undefined)
        return internalReply(statusOf[found.problem], { error: found.detail });
    }
    if (endpoint === undefined) return noSuchPath;
    if (takes) return endpoint;
    const allow = served.join(", ");
    return internalReply(405, { error: `this path supports ${allow}` }, { allow });
  }

  function requestErrorFor(error: unknown, id: string): RequestError {
    const rejection = asRequestError(error, id);
    if (!(error instanceof BodyTooLarge)) {
      parts.warn(`${id}: ${rejection.more.reason ?? rejection.message}`);
    }
    return rejection;
  }

  function failure(error: unknown, id: string): InternalReply {
    if (error instanceof BadRequest) return internalReply(400, { error: error.message });
    if (error instanceof EncodedBody) return internalReply(415, { error: error.message });
    if (error instanceof BodyTooLarge) {
      return internalReply(413, { error: `the body is over ${error.maxBytes} bytes` });
    }
    const { message, row } = requestErrorFor(error, id);
    const { status, retryAfterSeconds } = row;
    const headers = { ...(retryAfterSeconds && { "retry-after": String(retryAfterSeconds) }) };
    return internalReply(status, { error: message }, headers);
  }
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

/**
 * Without a configured secret, none is the right one. Comparing digests hides the length and the position of a
 * difference in the time that it takes.
 */
function secretCheck(
  secret: Secret | undefined,
): (given: string | string[] | undefined) => boolean {
  if (secret === undefined) return () => false;
  const expected = hash("sha256", secret.reveal(), "buffer");
  return (given) =>
    typeof given === "string" && timingSafeEqual(hash("sha256", given, "buffer"), expected);
}

function methodsOf({ methods }: InternalEndpoint): readonly string[] {
  return methods === "any" ? [] : servedMethods({ methods });
}
