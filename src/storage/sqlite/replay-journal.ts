/**
 * The files of the replay book: one per minute of timestamps with 16 bytes per nonce, and the list of forgotten
 * minutes. `append` returns once the operating system has the bytes, which is what survives a killed process;
 * `sync` pushes them to the disk.
 *
 * A failed sync leaves a file in an unknown state: the kernel may have dropped the bytes, and the next sync
 * succeeds without them. That file is not trusted again. `rewrite` writes what is in memory to another file,
 * and deletes the first one only when the other is on disk. Until then both are read at a start.
 */
import { closeSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import {
  replaceOwnFile,
  replaceOwnFileAside,
  syncDataAside,
  syncDirectoryAside,
} from "../../files/durable-files.ts";
import { openNew } from "../../files/owner.ts";
import { readIfThere } from "../../files/read-file.ts";
import { makeDirectory } from "../make-directory.ts";
import { includesMinute, type Minutes, parseMinutes, printMinutes } from "./forgotten-minutes.ts";

export const nonceBytes = 16;

export interface ReplayJournal extends Disposable {
  /** The list as it was at the start. */
  readonly forgotten: Minutes;
  /**
   * Appends nonces. Throws if the file does not take all of them; the next write then overwrites the incomplete
   * part.
   */
  append(minute: number, nonces: Uint8Array): void;
  /** Rejects if a file may have lost what was appended. */
  sync(): Promise<void>;
  /**
   * Replaces the files that a failed sync left in doubt, except for minutes that `noncesOf` does not know.
   * Nothing may be appended meanwhile.
   */
  rewrite(noncesOf: (minute: number) => Uint32Array | undefined): Promise<void>;
  /** Writes the list to the disk. */
  writeList(forgotten: Minutes): Promise<void>;
  /** Writes the list to disk, then deletes the files of these minutes. */
  forget(forgotten: Minutes): Promise<void>;
}

interface MinuteFile {
  /** The last one is open. There are more only if the process was killed before it had replaced them. */
  names: readonly string[];
  file: number;
  generation: number;
  /**
   * The number of whole records in the open file, and so the place of the next. A crash of the machine may have
   * left empty ones.
   */
  records: number;
  unsynced: boolean;
  inDoubt: boolean;
}

const listName = "forgotten-minutes";

/** `load` is called for each file with the nonces in it. */
export function openReplayJournal(
  directory: string,
  load: (minute: number, nonces: Uint32Array) => void,
): ReplayJournal {
  makeDirectory(directory);
  const files = new Map<number, MinuteFile>();
  let filesMade = false;
  const found = journalFiles(directory);
  const forgotten = readList(directory) ?? firstList(directory, found);
  for (const one of found) recover(one);

  return { forgotten, append, sync, rewrite, writeList, forget, [Symbol.dispose]: close };

  function recover({ minute, generation, name }: JournalFile): void {
    if (includesMinute(forgotten, minute)) {
      // The list was written, and then the process was killed.
      rmSync(join(directory, name), { force: true });
      return;
    }
    const journal = readIfThere(join(directory, name)) ?? Buffer.alloc(0);
    const records = Math.floor(journal.length / nonceBytes);
    load(minute, wordsOf(journal, records));
    const earlier = files.get(minute);
    if (earlier !== undefined) closeSync(earlier.file);
    files.set(minute, {
      names: earlier === undefined ? [name] : [...earlier.names, name],
      file: openSync(join(directory, name), "r+"),
      generation,
      records,
      unsynced: false,
      inDoubt: false,
    });
  }

  /** Writes at a fixed position, so that a write that a full disk cut short is overwritten by the next. */
  function append(minute: number, nonces: Uint8Array): void {
    const to = files.get(minute) ?? makeFile(minute);
    const { length } = nonces;
    const written = writeSync(to.file, nonces, 0, length, to.records * nonceBytes);
    if (written !== length) throw new Error(`wrote ${written} of ${length} bytes`);
    to.records += length / nonceBytes;
    to.unsynced = true;
  }

  function makeFile(minute: number): MinuteFile {
    const name = nameOf(minute, 0);
    const file = newFile(join(directory, name));
    const made: MinuteFile = {
      names: [name],
      file,
      generation: 0,
      records: 0,
      unsynced: false,
      inDoubt: false,
    };
    files.set(minute, made);
    filesMade = true;
    return made;
  }

  async function sync(): Promise<void> {
    const unsynced = [...files.values()].filter((one) => one.unsynced);
    const synced = await Promise.allSettled(unsynced.map(syncFile));
    const failed = synced.find((one) => one.status === "rejected");
    if (failed !== undefined) throw failed.reason;
    if (!filesMade) return;
    filesMade = false;
    await syncDirectoryAside(directory);
  }

  async function syncFile(one: MinuteFile): Promise<void> {
    // Set before the sync, because what is appended while it runs needs the next one.
    one.unsynced = false;
    try {
      await syncDataAside(one.file);
    } catch (error) {
      one.inDoubt = true;
      throw error;
    }
  }

  async function rewrite(noncesOf: (minute: number) => Uint32Array | undefined): Promise<void> {
    for (const [minute, one] of files) {
      const nonces = one.inDoubt ? noncesOf(minute) : undefined;
      if (nonces !== undefined) await replace(minute, one, bytesOf(nonces));
    }
    await syncDirectoryAside(directory);
  }

  async function replace(minute: number, one: MinuteFile, nonces: Uint8Array): Promise<void> {
    const generation = one.generation + 1;
    const name = nameOf(minute, generation);
    const file = newFile(join(directory, name));
    try {
      writeAll(file, nonces);
      await syncDataAside(file);
      await syncDirectoryAside(directory);
    } catch (error) {
      closeSync(file);
      throw error;
    }
    closeSync(one.file);
    const replaced = one.names;
    const records = nonces.length / nonceBytes;
    Object.assign(one, { names: [name], file, generation, records, inDoubt: false });
    for (const old of replaced) rmSync(join(directory, old), { force: true });
  }

  function writeList(minutes: Minutes): Promise<void> {
    return replaceList(directory, minutes);
  }

  async function forget(minutes: Minutes): Promise<void> {
    const past = [...files].filter(([minute]) => includesMinute(minutes, minute));
    if (past.length === 0) return;
    await replaceList(directory, minutes);
    for (const [minute, { file, names }] of past) {
      files.delete(minute);
      closeSync(file);
      for (const name of names) rmSync(join(directory, name), { force: true });
    }
  }

  function close(): void {
    for (const { file } of files.values()) closeSync(file);
    files.clear();
  }
}

interface JournalFile {
  readonly minute: number;
  readonly generation: number;
  readonly name: string;
}

/** The earliest generation first. Files that are not ours are left alone. */
function journalFiles(directory: string): JournalFile[] {
  const found: JournalFile[] = [];
  for (const name of readdirSync(directory)) {
    const [, minute, generation = "0"] = /^(\d{1,15})(?:-(\d{1,9}))?\.nonces$/.exec(name) ?? [];
    if (minute === undefined) continue;
    found.push({ minute: Number(minute), generation: Number(generation), name });
  }
  return found.sort((a, b) => a.minute - b.minute || a.generation - b.generation);
}

/** Undefined if there is no list yet. */
function readList(directory: string): Minutes | undefined {
  const path = join(directory, listName);
  const text = readIfThere(path)?.toString();
  const list = text === undefined ? undefined : parseMinutes(text);
  if (text === undefined) return undefined;
  if (list !== undefined) return list;
  throw new Error(
    `${path} is damaged: it says which signed requests must not be accepted again. If the clock is right, remove it`,
  );
}

/** A journal that lost its list counts everything before its first file as forgotten. */
function firstList(directory: string, [earliest]: readonly JournalFile[]): Minutes {
  const list: Minutes = earliest === undefined ? [] : [[0, earliest.minute - 1]];
  replaceOwnFile(join(directory, listName), printMinutes(list));
  return list;
}

function replaceList(directory: string, minutes: Minutes): Promise<void> {
  return replaceOwnFileAside(join(directory, listName), printMinutes(minutes));
}

/** An existing file cannot hold nonces here, because a journal is read before it is written. */
function newFile(path: string): number {
  rmSync(path, { force: true });
  return openNew(path);
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(file, bytes, written, bytes.length - written, written);
  }
}

function nameOf(minute: number, generation: number): string {
  return generation === 0 ? `${minute}.nonces` : `${minute}-${generation}.nonces`;
}

function wordsOf(bytes: Buffer, records: number): Uint32Array {
  const whole = bytes.subarray(0, records * nonceBytes);
  const aligned = whole.byteOffset % 4 === 0 ? whole : Buffer.copyBytesFrom(whole);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, (records * nonceBytes) / 4);
}

function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}
