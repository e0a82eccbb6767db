/** The files of a backup of any engine: the database, its checksum, and the key ring. */
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { replaceOwnFile } from "../tools/files/durable-files.ts";

export interface BackedUp {
  readonly bytes: number;
  readonly sha256: string;
}

/** What the backup is called until it is complete. */
export function partOf(file: string): string {
  return `${file}.part`;
}

/** What the database is called until everything is restored. */
export function restoringOf(ledger: string): string {
  return `${ledger}${restoring}`;
}

export const restoring = ".restoring";

/** The file beside the backup with its checksum, in the format of `sha256sum`. */
export function checksumFileOf(file: string): string {
  return `${file}.sha256`;
}

/** The file beside the backup with the key ring, encrypted with age. */
export function keysFileOf(file: string): string {
  return `${file}.keys.age`;
}

/** Throws an Error if the file does not match the checksum beside it. */
export async function rejectOtherChecksum(file: string): Promise<void> {
  if (!existsSync(file)) throw new Error(`there is no backup ${file}`);
  const checksumFile = checksumFileOf(file);
  if (!existsSync(checksumFile)) {
    throw new Error(
      `there is no ${checksumFile}, which \`countersign backup\` writes next to the backup; put it there. If it is lost and you trust the backup, create it: sha256sum ${file} > ${checksumFile}`,
    );
  }
  const [, expected] = /^([0-9a-f]{64}) /.exec(readText(checksumFile)) ?? [];
  if (expected === undefined) {
    throw new Error(`${checksumFile} contains no SHA-256; it should belong to the backup ${file}`);
  }
  const { sha256 } = await digestOf(file);
  if (sha256 === expected) return;
  throw new Error(
    `${file} is damaged, or a different file: its SHA-256 is ${sha256}, and ${checksumFile} says ${expected}`,
  );
}

/** SHA-256 in hexadecimal, and the number of bytes. */
export async function digestOf(file: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest("hex"), bytes };
}

/** Writes a key ring to its file. Throws if the file has another one. */
export function putKeyFile(path: string, ring: string): void {
  if (!existsSync(path)) replaceOwnFile(path, ring);
  else if (readText(path).trim() !== ring.trim()) {
    throw new Error(
      `${path} is a different key ring from the backup's; remove it, or keep it and don't restore the backup's`,
    );
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
