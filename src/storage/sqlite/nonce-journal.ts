/**
 * The files of the nonce store: one per minute of timestamps with 16 bytes per nonce, and the list of forgotten
 * minutes. `append` returns once the operating system has the bytes, which is what survives a killed process;
 * `sync` pushes them to the disk.
 *
 * A failed sync leaves a file in an unknown state: the kernel may have dropped the bytes, and the next sync
 * succeeds without them. That file is not trusted again. `rewrite` writes what is in memory to another file,
 * and deletes the first one only when the other is on disk. Until then both are read at a start.
 */
import { closeSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  replaceOwnFile,
  replaceOwnFileAside,
  syncDirectoryAside,
} from "../../tools/files/durable-files.ts";
import { readIfThere } from "../../tools/files/read-file.ts";
import { makeDirectory } from "../make-directory.ts";
import { includesMinute, type Minutes, parseMinutes, printMinutes } from "./expired-minutes.ts";
import {
  appendNonces,
  type FoundFile,
  findMinuteFiles,
  type MinuteFile,
  makeMinuteFile,
  openMinuteFile,
  removeMinuteFile,
  replaceMinuteFile,
  syncMinuteFile,
} from "./minute-file.ts";

export interface NonceJournal extends Disposable {
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

/** `load` is called for each file with the nonces in it. */
export function openNonceJournal(
  directory: string,
  load: (minute: number, nonces: Uint32Array) => void,
): NonceJournal {
  makeDirectory(directory);
  const files = new Map<number, MinuteFile>();
  let filesMade = false;
  const found = findMinuteFiles(directory);
  const forgotten = readList(directory) ?? writeFirstList(directory, found[0]?.minute);
  for (const one of found) recover(one);

  return { forgotten, append, sync, rewrite, writeList, forget, [Symbol.dispose]: close };

  function recover(one: FoundFile): void {
    const { minute, name } = one;
    if (includesMinute(forgotten, minute)) {
      // The list was written, and then the process was killed.
      rmSync(join(directory, name), { force: true });
      return;
    }
    const { file, nonces } = openMinuteFile(directory, one, files.get(minute));
    load(minute, nonces);
    files.set(minute, file);
  }

  function append(minute: number, nonces: Uint8Array): void {
    appendNonces(files.get(minute) ?? makeFile(minute), nonces);
  }

  function makeFile(minute: number): MinuteFile {
    const made = makeMinuteFile(directory, minute);
    files.set(minute, made);
    filesMade = true;
    return made;
  }

  async function sync(): Promise<void> {
    const unsynced = [...files.values()].filter((one) => one.unsynced);
    const synced = await Promise.allSettled(unsynced.map(syncMinuteFile));
    const failed = synced.find((one) => one.status === "rejected");
    if (failed !== undefined) throw failed.reason;
    if (!filesMade) return;
    filesMade = false;
    await syncDirectoryAside(directory);
  }

  async function rewrite(noncesOf: (minute: number) => Uint32Array | undefined): Promise<void> {
    for (const [minute, one] of files) {
      const nonces = one.inDoubt ? noncesOf(minute) : undefined;
      if (nonces !== undefined) await replaceMinuteFile(directory, minute, one, nonces);
    }
    await syncDirectoryAside(directory);
  }

  function writeList(minutes: Minutes): Promise<void> {
    return replaceList(directory, minutes);
  }

  async function forget(minutes: Minutes): Promise<void> {
    const past = [...files].filter(([minute]) => includesMinute(minutes, minute));
    if (past.length === 0) return;
    await replaceList(directory, minutes);
    for (const [minute, one] of past) {
      files.delete(minute);
      removeMinuteFile(directory, one);
    }
  }

  function close(): void {
    for (const { file } of files.values()) closeSync(file);
    files.clear();
  }
}

const listName = "forgotten-minutes";

/** Returns undefined if there is no list yet. */
function readList(directory: string): Minutes | undefined {
  const path = join(directory, listName);
  const text = readIfThere(path)?.toString();
  const list = text === undefined ? undefined : parseMinutes(text);
  if (text === undefined) return undefined;
  if (list !== undefined) return list;
  throw new Error(
    `${path} is damaged. It lists the signed requests that must not be accepted again. If the clock is right, remove it`,
  );
}

/** A journal that lost its list counts everything before the minute of its first file as forgotten. */
function writeFirstList(directory: string, firstMinute: number | undefined): Minutes {
  const list: Minutes = firstMinute === undefined ? [] : [[0, firstMinute - 1]];
  replaceOwnFile(join(directory, listName), printMinutes(list));
  return list;
}

function replaceList(directory: string, minutes: Minutes): Promise<void> {
  return replaceOwnFileAside(join(directory, listName), printMinutes(minutes));
}
