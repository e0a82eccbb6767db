/** Turns a backup into the database. It has another name until everything is done. */
import { createReadStream, createWriteStream, existsSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { linkNew, syncFile } from "../../tools/files/durable-files.ts";
import { openNew } from "../../tools/files/owner.ts";
import { restoring, restoringOf } from "../backup-files.ts";
import type { Staged } from "../backups.ts";
import { rejectDamaged } from "./backup.ts";
import { withMigrated } from "./migration.ts";
import { removeMovedMark } from "./moved-mark.ts";
import { holdLock } from "./process-lock.ts";
import { forgetServed } from "./served-journal.ts";

/**
 * Copies a backup next to its destination and migrates it. Throws an Error if a database exists there or a later
 * version made the backup. Removes what an earlier killed run left. `now`: milliseconds since the epoch.
 * `acceptReplays`: whether a server accepts signed requests at once whose nonces no one knows.
 */
export async function stage(
  file: string,
  { ledger, dataDir }: { readonly ledger: string; readonly dataDir: string },
  now: number,
  acceptReplays = false,
): Promise<Staged> {
  const path = restoringOf(ledger);
  rejectTaken(ledger, dataDir);
  const lock = holdLock(path, {
    note: "",
    rejected: (holder) => `another restore is in progress: ${holder}`,
  });
  const clear = () => {
    for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(path + suffix, { force: true });
  };
  const end = () => {
    clear();
    lock[Symbol.dispose]();
    for (const suffix of [".lock", ".holder"]) rmSync(path + suffix, { force: true });
  };
  try {
    clear();
    // Not with the system's copy, which keeps the mode of the backup, so that others could read the database.
    await pipeline(
      createReadStream(file, { highWaterMark: 1 << 20 }),
      createWriteStream(path, { fd: openNew(path) }),
    );
    rejectDamaged(path);
    const applied = await withMigrated(path, (database, names) => {
      forgetServed(database, now, acceptReplays);
      // A restore is on purpose, and revokes again what was revoked since.
      removeMovedMark(database);
      return names;
    });
    return {
      path,
      applied,
      finish() {
        if (existsSync(`${path}-wal`)) throw new Error(`${path} is still open`);
        syncFile(path);
        linkNew(path, ledger);
      },
      [Symbol.dispose]: end,
    };
  } catch (error) {
    end();
    throw error;
  }
}

/** A key ring may already be there, because it is kept and restored separately. */
function rejectTaken(ledger: string, dataDir: string): void {
  if (existsSync(ledger)) {
    throw new Error(`${ledger} already exists; restore into an empty data directory`);
  }
  const isOurs = (name: string) =>
    name === "keys" || name === "lost+found" || name.includes(restoring);
  const otherFile = existsSync(dataDir)
    ? readdirSync(dataDir).find((name) => !isOurs(name))
    : undefined;
  if (otherFile !== undefined) {
    throw new Error(
      `the data directory ${dataDir} isn't empty: it contains ${otherFile}; use a new one, which may contain only the key ring (keys)`,
    );
  }
  const directory = dirname(ledger);
  if (!existsSync(directory))
    throw new Error(`there is no directory ${directory} for ${basename(ledger)}`);
  for (const suffix of ["-wal", "-shm"]) {
    if (existsSync(ledger + suffix)) {
      throw new Error(
        `${join(directory, basename(ledger) + suffix)} belongs to a different database; remove it`,
      );
    }
  }
}
