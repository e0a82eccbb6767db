/** Files that are there whole or not at all, also after a power cut. */
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/** Readable by the account alone. Nothing that somebody has put in its way is written to: no file of theirs, and no link. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const fresh = `${path}.new-${process.pid}`;
  try {
    rmSync(fresh, { force: true });
    writeFileSync(fresh, content, { mode: 0o600, flag: "wx", flush: true });
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  syncDirectoryOf(path);
}

/** Gives a file its last name. Throws where something has that name. */
export function linkNew(from: string, to: string): void {
  try {
    linkSync(from, to);
    unlinkSync(from);
  } catch (error) {
    if (!knowsNoLinks.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    renameSync(from, to);
  }
  syncDirectoryOf(to);
}

/** Of the disks that backups are carried away on, some cannot give a file two names. */
const knowsNoLinks: ReadonlySet<string> = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"]);

export function syncFile(path: string): void {
  sync(path, "r+");
}

export function syncDirectoryOf(path: string): void {
  if (process.platform !== "win32") sync(dirname(path), "r");
}

function sync(path: string, flags: "r" | "r+"): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
