/**
 * One read transaction for all hot lookups of one turn of the event loop. Beginning and ending a transaction
 * takes SQLite three system calls, more than the lookup itself, so requests that arrive together share one. It
 * begins with the first lookup of the turn and ends before the loop sleeps again, so a request sees everything
 * that was committed before it was sent. docs/adr/0004-rows-that-sqlite-vouches-for.md has the measurements.
 */
import type { DatabaseSync } from "node:sqlite";
import { StoreFailure } from "../../domain/errors.ts";

export interface Snapshot {
  /**
   * Begins the transaction unless this turn already has one. Returns the database's `data_version` in it, which
   * changes with every commit of another connection; undefined if nothing vouches for that.
   */
  enter(): number | undefined;
  /** Ends it early, because the rest of this turn must see a new commit. */
  leave(): void;
}

export function snapshotOn(database: DatabaseSync): Snapshot {
  const begin = database.prepare("begin");
  const commit = database.prepare("commit");
  const version = database.prepare("pragma data_version");
  version.setReturnArrays(true);
  let entered = false;
  let turn: number | undefined;
  let dataVersion = 0;

  /** Never throws: it runs from `setImmediate`, where an error would end the process. */
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
      if (entered && turn === polls()) return dataVersion;
      // A timer's transaction would show the past to the requests that arrive after it.
      leave();
      // A transaction that cannot be ended would keep showing old data, for example a revoked token.
      if (database.isTransaction && !rollBack(database)) {
        throw new StoreFailure("the database's last lookup can't be ended");
      }
      begin.run();
      entered = true;
      turn = undefined;
      setImmediate(leave);
      [dataVersion] = version.get() as unknown as [number];
      turn = polls();
      return dataVersion;
    },
    leave,
  };
}

/** How often the event loop has looked for input and output. It does so after timers, and before it runs immediates. */
function polls(): number {
  return performance.nodeTiming.uvMetricsInfo.loopCount;
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
