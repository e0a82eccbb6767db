/** The ledger on SQLite: reads on the caller's thread, writes in group commits on a thread of their own. */
import type { AuditEvent } from "../../domain/audit.ts";
import type { Ledger } from "../../domain/ports.ts";
import type { KeyRing } from "../../keys/key-ring.ts";
import type { KeysFrom } from "../../keys/key-sources.ts";
import { openDatabase, storeFailure } from "./sqlite-database.ts";
import { migrateSqlite } from "./sqlite-migration.ts";
import { sqliteReads } from "./sqlite-reads.ts";
import { noSnapshot, type Snapshot, snapshotOn } from "./sqlite-snapshot.ts";
import { type Writer, writerOnItsOwnThread, writerOnThisThread } from "./sqlite-writers.ts";
import { type WriteName, writeNames } from "./write-names.ts";

export interface SqliteOptions {
  /** A file's path, or `:memory:` for a ledger that ends with the process. */
  readonly path: string;
  readonly keys: KeyRing;
  /** How the writing thread gets the same ring. */
  readonly keysFrom: KeysFrom;
  /** Called with each event once it is on disk. */
  readonly committed: (event: AuditEvent) => void;
}

export type SqliteLedger = Ledger & AsyncDisposable;

/** Opens (and migrates) the ledger. Throws `StoreFailure`, or an Error where a later version wrote it. */
export async function openSqliteLedger(options: SqliteOptions): Promise<SqliteLedger> {
  const database = openDatabase(options.path);
  try {
    await migrateSqlite(database);
  } catch (error) {
    database.close();
    throw storeFailure(error, options.path);
  }
  const inMemory = options.path === ":memory:";
  const snapshot = inMemory ? noSnapshot : snapshotOn(database);
  const writer = inMemory
    ? await writerOnThisThread(database, options.keys)
    : writerOnItsOwnThread(options.path, options.keysFrom);
  const { sweepable, ...answers } = sqliteReads(database, options.keys, snapshot);
  const changes = ledgerWrites(writer, snapshot, options.committed);
  return {
    ...answers,
    ...changes,
    // Asked first, so that an idle service need not start a thread to find nothing to do.
    async sweep(now, most) {
      return sweepable(now) ? changes.sweep(now, most) : 0;
    },
    async [Symbol.asyncDispose]() {
      await writer.close();
      snapshot.leave();
      database.close();
    },
  };
}

type LedgerWrites = Pick<Ledger, WriteName>;

function ledgerWrites(
  writer: Writer,
  snapshot: Snapshot,
  committed: (event: AuditEvent) => void,
): LedgerWrites {
  const methods = writeNames.map((name) => [
    name,
    async (...args: unknown[]) => {
      const outcome = await writer.perform({ name, args });
      snapshot.leave();
      if (!outcome.ok) throw outcome.error;
      for (const event of outcome.events) committed(event);
      return outcome.value;
    },
  ]);
  return Object.fromEntries(methods) as unknown as LedgerWrites;
}
