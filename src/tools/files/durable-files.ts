/** Writes files so that they are complete or absent, even after a power cut. */
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

/** A function makes the content once the new file is open and has its owner. */
type Content = string | Uint8Array | ((file: number) => string);

/** Only this account can read the file. It never writes to a file or link that someone else has put in its place. */
export function replaceFile(path: string, content: Content): void {
  replaceBy(`${path}.new-${process.pid}`, path, content, undefined);
}

/**
 * Replaces a file of the service. Only one process may do so at a time, which a lock must ensure. The next call
 * removes what a killed one left. If root runs this, the file belongs to the previous file's owner, or that of its
 * directory.
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

/** Gives a file its final name. Throws if the name is taken. */
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

/** Some removable disks, to which backups are copied, can't give a file two names. */
const knowsNoLinks: ReadonlySet<string> = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"]);

export function syncFile(path: string): void {
  sync(path, "r+");
}

/** Makes the directory's entries durable. */
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

/** Syncs an open file to disk, without blocking. */
export function syncDataAside(file: number): Promise<void> {
  return settled((done) => fdatasync(file, done));
}

export async function syncDirectoryAside(directory: string): Promise<void> {
  if (!hasDirectories) return;
  const file = openSync(directory, "r");
  try {
    await settled((done) => fsync(file, done));
  } finally {
    closeSync(file);
  }
}

/** Whether a directory can be opened like a file. */
const hasDirectories = process.platform !== "win32";

function settled(run: (done: (error: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    run((error) => (error === null ? resolve() : reject(error)));
  });
}
