/**
 * The files of the nonce journal: one per minute of timestamps, with 16 bytes per nonce. A file that replaces another
 * has the next generation in its name.
 */
import { closeSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { syncDataAside, syncDirectoryAside } from "../../tools/files/durable-files.ts";
import { openNew } from "../../tools/files/owner.ts";
import { readIfThere } from "../../tools/files/read-file.ts";

export const nonceBytes = 16;

/** A file of a minute that is open. */
export interface MinuteFile {
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

/** A file that was in the directory at the start. */
export interface FoundFile {
  readonly minute: number;
  readonly generation: number;
  readonly name: string;
}

/** The earliest generation first. Files that are not ours are left alone. */
export function findMinuteFiles(directory: string): readonly FoundFile[] {
  const files: FoundFile[] = [];
  for (const name of readdirSync(directory)) {
    const [, minute, generation = "0"] = /^(\d{1,15})(?:-(\d{1,9}))?\.nonces$/.exec(name) ?? [];
    if (minute === undefined) continue;
    files.push({ minute: Number(minute), generation: Number(generation), name });
  }
  return files.sort((a, b) => a.minute - b.minute || a.generation - b.generation);
}

/** Opens a file, and returns the nonces in it. `earlier`: the one of an earlier generation, which is closed. */
export function openMinuteFile(
  directory: string,
  { name, generation }: FoundFile,
  earlier: MinuteFile | undefined,
): { readonly file: MinuteFile; readonly nonces: Uint32Array } {
  const bytes = readIfThere(join(directory, name)) ?? Buffer.alloc(0);
  const records = Math.floor(bytes.length / nonceBytes);
  if (earlier !== undefined) closeSync(earlier.file);
  const file = {
    names: earlier === undefined ? [name] : [...earlier.names, name],
    file: openSync(join(directory, name), "r+"),
    generation,
    records,
    unsynced: false,
    inDoubt: false,
  };
  return { file, nonces: wordsOf(bytes, records) };
}

export function makeMinuteFile(directory: string, minute: number): MinuteFile {
  const name = nameOf(minute, 0);
  const file = newFile(join(directory, name));
  return { names: [name], file, generation: 0, records: 0, unsynced: false, inDoubt: false };
}

/** Writes at a fixed position, so that a write that a full disk cut short is overwritten by the next. */
export function appendNonces(to: MinuteFile, nonces: Uint8Array): void {
  const { length } = nonces;
  const written = writeSync(to.file, nonces, 0, length, to.records * nonceBytes);
  if (written !== length) throw new Error(`wrote ${written} of ${length} bytes`);
  to.records += length / nonceBytes;
  to.unsynced = true;
}

export async function syncMinuteFile(one: MinuteFile): Promise<void> {
  // Set before the sync, because what is appended while it runs needs the next one.
  one.unsynced = false;
  try {
    await syncDataAside(one.file);
  } catch (error) {
    one.inDoubt = true;
    throw error;
  }
}

/** Writes all nonces of the minute to another file, and removes the previous ones when that is on disk. */
export async function replaceMinuteFile(
  directory: string,
  minute: number,
  one: MinuteFile,
  nonces: Uint32Array,
): Promise<void> {
  const bytes = bytesOf(nonces);
  const generation = one.generation + 1;
  const name = nameOf(minute, generation);
  const file = newFile(join(directory, name));
  try {
    writeAll(file, bytes);
    await syncDataAside(file);
    await syncDirectoryAside(directory);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  closeSync(one.file);
  const replaced = one.names;
  const records = bytes.length / nonceBytes;
  Object.assign(one, { names: [name], file, generation, records, inDoubt: false });
  for (const old of replaced) rmSync(join(directory, old), { force: true });
}

export function removeMinuteFile(directory: string, { file, names }: MinuteFile): void {
  closeSync(file);
  for (const name of names) rmSync(join(directory, name), { force: true });
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

/** A copy, because words begin at a multiple of four and a buffer need not. */
function wordsOf(bytes: Buffer, records: number): Uint32Array {
  const words = new Uint32Array((records * nonceBytes) / 4);
  bytesOf(words).set(bytes.subarray(0, records * nonceBytes));
  return words;
}

function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}
