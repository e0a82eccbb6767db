import type { DatabaseSync } from "node:sqlite";
import { schemaMigrations } from "./schema.ts";
import { openDatabase, storeFailure } from "./sqlite-database.ts";

/** In one exclusive transaction: two processes that start at once migrate once, and a killed one leaves nothing half done. */
export async function migrateSqlite(database: DatabaseSync): Promise<readonly string[]> {
  if (isCurrent(database)) return [];
  const [{ migrate }, { kyselyOver }] = await Promise.all([
    import("./migrate.ts"),
    import("./kysely-over.ts"),
  ]);
  database.exec("begin immediate");
  try {
    const names = await migrate(kyselyOver<unknown>(database));
    database.exec("commit");
    return names;
  } catch (error) {
    if (database.isTransaction) database.exec("rollback");
    throw error;
  }
}

/** Brings the ledger at `path` to this version's schema; returns the names of the migrations that ran. */
export async function migrateSqliteFile(path: string): Promise<readonly string[]> {
  const database = openDatabase(path);
  try {
    return await migrateSqlite(database);
  } catch (error) {
    throw storeFailure(error, path);
  } finally {
    database.close();
  }
}

/** The usual case at a start, found out without loading what migrates. */
function isCurrent(database: DatabaseSync): boolean {
  const table = database.prepare("select 1 from sqlite_master where name = 'kysely_migration'");
  if (table.get() === undefined) return false;
  const applied = database.prepare("select name from kysely_migration order by name").all();
  return applied.map((row) => row["name"]).join() === schemaMigrations.join();
}
