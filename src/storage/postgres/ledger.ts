/** The database on PostgreSQL, shared by any number of processes (docs/adr/0028-the-postgresql-engine.md). */
import type { ApplicationId } from "../../domain/credentials.ts";
import { StoreFailure } from "../../domain/errors.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { type LedgerOptions, tell } from "../ledger-options.ts";
import { anyOldEvent } from "../sql/audit-retention.ts";
import { boundWrites } from "../sql/bound-writes.ts";
import { anyExpired } from "../sql/housekeeping.ts";
import { limitedApplications, plannedApplications } from "../sql/limited-applications.ts";
import { boundQueries } from "../sql/queries.ts";
import { nextToReseal } from "../sql/reseal.ts";
import { storedCredentials } from "../sql/stored-credentials.ts";
import type { PostgresAddress } from "./client.ts";
import { type Connection, openConnections } from "./connections.ts";
import { type AskRows, credentialLookups } from "./credential-lookups.ts";
import { storeFailure } from "./failures.ts";
import { workOf } from "./ledger-writes.ts";
import { migratePostgres } from "./migration.ts";
import { rejectUnfit } from "./server-requirements.ts";
import { openSlots, transact, type Work } from "./transactions.ts";

export interface PostgresOptions extends LedgerOptions {
  readonly address: PostgresAddress;
  /** Milliseconds after which a call without a response fails. */
  readonly boundMs: number;
  readonly maxConnections?: number;
}

/** Opens and migrates the database. Throws `StoreFailure`, or an Error that explains why this server cannot be used. */
export async function openPostgresLedger(
  options: PostgresOptions,
): Promise<Ledger & AsyncDisposable> {
  const { address, boundMs, maxConnections, keys } = options;
  const connections = openConnections(address, boundMs, maxConnections);
  try {
    await rejectUnfit(connections, boundMs);
    await migratePostgres(connections);
  } catch (error) {
    await connections[Symbol.asyncDispose]();
    throw storeFailure(error, address.name);
  }
  const writing = { connections, ring: keys, slots: openSlots(), boundMs };
  let hasProblem = false;
  const changes = boundWrites((write) => perform(workOf(write)));
  const ask: AskRows = (text, values) =>
    reading("look-up", (one) => one.rows(text, values, { prepared: true }));

  return {
    ...boundQueries((name, query) => reading(name, ({ db }) => query(db))),
    ...credentialLookups(keys, ask, boundMs),
    ...changes,
    // Checked first, so that idle nodes do not write.
    async sweep(expired) {
      const { now, auditFrom = Number.MIN_SAFE_INTEGER } = expired;
      const old = anyOldEvent("cast($2 as bigint)");
      const text = `select ${anyExpired("cast($1 as bigint)")} or ${old}`;
      const [row] = await reading("sweep", (one) => one.rows<[boolean]>(text, [now, auditFrom]));
      return row?.[0] ? changes.sweep(expired) : 0;
    },
    async reseal(position) {
      const { from, isFound } = await reading("reseal", ({ db }) =>
        nextToReseal(db, keys, position),
      );
      return from && isFound ? changes.reseal(from) : { resealed: 0, next: from };
    },
    storedCredentials: (...args) =>
      reading("storedCredentials", ({ db }) => storedCredentials(db, keys, ...args)),
    applicationLimits: () =>
      reading("applicationLimits", async (one) => {
        const text = `${limitedApplications} union ${plannedApplications}`;
        const rows = await one.rows<[number, string | null, string | null]>(text, []);
        return rows.map(([id, limits, plan]) => ({
          applicationId: String(id) as ApplicationId,
          limits: JSON.parse(limits ?? "{}"),
          plan: plan ?? undefined,
        }));
      }),
    hasAdmin: () =>
      reading("hasAdmin", async (one) => {
        const text = 'select 1 from "user" where is_admin = 1 limit 1';
        return (await one.rows(text, [])).length > 0;
      }),
    bytes: () =>
      reading("bytes", async (one) => {
        const text = "select pg_database_size(current_database())::text";
        const [row] = await one.rows<[string]>(text, []);
        return Number(row?.[0]);
      }),
    ping: () =>
      reading("ping", async (one) => {
        const text = "select current_setting('transaction_read_only') from migration limit 1";
        const [row] = await one.rows<[string]>(text, []);
        if (row?.[0] !== "off") throw new StoreFailure("the database is read-only");
      }),
    // Each call finds out for itself, and the health check makes a call, so there is no state to report.
    problems: () => [],
    [Symbol.asyncDispose]: () => connections[Symbol.asyncDispose](),
  };

  async function perform<Result>(work: Work<Result>): Promise<Result> {
    const { value, events } = await noting(() => transact(writing, work));
    options.grouped?.(1);
    for (const event of events) tell(options, event);
    return value;
  }

  /** A read can be repeated, so a connection that ended unnoticed does not fail a request. */
  function reading<T>(name: string, read: (connection: Connection) => Promise<T>): Promise<T> {
    return noting(async () => {
      const until = performance.now() + boundMs;
      for (let tries = 1; ; tries++) {
        const connection = await connections.take(until - performance.now());
        try {
          return await read(connection);
        } catch (error) {
          if (connection.broken() && tries === 1 && performance.now() < until) continue;
          // If a read fails for any reason, including a value that cannot be decrypted, the store has not
          // answered.
          const failure = storeFailure(error, `the database's ${name}`);
          if (failure instanceof StoreFailure) throw failure;
          throw new StoreFailure(`the database's ${name}: ${String(error)}`, { cause: error });
        } finally {
          connection.release();
        }
      }
    });
  }

  /** Reports a problem when it begins, not each time it occurs. */
  async function noting<T>(call: () => Promise<T>): Promise<T> {
    try {
      const result = await call();
      hasProblem = false;
      return result;
    } catch (error) {
      if (error instanceof StoreFailure && !hasProblem) {
        hasProblem = true;
        options.onProblem?.(error.message);
      }
      throw error;
    }
  }
}
