/**
 * The database on SQLite. Reads run on the caller's thread, writes in group commits, for a server on a thread of
 * their own.
 */
import type { Ledger } from "../../domain/ports/ledger.ts";
import { type LedgerOptions, tell } from "../ledger-options.ts";
import { boundWrites } from "../sql/bound-writes.ts";
import { openDatabase, storeFailure } from "./database.ts";
import { type GroupCommit, groupCommitOn } from "./group-commit.ts";
import { migrateSqlite } from "./migration.ts";
import { createProblems } from "./problems.ts";
import { sqliteReads } from "./reads.ts";
import { noSnapshot, snapshotOn } from "./snapshot.ts";
import { writerOnItsOwnThread, writerOnThisThread } from "./writers.ts";

export interface SqliteOptions extends LedgerOptions {
  /** A file's path, or `:memory:` for a database that ends with the process. */
  readonly path: string;
}

export type SqliteLedger = Ledger & AsyncDisposable;

/** Opens and migrates the database. Throws `StoreFailure`, or an Error if a later version wrote it. */
export async function openSqliteLedger(options: SqliteOptions): Promise<SqliteLedger> {
  const database = openDatabase(options.path);
  try {
    migrateSqlite(database);
  } catch (error) {
    database.close();
    throw storeFailure(error, options.path);
  }
  const inMemory = options.path === ":memory:";
  const problems = createProblems(options.onProblem ?? (() => {}));
  const snapshot = inMemory ? noSnapshot : snapshotOn(database);
  const writer = inMemory
    ? writerOnThisThread(() => groupCommitOn(database, options.keys))
    : options.mayBlock
      ? writerOnThisThread(() => committingBeside(options))
      : writerOnItsOwnThread(
          options.path,
          options.keysFrom,
          problems,
          options.grouped ?? (() => {}),
        );
  const { sweepable, nextToReseal, ...answers } = sqliteReads(
    database,
    options.keys,
    snapshot,
    problems,
  );
  const changes = boundWrites(async (write) => {
    const outcome = await writer.perform(write);
    snapshot.leave();
    if (!outcome.ok) throw outcome.error;
    for (const event of outcome.events) tell(options, event);
    return outcome.value;
  });
  return {
    ...answers,
    ...changes,
    // Checked first, so that an idle service does not start a thread only to find nothing to do.
    async sweep(expired) {
      return sweepable(expired) ? changes.sweep(expired) : 0;
    },
    async reseal(position) {
      const { from, isFound } = await nextToReseal(position);
      return from && isFound ? changes.reseal(from) : { resealed: 0, next: from };
    },
    problems: problems.list,
    async [Symbol.asyncDispose]() {
      await writer.close();
      snapshot.leave();
      // A database in memory shares its connection with the writer, which has closed it.
      if (database.isOpen) database.close();
    },
  };
}

/** Uses its own connection, because the reading one may be inside a snapshot. */
function committingBeside({ path, keys }: SqliteOptions): GroupCommit {
  const reopen = () => openDatabase(path);
  return groupCommitOn(reopen(), keys, reopen);
}
