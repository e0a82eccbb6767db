/**
 * Bounds for connections. Requests of one connection are served one after another, in order (RFC 9112 §9.3.2:
 * only safe ones may be served in parallel), so a response that the client does not read holds up the next, and
 * a broken request is answered in its turn.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { answerBroken, type BrokenBody } from "./broken-request.ts";

/** In milliseconds. */
export interface ConnectionTimes {
  /** For a request's headers, and for a TLS handshake. */
  readonly headers: number;
  /** For a whole request. */
  readonly request: number;
  /** Between two requests. */
  readonly idle: number;
  /** For a response that the client does not read. */
  readonly stalled: number;
  /** After this a response can lose its connection to a newcomer, even if the client is still reading it slowly. */
  readonly longestAnswer: number;
  /**
   * How long to keep reading from a connection that we have ended: closing at once could destroy the response
   * on its way.
   */
  readonly linger: number;
  /** For requests in progress when the service stops; afterwards they are cut off. */
  readonly stopping: number;
  /** How often the first two are checked. */
  readonly check: number;
}

export const connectionTimes: ConnectionTimes = {
  headers: 10_000,
  request: 20_000,
  idle: 72_000,
  stalled: 30_000,
  longestAnswer: 60_000,
  linger: 2_000,
  stopping: 25_000,
  check: 1_000,
};

/** How many pipelined requests may wait; the connection is closed after the last of them. */
const mostWaiting = 32;

interface Connection {
  readonly socket: Socket;
  /** The request that is being served or still arriving. */
  current: Turn | undefined;
  readonly waiting: Turn[];
  /** No further request is read. */
  ending: boolean;
  failure: Error | undefined;
}

interface Turn {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly begin: () => void;
  startedAt: number;
}

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
  const connectionOf = new WeakMap<Socket, Connection>();
  /** Longest idle first. */
  const open = new Set<Connection>();

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
      server.on("connection", accept);
      server.on("secureConnection", replaceByTls);
      // A server may ignore an unknown Expect (RFC 9110 §10.1.1); Node would refuse it without a body.
      server.on("checkExpectation", (request, response) =>
        server.emit("request", request, response),
      );
      server.on("connect", (request, socket) => refuseTunnel(request, socket as Socket));
    },

    closeIdle() {
      for (const { current, socket } of open) if (current === undefined) socket.destroy();
    },

    /** Node reports it again for each further piece. */
    broken(error, socket) {
      const connection = connectionFor(socket);
      if (connection.failure === undefined) fail(connection, error);
    },

    takeTurn(request, response, begin) {
      const connection = connectionFor(request.socket);
      if (connection.ending) {
        // After the last response, only the rest of that request can arrive.
        if (request.socket.writableEnded) request.socket.destroy();
        return;
      }
      const turn: Turn = { request, response, begin, startedAt: 0 };
      if (connection.current === undefined) start(connection, turn);
      else if (connection.waiting.length < mostWaiting) connection.waiting.push(turn);
      else {
        connection.ending = true;
        stopReading(request.socket);
        cutWhenStalled(request.socket);
      }
    },
  };

  function connectionFor(socket: Socket): Connection {
    const known = connectionOf.get(socket);
    if (known !== undefined) return known;
    const connection: Connection = {
      socket,
      current: undefined,
      waiting: [],
      ending: false,
      failure: undefined,
    };
    connectionOf.set(socket, connection);
    return connection;
  }

  function accept(socket: Socket): void {
    if (open.size >= most && !makeRoom()) {
      socket.destroy();
      return;
    }
    const connection = connectionFor(socket);
    open.add(connection);
    socket.once("close", () => open.delete(connection));
  }

  /** After the handshake, requests come from the TLS socket, which belongs to the same connection. */
  function replaceByTls(tls: TLSSocket): void {
    for (const plain of open) {
      const { socket } = plain;
      if (socket.remotePort !== tls.remotePort || socket.remoteAddress !== tls.remoteAddress)
        continue;
      open.delete(plain);
      break;
    }
    accept(tls);
  }

  function makeRoom(): boolean {
    const now = performance.now();
    for (const connection of open) {
      const { current } = connection;
      const gives =
        current === undefined ||
        !current.request.complete ||
        now - current.startedAt > times.longestAnswer;
      if (!gives) continue;
      open.delete(connection);
      connection.socket.destroy();
      return true;
    }
    return false;
  }

  function start(connection: Connection, turn: Turn): void {
    connection.current = turn;
    turn.startedAt = performance.now();
    const isLast = connection.waiting.length === 0 && connection.failure === undefined;
    if (connection.ending && isLast) turn.response.shouldKeepAlive = false;
    turn.response.once("close", () => finished(connection, turn));
    turn.begin();
  }

  /** The response was sent, or the connection is gone. */
  function finished(connection: Connection, { request }: Turn): void {
    const { socket, waiting } = connection;
    connection.current = undefined;
    if (!socket.writable) return;
    const next = waiting.shift();
    if (next !== undefined) start(connection, next);
    else if (connection.failure !== undefined) answerFailure(connection, connection.failure);
    else if (connection.ending || !request.complete) end(connection);
    else if (open.delete(connection)) open.add(connection);
  }

  function fail(connection: Connection, error: Error & { code?: string }): void {
    connection.failure = error;
    const { socket, current, waiting } = connection;
    if (!socket.writable || !isAnswered(error, socket)) {
      socket.destroy();
      return;
    }
    connection.ending = true;
    // The request whose body broke off is the broken one; earlier ones are answered first.
    if (waiting.at(-1)?.request.complete === false) waiting.pop();
    else if (current?.request.complete === false) {
      if (current.response.headersSent) socket.destroySoon();
      else answerFailure(connection, error);
      return;
    }
    if (current === undefined) answerFailure(connection, error);
  }

  function answerFailure(connection: Connection, error: Error): void {
    end(connection, answerBroken(error, brokenBody));
  }

  /** The socket's own timeout restarts with any arriving data; here only responses that are read count. */
  function cutWhenStalled(socket: Socket): void {
    let before = 0;
    const watch = setInterval(() => {
      const unread = socket.writableLength;
      if (unread > 0 && unread === before) socket.destroy();
      before = unread;
    }, times.stalled).unref();
    socket.once("close", () => clearInterval(watch));
  }

  function end(connection: Connection, lastWords = ""): void {
    const { socket } = connection;
    connection.ending = true;
    socket.end(lastWords);
    socket.resume();
    const over = setTimeout(() => socket.destroy(), times.linger).unref();
    socket.once("close", () => clearTimeout(over));
  }

  /** Node removes its own listeners from the socket, whose responses may still be pending. */
  function refuseTunnel(request: IncomingMessage, socket: Socket): void {
    socket.on("error", () => socket.destroy());
    socket.setTimeout(times.stalled, () => socket.destroy());
    request.resume();
    fail(connectionFor(socket), new Error("CONNECT is not served"));
  }
}

/**
 * Node reads 64 KB at once and creates a request for everything in it, up to some 2,000, however few are
 * wanted; destroying the socket does not stop it. Marking the next request as an upgrade does. If a later Node
 * lacks this property, the requests are created and ignored.
 */
function stopReading(socket: Socket): void {
  const { parser } = socket as { parser?: { onIncoming?: unknown } };
  if (parser?.onIncoming) parser.onIncoming = () => switchesProtocols;
  socket.pause();
}

const switchesProtocols = 2;

/** Errors of TLS and of the network are not answered, and neither is a connection without a request. */
function isAnswered({ code }: { code?: string }, socket: Socket): boolean {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return socket.bytesRead > 0;
  return code === undefined || code.startsWith("HPE_");
}
