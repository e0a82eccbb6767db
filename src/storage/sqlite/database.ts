/** SQLite as Node brings it, opened the way the database needs it. */
import { DatabaseSync } from "node:sqlite";
import { StoreFailure } from "../../domain/errors.ts";
import { makeForOwner } from "../../tools/files/owner.ts";

/** How long a writer waits for another process's write before it gives up. */
const busyTimeoutMs = 4000;

/**
 * `synchronous=FULL`: a response is sent once its write is on disk. A revocation that a power cut can undo is not a
 * revocation.
 */
export function openDatabase(path: string): DatabaseSync {
  if (path !== ":memory:") makeForOwner(path);
  try {
    const database = new DatabaseSync(path, { timeout: busyTimeoutMs });
    useWriteAheadLog(database);
    // Not memory-mapped, because an unreadable page would then be a SIGBUS, which ends the process.
    database.exec("pragma synchronous=full; pragma foreign_keys=on; pragma mmap_size=0");
    return database;
  } catch (error) {
    throw storeFailure(error, path);
  }
}

/** SQLite does not wait by itself if two processes switch the same new file to write-ahead mode. */
function useWriteAheadLog(database: DatabaseSync): void {
  const deadline = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      database.exec("pragma journal_mode=wal");
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/** Whether SQLite reports that another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return errorCode(error) === 5;
}

/** SQLite's primary result code, if it is an error of SQLite. */
function errorCode(error: unknown): number | undefined {
  const code = extendedErrorCode(error);
  return code === undefined ? undefined : code & 0xff;
}

/** SQLite's extended result code, which identifies the step that failed. */
export function extendedErrorCode(error: unknown): number | undefined {
  const code = typeof error === "object" && error !== null && "errcode" in error && error.errcode;
  return typeof code === "number" ? code : undefined;
}

/** Turns errors of SQLite that mean "the store cannot respond" into `StoreFailure`. The others are bugs of ours. */
export function storeFailure(error: unknown, doing: string): unknown {
  const code = errorCode(error);
  if (code === undefined || !storeCannot.has(code)) return error;
  return new StoreFailure(`${doing}: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}

/** Busy, locked, no memory, read-only, interrupted, I/O, corrupt, full, cannot open, protocol, not a database. */
const storeCannot = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26]);

/** In pages of 4 KiB. The log normally restarts at a thousand pages, unless something prevents it. */
const longLog = 64_000;

/** Why the log cannot be moved now. Returns undefined if it can. Never throws. */
export function checkpointProblem(database: DatabaseSync): string | undefined {
  try {
    const { log, checkpointed } = database.prepare("pragma wal_checkpoint(passive)").get() ?? {};
    if (Number(log) < longLog || Number(checkpointed) === Number(log)) return undefined;
    return `the write-ahead log of the database has grown to ${log} pages: another process has a long-running read`;
  } catch (error) {
    return `the write-ahead log can't be checkpointed: ${error instanceof Error ? error.message : String(error)}`;
  }
}
