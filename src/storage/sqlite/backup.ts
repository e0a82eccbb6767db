/**
 * Copies the database while others write to it: one read transaction of SQLite, so it is the database of one
 * moment. The copy gets its name once it is complete and on disk; until then it is called `.part`. See
 * docs/adr/0042-backups.md.
 */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { linkNew, replaceFile, syncFile } from "../../tools/files/durable-files.ts";
import { type BackedUp, checksumFileOf, digestOf, keysFileOf, partOf } from "../backup-files.ts";
import { openDatabase, storeFailure } from "./database.ts";
import { holdLock } from "./process-lock.ts";

export interface BackupOptions {
  readonly ledger: string;
  /** Must not exist. */
  readonly file: string;
}

/**
 * Throws an Error that names the failure; nothing is left behind then. `sealedKeys`: the encrypted key ring.
 * Returns undefined if it is kept elsewhere.
 */
export async function backUp(
  { ledger, file }: BackupOptions,
  sealedKeys?: () => Promise<Uint8Array>,
): Promise<BackedUp> {
  if (existsSync(file)) throw new Error(`${file} already exists; choose a different file`);
  if (!existsSync(ledger)) throw new Error(`there is no database ${ledger}`);
  const folder = dirname(file);
  if (!existsSync(folder)) throw new Error(`there is no directory ${folder}; create it first`);
  const part = partOf(file);
  const lock = holdLock(part, {
    note: "",
    rejected: (holder) => `another backup to ${file} is in progress: ${holder}`,
  });
  const finished: string[] = [];
  try {
    // Left behind by a process that was killed.
    removeParts(part);
    // Created here, so that only this account can read it, with any umask.
    writeFileSync(part, "", { mode: 0o600, flag: "wx" });
    copyInto(ledger, part);
    syncFile(part);
    const { sha256, bytes } = await digestOf(part);
    if (sealedKeys !== undefined) {
      // After the copy, because a rotation may run meanwhile. It adds a key to the ring before the database uses
      // it, and removes no key.
      replaceFile(keysFileOf(file), await sealedKeys());
      finished.push(keysFileOf(file));
    }
    replaceFile(checksumFileOf(file), `${sha256}  ${basename(file)}\n`);
    finished.push(checksumFileOf(file));
    linkNew(part, file);
    return { bytes, sha256 };
  } catch (error) {
    for (const one of finished) rmSync(one, { force: true });
    throw new Error(`the backup failed: ${textOf(error, ledger)}`, { cause: error });
  } finally {
    removeParts(part);
    lock[Symbol.dispose]();
    for (const suffix of [".lock", ".holder"]) rmSync(part + suffix, { force: true });
  }
}

function copyInto(ledger: string, part: string): void {
  const database = openDatabase(ledger);
  try {
    database.prepare("vacuum into ?").run(part);
  } finally {
    database.close();
  }
  rejectDamaged(part);
}

/** Pages that can be read but are damaged would otherwise be found too late. */
export function rejectDamaged(file: string): void {
  const database = openDatabase(file);
  try {
    const [row] = database.prepare("pragma quick_check(1)").all();
    const found = row && Object.values(row)[0];
    if (found !== "ok") throw new Error(`${file} is damaged: ${found}`);
    // Makes it a single file.
    database.exec("pragma journal_mode=delete");
  } finally {
    database.close();
  }
}

function removeParts(part: string): void {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(part + suffix, { force: true });
}

function textOf(error: unknown, ledger: string): string {
  const failure = storeFailure(error, `copying ${ledger}`);
  return failure instanceof Error ? failure.message : String(failure);
}
