/**
 * Reads whole request bodies, with events, because an iterator over the stream would double the cost of a small
 * request. All arriving bodies together are bounded: with a bound for each alone, strangers who never send
 * their last byte could make the service hold as many bodies as there can be connections.
 */
import type { IncomingMessage } from "node:http";

/**
 * Calls `done` once: with the body, with `BodyTooLarge`, or with an error if the connection ended before the
 * body was complete.
 */
export type ReadBody = (
  request: IncomingMessage,
  mostBytes: number,
  done: (error: Error | null, body?: Buffer) => void,
) => void;

export class BodyTooLarge extends Error {
  readonly mostBytes: number;

  constructor(mostBytes: number) {
    super("the body is too large");
    this.mostBytes = mostBytes;
  }
}

export class EncodedBody extends Error {
  constructor() {
    super("the body has a Content-Encoding");
  }
}

/** In bytes: 500 of the longest usual bodies. Normal clients' bodies are only here for some milliseconds. */
const mostArriving = 32 * 1024 * 1024;
/** Roughly what Node keeps for each piece besides its bytes. A body can arrive in pieces of a single byte. */
const bytesOfPiece = 256;

interface Arriving {
  readonly request: IncomingMessage;
  held: number;
}

/** If there is no room for another piece, the body that has been arriving for longest loses its connection. */
export function bodyReader(most = mostArriving): ReadBody {
  const arriving = new Set<Arriving>();
  let held = 0;

  return (request, mostBytes, done) => {
    if (Number(request.headers["content-length"]) > mostBytes) {
      done(new BodyTooLarge(mostBytes));
      return;
    }
    const one: Arriving = { request, held: 0 };
    const pieces: Buffer[] = [];
    let bytes = 0;
    arriving.add(one);
    request.on("data", take).once("end", whole).once("close", broken);
    // A broken connection is also reported as an error, which would end the process without a listener.
    request.on("error", broken);

    function take(piece: Buffer): void {
      bytes += piece.length;
      if (bytes > mostBytes) {
        settle(new BodyTooLarge(mostBytes));
        return;
      }
      pieces.push(piece);
      hold(one, piece.length + bytesOfPiece);
    }

    function whole(): void {
      settle(null, pieces.length === 1 ? pieces[0] : Buffer.concat(pieces, bytes));
    }

    function broken(): void {
      settle(new Error("the connection ended before the body was whole"));
    }

    function settle(error: Error | null, body?: Buffer): void {
      if (!arriving.delete(one)) return;
      held -= one.held;
      request.off("data", take).off("end", whole).off("close", broken);
      done(error, body);
    }
  };

  function hold(one: Arriving, more: number): void {
    one.held += more;
    held += more;
    for (const oldest of arriving) {
      if (held <= most) return;
      // Its `close` removes it from the set.
      held -= oldest.held;
      oldest.held = 0;
      oldest.request.destroy();
    }
  }
}

/** Nothing here decompresses a body, which could grow without bound. */
export function isEncoded({ headers }: IncomingMessage): boolean {
  return !/^(|identity)$/i.test(headers["content-encoding"]?.trim() ?? "");
}
