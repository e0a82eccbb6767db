/**
 * A database must only be opened under one path. SQLite names its journals after the path of the file, and our
 * locks are named the same way. With two paths there would be two of each: the file would be damaged, and two
 * servers would accept the same nonce. A symbolic link is not a second path, because it is followed.
 */
import { readFileSync, realpathSync, type Stats, statSync } from "node:fs";

/**
 * Throws an Error where it is no file, has several names (hard links), or is mounted by itself. Nothing is wrong with
 * one that is not there.
 */
export function rejectOtherNames(path: string): void {
  const stats = statsOf(path);
  if (stats === undefined) return;
  if (stats.isDirectory()) {
    throw new Error(
      `the database ${path} is a directory, not a file; use the path of a file, or move the directory away`,
    );
  }
  if (stats.nlink > 1) {
    throw new Error(
      `the database ${path} has ${stats.nlink} hard links. SQLite can corrupt a database opened under two names; remove the extra links, or use a copy`,
    );
  }
  if (mountPoints().has(realpathSync.native(path))) {
    throw new Error(
      `the database ${path} is mounted as a single file, which leaves out SQLite's other files; mount its directory`,
    );
  }
}

/** Also undefined if this account may not look. Opening it then fails with the reason. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** A file that is bind-mounted to another path is a mount point there. */
function mountPoints(): ReadonlySet<string> {
  try {
    const lines = readFileSync("/proc/self/mountinfo", "utf8").split("\n");
    return new Set(lines.map((line) => unescaped(line.split(" ")[4] ?? "")));
  } catch {
    return new Set();
  }
}

/** That file writes a space as `\040`. */
function unescaped(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, octal) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}
