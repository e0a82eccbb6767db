/**
 * Allows one server per data directory and per database. Two servers on one data directory would write one replay
 * journal. Two on one database would have two nonce stores, and both would accept the same nonce.
 */
import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { makeDirectory } from "../make-directory.ts";
import { rejectOtherNames } from "./hard-links.ts";
import { holdLock } from "./process-lock.ts";

/** Throws an Error that names the holder if another server has it. */
export function holdDataDirectory(directory: string): Disposable {
  makeDirectory(directory);
  return holdLock(join(directory, "serve"), {
    note: "",
    rejected: (holder) =>
      `another server uses the data directory ${directory}: ${holder}; stop it, or use a different directory`,
  });
}

/** Throws an Error that names the holder if another server has the database, under any of its paths. */
export function holdLedger(path: string, dataDir: string): Disposable {
  const real = realFile(path);
  rejectOtherNames(real);
  return holdLock(`${real}.serve`, {
    note: `, with the data directory ${dataDir}`,
    rejected: (holder) =>
      `another server uses the database ${real}: ${holder}; stop it, or use a different database`,
  });
}

/** The real path of the file, with symbolic links followed, even to a target that does not exist yet. */
export function realFile(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const directory = realpathSync.native(dirname(path));
  const file = join(directory, basename(path));
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? realFile(resolve(directory, readlinkSync(file))) : file;
}
