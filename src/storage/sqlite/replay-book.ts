/**
 * The replay book of one process (RFC 5849 §3.3). Every nonce is in a set in memory and in a journal. The
 * nonces of one turn of the event loop are written together at its end, and `remember` resolves after that.
 * Minutes that no acceptable timestamp can name any more are forgotten, and the journal lists them: whatever
 * the clock does, and however often the process is killed, nothing from a forgotten minute is accepted.
 * docs/adr/0003-replay-journal.md has the measurements behind the files, and docs/adr/0016-clocks.md what
 * happens when a clock is set.
 */
import { hash } from "node:crypto";
import type { Awaitable } from "../../domain/awaitable.ts";
import type { Remembered, ReplayBook, SpentNonce } from "../../domain/ports/replay-book.ts";
import { StoreFailure } from "../../domain/refusals.ts";
import { timestampWindowSeconds } from "../../domain/timestamp.ts";
import { includesMinute, type Minutes, withMinute, withMinutes } from "./forgotten-minutes.ts";
import { nonceBytes } from "./minute-file.ts";
import { isSame, NonceSet } from "./nonce-set.ts";
import { openReplayJournal } from "./replay-journal.ts";

export type SqliteReplayBook = ReplayBook &
  AsyncDisposable & {
    /**
     * The latest time (milliseconds) that had certainly passed when the book was opened. Undefined if it was
     * empty.
     */
    readonly openedAfter: number | undefined;
    /** Why nonces cannot be stored now. Undefined if they can. */
    trouble(): string | undefined;
    /** Forgets the minutes that have passed at `now`. Returns how many. */
    sweep(now: number): Promise<number>;
    /**
     * The minutes from which it accepted anything, as far as it knows, including those whose nonces it has
     * dropped.
     */
    accepted(): Minutes;
    /** Accepts nothing from these minutes from now on. Resolves once that is on disk. */
    forget(minutes: Minutes): Promise<void>;
  };

/** What an operator should know. */
export type Report = (level: "info" | "warn" | "error", message: string) => void;

const minuteMs = 60_000;
/** How much longer than the window nonces are kept, in case the clock is set back a little. */
const marginMs = 60_000;
const syncEveryMs = 1000;

