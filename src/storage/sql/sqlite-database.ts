/** SQLite as Node brings it, opened the way the ledger needs it. */
import { DatabaseSync } from "node:sqlite";
import { StoreFailure } from "../../domain/refusals.ts";

/** How long a writer waits for another process's write before it gives up. */
const busyTimeoutMs = 4000;

/** Reads straight from the page cache of the operating system, up to this size. */
const mappedBytes = 1 << 30;

/**
 * `synchronous=FULL`: what was answered is on disk (RFC 9700 leaves durability to us; a revocation that
 * a power cut undoes is none).
 */
export function openDatabase(path: string): DatabaseSync {
  try {
    const database = new DatabaseSync(path, { timeout: busyTimeoutMs });
    database.exec(
      `pragma journal_mode=wal; pragma synchronous=full; pragma foreign_keys=on; pragma mmap_size=${mappedBytes}`,
    );
    return database;
  } catch (error) {
    throw storeFailure(error, path);
  }
}

/** Errors of SQLite that say "the store cannot": the rest are faults of ours. */
export function storeFailure(error: unknown, doing: string): unknown {
  const code = typeof error === "object" && error !== null && "errcode" in error && error.errcode;
  if (typeof code !== "number" || !storeCannot.has(code & 0xff)) return error;
  return new StoreFailure(`${doing}: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}

/** busy, locked, no memory, read-only, interrupted, I/O, corrupt, full, cannot open, protocol, not a database */
const storeCannot = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26]);
