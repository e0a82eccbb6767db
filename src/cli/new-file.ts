import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { Failed } from "./outcome.ts";

/** Throws `Failed` if the directory of a file that a command is to make does not exist. */
export function refuseMissingDirectory(file: string): void {
  const directory = dirname(file);
  if (!existsSync(directory))
    throw new Failed(`there is no directory ${directory}; create it first`);
}
