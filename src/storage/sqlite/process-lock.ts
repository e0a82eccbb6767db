/**
 * A lock that one process holds. It is SQLite's lock on a file, which the operating system releases when the
 * process dies in any way. A text file beside it names the holder.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { DatabaseSync } from "node:sqlite";
import { makeForOwner } from "../../tools/files/owner.ts";
import { isBusy } from "./database.ts";
import { withReason } from "./unwritable.ts";

export interface LockWords {
  /** What else to say about the holder. Can be empty. */
  readonly note: string;
  /** The error message if another process, or this one, has the lock. */
  readonly rejected: (holder: string) => string;
}

/** Takes `<path>.lock` without waiting. Throws an Error with the message `rejected`, or a file system error. */
export function holdLock(path: string, { note, rejected }: LockWords): Disposable {
  const lock = openLock(path);
  try {
    lock.exec("pragma locking_mode=exclusive; begin exclusive");
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw withReason(error, `${path}.lock`);
    throw new Error(rejected(readHolder(path)));
  }
  try {
    const since = new Date().toISOString();
    writeFileSync(
      `${path}.holder`,
      `process ${process.pid}, started ${since}, on ${hostname()}${note}`,
    );
  } catch (error) {
    lock.close();
    throw withReason(error, `${path}.holder`);
  }
  return { [Symbol.dispose]: () => lock.close() };
}

function openLock(path: string): DatabaseSync {
  for (const suffix of [".lock", ".holder"]) makeForOwner(path + suffix);
  try {
    return new DatabaseSync(`${path}.lock`, { timeout: 0 });
  } catch (error) {
    throw withReason(error, `${path}.lock`);
  }
}

function readHolder(path: string): string {
  try {
    return readFileSync(`${path}.holder`, "utf8");
  } catch {
    return "an unknown process";
  }
}
