/** Connects Kysely to Node's own SQLite, with the adapter that it requires. */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { Kysely, SqliteDialect } from "kysely";
import type { Tables } from "../sql/schema.ts";

export function kyselyOver(database: DatabaseSync): Kysely<Tables> {
  const statements = new Map<string, Prepared>();
  return new Kysely<Tables>({
    dialect: new SqliteDialect({
      database: {
        close: () => database.close(),
        prepare(text) {
          const known = statements.get(text);
          if (known !== undefined) return known;
          const prepared = new Prepared(database.prepare(text));
          if (statements.size < maxPrepared) statements.set(text, prepared);
          return prepared;
        },
      },
    }),
  });
}

/** Our queries are a fixed set, and fewer than this. */
const maxPrepared = 200;

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
