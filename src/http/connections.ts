/** Bounds for the connections of a server: their number, their times, and the turns of their requests. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { BrokenBody } from "./broken-request.ts";
import type { ConnectionTimes } from "./connection-times.ts";
import { openConnections } from "./open-connections.ts";
import { turnsOn } from "./turns.ts";

export interface Connections {
  /**
   * Bounds the number and the times of a server's connections, and keeps an error of its listening socket from
   * ending the process. How often the times are checked is set in the server's constructor:
   * `connectionsCheckingInterval`.
   */
  watch(server: Server): void;
  /** Closes idle connections. */
  closeIdle(): void;
  /** Answers, in its turn, a request that could not be parsed or took too long. */
  broken(error: Error & { code?: string }, socket: Socket): void;
  /** Calls `begin` when it is this request's turn: at once, unless another request of its connection is pending. */
  takeTurn(request: IncomingMessage, response: ServerResponse, begin: () => void): void;
}

/**
 * `most`: the number of open connections. One more closes the connection that has been idle for longest.
 * `troubled` gets errors of the server itself, for example a connection that could not be accepted.
 */
export function boundedConnections(
  most: number,
  times: ConnectionTimes,
  troubled: (error: Error) => void,
  brokenBody?: BrokenBody,
): Connections {
  const open = openConnections(most, times.longestAnswer);
  const turns = turnsOn(open.noteIdle, times, brokenBody);

  return {
    watch(server) {
      // Otherwise Node ends a connection with its pending responses when the client ends its side.
      Object.assign(server, { httpAllowHalfOpen: true });
      server.headersTimeout = times.headers;
      server.requestTimeout = times.request;
      server.keepAliveTimeout = times.idle;
      server.setTimeout(times.stalled);
      // Before it listens, errors belong to `listen` and are handled by its caller.
      server.once("listening", () => server.on("error", troubled));
      server.on("connection", open.accept);
      server.on("secureConnection", open.replaceByTls);
      // A server may ignore an unknown Expect (RFC 9110 §10.1.1); Node would refuse it without a body.
      server.on("checkExpectation", (request, response) =>
        server.emit("request", request, response),
      );
      server.on("connect", (request, socket) => refuseTunnel(request, socket as Socket));
    },

    closeIdle: open.closeIdle,

    /** Node reports it again for each further piece. */
    broken(error, socket) {
      const connection = open.of(socket);
      if (connection.failure === undefined) turns.fail(connection, error);
    },

    takeTurn(request, response, begin) {
      turns.take(open.of(request.socket), request, response, begin);
    },
  };

  /** Node removes its own listeners from the socket, whose responses may still be pending. */
  function refuseTunnel(request: IncomingMessage, socket: Socket): void {
    socket.on("error", () => socket.destroy());
    socket.setTimeout(times.stalled, () => socket.destroy());
    request.resume();
    turns.fail(open.of(socket), new Error("CONNECT is not served"));
  }
}
