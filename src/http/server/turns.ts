/**
 * Requests that are complete are judged in turns. On SQLite the requests of a turn share a transaction that begins
 * after the last byte of each has arrived, and one write of their nonces
 * (docs/adr/0004-rows-that-sqlite-vouches-for.md).
 */

/** Otherwise one turn could take a request of every connection, and hold them all until the last is judged. */
export const maxInTurn = 32;

export interface Turns {
  /** Resolves when the caller's request is judged, together with the others that wait. */
  next(): Promise<void>;
}

/** A turn begins once it is full, or once the event loop has read from every connection that was ready. */
export function createTurns(): Turns {
  let turn = Promise.withResolvers<void>();
  let waiting = 0;

  return {
    next() {
      const { promise } = turn;
      waiting += 1;
      if (waiting === 1) setImmediate(begin);
      if (waiting === maxInTurn) begin();
      return promise;
    },
  };

  function begin(): void {
    turn.resolve();
    turn = Promise.withResolvers();
    waiting = 0;
  }
}
