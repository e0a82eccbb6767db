/**
 * The private address: operations for the operator's own servers. A plain HTTP server, because there are only
 * exact paths, one secret and small bodies.
 */
import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Secret } from "../domain/credentials.ts";
import { Refusal, type RefusalRow, refusals } from "../domain/refusals.ts";
import { commonHeaders, servedMethods } from "../endpoint.ts";
import type {
  InternalCall,
  InternalEndpoint,
  InternalReply,
  Misconfiguration,
} from "../internal-endpoint.ts";
import { internalReply } from "../internal-endpoint.ts";
import { asRefusal } from "../refusal-reply.ts";
import { toClient as toGatewaysClient } from "../verification/door-reply.ts";
import { BadQuestion, UnknownOrigin } from "../verification/question.ts";
import { BodyTooLarge, bodyReader, EncodedBody, isEncoded, type ReadBody } from "./bodies.ts";
import type { ConnectionTimes } from "./connection-times.ts";
import { boundedConnections } from "./connections.ts";
import { hasOneHost, oneHostOnly } from "./incoming.ts";
import { createServer } from "./node-http.ts";
import { newRequestId } from "./request-id.ts";

export interface InternalParts
  extends Pick<
    InternalCall,
    "dependencies" | "attempts" | "health" | "readiness" | "metrics" | "decided" | "warn"
  > {
  readonly endpoints: readonly InternalEndpoint[];
  readonly misconfigured: (call: MisconfiguredCall) => void;
  readonly connectionTimes: ConnectionTimes;
  /** Called with errors of the listening socket; requests continue. */
  readonly troubled: (error: Error) => void;
  /** Whether each response is the last of its connection. */
  readonly endsConnections: () => boolean;
  /** Undefined: no secret is needed, which is only allowed on a loopback address. */
  readonly secret: Secret | undefined;
}

/** A call that its sender's configuration makes impossible. It holds nothing of the secret that was sent. */
export interface MisconfiguredCall {
  readonly problem: Misconfiguration;
  readonly id: string;
  readonly endpoint: string;
  /** Of the gateway or service. */
  readonly address: string | undefined;
  readonly reason?: string;
}

/** Questions include the headers of the client's request, so headers can be larger than those of clients. */
const mostHeaderBytes = 64 * 1024;

/** Gateways and services keep a few open and reuse them. */
const mostConnections = 1000;

