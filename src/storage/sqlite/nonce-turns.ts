/** The nonces of requests that are judged together are written together, those of each minute in one write. */
import type { Remembered } from "../../domain/ports/nonce-store.ts";
import { type Digests, newDigests, nonceWords } from "./nonce-digest.ts";
import { isSame } from "./nonce-set.ts";

/** The most nonces in one write. A turn of batched verification requests can have more. */
const maxInOneWrite = 256;

export interface NonceTurns {
  /** Resolves once the nonce is written, and rejects if it was not. A nonce that comes twice is first once. */
  add(minute: number, nonce: Uint32Array): Promise<Remembered>;
  /** Writes what waits without waiting for other nonces. */
  writeAll(): void;
  /** The minutes with nonces that wait to be written. */
  minutes(): Iterable<number>;
}

interface Turn {
  readonly digests: Digests;
  count: number;
  /** Settles for the first request of each nonce, all at once. */
  readonly written: PromiseWithResolvers<Remembered>;
}

/** `write` gets `count` digests. If it throws, their requests fail, and the nonces can be sent again. */
export function nonceTurns(
  write: (minute: number, digests: Digests, count: number) => Remembered,
): NonceTurns {
  /** The nonces of this turn that are not written, by minute. */
  const turns = new Map<number, Turn>();
  let spare: Digests | undefined;

  return { add, writeAll, minutes: () => turns.keys() };

  function add(minute: number, nonce: Uint32Array): Promise<Remembered> {
    const turn = turns.get(minute) ?? newTurn(minute);
    if (holds(turn, nonce)) return turn.written.promise.then(toTheSecond);
    turn.digests.words.set(nonce, turn.count * nonceWords);
    turn.count += 1;
    if (turn.count === maxInOneWrite) writeTurn(minute, turn);
    return turn.written.promise;
  }

  function newTurn(minute: number): Turn {
    // Node runs this when no promise is left to continue: each request of the turn has come this far.
    if (turns.size === 0) process.nextTick(writeAll);
    const digests = spare ?? newDigests(maxInOneWrite);
    spare = undefined;
    const turn = { digests, count: 0, written: Promise.withResolvers<Remembered>() };
    turns.set(minute, turn);
    return turn;
  }

  function writeAll(): void {
    for (const [minute, turn] of turns) writeTurn(minute, turn);
  }

  function writeTurn(minute: number, { digests, count, written }: Turn): void {
    turns.delete(minute);
    try {
      written.resolve(write(minute, digests, count));
    } catch (error) {
      written.reject(error);
    }
    spare = digests;
  }
}

function holds({ digests: { words }, count }: Turn, nonce: Uint32Array): boolean {
  for (let at = 0; at < count * nonceWords; at += nonceWords) {
    if (isSame(words, at, nonce, 0)) return true;
  }
  return false;
}

function toTheSecond(first: Remembered): Remembered {
  return first === "first" ? "repeated" : first;
}
