/**
 * The seam that a second engine plugs into: everything durable is opened through an `Engine`.
 * docs/adr/0021-a-second-engine.md says what an engine implements, passes and promises.
 */

import { join } from "node:path";
import type { LimitName } from "../domain/limits.ts";
import type { Ledger } from "../domain/ports/ledger.ts";
import type { RateMeter } from "../domain/ports/rate-meter.ts";
import type { KeyRing } from "../keys/key-ring.ts";
import type { LedgerOptions } from "./ledger-options.ts";
import type { OfferedRing } from "./offered-ring.ts";
import { hasServed } from "./sqlite/journal-mark.ts";
import { openSqliteLedger } from "./sqlite/ledger.ts";
import { holdDataDirectory, holdLedger } from "./sqlite/one-server.ts";
import { openRateMeter } from "./sqlite/rate-meter.ts";
import { openReplayBook, type Report, type SqliteReplayBook } from "./sqlite/replay-book.ts";
import { migrateBeside, ringOf } from "./sqlite/ring-check.ts";
import { holdRotation } from "./sqlite/rotation-lock.ts";
import { openServedBook } from "./sqlite/served-journal.ts";

export interface Engine {
  /** Opens the ledger, and brings its schema to this version. Throws `StoreFailure`. */
  openLedger(options: LedgerOptions): Promise<Ledger & AsyncDisposable>;
  /**
   * The ledger is open and migrated. `report` tells the operator what the book noticed; `now` in
   * milliseconds since the epoch. Throws `StoreFailure`.
   */
  openReplayBook(report: Report, now: number): Promise<SqliteReplayBook>;
  openRateMeter(limitOf: Readonly<Record<LimitName, number>>): RateMeter<never>;
  /** No other server may use the data directory while this is held. Throws an Error that names the holder. */
  holdDataDirectory(): Disposable;
  /** No other server may use the ledger while this is held, where two would be two truths. */
  holdLedger(): Disposable;
  /** No other rotation of the ledger's keys may run while this is held. Throws an Error that names the holder. */
  holdRotation(): Disposable;
  /** Returns the names of the migrations that ran. Makes no ledger beside a ring of the service's own: throws `RingMismatch`. */
  migrate(offered: OfferedRing): Promise<readonly string[]>;
  /** Opens the ring, once the ledger has recognized it or was made with it. Throws `RingMismatch`, `StoreFailure`, and what `offered.open` throws. */
  openRing(offered: OfferedRing): Promise<KeyRing>;
}

/** `database`: a file's path, or `:memory:` for stores that end with the process. */
export function engineFor({
  database,
  dataDir,
}: {
  readonly database: string;
  readonly dataDir: string;
}): Engine {
  const kept = database !== ":memory:";
  const journal = join(dataDir, "replay");
  const usedDirectory = () => (hasServed(journal) ? dataDir : undefined);
  return {
    openLedger: (options) => openSqliteLedger({ ...options, path: database }),
    openReplayBook: async (report, now) =>
      kept ? openServedBook(database, journal, report, now) : openReplayBook(undefined, report),
    openRateMeter,
    holdDataDirectory: () => (kept ? holdDataDirectory(dataDir) : nothing),
    holdLedger: () => (kept ? holdLedger(database, dataDir) : nothing),
    holdRotation: () => (kept ? holdRotation(database, dataDir) : nothing),
    migrate: (offered) => migrateBeside(database, offered, usedDirectory()),
    openRing: async (offered) =>
      kept ? ringOf(database, offered, usedDirectory()) : offered.open(),
  };
}

const nothing: Disposable = { [Symbol.dispose]() {} };
