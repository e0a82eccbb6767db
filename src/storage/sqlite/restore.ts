/** Turns a backup into the ledger. It has another name until everything is done. */
import {
  createReadStream,
  createWriteStream,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { linkNew, replaceOwnFile, syncFile } from "../../files/durable-files.ts";
import { openNew } from "../../files/owner.ts";
import { checksumFileOf, digestOf, refuseDamaged } from "./backup.ts";
import { withMigrated } from "./migration.ts";
import { holdLock } from "./process-lock.ts";
import { forgetServed } from "./served-journal.ts";

export interface Staged extends Disposable {
  /** The path of the ledger that is being restored. */
  readonly path: string;
  /** The migrations that ran. */
  readonly applied: readonly string[];
  /** Makes it the ledger. Throws if a ledger exists by now. */
  finish(): void;
}

/** Throws an Error if the file does not match the checksum beside it. */
export async function refuseOtherChecksum(file: string): Promise<void> {
  if (!existsSync(file)) throw new Error(`there is no backup ${file}`);
  const checksumFile = checksumFileOf(file);
  if (!existsSync(checksumFile)) {
    throw new Error(
      `there is no ${checksumFile}, which \`countersign backup\` writes beside the backup; put it there. If it is lost and you trust the backup, make it: sha256sum ${file} > ${checksumFile}`,
    );
  }
  const [, expected] = /^([0-9a-f]{64}) /.exec(readText(checksumFile)) ?? [];
  if (expected === undefined) {
    throw new Error(`${checksumFile} has no SHA-256; it belongs to the backup ${file}`);
  }
  const { sha256 } = await digestOf(file);
  if (sha256 === expected) return;
  throw new Error(
    `${file} is damaged or another file: its SHA-256 is ${sha256}, and ${checksumFile} says ${expected}`,
  );
}

/**
 * Copies a backup next to its destination and migrates it. Throws an Error if a ledger exists there or a later
 * version made the backup. Removes what an earlier killed run left. `now`: milliseconds since the epoch.
 * `acceptReplays`: whether a server accepts signed requests at once whose nonces nobody knows.
 */
export async function stage(
  file: string,
  { ledger, dataDir }: { readonly ledger: string; readonly dataDir: string },
  now: number,
  acceptReplays = false,
): Promise<Staged> {
  const path = `${ledger}${restoring}`;
  refuseTaken(ledger, dataDir);
  const lock = holdLock(path, {
    note: "",
    refused: (holder) => `another restore is under way: ${holder}`,
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
    // Not with the system's copy, which keeps the mode of the backup, so that others could read the ledger.
    await pipeline(
      createReadStream(file, { highWaterMark: 1 << 20 }),
      createWriteStream(path, { fd: openNew(path) }),
    );
    refuseDamaged(path);
    const applied = await withMigrated(path, (database, names) => {
      forgetServed(database, now, acceptReplays);
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

/** Writes a key ring to its file. Throws if the file has another one. */
export function putKeyFile(path: string, ring: string): void {
  if (!existsSync(path)) replaceOwnFile(path, ring);
  else if (readText(path).trim() !== ring.trim()) {
    throw new Error(
      `${path} has another key ring than the backup; remove it, or use it and leave that of the backup`,
    );
  }
}

const restoring = ".restoring";

/** A key ring may already be there, because it is kept and restored separately. */
function refuseTaken(ledger: string, dataDir: string): void {
  if (existsSync(ledger)) {
    throw new Error(`${ledger} exists; a backup is restored where there is no ledger`);
  }
  const isOurs = (name: string) =>
    name === "keys" || name === "lost+found" || name.includes(restoring);
  const found = existsSync(dataDir)
    ? readdirSync(dataDir).find((name) => !isOurs(name))
    : undefined;
  if (found !== undefined) {
    throw new Error(
      `the data directory ${dataDir} is not empty: it has ${found}; name a new one, which may have nothing but the key ring (keys)`,
    );
  }
  const beside = dirname(ledger);
  if (!existsSync(beside))
    throw new Error(`there is no directory ${beside} for ${basename(ledger)}`);
  for (const suffix of ["-wal", "-shm"]) {
    if (existsSync(ledger + suffix)) {
      throw new Error(
        `${join(beside, basename(ledger) + suffix)} belongs to another ledger; remove it`,
      );
    }
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
