/**
 * Many writes, one COMMIT: writes that wait while the disk is busy share the next transaction, each
 * behind a savepoint of its own. None is answered before the COMMIT has returned; a COMMIT that fails
 * refuses them all.
 */
import type { DatabaseSync } from "node:sqlite";
import type { AuditEvent } from "../../domain/audit.ts";
import { StoreFailure } from "../../domain/refusals.ts";
import type { KeyRing } from "../../keys/key-ring.ts";
import { kyselyOver } from "./kysely-over.ts";
import { storeFailure } from "./sqlite-database.ts";
import type { Transaction } from "./transaction.ts";
import type { Outcome, Write } from "./write.ts";
import { writes } from "./writes.ts";

/** Performs a batch; the outcomes are in the order of the writes. Never throws. */
export type GroupCommit = (batch: readonly Write[]) => Promise<readonly Outcome[]>;

export function groupCommitOn(database: DatabaseSync, keys: KeyRing): GroupCommit {
  const db = kyselyOver(database);

  return async function commit(batch) {
    try {
      database.exec("begin immediate");
      const outcomes: Outcome[] = [];
      for (const write of batch) outcomes.push(await behindSavepoint(write));
      database.exec("commit");
      return outcomes;
    } catch (error) {
      if (database.isTransaction) database.exec("rollback");
      const refused = { ok: false, error: storeFailure(error, "the ledger's commit") } as const;
      return batch.map(() => refused);
    }
  };

  /** Throws only where the whole transaction is lost (a full disk rolls back more than one write). */
  async function behindSavepoint(write: Write): Promise<Outcome> {
    const events: AuditEvent[] = [];
    database.exec("savepoint one_write");
    try {
      const value = await perform(write, { db, keys, events });
      database.exec("release one_write");
      return { ok: true, value, events };
    } catch (error) {
      const failure = storeFailure(error, `the ledger's ${write.name}`);
      if (!database.isTransaction || failure instanceof StoreFailure) throw failure;
      database.exec("rollback to one_write; release one_write");
      return { ok: false, error: failure };
    }
  }
}

function perform({ name, args }: Write, transaction: Transaction): Promise<unknown> {
  const write = writes[name] as (
    transaction: Transaction,
    ...args: readonly unknown[]
  ) => Promise<unknown>;
  return write(transaction, ...args);
}
