import { readFileSync } from "node:fs";
import { getSystemErrorMessage } from "node:util";

/**
 * Returns undefined if the file is not there. Throws an Error with the path and the system's reason: for a file that
 * is open by then, or a directory, Node names no path.
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
