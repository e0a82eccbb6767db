/**
 * Many writes share one COMMIT: writes that wait while the disk is busy share the next transaction, each behind
 * a savepoint of its own. No write's result is sent before the COMMIT has returned.
 *
 * What fails before the COMMIT is certainly rolled back. A COMMIT whose sync fails may already be in the
 * write-ahead log: this process continues without it, but the next process to read the log after a crash finds
 * it complete. The connection is therefore reopened, and a transaction of one page overwrites that place in the
 * log. Once that is on disk, nothing of the failed COMMIT is left. If this fails too, the outcome is unknown,
 * and nothing else is written until it succeeds. docs/adr/0005-group-commit.md has the details.
 */
import type { DatabaseSync } from "node:sqlite";
import { OutcomeUnknown, StoreFailure } from "../../domain/errors.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import type { Write, WriteName } from "../sql/write.ts";
import { extendedErrorCode, storeFailure } from "./database.ts";
import { type Outcome, writeBatch, writingOn } from "./write-batch.ts";

export interface GroupCommit extends Disposable {
  /** The current writing connection. */
  readonly database: DatabaseSync;
  /** Performs a batch. Returns the outcomes in the order of the writes. Never throws. */
  commit<Name extends WriteName>(batch: readonly Write<Name>[]): Promise<readonly Outcome<Name>[]>;
  /** Why nothing can be written now. Returns undefined if writes work. */
  problem(): string | undefined;
}

export const maxWritesInOneCommit = 256;

/** `reopen` opens the same file again. Returns undefined for a database in memory, which has no log to settle. */
export function groupCommitOn(
  first: DatabaseSync,
  keys: KeyRing,
  reopen?: () => DatabaseSync,
): GroupCommit {
  let connection = writingOn(first);
  /** The failure after which the log has to be settled before anything is written. */
  let unsettled: unknown;

  return {
    get database() {
      return connection.database;
    },
    async commit(batch) {
      try {
        if (unsettled !== undefined) settle();
      } catch (error) {
        const earlier = `since ${textOf(unsettled)}`;
        return rejected(batch, new StoreFailure(`${earlier}: ${textOf(error)}`, { cause: error }));
      }
      let outcomes: Outcome<(typeof batch)[number]["name"]>[];
      try {
        outcomes = await writeBatch(batch, connection, keys);
      } catch (error) {
        rollBack(error);
        return rejected(batch, storeFailure(error, "the database's transaction"));
      }
      try {
        connection.database.exec("commit");
        return outcomes;
      } catch (error) {
        return rejected(batch, afterFailedCommit(error));
      }
    },
    problem() {
      if (unsettled === undefined) return undefined;
      return `the database cannot be written: ${textOf(unsettled)}`;
    },
    [Symbol.dispose]() {
      connection.database.close();
    },
  };

  /** If a transaction cannot be rolled back, its connection is abandoned. */
  function rollBack(because: unknown): void {
    const { database } = connection;
    try {
      if (database.isTransaction) database.exec("rollback");
    } catch {
      unsettled = because;
    }
  }

  function afterFailedCommit(error: unknown): unknown {
    rollBack(error);
    const failure = storeFailure(error, "the database's commit");
    if (reopen === undefined || beforeTheLastPage.has(extendedErrorCode(error) ?? 0))
      return failure;
    unsettled = error;
    try {
      settle();
      return failure;
    } catch (again) {
      return new OutcomeUnknown(`the database's commit: ${textOf(error)}; then: ${textOf(again)}`, {
        cause: error,
      });
    }
  }

  /** Throws while the disk still fails. */
  function settle(): void {
    if (reopen !== undefined) {
      if (connection.database.isOpen) connection.database.close();
      connection = writingOn(reopen());
    }
    try {
      overwriteEndOfLog(connection.database);
    } catch (error) {
      rollBack(error);
      throw error;
    }
    unsettled = undefined;
  }
}

/** A transaction of one page. Nothing reads the number. It changes because an unchanged page would not be written. */
function overwriteEndOfLog(database: DatabaseSync): void {
  const version = Number(database.prepare("pragma user_version").get()?.["user_version"] ?? 0);
  database.exec(
    version === 1
      ? "begin immediate; pragma user_version = 2; commit"
      : "begin immediate; pragma user_version = 1; commit",
  );
}

/**
 * A COMMIT writes its pages in order, marks the last one as the end of the transaction, and syncs. A full disk
 * (13) and a failed write (778) come before that mark.
 */
const beforeTheLastPage: ReadonlySet<number> = new Set([13, 778]);

function rejected<Name extends WriteName>(
  batch: readonly Write<Name>[],
  error: unknown,
): readonly Outcome<Name>[] {
  return batch.map(() => ({ ok: false, error }));
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
