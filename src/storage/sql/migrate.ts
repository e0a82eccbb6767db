/** Brings a ledger to this version's schema, and refuses one that a later version has written. */
import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import * as ledger from "./migrations/0001-ledger.ts";
import * as callbackSchemes from "./migrations/0002-callback-schemes.ts";
import * as ringKeys from "./migrations/0003-ring-keys.ts";
import * as restingScreenNames from "./migrations/0004-resting-screen-names.ts";
import { schemaMigrations } from "./schema.ts";

const migrations: Record<(typeof schemaMigrations)[number], Migration> = {
  "0001-ledger": ledger,
  "0002-callback-schemes": callbackSchemes,
  "0003-ring-keys": ringKeys,
  "0004-resting-screen-names": restingScreenNames,
};

/** Runs what has not run yet; returns the names of it. Throws an Error that says what to do. */
export async function migrate(db: Kysely<unknown>): Promise<readonly string[]> {
  const applied = await appliedMigrations(db);
  const unknown = applied.find((name) => !(name in migrations));
  if (unknown !== undefined) {
    throw new Error(
      `the ledger was written by a later version of Countersign (it has the migration ${unknown}, and this version's last is ${schemaMigrations.at(-1)}); start that version, or restore a backup made before the upgrade`,
    );
  }
  if (applied.length === schemaMigrations.length) return [];
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return results.map((one) => one.migrationName);
}

async function appliedMigrations(db: Kysely<unknown>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  const rows = await (db as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom("kysely_migration")
    .select("name")
    .execute();
  return rows.map((row) => row.name);
}
