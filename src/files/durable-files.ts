/** Files that are there whole or not at all, also after a power cut. */
import {
  closeSync,
  fdatasync,
  fsync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { give, type Owner, ownerAt } from "./owner.ts";

/** A text or bytes, or what makes them once the new file is open and has its owner: they may depend on it. */
type Content = string | Uint8Array | ((file: number) => string);

/** Readable by the account alone. Nothing that somebody has put in its way is written to: no file of theirs, and no link. */
export function replaceFile(path: string, content: Content): void {
  replaceBy(`${path}.new-${process.pid}`, path, content, undefined);
}

/**
 * The same for a file of the service's own, which one process replaces at a time: it holds a lock. What a killed one left
 * goes with the next. If root runs this, the file belongs to the account of the one before, or of its directory.
 */
export function replaceOwnFile(path: string, content: Content): void {
  replaceBy(`${path}.new`, path, content, ownerAt(path));
}

function replaceBy(fresh: string, path: string, content: Content, owner: Owner): void {
  try {
    rmSync(fresh, { force: true });
    const file = openSync(fresh, "wx", 0o600);
    try {
      give(file, owner);
      writeFileSync(file, typeof content === "function" ? content(file) : content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  syncDirectory(dirname(path));
}

/** As `replaceOwnFile`, while the process goes on. */
export async function replaceOwnFileAside(path: string, content: string): Promise<void> {
  const fresh = `${path}.new`;
  const owner = ownerAt(path);
  rmSync(fresh, { force: true });
  const file = openSync(fresh, "wx", 0o600);
  try {
    give(file, owner);
    writeFileSync(file, content);
    await syncDataAside(file);
  } finally {
    closeSync(file);
  }
  renameSync(fresh, path);
  await syncDirectoryAside(dirname(path));
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
  syncDirectory(dirname(to));
}

/** Of the disks that backups are carried away on, some cannot give a file two names. */
const knowsNoLinks: ReadonlySet<string> = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"]);

export function syncFile(path: string): void {
  sync(path, "r+");
}

/** Makes the names in it durable. */
export function syncDirectory(directory: string): void {
  if (hasDirectories) sync(directory, "r");
}

function sync(path: string, flags: "r" | "r+"): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Pushes what was written to an open file to the disk, while the process goes on. */
export function syncDataAside(file: number): Promise<void> {
  return settled((done) => fdatasync(file, done));
}

/** As `syncDirectory`, while the process goes on. */
export async function syncDirectoryAside(directory: string): Promise<void> {
  if (!hasDirectories) return;
  const file = openSync(directory, "r");
  try {
    await settled((done) => fsync(file, done));
  } finally {
    closeSync(file);
  }
}

/** Whether a directory can be opened, as a file is. */
const hasDirectories = process.platform !== "win32";

function settled(run: (done: (error: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    run((error) => (error === null ? resolve() : reject(error)));
  });
}
