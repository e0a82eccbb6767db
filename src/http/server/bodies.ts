/**
 * Reads whole request bodies, with events, because an iterator over the stream would double the cost of a
 * small request. All arriving bodies together are bounded: with a bound for each alone, anonymous callers who never
 * send their last byte could make the service hold as many bodies as there can be connections.
 */
import type { IncomingMessage } from "node:http";
import type { Awaitable } from "../../domain/awaitable.ts";
import { RequestError } from "../../domain/errors.ts";

/** The body is empty if the request has none. Throws `BodyTooLarge` or `ConnectionEnded`. */
export type ReadBody = (request: IncomingMessage, maxBytes: number) => Awaitable<Buffer>;

export class BodyTooLarge extends RequestError {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super("bodyTooLarge");
    this.maxBytes = maxBytes;
  }
}

/** No one is left to receive a response. */
export class ConnectionEnded extends Error {
  constructor() {
    super("the connection ended before the response");
  }
}

/** In bytes: 500 of the longest usual bodies. Normal clients' bodies are only here for some milliseconds. */
const maxArriving = 32 * 1024 * 1024;
/** Roughly what Node keeps for each piece besides its bytes. A body can arrive in pieces of a single byte. */
const bytesOfPiece = 256;

const empty = Buffer.alloc(0);

interface Arriving {
  readonly request: IncomingMessage;
  held: number;
}

/** If there is no room for another piece, the body that has been arriving for longest loses its connection. */
export function bodyReader(max = maxArriving): ReadBody {
  const arriving = new Set<Arriving>();
  let held = 0;

  return (request, maxBytes) => {
    if (!hasBody(request)) return empty;
    if (Number(request.headers["content-length"]) > maxBytes) throw new BodyTooLarge(maxBytes);
    return new Promise((resolve, reject) => {
      const one: Arriving = { request, held: 0 };
      const pieces: Buffer[] = [];
      let bytes = 0;
      arriving.add(one);
      request.on("data", take).once("end", whole).once("close", broken);
      // A broken connection is also reported as an error, which would end the process without a listener.
      request.on("error", broken);

      function take(piece: Buffer): void {
        bytes += piece.length;
        if (bytes > maxBytes) {
          settle(() => reject(new BodyTooLarge(maxBytes)));
          return;
        }
        pieces.push(piece);
        hold(one, piece.length + bytesOfPiece);
      }

      function whole(): void {
        const [first = empty, ...others] = pieces;
        settle(() => resolve(others.length === 0 ? first : Buffer.concat(pieces, bytes)));
      }

      function broken(): void {
        settle(() => reject(new ConnectionEnded()));
      }

      function settle(done: () => void): void {
        if (!arriving.delete(one)) return;
        held -= one.held;
        request.off("data", take).off("end", whole).off("close", broken);
        done();
      }
    });
  };

  function hold(one: Arriving, more: number): void {
    one.held += more;
    held += more;
    for (const oldest of arriving) {
      if (held <= max) return;
      held -= oldest.held;
      oldest.held = 0;
      oldest.request.destroy();
    }
  }
}

/** It can be empty all the same, in chunks. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { "content-length": length = "0", "transfer-encoding": coding } = headers;
  return length !== "0" || coding !== undefined;
}

/** A response that is sent before the whole body has arrived ends the connection, and has to announce that. */
export function isArriving(request: IncomingMessage): boolean {
  return hasBody(request) && !request.complete;
}

/** Nothing here decompresses a body, which could grow without bound. */
export function isEncoded(request: IncomingMessage): boolean {
  const encoding = request.headers["content-encoding"]?.trim() ?? "";
  return hasBody(request) && !/^(|identity)$/i.test(encoding);
}