/** If `directory` is undefined there is no journal, and a restart forgets everything. */
export function openReplayBook(
  directory: string | undefined,
  report: Report = () => {},
): SqliteReplayBook {
  const minutes = new Map<number, NonceSet>();
  const journal = directory === undefined ? undefined : openReplayJournal(directory, load);
  let forgotten: Minutes = journal?.forgotten ?? [];
  let refusedAsForgotten = 0;
  /** The last write failed; the next one may not. */
  let unwritable: StoreFailure | undefined;
  /** Set after a failed sync: the journal may lack what it should have. */
  let inDoubt: StoreFailure | undefined;
  const openedAfter = certainlyOver(minutes.keys());
  const digest = newDigests(1);
  /** By minute: the nonces of this turn of the event loop that are neither written nor in the set. */
  const turns = new Map<number, Turn>();
  let spare: Digests | undefined;
  let work: Promise<unknown> = Promise.resolve();
  let keeping = false;
  const syncing = setInterval(keepJournalOnce, syncEveryMs).unref();

  return {
    openedAfter,
    remember,
    knows,
    ping,
    trouble,
    sweep,
    accepted,
    forget,
    [Symbol.asyncDispose]: close,
  };

  function remember({ scope, nonce, timestamp }: SpentNonce): Awaitable<Remembered> {
    if (inDoubt !== undefined) throw inDoubt;
    const minute = Math.floor((timestamp * 1000) / minuteMs);
    const nonces = minutes.get(minute);
    if (nonces === undefined && includesMinute(forgotten, minute)) {
      refusedAsForgotten += 1;
      return "forgotten";
    }
    digestInto(digest, `${scope}\0${timestamp}\0${nonce}`);
    if (nonces?.has(digest.words)) return "repeated";
    if (journal !== undefined) return inThisTurn(minute, digest.words);
    (nonces ?? newMinute(minute)).add(digest.words);
    return "first";
  }

  function knows({ scope, nonce, timestamp }: SpentNonce): boolean {
    digestInto(digest, `${scope}\0${timestamp}\0${nonce}`);
    return minutes.get(Math.floor((timestamp * 1000) / minuteMs))?.has(digest.words) ?? false;
  }

  function inThisTurn(minute: number, nonce: Uint32Array): Promise<Remembered> {
    const turn = turns.get(minute) ?? newTurn(minute);
    if (holds(turn, nonce)) return turn.written.promise.then(toTheSecond);
    turn.digests.words.set(nonce, turn.count * nonceWords);
    turn.count += 1;
    if (turn.count === mostInOneWrite) writeTurn(minute, turn);
    return turn.written.promise;
  }

  function newTurn(minute: number): Turn {
    if (turns.size === 0) setImmediate(writeTurns);
    const digests = spare ?? newDigests(mostInOneWrite);
    spare = undefined;
    const turn = { digests, count: 0, written: Promise.withResolvers<Remembered>() };
    turns.set(minute, turn);
    return turn;
  }

  function writeTurns(): void {
    for (const [minute, turn] of turns) writeTurn(minute, turn);
  }

  /** After a failed write nothing of it is in the set, so the nonces can be sent again. */
  function writeTurn(minute: number, { digests, count, written }: Turn): void {
    turns.delete(minute);
    const known = minutes.get(minute);
    if (inDoubt !== undefined) written.reject(inDoubt);
    else if (known === undefined && includesMinute(forgotten, minute)) written.resolve("forgotten");
    else {
      try {
        append(minute, digests.bytes.subarray(0, count * nonceBytes));
        const nonces = known ?? newMinute(minute);
        for (let at = 0; at < count; at += 1) nonces.add(digests.words, at * nonceWords);
        written.resolve("first");
      } catch (error) {
        written.reject(error);
      }
    }
    spare = digests;
  }

  function append(minute: number, nonces: Buffer): void {
    try {
      journal?.append(minute, nonces);
    } catch (error) {
      if (unwritable === undefined) {
        report("error", `the replay journal cannot be written: ${String(error)}`);
      }
      unwritable = failure(error);
      throw unwritable;
    }
    if (unwritable !== undefined) writableAgain();
  }

  function newMinute(minute: number): NonceSet {
    const nonces = new NonceSet();
    minutes.set(minute, nonces);
    return nonces;
  }

  function load(minute: number, found: Uint32Array): void {
    (minutes.get(minute) ?? newMinute(minute)).load(found);
  }

  function ping(): void {
    const reason = inDoubt ?? unwritable;
    if (reason !== undefined) throw reason;
  }

  function trouble(): string | undefined {
    return (inDoubt ?? unwritable)?.message;
  }

  function sweep(now: number): Promise<number> {
    reportRefused();
    const oldest = Math.floor((now - timestampWindowSeconds * 1000 - marginMs) / minuteMs);
    const gone: number[] = [];
    for (const minute of minutes.keys()) {
      if (minute >= oldest) continue;
      // From here on the minute is refused, even before its file is deleted or if deleting it fails.
      forgotten = withMinute(forgotten, minute);
      minutes.delete(minute);
      gone.push(minute);
    }
    return inTurn(async () => {
      await journal?.forget(forgotten);
      return gone.length;
    });
  }

  function accepted(): Minutes {
    return withMinutes(
      forgotten,
      [...minutes.keys(), ...turns.keys()].map((minute) => [minute, minute]),
    );
  }

  function forget(more: Minutes): Promise<void> {
    forgotten = withMinutes(forgotten, more);
    for (const minute of minutes.keys()) {
      if (includesMinute(forgotten, minute)) minutes.delete(minute);
    }
    return inTurn(async () => {
      await journal?.writeList(forgotten);
      await journal?.forget(forgotten);
    });
  }

  function reportRefused(): void {
    if (refusedAsForgotten === 0) return;
    report(
      "warn",
      `${refusedAsForgotten} signed requests were refused: the clock was set back to a time whose nonces are forgotten, or another replay journal has them`,
    );
    refusedAsForgotten = 0;
  }

  /** Keeps syncs from queueing up on a slow disk. */
  async function keepJournalOnce(): Promise<void> {
    if (keeping) return;
    keeping = true;
    await inTurn(keepJournal);
    keeping = false;
  }

  async function keepJournal(): Promise<void> {
    if (journal === undefined) return;
    if (unwritable !== undefined) await tryToWrite();
    if (inDoubt === undefined) await trySync();
    if (inDoubt !== undefined) await tryRewrite();
  }

  async function tryToWrite(): Promise<void> {
    try {
      await journal?.writeList(forgotten);
      writableAgain();
    } catch (error) {
      unwritable = failure(error);
    }
  }

  function writableAgain(): void {
    unwritable = undefined;
    report("info", "the replay journal can be written again");
  }

  async function trySync(): Promise<void> {
    try {
      await journal?.sync();
    } catch (error) {
      inDoubt = failure(error);
      report(
        "error",
        `the replay journal could not be pushed to the disk, and signed requests are refused until it can: ${String(error)}`,
      );
    }
  }

  async function tryRewrite(): Promise<void> {
    try {
      await journal?.rewrite((minute) => minutes.get(minute)?.all());
      inDoubt = undefined;
      report("info", "the replay journal was written again and is on the disk");
    } catch (error) {
      inDoubt = failure(error);
    }
  }

  /** One at a time, because a file must not be closed while it is synced. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const ran = work.then(run);
    work = ran.catch(() => {});
    return ran;
  }

  async function close(): Promise<void> {
    clearInterval(syncing);
    writeTurns();
    await inTurn(keepJournal);
    journal?.[Symbol.dispose]();
    minutes.clear();
  }
}

/** Nothing is accepted further ahead of the clock than the window, so the clock had come at least this far. */
function certainlyOver(minutes: Iterable<number>): number | undefined {
  const latest = Math.max(...minutes);
  return latest < 0 ? undefined : latest * minuteMs - timestampWindowSeconds * 1000;
}

function failure(error: unknown): StoreFailure {
  return new StoreFailure(`the replay journal: ${String(error)}`, { cause: error });
}

/**
 * The most nonces in one write. Requests that are read together wait together, so this bounds the wait of the
 * first.
 */
const mostInOneWrite = 256;

interface Turn {
  readonly digests: Digests;
  count: number;
  /** Settles for the first request of each nonce, all at once. */
  readonly written: PromiseWithResolvers<Remembered>;
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

const nonceWords = nonceBytes / 4;

/** The same memory as bytes for the journal and as words for the set. It is reused. */
interface Digests {
  readonly bytes: Buffer;
  readonly words: Uint32Array;
}

function newDigests(count: number): Digests {
  const bytes = Buffer.alloc(count * nonceBytes);
  return { bytes, words: new Uint32Array(bytes.buffer, bytes.byteOffset, count * nonceWords) };
}

/** The first half of a SHA-256. One bit is always set, because the set uses all zeros for an empty place. */
function digestInto({ bytes }: Digests, text: string): void {
  bytes.write(hash("sha256", text, "binary"), 0, nonceBytes, "latin1");
  bytes.writeUInt8(bytes.readUInt8(0) | 1, 0);
}
