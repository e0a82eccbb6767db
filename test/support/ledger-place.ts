/** A ledger in a directory of its own, which goes with it. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withMigrated } from "../../src/storage/sqlite/migration.ts";
import { migratedLedger } from "./memory-ledger.ts";
import { memoryOrDisk } from "./memory-or-disk.ts";

export interface LedgerPlace extends Disposable {
  readonly directory: string;
  /** The path of the ledger. */
  readonly ledger: string;
}

/** With this version's schema, and without rows. */
export async function ledgerPlace(): Promise<LedgerPlace> {
  const directory = mkdtempSync(join(memoryOrDisk(), "countersign-ledger-"));
  const ledger = join(directory, "ledger.db");
  await makeLedger(ledger);
  await withMigrated(ledger, () => {});
  return {
    directory,
    ledger,
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Puts a ledger there that was migrated before, which takes a tenth of the time of the migrations. */
export async function makeLedger(path: string): Promise<void> {
  writeFileSync(path, await migratedLedger(), { mode: 0o600 });
}

export interface BackupPlace extends LedgerPlace {
  readonly folder: string;
  /** In the folder, and not there yet. */
  readonly file: string;
  /** The names in the folder. */
  readonly backups: () => readonly string[];
}

/** With a folder for backups. */
export async function backupPlace(): Promise<BackupPlace> {
  const place = await ledgerPlace();
  const folder = join(place.directory, "backups");
  mkdirSync(folder);
  const file = join(folder, "backup.db");
  return { ...place, folder, file, backups: () => readdirSync(folder).sort() };
}
