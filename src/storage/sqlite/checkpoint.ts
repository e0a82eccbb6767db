/** Checkpoints: moving the write-ahead log into the database file, and noticing when that fails. */
import type { DatabaseSync } from "node:sqlite";

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
