/** Restores a backup of SQLite into a temporary directory, and reads what a service would need of it. */
import { mkdtempSync, rmSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import { ConfigProblem } from "../../config/row.ts";
import { withDefaultDatabase } from "../../config/storage.ts";
import type { AuditedEvent } from "../../domain/audit.ts";
import { byCommandLine } from "../../domain/audit-context.ts";
import type { AuditLog } from "../../domain/ports/audit-log.ts";
import type { RecordCounts } from "../../domain/ports/maintenance.ts";
import { lastVerifiedBackupAt } from "../../http/actions/last-backup.ts";
import { engineFor } from "../../storage/engine.ts";
import { exists } from "../../storage/exists.ts";
import type { OpenedBy } from "../../tools/keys/sealed-ring.ts";
import { openedRing, restoreBackup, type Watch } from "../backups.ts";
import { ledgerFilesOf, openStores, unlogged } from "../stores.ts";

export interface VerifiedBackup {
  readonly bytes: number;
  /** It is undefined if the backup has none. */
  readonly latestEvent: Pick<AuditedEvent, "id" | "at"> | undefined;
  /** The migrations that a restore runs, because an earlier version made the backup. */
  readonly migrated: readonly string[];
  readonly records: RecordCounts;
  /** This many encrypted secrets were opened, which is all of them. */
  readonly secrets: number;
}

/**
 * Throws an Error that says why the backup can't be restored or used. `openedBy` decrypts the key ring next to the
 * backup; without it, the ring of the settings is used. Changes nothing but a directory that is removed at the end.
 */
export async function verifyBackup(
  config: Config,
  file: string,
  openedBy: OpenedBy | undefined,
  watch?: Watch,
): Promise<VerifiedBackup> {
  // Otherwise the engine says why there is no backup to verify.
  await engineFor(config).backups();
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  using scratch = scratchDirectory(bytes);
  const dataDir = scratch.path;
  // A ring that was opened stays in memory.
  const keys = openedBy === undefined ? config.keys : { given: await openedRing(file, openedBy) };
  const restored = withDefaultDatabase({ ...config, dataDir, keys });
  const { database } = restored;
  try {
    const options = { openedBy: undefined, revocations: undefined, issuedAfter: undefined };
    const { migrated } = await restoreBackup(
      restored,
      file,
      { ...options, acceptReplays: false },
      watch,
    );
    return { bytes, migrated, ...(await readAll(restored)) };
  } catch (error) {
    // The administrator knows the backup, not its copy and the settings of that.
    const message = error instanceof ConfigProblem ? error.problem : String(Object(error).message);
    throw new Error(message.replaceAll(`${database}.restoring`, file).replaceAll(database, file), {
      cause: error,
    });
  }
}

async function readAll(config: Config) {
  await using stores = await openStores(config, unlogged);
  const { ledger, keys } = stores;
  const { opened, unopened } = await (await engineFor(config).backups()).openSecrets(keys);
  if (unopened.size > 0) {
    const columns = [...unopened].map(([column, count]) => `${column} (${count})`).join(", ");
    throw new Error(
      `${config.database} has secrets that the key ring can't open, in ${columns}: they are damaged, or a key is missing from the ring`,
    );
  }
  const [_restored, latestEvent] = await ledger.eventsBy({}, { after: undefined, size: 2 });
  return {
    latestEvent,
    records: await ledger.recordCounts(),
    secrets: opened,
  };
}

/**
 * Records in the database of these settings that a backup of it could be restored, unless a later one already was.
 * Returns why it was not recorded, as on a machine that only has the backups; undefined if it was.
 */
export async function recordVerified(
  config: Config,
  verified: VerifiedBackup,
): Promise<string | undefined> {
  try {
    return await recordUnless(config, verified);
  } catch (error) {
    return String(Object(error).message);
  }
}

async function recordUnless(config: Config, { bytes, latestEvent }: VerifiedBackup) {
  const files = ledgerFilesOf(config);
  const hasLedger = files !== undefined && exists(files.ledger);
  if (!hasLedger || !(await engineFor(config).backups()).isCurrent()) {
    return "these settings have no database of this version";
  }
  await using stores = await openStores(config, unlogged);
  const { ledger } = stores;
  if (latestEvent === undefined || !(await hasEvent(ledger, latestEvent))) {
    return "the audit log of this database doesn't have the latest event of the backup, which is of another database or too old";
  }
  const before = await lastVerifiedBackupAt(ledger, files);
  if (before !== undefined && before > latestEvent.at) return "a later backup was already verified";
  const details = { bytes, latestEventAt: new Date(latestEvent.at).toISOString() };
  await ledger.record({ ...byCommandLine(Date.now()), name: "backup.verified", details });
  return undefined;
}

async function hasEvent(ledger: AuditLog, { id, at }: Pick<AuditedEvent, "id" | "at">) {
  const [event] = await ledger.eventsAfter(String(Number(id) - 1), 1);
  return event?.id === id && event.at === at;
}

/** Only this account can read it. It goes with the process, unless that is killed (SIGKILL). */
function scratchDirectory(bytes: number): { readonly path: string } & Disposable {
  const parent = tmpdir();
  const { bavail, bsize } = inTemporary(parent, () => statfsSync(parent));
  if (bavail * bsize < 2 * bytes) {
    const [free, needed] = [Math.floor((bavail * bsize) / 1e6), Math.ceil((2 * bytes) / 1e6)];
    throw new Error(
      `${parent} has ${free} MB free, and the copy of the backup needs up to ${needed} MB; name a directory in TMPDIR that has more space and that this account can write to`,
    );
  }
  let path: string | undefined;
  const end = (signal: NodeJS.Signals) => {
    remove();
    process.kill(process.pid, signal);
  };
  const remove = () => {
    if (path !== undefined) rmSync(path, { recursive: true, force: true });
    for (const signal of endingSignals) process.off(signal, end);
  };
  // Before there is anything to remove, and until it is removed: a second signal must not end the process meanwhile.
  for (const signal of endingSignals) process.on(signal, end);
  try {
    path = inTemporary(parent, () => mkdtempSync(join(parent, "countersign-verify-")));
    return { path, [Symbol.dispose]: remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function inTemporary<T>(parent: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    throw new Error(
      `the backup can't be copied into ${parent} (${String(Object(error).message)}); name another directory in TMPDIR`,
    );
  }
}

const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
