import { readFileSync } from "node:fs";
import { getSystemErrorMessage } from "node:util";

/** Returns undefined if the file is missing. Throws an Error with the path, which Node leaves out for an open file. */
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
