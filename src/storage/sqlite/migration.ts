import type { DatabaseSync } from "node:sqlite";
import { missingMigrations } from "../sql/migrate.ts";
import { schemaMigrations } from "../sql/schema.ts";
import { openDatabase, storeFailure } from "./database.ts";

/**
 * Runs in one exclusive transaction, so two processes that start at once migrate once, and a killed one leaves
 * nothing half done. If it throws, closing the database rolls back.
 */
export function migrateSqlite(database: DatabaseSync): readonly string[] {
  if (isCurrent(database)) return [];
  database.exec("begin immediate");
  const { names, statements } = missingMigrations(appliedMigrations(database));
  database.exec(statements);
  database.exec("commit");
  return names;
}

/**
 * Opens the database at `path`, migrates it, calls `use` with the names of the migrations that ran, and closes
 * it.
 */
export async function withMigrated<T>(
  path: string,
  use: (database: DatabaseSync, applied: readonly string[]) => T | Promise<T>,
  reject: (database: DatabaseSync) => void = () => {},
): Promise<T> {
  const database = openDatabase(path);
  try {
    reject(database);
    return await use(database, migrateSqlite(database));
  } catch (error) {
    throw storeFailure(error, path);
  } finally {
    // Rolls back what was not committed.
    database.close();
  }
}

/** Whether the database at `path`, which exists, has this version's schema. Throws `StoreFailure`. */
export function isCurrentLedger(path: string): boolean {
  const database = openDatabase(path);
  try {
    return isCurrent(database);
  } finally {
    database.close();
  }
}

/** Whether no migration has run, so that nothing was ever stored in it. */
export function isNew(database: DatabaseSync): boolean {
  const table = database.prepare("select 1 from sqlite_master where name = 'migration'");
  return table.get() === undefined;
}

/** True in the usual case at a start. */
function isCurrent(database: DatabaseSync): boolean {
  return appliedMigrations(database).join() === schemaMigrations.join();
}

/** The names of the migrations that ran, in order. */
export function appliedMigrations(database: DatabaseSync): readonly string[] {
  if (isNew(database)) return [];
  const applied = database.prepare("select name from migration order by name").all();
  return applied.map((row) => String(row["name"]));
}
