/**
 * One read transaction for all hot look-ups of one turn of the event loop. Entering and leaving a
 * transaction takes SQLite three system calls, more than the look-up itself; requests that are taken in
 * together share them. The transaction begins with the first look-up after the loop woke up with requests
 * in hand, and ends before it sleeps again, so what was committed before a request was sent is seen by it.
 * docs/adr/0004-no-caches-on-the-token-path.md has the measurements.
 */
import type { DatabaseSync } from "node:sqlite";
import { StoreFailure } from "../../domain/refusals.ts";

export interface Snapshot {
  /** Begins the transaction, if this turn has none yet. */
  enter(): void;
  /** Ends it early: something was committed that the rest of this turn must see. */
  leave(): void;
}

export function snapshotOn(database: DatabaseSync): Snapshot {
  const begin = database.prepare("begin");
  const commit = database.prepare("commit");
  let entered = false;

  /** Never throws: it runs from `setImmediate`, where an error would end the process. */
  function leave(): void {
    if (!entered) return;
    entered = false;
    // SQLite itself has rolled back where a read failed: then there is nothing to end.
    if (!database.isOpen || !database.isTransaction) return;
    try {
      commit.run();
    } catch {
      rollBack(database);
    }
  }

  return {
    enter() {
      if (entered) return;
      // One that could not be ended would show what was true long ago, a revoked token for instance.
      if (database.isTransaction && !rollBack(database)) {
        throw new StoreFailure("the ledger's last look-up cannot be ended");
      }
      begin.run();
      entered = true;
      setImmediate(leave);
    },
    leave,
  };
}

function rollBack(database: DatabaseSync): boolean {
  try {
    database.exec("rollback");
  } catch {
    // What counts is whether it is still open.
  }
  return !database.isTransaction;
}

/** For a ledger whose reads and writes share a connection: every look-up stands alone. */
export const noSnapshot: Snapshot = { enter: () => {}, leave: () => {} };
