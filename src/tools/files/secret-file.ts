/** Files that contain keys, passwords or other secrets: all of them are read here, and have one rule. */
import { readFileSync, statSync } from "node:fs";

/**
 * Throws an Error if others can read or change the file, or its group can change it. Its group may read it, because an
 * orchestrator often makes the service a member of the group instead of the owner.
 */
export function readSecretFile(path: string): string {
  const content = readFileSync(path, "utf8");
  rejectOpenFile(path);
  return content;
}

export function readSecretLine(path: string): string {
  return readSecretFile(path).split("\n", 1)[0]?.trim() ?? "";
}

const forbidden = 0o027;

export function rejectOpenFile(path: string): void {
  const problem = problemWithMode(path);
  if (problem !== undefined) throw new Error(problem);
}

/** A pipe ends with its reader, and Windows has no such modes. */
export function problemWithMode(path: string): string | undefined {
  const found = statSync(path);
  const more = found.mode & forbidden;
  if (process.platform === "win32" || !found.isFile() || more === 0) return undefined;
  const mode = (found.mode & 0o777).toString(8);
  const can = (more & 0o022) !== 0 ? "change" : "read";
  return `${path}: other accounts of this machine can ${can} it (mode ${mode}); run chmod g-w,o= ${path}`;
}
