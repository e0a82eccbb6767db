/** The key ring of a database in a file. */
import type { DatabaseSync } from "node:sqlite";
import type { KeyRing } from "../../tools/keys/key-ring.ts";
import { exists } from "../exists.ts";
import type { GivenKeyRing } from "../given-key-ring.ts";
import {
  checkedRing,
  isSettled,
  type KnownKey,
  ledgerMissing,
  rejectAnotherRing,
} from "../sql/ring-check.ts";
import { rejectOtherNames } from "./hard-links.ts";
import { isNew, withMigrated } from "./migration.ts";
import { rejectMoved } from "./moved-mark.ts";

/**
 * Opens the ring of the database at `path` and migrates the database. `usedDirectory`: the data directory, if a
 * database was served from it before, which a ring provided by the administrator cannot tell. Throws `LedgerMissing`,
 * `LedgerMoved`, `RingMismatch`, an Error if the database file has a second name, and what `open` or SQLite throws.
 */
export async function ringOf(
  path: string,
  offered: GivenKeyRing,
  usedDirectory?: string,
): Promise<KeyRing> {
  // The ring first, because a process that starts at the same time creates the database first and then the ring.
  const ring = offered.exists() ? offered.open() : undefined;
  const missing = ledgerMissing(path, offered, ring !== undefined, usedDirectory);
  return withLedger(path, offered, missing, async (database) => {
    if (ring !== undefined && isSettled(knownKeys(database), ring, offered)) return ring;
    database.exec("begin immediate");
    const { kyselyOver } = await import("./kysely-over.ts");
    const checked = await checkedRing(kyselyOver(database), path, offered);
    database.exec("commit");
    return checked;
  });
}

/**
 * Migrates the database at `path`, and returns the names of the migrations that ran. It changes nothing of the ring;
 * throws `RingMismatch` where it is not the database's.
 */
export function migrateBeside(
  path: string,
  offered: GivenKeyRing,
  usedDirectory?: string,
): Promise<readonly string[]> {
  const missing = ledgerMissing(path, offered, offered.exists(), usedDirectory);
  return withLedger(path, offered, missing, async (database, applied) => {
    const { kyselyOver } = await import("./kysely-over.ts");
    await rejectAnotherRing(kyselyOver(database), path, offered);
    return applied;
  });
}

/** `missing`: the error to throw instead of creating a database. */
async function withLedger<T>(
  path: string,
  { evenMoved }: GivenKeyRing,
  missing: Error | undefined,
  use: (database: DatabaseSync, applied: readonly string[]) => T | Promise<T>,
): Promise<T> {
  if (missing && !exists(path)) throw missing;
  rejectOtherNames(path);
  return withMigrated(path, use, (database) => {
    if (missing && isNew(database)) throw missing;
    if (!evenMoved) rejectMoved(database, path);
  });
}

/** The query builder is not used here, because every start runs this. */
function knownKeys(database: DatabaseSync): readonly KnownKey[] {
  const rows = database.prepare("select id, check_value, seals from ring_key").all();
  return rows.map((row) => ({
    id: String(row["id"]),
    checkValue: String(row["check_value"]),
    seals: row["seals"] === 1,
  }));
}
