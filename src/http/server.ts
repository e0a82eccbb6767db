/** The public HTTP server: what runs before the operations, and the routes to them. */
import type { FastifyInstance } from "fastify";
import { Refusal } from "../domain/refusals.ts";
import { type Endpoint, jsonReply, type Reply, servedMethods } from "../endpoint.ts";
import { asRefusal } from "../refusal-reply.ts";
import { type BareServerParts, bareServer } from "./bare-server.ts";
import { BodyTooLarge, EncodedBody } from "./bodies.ts";
import { seenOf } from "./check-call.ts";
import { boundedConnections, type Connections } from "./connections.ts";
import { hasOneHost, hideContentType, oneHostOnly } from "./incoming.ts";
import { compressedOnce } from "./outgoing.ts";
import { routes } from "./routes.ts";
import { replySender, type SendingParts, type SendReply } from "./send-reply.ts";
import { type Serving, type ServingParts, serveRequests } from "./serve-requests.ts";

export interface ServerParts extends BareServerParts, ServingParts, SendingParts {
  readonly openApi: () => string;
  /** Called with errors of the listening sockets; requests continue. */
  readonly troubled: (error: Error) => void;
  /** Whether each response is the last of its connection. */
  readonly endsConnections: () => boolean;
}

const openApiPath = "/openapi.json";
const noSuchPath = () => new Refusal("noSuchPath");

/** A server that is ready to listen. */
export function createServer(parts: ServerParts): FastifyInstance {
  const send = replySender(parts, parts.endsConnections);
  const serving = serveRequests(parts, send);
  const connections = boundedConnections(
    parts.dependencies.config.maxConnections,
    parts.connectionTimes,
    parts.troubled,
  );
  // No hook runs before this, so the request takes its turn here.
  const app = bareServer(parts, connections, (request, reply) =>
    connections.takeTurn(request.raw, reply.raw, () => serving.refuse(request, reply, noSuchPath)),
  );
  connections.watch(app.server);
  app.addHook("preClose", async () => connections.closeIdle());
  hookBefore(app, connections);
  routeAll(app, parts, serving, send);
  refuseUnrouted(app, parts, serving, send);
  refuseFailed(app, parts.endpoints, serving);
  return app;
}

/** What runs before every operation. */
function hookBefore(app: FastifyInstance, connections: Connections): void {
  app.addHook("onRequest", (request, reply, done) =>
    connections.takeTurn(request.raw, reply.raw, done),
  );
  app.addHook("onRequest", (request, _reply, done) => {
    hideContentType(request.raw);
    done(
      hasOneHost(request.raw)
        ? undefined
        : new Refusal("badAuthenticationData", { detail: oneHostOnly }),
    );
  });
}

function routeAll(
  app: FastifyInstance,
  { endpoints, openApi: document }: ServerParts,
  { serve }: Serving,
  send: SendReply,
): void {
  for (const endpoint of endpoints) {
    for (const path of endpoint.paths) {
      app.route({
        method: [...servedMethods(endpoint)],
        url: path,
        ...(endpoint.mostBodyBytes !== undefined && { bodyLimit: endpoint.mostBodyBytes }),
        handler: (request, reply) => serve(request, reply, endpoint),
      });
    }
  }
  let openApi: Reply | undefined;
  app.route({
    method: ["GET", "HEAD"],
    url: openApiPath,
    handler(request, reply) {
      openApi ??= compressedOnce({ status: 200, type: "json", body: document() });
      send(request, reply, openApi);
    },
  });
}

/** Answers requests for a path or a method that no operation has, and those of `countersign check`. */
function refuseUnrouted(
  app: FastifyInstance,
  { endpoints, dependencies }: ServerParts,
  { receive, refuse }: Serving,
  send: SendReply,
): void {
  const routedAt = routes([...endpoints, { paths: [openApiPath], methods: ["GET"] as const }]);
  app.setNotFoundHandler((request, reply) => {
    const received = receive(request);
    const seen = seenOf(received, request.raw, dependencies);
    if (seen !== undefined) {
      send(request, reply, jsonReply(seen));
      return;
    }
    const routed = routedAt(received.incoming.path);
    if (routed === undefined) {
      refuse(request, reply, noSuchPath);
      return;
    }
    const wrongMethod = new Refusal("methodNotAllowed", { allow: servedMethods(routed) });
    refuse(request, reply, () => wrongMethod, "name" in routed ? routed : undefined);
  });
}

/** Answers requests that failed before their operation began: in a hook, or while the body was read. */
function refuseFailed(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  { refuse }: Serving,
): void {
  const byPath = new Map(endpoints.flatMap((one) => one.paths.map((path) => [path, one])));
  app.setErrorHandler((error, request, reply) =>
    refuse(
      request,
      reply,
      (requestId) => frameworkRefusal(error, requestId),
      byPath.get(request.routeOptions.url ?? ""),
    ),
  );
}

/** Turns the framework's own errors into refusals. */
function frameworkRefusal(error: unknown, requestId: string): Refusal {
  if (error instanceof BodyTooLarge) return new Refusal("bodyTooLarge");
  if (error instanceof EncodedBody) return new Refusal("encodedBody");
  const status =
    typeof error === "object" && error !== null && "statusCode" in error && error.statusCode;
  if (typeof status === "number" && status < 500) {
    return new Refusal("badAuthenticationData", { detail: "the body could not be read" });
  }
  return asRefusal(error, requestId);
}
