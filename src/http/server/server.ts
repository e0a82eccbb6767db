/** The public HTTP server finds the operation of each request, and reads its body. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { RequestError } from "../../domain/errors.ts";
import { requestBounds } from "../../domain/request-bounds.ts";
import { navigates, unknownPage } from "../browser/error-pages.ts";
import { type Endpoint, jsonReply, type Reply, servedMethods } from "../operation/endpoint.ts";
import { bodyReader, ConnectionEnded, isEncoded } from "./bodies.ts";
import { type BoundedServer, type BoundedServerParts, boundedServer } from "./bounded-server.ts";
import { seenOf } from "./check-call.ts";
import { hasOneHost, oneHostOnly, originForm } from "./incoming.ts";
import { compressedOnce } from "./outgoing.ts";
import { type Routed, routes } from "./routes.ts";
import { replySender, type SendingParts } from "./send-reply.ts";
import { type Arrived, type ServingParts, serveRequests } from "./serve-requests.ts";
import { createTurns } from "./turns.ts";

export interface ServerParts
  extends Pick<BoundedServerParts, "tls" | "connectionTimes" | "onProblem">,
    ServingParts,
    SendingParts {
  readonly openApi: () => string;
}

interface Operation extends Routed {
  readonly methods: readonly string[];
  readonly endpoint: Endpoint | undefined;
}

const maxBodyBytes = requestBounds.bodyKb * 1024;
const maxHeaderBytes = requestBounds.headersKb * 1024;

export function createServer(parts: ServerParts): BoundedServer {
  const { dependencies } = parts;
  const send = replySender(parts);
  const { receive, serve, reject } = serveRequests(parts, send);
  const readBody = bodyReader();
  const turns = createTurns();
  const routeAt = routes(operationsOf(parts.endpoints));
  const { maxConnections } = dependencies.config;
  let openApi: Reply | undefined;

  return boundedServer({ ...parts, maxConnections, maxHeaderBytes }, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { routed, parameters } = routeAt(pathOf(request)) ?? {};
    const endpoint = routed?.endpoint;
    const arrived = { request, response, parameters, endpoint };
    try {
      if (!hasOneHost(request)) {
        throw new RequestError("badAuthenticationData", { detail: oneHostOnly });
      }
      if (isEncoded(request)) throw new RequestError("encodedBody");
      const body = await readBody(request, endpoint?.maxBodyBytes ?? maxBodyBytes);
      await turns.next();
      await run({ ...arrived, body }, routed);
    } catch (error) {
      if (!(error instanceof ConnectionEnded)) reject(arrived, error);
    }
  }

  function run(arrived: Arrived, operation: Operation | undefined): Promise<void> | void {
    const { request, response, endpoint } = arrived;
    if (!operation?.methods.includes(request.method ?? "")) {
      const seen = seenOf(receive(arrived), request, dependencies);
      if (seen !== undefined) return send(response, jsonReply(seen));
      if (operation === undefined) {
        if (navigates(request.method, request.headers.accept)) {
          return serve({ ...arrived, endpoint: unknownPage }, unknownPage);
        }
        throw new RequestError("noSuchPath");
      }
      throw new RequestError("methodNotAllowed", { allow: operation.methods });
    }
    if (endpoint !== undefined) return serve(arrived, endpoint);
    openApi ??= compressedOnce({ status: 200, type: "json", body: parts.openApi() });
    send(response, openApi);
  }
}

function operationsOf(endpoints: readonly Endpoint[]): readonly Operation[] {
  const served = endpoints.map((endpoint) => ({
    paths: endpoint.paths,
    methods: servedMethods(endpoint),
    endpoint,
  }));
  return [...served, { paths: ["/openapi.json"], methods: ["GET", "HEAD"], endpoint: undefined }];
}

function pathOf({ url = "" }: IncomingMessage): string {
  const target = originForm(url);
  const mark = target.indexOf("?");
  // An absolute URI without a path means its root (RFC 9110 §4.2.3).
  return (mark === -1 ? target : target.slice(0, mark)) || "/";
}
