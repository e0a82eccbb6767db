/** Which migrations bring a database to this version's schema; one from a later version is rejected. */
import { initial } from "./migrations/0001-initial.ts";
import type { schemaMigrations } from "./schema.ts";

const migrations: Readonly<Record<(typeof schemaMigrations)[number], string>> = {
  "0001-initial": initial,
};

export interface MissingMigrations {
  readonly names: readonly string[];
  /** They run in one transaction. */
  readonly statements: string;
}

/**
 * The statements of a migration are in SQLite's dialect. Throws an Error that explains what to do. `table`: this
 * version's migrations by name, in order.
 */
export function missingMigrations(
  applied: readonly string[],
  table: Readonly<Record<string, string>> = migrations,
): MissingMigrations {
  const all = Object.keys(table);
  const unknown = applied.find((name) => !all.includes(name));
  if (unknown !== undefined) {
    throw new Error(
      `the database was written by a later version of Countersign (it has the migration ${unknown}, and this version's last is ${all.at(-1)}); start that version, or restore a backup made before the upgrade`,
    );
  }
  const names = all.filter((name) => !applied.includes(name));
  const statements = names.map(
    (name) =>
      `${table[name]} insert into migration values ('${name}', '${new Date().toISOString()}');`,
  );
  return { names, statements: [listOfApplied, ...statements].join("\n") };
}

const listOfApplied =
  "create table if not exists migration (name text primary key, applied_at text not null);";
