/**
 * The seam that a second engine plugs into: everything durable is opened through an `Engine`.
 * docs/adr/0021-a-second-engine.md describes what an engine implements, passes and promises.
 */

import { join } from "node:path";
import type { StoreFailure } from "../domain/errors.ts";
import type { LimitName } from "../domain/limits.ts";
import type { Ledger, LedgerFiles } from "../domain/ports/ledger.ts";
import type { KeyRing } from "../tools/keys/key-ring.ts";
import type { Backups } from "./backups.ts";
import type { GivenKeyRing } from "./given-key-ring.ts";
import type { Inspected } from "./inspected.ts";
import type { LedgerOptions } from "./ledger-options.ts";
import type { PostgresAddress } from "./postgres/client.ts";
import type { ServerNonceStore, ServerRateLimiter } from "./server-stores.ts";
import { hasServed } from "./sqlite/journal-mark.ts";
import { openSqliteLedger } from "./sqlite/ledger.ts";
import { openNonceStore } from "./sqlite/nonce-store.ts";
import { holdDataDirectory, holdLedger } from "./sqlite/one-server.ts";
import { openRateLimiter } from "./sqlite/rate-limiter.ts";
import { migrateBeside, ringOf } from "./sqlite/ring-check.ts";
import { holdRotation } from "./sqlite/rotation-lock.ts";
import { openServedStore } from "./sqlite/served-journal.ts";
import type { Report } from "./sqlite/stored-journal.ts";
import { withReason } from "./sqlite/unwritable.ts";

export interface Engine {
  /** For people. */
  readonly name: "SQLite" | "PostgreSQL";
  /** Whether several servers may serve the database, each with a data directory of its own. */
  readonly isShared: boolean;
  /** Undefined if the stores are elsewhere, or end with the process. */
  readonly files: LedgerFiles | undefined;
  /** Throws an Error that explains why the service makes no backups of this database. */
  backups(): Promise<Backups>;
  /** Opens the database, and brings its schema to this version. Throws `StoreFailure`. */
  openLedger(options: LedgerOptions): Promise<Ledger & AsyncDisposable>;
  /**
   * Call it once the database is open and migrated. `report` tells the administrator what the store noticed; `now` is
   * in milliseconds since the epoch. Throws `StoreFailure`.
   */
  openNonceStore(report: Report, now: number): Promise<ServerNonceStore>;
  /** Throws `StoreFailure`. */
  openRateLimiter(limitOf: Readonly<Record<LimitName, number>>): Promise<ServerRateLimiter>;
  /** While this is held, no other server may use the data directory. Throws an Error that names the holder. */
  holdDataDirectory(): Disposable;
  /** While this is held, no other server may use the database, if the engine allows only one server. */
  holdLedger(): Disposable;
  /** While this is held, no other key rotation may run. Throws an Error that names the holder. */
  holdRotation(): Promise<Disposable | AsyncDisposable>;
  /**
   * Returns the names of the migrations that ran. Throws `LedgerMoved`, and `RingMismatch` if the ring is not the
   * database's, or if the service's own ring exists without a database.
   */
  migrate(offered: GivenKeyRing): Promise<readonly string[]>;
  /**
   * Opens the ring after the database has recognized it, or creates the database with it. Throws `LedgerMissing`,
   * `LedgerMoved`, `RingMismatch`, `StoreFailure`, and what `offered.open` throws.
   */
  openRing(offered: GivenKeyRing): Promise<KeyRing>;
  /**
   * Inspects the database and its ring without changing anything. Throws `StoreFailure`, and what `offered.open`
   * throws.
   */
  inspect(offered: GivenKeyRing): Promise<Inspected>;
  /** Lets a SQLite database be used again that was moved to PostgreSQL. `now`: milliseconds since the epoch. */
  undoMove(now: number): Promise<void>;
  /**
   * The message to the administrator about a failure to open the database: the engine's own reason, if it finds a
   * better one.
   */
  explained(failure: StoreFailure): unknown;
}

interface StorageSettings {
  /** The path of a file, or `:memory:` for stores that end with the process. */
  readonly database: string;
  readonly postgres: PostgresAddress | undefined;
  /** A database server must respond within this many milliseconds. */
  readonly databaseTimeout: number;
  /** How many processes on this machine share its PostgreSQL connections. */
  readonly processes: number;
  readonly dataDir: string;
}

