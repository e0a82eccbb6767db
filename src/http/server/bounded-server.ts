/** An HTTP server with bounds for its connections: their number, their times, and the order of their requests. */
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import { createServer as createNetServer, type Server as NetServer, type Socket } from "node:net";
import type { ConnectionTimes } from "./connection-times.ts";
import { type BrokenBody, exchangesOn } from "./exchanges.ts";
import { createServer } from "./node-http.ts";
import { openConnections } from "./open-connections.ts";

export interface BoundedServerParts {
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  readonly maxHeaderBytes: number;
  /** A connection beyond this many closes the one that has been idle for longest. */
  readonly maxConnections: number;
  readonly connectionTimes: ConnectionTimes;
  /** Called with errors of the listening sockets, for example a connection that could not be accepted. */
  readonly onProblem: (error: Error) => void;
  /** The default is the body of the interface's errors. */
  readonly brokenBody?: BrokenBody;
}

export interface BoundedServer {
  readonly server: Server;
  listen(where: ListenOptions | InheritedSocket): Promise<void>;
  /** Resolves to undefined if the machine has no such address or the port is taken there. */
  alsoListen(where: ListenOptions): Promise<NetServer | undefined>;
  /** Lets requests finish for `ms`, and then cuts them off. Resolves to whether all finished in time. */
  close(ms: number): Promise<boolean>;
}

interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly reusePort: boolean;
}

interface InheritedSocket {
  /** The file descriptor. */
  readonly fd: number;
}

/** How many connections may wait to be accepted: the usual bound of Linux (`net.core.somaxconn`). Node's own is 511. */
const backlog = 4096;

/** Calls `begin` when it is a request's turn: at once, unless another request of its connection is pending. */
export function boundedServer(
  { tls, maxHeaderBytes, maxConnections, connectionTimes: times, ...parts }: BoundedServerParts,
  begin: (request: IncomingMessage, response: ServerResponse) => void,
): BoundedServer {
  const open = openConnections(maxConnections, times.maxAnswer);
  const exchanges = exchangesOn(begin, open.noteIdle, times, parts.brokenBody);
  const options = {
    maxHeaderSize: maxHeaderBytes,
    // Node would reject a request without Host itself, with an empty body.
    requireHostHeader: false,
    headersTimeout: times.headers,
    requestTimeout: times.request,
    keepAliveTimeout: times.idle,
    connectionsCheckingInterval: times.check,
  };
  const server = createNodeServer(options, tls, times.headers);
  // Otherwise Node ends a connection with its pending responses when the client ends its side.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.setTimeout(times.stalled);
  server.on("connection", open.accept);
  server.on("secureConnection", open.replaceByTls);
  server.on("request", take);
  // A server may ignore an unknown Expect (RFC 9110 §10.1.1); Node would reject it without a body.
  server.on("checkExpectation", take);
  server.on("connect", (request, socket) => rejectTunnel(request, socket as Socket));
  server.on("clientError", (error, socket) => failOnce(error, socket as Socket));

  return {
    server,
    listen,
    alsoListen,
    close(ms) {
      return new Promise((resolve) => {
        let inTime = true;
        const late = setTimeout(() => {
          inTime = false;
          server.closeAllConnections();
        }, ms);
        server.close(() => {
          clearTimeout(late);
          resolve(inTime);
        });
        open.closeIdle();
      });
    },
  };

  function take(request: IncomingMessage, response: ServerResponse): void {
    exchanges.take(open.of(request.socket), request, response);
  }

  /** Node reports an error again for each further piece. */
  function failOnce(error: Error, socket: Socket): void {
    const connection = open.of(socket);
    if (connection.failure === undefined) exchanges.fail(connection, error);
  }

  /** Node removes its own listeners from the socket, whose responses may still be pending. */
  function rejectTunnel(request: IncomingMessage, socket: Socket): void {
    socket.on("error", () => socket.destroy());
    socket.setTimeout(times.stalled, () => socket.destroy());
    request.resume();
    exchanges.fail(open.of(socket), new Error("CONNECT is not served"));
  }

  function listen(where: Parameters<BoundedServer["listen"]>[0]): Promise<void> {
    return new Promise((resolve, reject) => {
      server.once("error", reject);
      // With a descriptor, Node takes the backlog from here alone.
      server.listen({ ...where, backlog }, backlog, () => {
        server.off("error", reject).on("error", parts.onProblem);
        resolve();
      });
    });
  }

  function alsoListen(where: ListenOptions): Promise<NetServer | undefined> {
    const other = createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      server.emit("connection", socket);
    });
    return new Promise((resolve) => {
      other.once("error", () => resolve(undefined));
      other.listen(where, () => {
        other.on("error", parts.onProblem);
        resolve(other);
      });
    });
  }
}

function createNodeServer(
  options: ServerOptions,
  tls: BoundedServerParts["tls"],
  handshakeTimeout: number,
): Server {
  if (tls === undefined) return createServer(options);
  const https = process.getBuiltinModule("node:https");
  return https.createServer({ ...options, ...tls, handshakeTimeout });
}
