import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { giveDirectory, ownerAt } from "../files/owner.ts";

/**
 * Makes a directory for this account alone, or as root for that of the directory it is in, and what leads to it, where it is not there. Node's own `recursive` never ends
 * in a file system that makes no directories and says that theirs is missing, as /proc does.
 */
export function makeDirectory(path: string): void {
  if (isDirectory(path)) return;
  const parent = dirname(path);
  if (existsSync(path)) {
    throw new Error(`${path} is a file and not a directory; name another, or move the file away`);
  }
  if (!isDirectory(parent)) makeDirectory(parent);
  try {
    const owner = ownerAt(path);
    mkdirSync(path, { mode: 0o700 });
    giveDirectory(path, owner);
  } catch (error) {
    // Another process may have made it since.
    if (isDirectory(path)) return;
    const why = reasons.get((error as NodeJS.ErrnoException).code ?? "");
    if (why === undefined) throw error;
    throw new Error(`${path} cannot be made: ${why(parent)}`, { cause: error });
  }
}

const permission = (parent: string) =>
  `this account may not write in ${parent}; let it, or name another directory`;

const reasons: ReadonlyMap<string, (parent: string) => string> = new Map([
  ["ENOENT", (parent) => `the file system of ${parent} takes no directories`],
  ["EEXIST", () => "something else has that name; name another directory"],
  ["EACCES", permission],
  ["EPERM", permission],
  ["EROFS", (parent) => `the file system of ${parent} can only be read; name another directory`],
]);

/** False too where a file is in its path, or where this account may not look: making it says why. */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
