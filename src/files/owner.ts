/**
 * Whose a new file is. A command that root runs in the data directory of another account must not leave files there that the
 * service, which runs as that account, cannot read or write.
 */
import { closeSync, constants, fchownSync, lstatSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Undefined: there is nothing to give. Either this process is not root's, and may not, or root is the owner. */
export type Owner = { readonly uid: number; readonly gid: number } | undefined;

/** Whose a new file at `path` is to be: the owner of what is there already, or else of its directory. Throws what the file system says. */
export function ownerAt(path: string): Owner {
  if (process.geteuid?.() !== 0) return undefined;
  const { uid, gid } = lstatSync(path, { throwIfNoEntry: false }) ?? statSync(dirname(path));
  return uid === 0 ? undefined : { uid, gid };
}

/**
 * Gives a file to its owner. This process has it open, and has made it: by its path, root would give away the file that a
 * link leads to which somebody has put there. Where the system does not allow it, as in a container without the
 * capability, it stays root's.
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

/** Opens a new file that only its owner can read. Throws where the name is taken. */
export function openNew(path: string): number {
  const owner = ownerAt(path);
  const file = openSync(path, "wx", 0o600);
  give(file, owner);
  return file;
}

/** For root, makes an empty file that SQLite or `writeFileSync` would make. Never throws: they say what is in the way. */
export function makeForOwner(path: string): void {
  try {
    if (ownerAt(path) !== undefined) closeSync(openNew(path));
  } catch {
    // It is there, or it cannot be made.
  }
}

/** Gives a directory that this process has just made. */
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
