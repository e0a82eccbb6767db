/** SQLite as Node brings it, opened the way the ledger needs it, and the adapter that Kysely asks for. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { Kysely, SqliteDialect } from "kysely";
import { StoreFailure } from "../../domain/refusals.ts";
import type { Tables } from "./schema.ts";

/** How long a writer waits for another process's write before it gives up. */
const busyTimeoutMs = 4000;

/** Reads straight from the page cache of the operating system, up to this size. */
const mappedBytes = 1 << 30;

/**
 * `synchronous=FULL`: what was answered is on disk (RFC 9700 leaves durability to us; a revocation that
 * a power cut undoes is none).
 */
export function openDatabase(path: string): DatabaseSync {
  try {
    const database = new DatabaseSync(path, { timeout: busyTimeoutMs });
    database.exec(
      `pragma journal_mode=wal; pragma synchronous=full; pragma foreign_keys=on; pragma mmap_size=${mappedBytes}`,
    );
    return database;
  } catch (error) {
    throw storeFailure(error, path);
  }
}

export function kyselyOver<Schema = Tables>(database: DatabaseSync): Kysely<Schema> {
  const statements = new Map<string, Prepared>();
  return new Kysely<Schema>({
    dialect: new SqliteDialect({
      database: {
        close: () => database.close(),
        prepare(text) {
          const known = statements.get(text);
          if (known !== undefined) return known;
          const prepared = new Prepared(database.prepare(text));
          if (statements.size < mostPrepared) statements.set(text, prepared);
          return prepared;
        },
      },
    }),
  });
}

/** Our queries are a fixed set; the bound is for those of a migration. */
const mostPrepared = 200;

class Prepared {
  readonly reader: boolean;
  readonly #statement: StatementSync;

  constructor(statement: StatementSync) {
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
  }

  all(parameters: readonly unknown[]): unknown[] {
    return this.#statement.all(...(parameters as SQLInputValue[]));
  }

  run(parameters: readonly unknown[]) {
    return this.#statement.run(...(parameters as SQLInputValue[]));
  }

  iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    return this.#statement.iterate(...(parameters as SQLInputValue[]));
  }
}

/** Errors of SQLite that say "the store cannot": the rest are faults of ours. */
export function storeFailure(error: unknown, doing: string): unknown {
  const code = typeof error === "object" && error !== null && "errcode" in error && error.errcode;
  if (typeof code !== "number" || !storeCannot.has(code & 0xff)) return error;
  return new StoreFailure(`${doing}: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}

/** busy, locked, no memory, read-only, interrupted, I/O, corrupt, full, cannot open, protocol, not a database */
const storeCannot = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26]);