/** A server that is ready to listen. */
export function createInternalServer(parts: InternalParts): Server {
  const byPath = new Map(parts.endpoints.map((one) => [one.path, one]));
  const isSecret = secretCheck(parts.secret);
  const { connectionTimes: times, dependencies, troubled } = parts;
  const options = {
    maxHeaderSize: mostHeaderBytes,
    // Node would refuse a request without Host itself, with an empty body.
    requireHostHeader: false,
    connectionsCheckingInterval: times.check,
  };
  const readBody = bodyReader();
  const most = Math.min(mostConnections, dependencies.config.maxConnections);
  const connections = boundedConnections(most, times, troubled, brokenBody);
  const server = createServer(options, (request, response) => {
    connections.takeTurn(request, response, () => {
      answer(request, response).catch(() => response.destroy());
    });
  });
  connections.watch(server);
  server.on("clientError", (error, socket) => connections.broken(error, socket as Socket));
  return server;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = newRequestId();
    const url = request.url ?? "";
    const mark = url.indexOf("?");
    const path = mark === -1 ? url : url.slice(0, mark);
    const endpoint = byPath.get(path);
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
    const refused = hasOneHost(request) ? refusalOf(request, endpoint) : otherHosts;
    if (refused !== undefined || endpoint === undefined) {
      request.resume();
      if (refused === wrongSecret) misconfigured("secret");
      else if (toClient !== undefined) parts.warn(`${id}: ${path.slice(0, 100)}: ${refused?.body}`);
      const failed = new Refusal("internalError", { detail: `request ${id}` });
      send(response, toClient?.(failed) ?? refused ?? noSuchPath);
      return;
    }
    try {
      const body = await bodyOf(request, endpoint, readBody);
      const search = mark === -1 ? "" : url.slice(mark + 1);
      const { method = "", headers, rawHeaders } = request;
      const call = { ...parts, id, method, search, headers, rawHeaders, body, misconfigured };
      send(response, await endpoint.operation(call));
    } catch (error) {
      request.resume();
      if (error instanceof UnknownOrigin) misconfigured("origin", error.message);
      if (toClient === undefined) send(response, failure(error, id));
      else send(response, toClient(refusalFor(error, id)));
    }
  }

  function send(response: ServerResponse, reply: InternalReply): void {
    // A gateway would go on asking on a connection that it keeps.
    if (parts.endsConnections()) response.shouldKeepAlive = false;
    write(response, reply);
  }

  function refusalOf(
    { method = "", headers }: IncomingMessage,
    endpoint: InternalEndpoint | undefined,
  ): InternalReply | undefined {
    const served = methodsOf(endpoint);
    const takes = endpoint?.methods === "any" || served.includes(method);
    // The secret comes first: without it, existing and unknown paths look the same, those of gateways aside.
    const isOpen = takes && endpoint?.open === true;
    if (!isOpen && !isSecret(headers["x-countersign-secret"])) return wrongSecret;
    if (endpoint === undefined) return noSuchPath;
    if (takes) return undefined;
    const allow = served.join(", ");
    return { ...internalReply(405, { error: `this path takes ${allow}` }), headers: { allow } };
  }

  function refusalFor(error: unknown, id: string): Refusal {
    if (error instanceof BodyTooLarge) return new Refusal("bodyTooLarge");
    const refusal = asRefusal(error, id);
    parts.warn(`${id}: ${refusal.more.reason ?? refusal.message}`);
    return refusal;
  }

  function failure(error: unknown, id: string): InternalReply {
    if (error instanceof BadQuestion) return internalReply(400, { error: error.message });
    if (error instanceof EncodedBody) {
      const text = "the body has a Content-Encoding; send it uncompressed, without that header";
      return internalReply(415, { error: text });
    }
    if (error instanceof BodyTooLarge) {
      return internalReply(413, { error: `the body is over ${error.mostBytes} bytes` });
    }
    const { message, row } = refusalFor(error, id);
    const { status, retryAfterSeconds } = row;
    return {
      status,
      headers: {
        "content-type": "application/json; charset=utf-8",
        ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
      },
      body: JSON.stringify({ error: message }),
    };
  }
}

const noSuchPath: InternalReply = internalReply(404, { error: "there is no such path" });

const otherHosts: InternalReply = internalReply(400, { error: oneHostOnly });

/** In the words of this address: its bound of headers is another, and its callers are the operator's own. */
function brokenBody(row: RefusalRow): object {
  if (row === refusals.headersTooLarge) {
    return {
      error: "the request line and headers are over 64 KB, or the number of headers is over 1,000",
    };
  }
  const isUnread = row === refusals.badAuthenticationData;
  return { error: isUnread ? "the request cannot be read as HTTP" : row.message };
}

const wrongSecret: InternalReply = internalReply(401, {
  error: "X-Countersign-Secret is missing or wrong (COUNTERSIGN_INTERNAL_SECRET)",
});

/** Compares digests, so that the time reveals neither the length nor the position of a difference. */
function secretCheck(
  secret: Secret | undefined,
): (given: string | string[] | undefined) => boolean {
  if (secret === undefined) return () => true;
  const expected = hash("sha256", secret.reveal(), "buffer");
  return (given) =>
    typeof given === "string" && timingSafeEqual(hash("sha256", given, "buffer"), expected);
}

function methodsOf(endpoint: InternalEndpoint | undefined): readonly string[] {
  if (endpoint === undefined || endpoint.methods === "any") return [];
  return servedMethods({ methods: endpoint.methods });
}

function bodyOf(
  request: IncomingMessage,
  { methods, mostBodyBytes }: InternalEndpoint,
  readBody: ReadBody,
): Buffer | Promise<Buffer> {
  const { headers } = request;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) {
    return empty;
  }
  // A gateway passes on the header of its client, whose body may be for the API alone.
  if (methods !== "any" && isEncoded(request)) throw new EncodedBody();
  return new Promise((resolve, reject) => {
    readBody(request, mostBodyBytes, (error, body = empty) =>
      error ? reject(error) : resolve(body),
    );
  });
}

const empty = Buffer.alloc(0);

function write(response: ServerResponse, { status, headers, body }: InternalReply): void {
  response.writeHead(status, {
    ...commonHeaders,
    "content-length": Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}
