/** The database's reads: the hot ones as prepared statements, the others by the query builder. */
import type { DatabaseSync } from "node:sqlite";
import type { ApplicationId } from "../../domain/credentials.ts";
import { StoreFailure } from "../../domain/errors.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { ResealPosition } from "../../domain/ports/maintenance.ts";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import { limitedApplications, plannedApplications } from "../sql/limited-applications.ts";
import { boundQueries } from "../sql/queries.ts";
import { type NextToReseal, nextToReseal } from "../sql/reseal.ts";
import { storedCredentials } from "../sql/stored-credentials.ts";
import type { WriteName } from "../sql/write.ts";
import { confirmedRows } from "./confirmed-rows.ts";
import { credentialLookups, type ReadFailed, type SqliteLookups } from "./credential-lookups.ts";
import { kyselyOver } from "./kysely-over.ts";
import type { Problems } from "./problems.ts";
import type { Snapshot } from "./snapshot.ts";

export type LedgerReads = Omit<Ledger, WriteName | "problems"> &
  Pick<SqliteLookups, "sweepable"> & {
    /** Whether a step from `position` would find anything, and where. */
    nextToReseal(position: ResealPosition): Promise<NextToReseal>;
  };

export function sqliteReads(
  database: DatabaseSync,
  keys: KeyRing,
  snapshot: Snapshot,
  problems: Problems,
): LedgerReads {
  const confirmed = confirmedRows();
  const failed: ReadFailed = (error, doing) => {
    const failure = error instanceof StoreFailure ? error : readFailure(error, doing);
    problems.note("read", failure.message);
    snapshot.leave();
    confirmed.forget();
    forgetPages(database);
    return failure;
  };
  const db = kyselyOver(database);
  const read = async <T>(name: string, query: (from: typeof db) => Promise<T>) => {
    try {
      return await query(db);
    } catch (error) {
      throw failed(error, `the database's ${name}`);
    }
  };
  return {
    ...boundQueries(read),
    nextToReseal: (position) => read("reseal", (from) => nextToReseal(from, keys, position)),
    storedCredentials: (...args) =>
      read("storedCredentials", (from) => storedCredentials(from, keys, ...args)),
    ...startReads(database, failed),
    ...wholeOrFailed(credentialLookups(database, keys, snapshot, confirmed, failed), failed),
  };
}

/**
 * If a read fails for any reason, the store has not responded. SQLite reports damaged pages itself, but a
 * damaged value is only found when its row is read or its secret decrypted.
 */
function readFailure(error: unknown, doing: string): StoreFailure {
  const text = error instanceof Error ? error.message : String(error);
  return new StoreFailure(`${doing}: ${text}`, { cause: error });
}

/** The hot reads, whose rows are only read after their statement has ended. */
function wholeOrFailed(reads: SqliteLookups, failed: ReadFailed): SqliteLookups {
  const whole = <Args extends readonly unknown[], Value>(read: (...args: Args) => Value) => {
    return (...args: Args): Value => {
      try {
        return read(...args);
      } catch (error) {
        throw error instanceof StoreFailure ? error : failed(error, "the database's row");
      }
    };
  };
  return {
    consumerCredentials: whole(reads.consumerCredentials),
    accessTokenCredentials: whole(reads.accessTokenCredentials),
    requestTokenCredentials: whole(reads.requestTokenCredentials),
    bearerApplication: whole(reads.bearerApplication),
    outstandingBearerToken: whole(reads.outstandingBearerToken),
    sweepable: whole(reads.sweepable),
  };
}

/** A page that was read damaged would stay in SQLite's cache even after the disk has recovered. */
function forgetPages(database: DatabaseSync): void {
  try {
    database.exec("pragma shrink_memory");
  } catch {
    // The failure that led here is already reported.
  }
}

type StartReadName = "applicationLimits" | "hasAdmin" | "bytes" | "ping";

/** The reads of every start and health check, without the query builder. */
function startReads(database: DatabaseSync, failed: ReadFailed): Pick<Ledger, StartReadName> {
  const rows = (text: string) => {
    try {
      return database.prepare(text).all();
    } catch (error) {
      throw failed(error, "the database's lookup");
    }
  };
  return {
    applicationLimits: () =>
      [limitedApplications, plannedApplications].flatMap(rows).map(({ id, limits, plan }) => ({
        applicationId: String(id) as ApplicationId,
        limits: JSON.parse(String(limits ?? "{}")),
        plan: plan === null ? undefined : String(plan),
      })),
    hasAdmin: () => rows('select 1 from "user" where is_admin = 1 limit 1').length > 0,
    bytes: () => {
      const [[pages], [size]] = [rows("pragma page_count"), rows("pragma page_size")];
      return Number(pages?.["page_count"]) * Number(size?.["page_size"]);
    },
    ping: () => {
      rows("select count(*) from migration");
    },
  };
}
