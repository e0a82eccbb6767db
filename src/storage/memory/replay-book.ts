/**
 * The replay book of one process (RFC 5849 §3.3). Every remembered nonce is in a set in memory and in
 * a journal, one file for each minute of timestamps: 16 bytes of SHA-256 a nonce, written before
 * `remember` answers. What a write() has taken survives the death of the process; once a second the
 * journal is also pushed to the disk. A minute that no timestamp may name any more is forgotten by
 * deleting its file. docs/adr/0003-replay-journal.md has the measurements behind this.
 */
import { hash } from "node:crypto";
import {
  closeSync,
  fdatasync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { ReplayBook } from "../../domain/ports.ts";
import { StoreFailure } from "../../domain/refusals.ts";
import { timestampWindowSeconds } from "../../domain/timestamp.ts";
import { NonceSet } from "./nonce-set.ts";

export type MemoryReplayBook = ReplayBook &
  Disposable & {
    /** Forgets the minutes that are past; returns how many nonces went. */
    sweep(now: number): number;
  };

const digestBytes = 16;
const sliceSeconds = 60;
/** Kept beyond the window, against a clock that is set back a little. */
const marginSeconds = 60;

/** `directory` undefined: no journal, and a restart forgets (for the in-memory demonstration). */
export function openReplayBook(directory: string | undefined, now: number): MemoryReplayBook {
  const slices = new Map<number, Slice>();
  let oldest = oldestSlice(now);
  let unsynced = false;
  if (directory !== undefined) recover(directory);
  const sync = setInterval(syncJournal, 1000).unref();

  return { remember, sweep, [Symbol.dispose]: close };

  function remember(scope: string, nonce: string, timestamp: number): boolean {
    const minute = Math.floor(timestamp / sliceSeconds);
    if (minute < oldest) return false;
    const slice = slices.get(minute) ?? openSlice(minute);
    const digest = digestOf(`${scope}\0${timestamp}\0${nonce}`);
    if (slice.nonces.has(digest)) return false;
    append(slice);
    slice.nonces.add(digest);
    return true;
  }

  /** At a fixed position: a write that a full disk cut short is overwritten by the next, not built upon. */
  function append(slice: Slice): void {
    if (slice.file === undefined) return;
    try {
      const written = writeSync(
        slice.file,
        digestBuffer,
        0,
        digestBytes,
        slice.records * digestBytes,
      );
      if (written !== digestBytes) throw new Error(`wrote ${written} of ${digestBytes} bytes`);
    } catch (error) {
      throw new StoreFailure(`the replay journal: ${String(error)}`, { cause: error });
    }
    slice.records += 1;
    unsynced = true;
  }

  function openSlice(minute: number): Slice {
    try {
      const file =
        directory === undefined ? undefined : openSync(pathOf(directory, minute), "w", 0o600);
      const slice = { nonces: new NonceSet(), file, records: 0 };
      slices.set(minute, slice);
      return slice;
    } catch (error) {
      throw new StoreFailure(`the replay journal: ${String(error)}`, { cause: error });
    }
  }

  function sweep(at: number): number {
    oldest = Math.max(oldest, oldestSlice(at));
    let forgotten = 0;
    for (const [minute, slice] of slices) {
      if (minute >= oldest) continue;
      slices.delete(minute);
      forgotten += slice.nonces.size;
      if (slice.file !== undefined) closeSync(slice.file);
      if (directory !== undefined) rmSync(pathOf(directory, minute), { force: true });
    }
    return forgotten;
  }

  function recover(from: string): void {
    mkdirSync(from, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(from)) {
      const minute = Number(/^(\d+)\.nonces$/.exec(name)?.[1]);
      if (Number.isNaN(minute)) continue;
      if (minute < oldest) {
        rmSync(join(from, name), { force: true });
        continue;
      }
      const journal = readFileSync(join(from, name));
      const nonces = new NonceSet();
      for (let at = 0; at + digestBytes <= journal.length; at += digestBytes) {
        journal.copy(digestBuffer, 0, at, at + digestBytes);
        if (!nonces.has(digestWords)) nonces.add(digestWords);
      }
      const records = Math.floor(journal.length / digestBytes);
      slices.set(minute, { nonces, file: openSync(join(from, name), "r+"), records });
    }
  }

  function syncJournal(): void {
    if (!unsynced) return;
    unsynced = false;
    for (const { file } of slices.values()) {
      if (file !== undefined) fdatasync(file, () => {});
    }
  }

  function close(): void {
    clearInterval(sync);
    for (const { file } of slices.values()) if (file !== undefined) closeSync(file);
    slices.clear();
  }
}

interface Slice {
  readonly nonces: NonceSet;
  readonly file: number | undefined;
  /** Whole records in the file: where the next one goes. A crash of the machine may have left empty ones. */
  records: number;
}

function pathOf(directory: string, minute: number): string {
  return join(directory, `${minute}.nonces`);
}

function oldestSlice(now: number): number {
  return Math.floor((now / 1000 - timestampWindowSeconds - marginSeconds) / sliceSeconds);
}

/** The digest in hand, as bytes for the journal and as words for the set: one piece of memory, because each request needs both for a moment. */
const digestBuffer = Buffer.alloc(digestBytes);
const digestWords = new Uint32Array(digestBuffer.buffer, digestBuffer.byteOffset, digestBytes / 4);

/** The first half of a SHA-256; one bit is always set, because the set takes all zeros for an empty place. */
function digestOf(text: string): Uint32Array {
  digestBuffer.write(hash("sha256", text, "binary"), 0, digestBytes, "latin1");
  digestBuffer.writeUInt8(digestBuffer.readUInt8(0) | 1, 0);
  return digestWords;
}
