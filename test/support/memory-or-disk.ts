import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const memory = "/dev/shm";
const roomyBytes = 4 * 2 ** 30;

/**
 * Where tests put many small files that need not outlive the machine: in memory where there is room, which takes them at a half to
 * a third of what a disk costs the system; else the folder for temporary files.
 */
export function memoryOrDisk(): string {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > roomyBytes ? memory : tmpdir();
}
