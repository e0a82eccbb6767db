/**
 * One read transaction for the credential lookups that run before the event loop continues. Beginning and ending a
 * transaction takes SQLite three system calls, more than the lookup itself, so requests that are judged together share
 * one. Nothing is read from a connection before the event loop continues, so the transaction began after the last byte
 * of each of these requests. docs/adr/0004-rows-that-sqlite-vouches-for.md has the measurements.
 */
import type { DatabaseSync } from "node:sqlite";
import { StoreFailure } from "../../domain/errors.ts";

export interface Snapshot {
  /**
   * Begins the transaction unless there already is one. Returns the database's `data_version` in it, which
   * changes with every commit of another connection; undefined if nothing vouches for that.
   */
  enter(): number | undefined;
  /** Ends it early, because the next lookup must see a new commit. */
  leave(): void;
}

export function snapshotOn(database: DatabaseSync): Snapshot {
  const begin = database.prepare("begin");
  const commit = database.prepare("commit");
  const version = database.prepare("pragma data_version");
  version.setReturnArrays(true);
  let entered = false;
  let dataVersion = 0;

  /** Never throws: it runs from `nextTick`, where an error would end the process. */
  function leave(): void {
    if (!entered) return;
    entered = false;
    // After a failed read SQLite may already have rolled back.
    if (!database.isOpen || !database.isTransaction) return;
    try {
      commit.run();
    } catch {
      rollBack(database);
    }
  }

  return {
    enter() {
      if (entered) return dataVersion;
      // A transaction that cannot be ended would keep showing old data, for example a revoked token.
      if (database.isTransaction && !rollBack(database)) {
        throw new StoreFailure("the database's last lookup can't be ended");
      }
      begin.run();
      entered = true;
      // Node runs this when no promise is left to continue, and before its event loop reads anything.
      process.nextTick(leave);
      [dataVersion] = version.get() as unknown as [number];
      return dataVersion;
    },
    leave,
  };
}

function rollBack(database: DatabaseSync): boolean {
  try {
    database.exec("rollback");
  } catch {
    // Only whether it is still open matters.
  }
  return !database.isTransaction;
}

/** A database whose reads and writes share a connection has no shared transaction. */
export const noSnapshot: Snapshot = { enter: () => undefined, leave: () => {} };
