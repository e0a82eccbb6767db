import { readFileSync } from "node:fs";
import { getSystemErrorMessage } from "node:util";

/**
 * Undefined: it is not there. Throws an Error with the path and the system's reason: of a file that is open by then,
 * Node names no path, as where it is a directory.
 */
export function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code, errno } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    if (errno === undefined) throw error;
    throw new Error(`${path} cannot be read: ${getSystemErrorMessage(errno)} (${code})`, {
      cause: error,
    });
  }
}
