/** Migrates a database to this version's schema, and rejects one from a later version. */
import type { Kysely } from "kysely";
import type { Migration, MigrationResultSet } from "kysely/migration";
import * as initial from "./migrations/0001-initial.ts";
import type { schemaMigrations } from "./schema.ts";

const migrations: Record<(typeof schemaMigrations)[number], Migration> = {
  "0001-initial": initial,
};

/**
 * Runs the missing migrations in the open transaction and returns their names. Throws an Error that explains what
 * to do. `table`: this version's migrations by name, in order.
 */
export async function migrate(
  db: Kysely<unknown>,
  applied: readonly string[],
  table: Readonly<Record<string, Migration>> = migrations,
): Promise<readonly string[]> {
  const names = Object.keys(table);
  const unknown = applied.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new Error(
      `the database was written by a later version of Countersign (it has the migration ${unknown}, and this version's last is ${names.at(-1)}); start that version, or restore a backup made before the upgrade`,
    );
  }
  if (applied.length === names.length) return [];
  let failure: unknown;
  // In a failed transaction PostgreSQL also rejects the migrator's last statement, and that error would hide
  // the first one.
  const noting = ({ up }: Migration): Migration => ({
    async up(on) {
      try {
        await up(on);
      } catch (error) {
        failure = error;
        throw error;
      }
    },
  });
  const noted = Object.entries(table).map(([name, one]) => [name, noting(one)] as const);
  const { Migrator } = await import("kysely/migration");
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(noted) },
    disableTransactions: true,
  });
  const { error, results = [] } = await migrator
    .migrateToLatest()
    .catch((error): MigrationResultSet => ({ error }));
  if (error !== undefined) throw failure ?? error;
  return results.map((one) => one.migrationName);
}
