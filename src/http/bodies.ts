/**
 * Bodies of requests, read whole, by events: an iterator over the stream costs as much again as the rest of a small request. What is still arriving is bounded for all requests together: with a bound for each alone,
 * strangers who never send their last byte could hold as many bodies as there may be connections.
 */
import type { IncomingMessage } from "node:http";

/** Calls `done` once: with the body, with `BodyTooLarge`, or with an error where the connection ended before it was whole. */
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

/** In bytes: 500 of the longest usual bodies. Those of clients that are not slow are here for some milliseconds. */
const mostArriving = 32 * 1024 * 1024;
/** What Node keeps for each piece beside its bytes, about: a body may come in pieces of a single byte. */
const bytesOfPiece = 256;

interface Arriving {
  readonly request: IncomingMessage;
  held: number;
}

/** When there is no room for another piece, the body that has been arriving for the longest time loses its connection. */
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
    // Node tells of a connection that breaks by an error too; without a listener it would end the process.
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
      // Its `close` takes it out of the set.
      held -= oldest.held;
      oldest.held = 0;
      oldest.request.destroy();
    }
  }
}