export function engineFor(settings: StorageSettings): Engine {
  const { postgres, databaseTimeout, processes } = settings;
  return postgres === undefined
    ? sqlite(settings)
    : postgresql(postgres, databaseTimeout, processes);
}

function sqlite({ database, dataDir }: StorageSettings): Engine {
  const isFile = database !== ":memory:";
  const journal = join(dataDir, "nonces");
  const usedDirectory = () => (hasServed(journal) ? dataDir : undefined);
  return {
    name: "SQLite",
    isShared: false,
    files: isFile ? { ledger: database, log: `${database}-wal`, journal } : undefined,
    async backups() {
      if (!isFile) throw new Error("the database is in memory, so there is no file");
      const { sqliteBackups } = await import("./sqlite/backups.ts");
      return sqliteBackups(database, dataDir);
    },
    openLedger: (options) => openSqliteLedger({ ...options, path: database }),
    openNonceStore: async (report, now) =>
      isFile ? openServedStore(database, journal, report, now) : openNonceStore(undefined, report),
    async openRateLimiter(limitOf) {
      const limiter = openRateLimiter(limitOf, isFile ? join(dataDir, "limits") : undefined);
      return {
        ...limiter,
        sweep: async (now) => limiter.sweep(now),
        [Symbol.asyncDispose]: async () => limiter[Symbol.dispose](),
      };
    },
    holdDataDirectory: () => (isFile ? holdDataDirectory(dataDir) : nothing),
    holdLedger: () => (isFile ? holdLedger(database, dataDir) : nothing),
    holdRotation: async () => (isFile ? holdRotation(database, dataDir) : nothing),
    migrate: (offered) => migrateBeside(database, offered, usedDirectory()),
    openRing: async (offered) =>
      isFile ? ringOf(database, offered, usedDirectory()) : offered.open(),
    async inspect(offered) {
      const { inspectSqlite } = await import("./sqlite/inspect.ts");
      return inspectSqlite(database, offered);
    },
    async undoMove(now) {
      const mark = await import("./sqlite/moved-mark.ts");
      mark.undoMove(database, now);
    },
    explained: (failure) => withReason(failure, database),
  };
}

/** Connections for the database. The nonce store and the rate limiter have four each. */
const ledgerConnections = 20;
const minConnections = 4;

/** Several servers may share the database, so nothing locks it. The driver is only loaded when it is used. */
function postgresql(address: PostgresAddress, boundMs: number, processes: number): Engine {
  const maxConnections = Math.max(minConnections, Math.ceil(ledgerConnections / processes));
  return {
    name: "PostgreSQL",
    isShared: true,
    files: undefined,
    async backups() {
      throw new Error(
        `${address.name} is a PostgreSQL database, which has its own backup tools: use pg_dump, or base backups with archived WAL; after a restore, run \`countersign revocations import\``,
      );
    },
    async openLedger(options) {
      const { openPostgresLedger } = await import("./postgres/ledger.ts");
      return openPostgresLedger({ ...options, address, boundMs, maxConnections });
    },
    async openNonceStore() {
      const beside = await import("./postgres/temporary-schema.ts");
      return beside.openNonceStore(address, boundMs);
    },
    async openRateLimiter(limitOf) {
      const beside = await import("./postgres/temporary-schema.ts");
      return beside.openRateLimiter(address, boundMs, limitOf);
    },
    holdDataDirectory: () => nothing,
    holdLedger: () => nothing,
    async holdRotation() {
      const rotation = await import("./postgres/rotation-lock.ts");
      return rotation.holdRotation(address, boundMs);
    },
    async migrate(offered) {
      const ring = await import("./postgres/ring-check.ts");
      return ring.migrateBeside(address, boundMs, offered);
    },
    async openRing(offered) {
      const ring = await import("./postgres/ring-check.ts");
      return ring.ringOf(address, boundMs, offered);
    },
    async inspect(offered) {
      const { inspectPostgres } = await import("./postgres/inspect.ts");
      return inspectPostgres(address, boundMs, offered);
    },
    undoMove: async () => {},
    explained: (failure) => failure,
  };
}

const nothing: Disposable = { [Symbol.dispose]() {} };
