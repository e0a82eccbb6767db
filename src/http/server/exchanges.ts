/**
 * Requests of one connection are served one after another, in order (RFC 9112 §9.3.2: only safe ones may be
 * served in parallel), so a response that the client does not read holds up the next, and a broken request
 * gets its response in its turn.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type RequestErrorRow, requestErrors } from "../../domain/errors.ts";
import { commonHeaders } from "../../verification/error-response.ts";
import type { ConnectionTimes } from "./connection-times.ts";
import { STATUS_CODES } from "./node-http.ts";
import type { Connection, Exchange } from "./open-connections.ts";

/** This many pipelined requests may wait; the connection is closed after the last of them. */
const maxWaiting = 32;

/** In bytes, after the last response. It is more than anyone sends by mistake, and costs a few milliseconds. */
const maxDiscarded = 16 * 1024 * 1024;

export interface Exchanges {
  /** Begins the request when it is its turn: at once, unless another request of its connection is pending. */
  take(connection: Connection, request: IncomingMessage, response: ServerResponse): void;
  /** Responds, in its turn, to a request that could not be read; then the connection ends. */
  fail(connection: Connection, error: Error & { code?: string }): void;
}

export type BrokenBody = (row: RequestErrorRow) => unknown;

/** `becameIdle` is called when a connection has no request left and stays open. */
export function exchangesOn(
  begin: (request: IncomingMessage, response: ServerResponse) => void,
  becameIdle: (connection: Connection) => void,
  { linger, stalled }: Pick<ConnectionTimes, "linger" | "stalled">,
  brokenBody: BrokenBody = ofTheInterface,
): Exchanges {
  return { take, fail };

  function take(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    if (connection.ending) return;
    const exchange: Exchange = { request, response, startedAt: 0 };
    if (connection.current === undefined) start(connection, exchange);
    else if (connection.waiting.length < maxWaiting) connection.waiting.push(exchange);
    else {
      connection.ending = true;
      stopReading(request.socket);
      cutWhenStalled(request.socket, stalled);
    }
  }

  function start(connection: Connection, exchange: Exchange): void {
    connection.current = exchange;
    exchange.startedAt = performance.now();
    const isLast = connection.waiting.length === 0 && connection.failure === undefined;
    if (connection.ending && isLast) exchange.response.shouldKeepAlive = false;
    closeInStages(connection);
    exchange.response.once("close", () => finished(connection, exchange));
    begin(exchange.request, exchange.response);
  }

  /** The response was sent, or the connection is gone. */
  function finished(connection: Connection, { request }: Exchange): void {
    const { socket, waiting } = connection;
    connection.current = undefined;
    if (!socket.writable) return;
    const next = waiting.shift();
    if (next !== undefined) start(connection, next);
    else if (connection.failure !== undefined) answerFailure(connection, connection.failure);
    else if (connection.ending || !request.complete) end(connection);
    else becameIdle(connection);
  }

  function fail(connection: Connection, error: Error & { code?: string }): void {
    connection.failure = error;
    const { socket, current, waiting } = connection;
    if (!socket.writable || !isAnswered(error, socket)) {
      socket.destroy();
      return;
    }
    connection.ending = true;
    // The request whose body broke off is the broken one; earlier ones get their responses first.
    if (waiting.at(-1)?.request.complete === false) waiting.pop();
    else if (current?.request.complete === false) {
      if (current.response.headersSent) socket.destroySoon();
      else answerFailure(connection, error);
      return;
    }
    if (current === undefined) answerFailure(connection, error);
  }

  function answerFailure(connection: Connection, error: Error): void {
    end(connection, brokenResponse(error, brokenBody));
  }

  /** Node calls `destroySoon` after a response that ends the connection. */
  function closeInStages(connection: Connection): void {
    const { socket } = connection;
    if (Object.hasOwn(socket, "destroySoon")) return;
    const closeAtOnce = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      const { ending, waiting, current } = connection;
      if (ending || waiting.length > 0 || current?.request.complete === false) end(connection);
      else closeAtOnce();
    };
  }

  /**
   * Bytes that arrive at a closed connection reset it, and the client, or a proxy before it, could lose the response.
   * So what still arrives is discarded for a while, unparsed (RFC 9112 §9.6).
   */
  function end(connection: Connection, lastWords = ""): void {
    const { socket } = connection;
    connection.ending = true;
    socket.end(lastWords);
    let discarded = 0;
    socket.removeAllListeners("data").on("data", (piece) => {
      discarded += piece.length;
      if (discarded > maxDiscarded) socket.destroy();
    });
    socket.resume();
    const over = setTimeout(() => socket.destroy(), linger).unref();
    socket.once("close", () => clearTimeout(over));
  }
}

/**
 * Node reads 64 KB at once and creates a request for everything in it, up to about 2,000 for 20 ms of work,
 * however few are wanted; destroying the socket does not stop it. Marking the next request as an upgrade
 * does. If a later Node lacks this property, the requests are created and ignored.
 */
function stopReading(socket: Socket): void {
  const { parser } = socket as { parser?: { onIncoming?: unknown } };
  if (parser?.onIncoming) parser.onIncoming = () => switchesProtocols;
  socket.pause();
}

const switchesProtocols = 2;

/** The socket's own timeout restarts with any arriving data; here only responses that are read count. */
function cutWhenStalled(socket: Socket, stalled: number): void {
  let before = 0;
  const watch = setInterval(() => {
    const unread = socket.writableLength;
    if (unread > 0 && unread === before) socket.destroy();
    before = unread;
  }, stalled).unref();
  socket.once("close", () => clearInterval(watch));
}

/** Errors of TLS and of the network get no response, and neither does a connection without a request. */
function isAnswered({ code }: { code?: string }, socket: Socket): boolean {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return socket.bytesRead > 0;
  return code === undefined || code.startsWith("HPE_");
}

const rowsByCode = new Map<string, RequestErrorRow>([
  ["HPE_HEADER_OVERFLOW", requestErrors.headersTooLarge],
  ["ERR_HTTP_REQUEST_TIMEOUT", requestErrors.requestTooSlow],
]);

const ofTheInterface: BrokenBody = ({ code, message }) => ({ errors: [{ code, message }] });

/** Node has no response object for a request that could not be parsed, so the response is written by hand. */
function brokenResponse({ code }: Error & { code?: string }, bodyOf: BrokenBody): string {
  const row = rowsByCode.get(code ?? "") ?? requestErrors.badAuthenticationData;
  const body = JSON.stringify(bodyOf(row));
  return [
    `HTTP/1.1 ${row.status} ${STATUS_CODES[row.status]}`,
    `Date: ${new Date().toUTCString()}`,
    "Content-Type: application/json; charset=utf-8",
    ...Object.entries(commonHeaders).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}
