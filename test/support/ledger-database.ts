/**
 * The database of a running service, read and changed from outside as another process or an accident would, on either
 * engine.
 */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { TestService } from "./service.ts";

export interface LedgerDatabase extends AsyncDisposable {
  /** Runs one statement, which has to work on both engines. */
  rows(text: string): Promise<readonly Record<string, unknown>[]>;
  /** From now on writes wait, until the returned function is called. */
  hold(): Promise<() => Promise<void>>;
}

export async function ledgerDatabase({
  dataDir,
  dependencies,
  memory,
}: Pick<TestService, "dataDir" | "dependencies" | "memory">): Promise<LedgerDatabase> {
  if (memory !== undefined) {
    return {
      rows: async (text) => memory.prepare(text).all(),
      hold: () => Promise.reject(new Error("a database in memory has one connection")),
      [Symbol.asyncDispose]: async () => {},
    };
  }
  const { postgres } = dependencies.config;
  if (postgres === undefined) {
    const database = new DatabaseSync(join(dataDir, "countersign.db"), { timeout: 2000 });
    return {
      rows: async (text) => database.prepare(text).all(),
      async hold() {
        database.exec("begin exclusive");
        return async () => database.exec("rollback");
      },
      [Symbol.asyncDispose]: async () => database.close(),
    };
  }
  const { Client } = await import("pg");
  const client = new Client({ connectionString: postgres.hosts[0] });
  await client.connect();
  return {
    rows: async (text) => (await client.query(text)).rows,
    async hold() {
      await client.query("begin");
      // Every write locks this table first.
      await client.query("lock table ring_key in access exclusive mode");
      return async () => void (await client.query("rollback"));
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
