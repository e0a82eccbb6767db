/** A command that root runs must not leave files that the service's own account can't read or write. */
import { closeSync, constants, fchownSync, lstatSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** This is undefined if the owner need not change: this process is not root, or root is the owner. */
export type Owner = { readonly uid: number; readonly gid: number } | undefined;

/** Returns that of the existing file, or of its directory. Throws file system errors. */
export function ownerAt(path: string): Owner {
  if (process.geteuid?.() !== 0) return undefined;
  const { uid, gid } = lstatSync(path, { throwIfNoEntry: false }) ?? statSync(dirname(path));
  return uid === 0 ? undefined : { uid, gid };
}

/**
 * Changes the owner of a file that this process has created and has open. By path, root could give away the target of
 * a link that someone put there. If the system does not allow it, as in a container without the capability, root
 * stays the owner.
 */
export function give(file: number, owner: Owner): void {
  if (owner === undefined) return;
  try {
    fchownSync(file, owner.uid, owner.gid);
  } catch (error) {
    if (!notAllowed.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

const notAllowed: ReadonlySet<string> = new Set(["EPERM", "EINVAL", "ENOSYS", "ENOTSUP"]);

/** Opens a new file that only its owner can read. Throws if the name is taken. */
export function openNew(path: string): number {
  const owner = ownerAt(path);
  const file = openSync(path, "wx", 0o600);
  give(file, owner);
  return file;
}

/** For root, creates the file that SQLite or `writeFileSync` would. Never throws: they report what is wrong. */
export function makeForOwner(path: string): void {
  try {
    if (ownerAt(path) !== undefined) closeSync(openNew(path));
  } catch {
    // It exists, or it can't be created.
  }
}

export function giveDirectory(path: string, owner: Owner): void {
  if (owner === undefined) return;
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
  const directory = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    give(directory, owner);
  } finally {
    closeSync(directory);
  }
}
