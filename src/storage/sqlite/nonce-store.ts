/**
 * The nonce store of one process (RFC 5849 §3.3). Every nonce is in a set in memory and in a journal. The
 * nonces of requests that are judged together are written together, and `remember` resolves after that.
 * Minutes that no acceptable timestamp can name any more are forgotten, and the journal lists them: nothing from a
 * forgotten minute is accepted, even if the clock is set or the process is killed.
 * docs/adr/0003-nonce-journal.md has the measurements behind the files, and docs/adr/0016-clocks.md what
 * happens when a clock is set.
 */
import type { Awaitable } from "../../domain/awaitable.ts";
import type { NonceStore, Remembered, SpentNonce } from "../../domain/ports/nonce-store.ts";
import { timestampWindowSeconds } from "../../domain/timestamp.ts";
import {
  includesMinute,
  type Minutes,
  rangeWith,
  withMinute,
  withMinutes,
} from "./expired-minutes.ts";
import { nonceBytes } from "./minute-file.ts";
import { type Digests, digestInto, newDigests, nonceWords } from "./nonce-digest.ts";
import { openNonceJournal } from "./nonce-journal.ts";
import { NonceSet } from "./nonce-set.ts";
import { nonceTurns } from "./nonce-turns.ts";
import { keepJournal, type Report, type StoredJournal } from "./stored-journal.ts";

export type SqliteNonceStore = NonceStore &
  AsyncDisposable & {
    /**
     * The latest time (milliseconds) that had certainly passed when the store was opened. It is undefined if it was
     * empty.
     */
    readonly openedAfter: number | undefined;
    /** Why nonces cannot be stored now. Undefined if they can. */
    problem(): string | undefined;
    /** The same as of `ServerNonceStore`. */
    rejectsUntil(now: number): number | undefined;
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

const minuteMs = 60_000;
/** Nonces are kept longer than the window by this much, in case the clock is set back a little. */
const marginMs = 60_000;

/** If `directory` is undefined there is no journal, and a restart forgets everything. */
export function openNonceStore(
  directory: string | undefined,
  report: Report = () => {},
): SqliteNonceStore {
  const minutes = new Map<number, NonceSet>();
  const files = directory === undefined ? undefined : openNonceJournal(directory, load);
  let forgotten: Minutes = files?.forgotten ?? [];
  const journal =
    files &&
    keepJournal(
      files,
      { noncesOf: (minute) => minutes.get(minute)?.all(), forgotten: () => forgotten },
      report,
    );
  const turns =
    journal && nonceTurns((minute, digests, count) => write(journal, minute, digests, count));
  const openedAfter = certainlyOver(minutes.keys());
  const digest = newDigests(1);
  let rejectedAsForgotten = 0;

  return {
    openedAfter,
    remember,
    knows,
    ping,
    problem: () => journal?.problem()?.message,
    rejectsUntil,
    sweep,
    accepted,
    forget,
    [Symbol.asyncDispose]: close,
  };

  function remember({ scope, nonce, timestamp }: SpentNonce): Awaitable<Remembered> {
    const minute = Math.floor((timestamp * 1000) / minuteMs);
    const nonces = minutes.get(minute);
    if (nonces === undefined && includesMinute(forgotten, minute)) {
      rejectedAsForgotten += 1;
      return "forgotten";
    }
    digestInto(digest, `${scope}\0${timestamp}\0${nonce}`);
    if (nonces?.has(digest.words)) return "repeated";
    if (turns !== undefined) return turns.add(minute, digest.words);
    (nonces ?? newMinute(minute)).add(digest.words);
    return "first";
  }

  function knows({ scope, nonce, timestamp }: SpentNonce): boolean {
    digestInto(digest, `${scope}\0${timestamp}\0${nonce}`);
    return minutes.get(Math.floor((timestamp * 1000) / minuteMs))?.has(digest.words) ?? false;
  }

  /** Nothing of a failed write is in the set, so the nonces can be sent again. */
  function write(
    to: StoredJournal,
    minute: number,
    { bytes, words }: Digests,
    count: number,
  ): Remembered {
    if (to.inDoubt !== undefined) throw to.inDoubt;
    const known = minutes.get(minute);
    if (known === undefined && includesMinute(forgotten, minute)) return "forgotten";
    to.append(minute, bytes.subarray(0, count * nonceBytes));
    const nonces = known ?? newMinute(minute);
    for (let at = 0; at < count; at += 1) nonces.add(words, at * nonceWords);
    return "first";
  }

  function newMinute(minute: number): NonceSet {
    const nonces = new NonceSet();
    minutes.set(minute, nonces);
    return nonces;
  }

  function load(minute: number, nonces: Uint32Array): void {
    (minutes.get(minute) ?? newMinute(minute)).load(nonces);
  }

  function ping(): void {
    const reason = journal?.problem();
    if (reason !== undefined) throw reason;
  }

  function rejectsUntil(now: number): number | undefined {
    const last = rangeWith(forgotten, Math.floor(now / minuteMs))?.[1];
    return last === undefined ? undefined : (last + 1) * minuteMs;
  }

  async function sweep(now: number): Promise<number> {
    reportRejected();
    const oldest = Math.floor((now - timestampWindowSeconds * 1000 - marginMs) / minuteMs);
    const gone: number[] = [];
    for (const minute of minutes.keys()) {
      if (minute >= oldest) continue;
      // From here on the minute is rejected, even before its file is deleted or if deleting it fails.
      forgotten = withMinute(forgotten, minute);
      minutes.delete(minute);
      gone.push(minute);
    }
    await journal?.removeForgotten();
    return gone.length;
  }

  function accepted(): Minutes {
    return withMinutes(
      forgotten,
      [...minutes.keys(), ...(turns?.minutes() ?? [])].map((minute) => [minute, minute]),
    );
  }

  async function forget(more: Minutes): Promise<void> {
    forgotten = withMinutes(forgotten, more);
    for (const minute of minutes.keys()) {
      if (includesMinute(forgotten, minute)) minutes.delete(minute);
    }
    await journal?.writeForgotten();
  }

  function reportRejected(): void {
    if (rejectedAsForgotten === 0) return;
    report(
      "warn",
      `${rejectedAsForgotten} signed requests were rejected: the clock was set back to a time whose nonces are no longer stored, or they are in a different nonce journal`,
    );
    rejectedAsForgotten = 0;
  }

  async function close(): Promise<void> {
    turns?.writeAll();
    await journal?.[Symbol.asyncDispose]();
  }
}

/** Nothing is accepted further ahead of the clock than the window, so the clock had come at least this far. */
function certainlyOver(minutes: Iterable<number>): number | undefined {
  const latest = Math.max(...minutes);
  return latest < 0 ? undefined : latest * minuteMs - timestampWindowSeconds * 1000;
}
