/** What this process opens, closes and pushes to the disk: what a power cut would leave is seen without one. */
import fs, { fstatSync, readdirSync, statSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";

export interface WatchedFiles extends Disposable {
  /**
   * In order, each as it was when its sync was asked for: `name: 5 bytes` for a file of the directory, and for the directory itself
   * the names in it, as `[name other]`. A process id in a name is `PID`.
   */
  readonly synced: string[];
  /** How many files have been opened and not closed. */
  readonly open: () => number;
}

/** Until the end of the block, for files directly in a directory. */
export function watchedFiles(directory: string): WatchedFiles {
  const originals = { ...fs };
  const synced: string[] = [];
  const opened = new Set<number>();
  const note = (file: number) => synced.push(described(directory, file));
  Object.assign(fs, {
    openSync(...args: Parameters<typeof fs.openSync>) {
      const file = originals.openSync(...args);
      opened.add(file);
      return file;
    },
    closeSync(file: number) {
      originals.closeSync(file);
      opened.delete(file);
    },
    fsyncSync(file: number) {
      note(file);
      originals.fsyncSync(file);
    },
    fsync(file: number, done: (error: Error | null) => void) {
      note(file);
      originals.fsync(file, done);
    },
    fdatasync(file: number, done: (error: Error | null) => void) {
      note(file);
      originals.fdatasync(file, done);
    },
  });
  syncBuiltinESMExports();
  return {
    synced,
    open: () => opened.size,
    [Symbol.dispose]() {
      const { openSync, closeSync, fsyncSync, fsync, fdatasync } = originals;
      Object.assign(fs, { openSync, closeSync, fsyncSync, fsync, fdatasync });
      syncBuiltinESMExports();
    },
  };
}

function described(directory: string, file: number): string {
  const { ino, size } = fstatSync(file);
  const names = readdirSync(directory).sort();
  const name = names.find((one) => statSync(join(directory, one)).ino === ino);
  const text = name === undefined ? `[${names.join(" ")}]` : `${name}: ${size} bytes`;
  return text.replaceAll(String(process.pid), "PID");
}
