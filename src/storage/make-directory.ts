import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { giveDirectory, ownerAt } from "../tools/files/owner.ts";

/**
 * Creates a directory and its parents if they do not exist, for this account only; if root runs it, for the
 * owner of the parent directory. Node's own `recursive` never returns on file systems that reject directories
 * and report the parent as missing, as /proc does.
 */
export function makeDirectory(path: string): void {
  if (isDirectory(path)) return;
  const parent = dirname(path);
  if (existsSync(path)) {
    throw new Error(
      `${path} is a file, not a directory; use a different path, or move the file away`,
    );
  }
  if (!isDirectory(parent)) makeDirectory(parent);
  try {
    const owner = ownerAt(path);
    mkdirSync(path, { mode: 0o700 });
    giveDirectory(path, owner);
  } catch (error) {
    // Another process may have created it since.
    if (isDirectory(path)) return;
    const why = reasons.get((error as NodeJS.ErrnoException).code ?? "");
    if (why === undefined) throw error;
    throw new Error(`${path} can't be created: ${why(parent)}`, { cause: error });
  }
}

const permission = (parent: string) =>
  `this account can't write to ${parent}; grant access, or use a different directory`;

const reasons: ReadonlyMap<string, (parent: string) => string> = new Map([
  ["ENOENT", (parent) => `the file system of ${parent} doesn't support directories`],
  ["EEXIST", () => "something else has that name; use a different directory"],
  ["EACCES", permission],
  ["EPERM", permission],
  ["EROFS", (parent) => `the file system of ${parent} is read-only; use a different directory`],
]);

/**
 * Returns false as well if a file is in its path or if this account may not look; creating it then fails with the
 * reason.
 */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
