/** The files that this process opens, closes and syncs to the disk, which shows what a power cut would leave. */
import fs, { fstatSync, readdirSync, statSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";

export interface WatchedFiles extends Disposable {
  /**
   * In order, each as it was when its sync was requested: `name: 5 bytes` for a file of the directory, and for the
   * directory itself its names, as `[name other]`. A process id in a name is shown as `PID`.
   */
  readonly synced: string[];
  /** The number of files that are open. */
  readonly open: () => number;
}

/** Watches the files directly in a directory until the end of the block. */
export function watchedFiles(directory: string): WatchedFiles {
  const originals = { ...fs };
  const synced: string[] = [];
  const descriptors = new Set<number>();
  const note = (file: number) => synced.push(described(directory, file));
  Object.assign(fs, {
    openSync(...args: Parameters<typeof fs.openSync>) {
      const file = originals.openSync(...args);
      descriptors.add(file);
      return file;
    },
    closeSync(file: number) {
      originals.closeSync(file);
      descriptors.delete(file);
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
    open: () => descriptors.size,
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
