import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A directory that is gone after the test. npm writes 12,000 files and removes them: memory takes them at a third of the system's
 * time, where it has room and programs may run from it.
 */
export function roomyDirectory(): { readonly path: string } & Disposable {
  const memory = "/dev/shm";
  if (existsSync(memory)) {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize > 4 * 2 ** 30) {
      const inMemory = directoryIn(memory);
      if (runsPrograms(inMemory.path)) return inMemory;
      inMemory[Symbol.dispose]();
    }
  }
  return directoryIn(tmpdir());
}

function directoryIn(folder: string): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(folder, "countersign-package-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Containers often forbid it. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
