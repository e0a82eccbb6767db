import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const memory = "/dev/shm";
const roomyBytes = 4 * 2 ** 30;

/**
 * The folder for tests with many small files that may be lost with the machine: in memory if there is room, which costs
 * a third to a half of what a disk costs; otherwise the folder for temporary files.
 */
export function memoryOrDisk(): string {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > roomyBytes ? memory : tmpdir();
}
