/** A disk whose writes and flushes are logged, and a file system on it. Needs root, loop devices, FUSE, and gcc. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "../support/until.ts";

/** XFS makes none smaller. The file has holes. */
const bytes = { ext4: 64 * 1024 ** 2, xfs: 320 * 1024 ** 2 } as const;
export type FileSystem = keyof typeof bytes;
export const fileSystems = Object.keys(bytes) as FileSystem[];

export function makeImage(path: string, kind: FileSystem): void {
  writeFileSync(path, "");
  truncateSync(path, bytes[kind]);
  run(`mkfs.${kind}`, "-q", "-b", kind === "xfs" ? "size=4096" : "4096", path);
}

/** Unmounts when it is disposed of, even if a start that failed has not closed its files yet. */
export function mounted(image: string, directory: string): Disposable {
  mkdirSync(directory, { recursive: true });
  run("mount", "-o", "loop", image, directory);
  return { [Symbol.dispose]: () => run("umount", "--lazy", directory) };
}

export interface LoggedDisk extends AsyncDisposable {
  /** Where its file system is mounted. */
  readonly directory: string;
  /** What is written into this file is in the log. */
  readonly marks: string;
}

/** The log is complete once the disk is disposed of. */
export async function loggedDisk(
  image: string,
  { log, work }: { readonly log: string; readonly work: string },
): Promise<LoggedDisk> {
  const program = join(work, "logged-disk");
  const source = fileURLToPath(new URL("./logged-disk.c", import.meta.url));
  const flags = run("pkg-config", "--cflags", "--libs", "fuse3").trim().split(/\s+/);
  run("cc", "-O2", source, "-o", program, ...flags);
  const files = join(work, "files");
  mkdirSync(files, { recursive: true });
  // `-s`: one thread, so that the order of the log is that of the disk.
  const daemon = spawn(program, [image, log, files, "-f", "-s"], { stdio: "inherit" });
  const ended = once(daemon, "exit");
  const disk = join(files, "disk");
  await until(() => exists(disk));
  const device = run("losetup", "--find", "--show", disk).trim();
  const directory = join(work, "mounted");
  mkdirSync(directory, { recursive: true });
  run("mount", device, directory);
  return {
    directory,
    marks: join(files, "marks"),
    async [Symbol.asyncDispose]() {
      run("umount", directory);
      run("losetup", "--detach", device);
      await until(() => !run("losetup", "--list").includes(device));
      run("fusermount3", "-u", files);
      await ended;
    },
  };
}

function exists(path: string): boolean {
  try {
    return run("stat", "--format=%s", path).trim() !== "0";
  } catch {
    return false;
  }
}

function run(command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
