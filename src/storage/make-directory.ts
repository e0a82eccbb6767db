import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a directory for this account alone, and what leads to it, where it is not there. Node's own `recursive` never ends
 * in a file system that makes no directories and says that theirs is missing, as /proc does.
 */
export function makeDirectory(path: string): void {
  if (isDirectory(path)) return;
  const parent = dirname(path);
  if (!existsSync(parent)) makeDirectory(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it since.
    if (isDirectory(path)) return;
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Error(`${path} cannot be made: the file system of ${parent} takes no directories`);
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
